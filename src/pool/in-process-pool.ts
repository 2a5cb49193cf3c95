/** Pool without threads: one job at a time, because jobs share the engines' memory. */
import { createMutex } from '../concurrency/mutex.ts'
import type { ParseDeps } from '../deps.ts'
import { ParseError } from '../model/errors.ts'
import type { SourceRef } from '../model/source-ref.ts'
import type { JobControl, Pool, SerializedPage } from './pool.ts'
import { toAbortError } from './pool-errors.ts'
import { createPoolJobs } from './pool-jobs.ts'
import { sourceIdentity } from './shared-sources.ts'

interface InProcessPoolOptions {
  readonly parseTimeoutMs: number
  readonly maxWaiting?: number
  readonly readSource?: (source: SourceRef) => Promise<Uint8Array>
  readonly clock?: () => number
}

export function createInProcessPool(deps: ParseDeps, options: InProcessPoolOptions): Pool {
  const { parseTimeoutMs, maxWaiting = Number.POSITIVE_INFINITY, readSource = readBytes, clock = Date.now } = options
  const mutex = createMutex({ maxWaiting, clock })
  const jobs = createPoolJobs(deps, { readSource, idleCloseMs: null })

  /** `checkpoint` lets other requests run and throws when the job must end. */
  async function withLock<result>(
    { signal }: JobControl,
    run: (checkpoint: () => Promise<void>) => Promise<result>,
  ): Promise<result> {
    const lock = await mutex.acquire()
    const startedAt = clock()
    const checkpoint = async (): Promise<void> => {
      lock.heartbeat()
      // The clock of Workers advances only after a timer.
      await new Promise((resolve) => setTimeout(resolve, 0))
      if (signal?.aborted) throw toAbortError(signal.reason)
      const elapsedMs = clock() - startedAt
      if (elapsedMs > parseTimeoutMs)
        throw new ParseError(
          1138,
          `Timed out: parsing has taken ${elapsedMs} ms, the limit is ${parseTimeoutMs} ms (PARSE_TIMEOUT_MS). Send fewer pages (page_range).`,
        )
    }
    try {
      await checkpoint()
      return await run(checkpoint)
    } finally {
      lock.release()
    }
  }

  return {
    prepare: (job, control = {}) => withLock(control, () => jobs.prepare(job)),

    inspect: (job, control = {}) => withLock(control, () => jobs.inspect(job, sourceIdentity(job.source))),

    parsePages: (job, control = {}) =>
      withLock(control, async (checkpoint) => {
        const records: SerializedPage[] = []
        for await (const record of jobs.parsePages(job, sourceIdentity(job.source))) {
          records.push(record)
          control.onPage?.(record.pageIndex)
          await checkpoint()
        }
        return records
      }),

    finish: (job, control = {}) =>
      withLock(control, () => {
        jobs.closeDocument()
        return jobs.finish(job)
      }),

    load: () => ({ running: mutex.running, waiting: mutex.waiting, size: 1 }),

    async close() {
      jobs.closeDocument()
    },
  }
}

async function readBytes(source: SourceRef): Promise<Uint8Array> {
  if (source.kind === 'bytes') return source.bytes
  throw new ParseError(1137, 'This runtime has no files to read from.')
}
