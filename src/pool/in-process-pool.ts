/**
 * The pool without threads: the same jobs in line, one at a time per isolate, because the engines' memory is shared.
 * Between pages it lets others run and looks at the clock: over the limit the request ends with 1138.
 */

import { createMutex, type Lock } from '../concurrency/mutex.ts'
import type { ParseDeps } from '../deps.ts'
import { ParseError } from '../model/errors.ts'
import type { SourceRef } from '../model/source-ref.ts'
import { toAbortError } from './abort-error.ts'
import type { JobControl, Pool, SerializedPage } from './pool.ts'
import { createPoolJobs } from './pool-jobs.ts'
import { identity } from './shared-sources.ts'

export interface InProcessPoolOptions {
  /** Longest time of one job, from when its turn comes. */
  readonly parseTimeoutMs: number
  /** Jobs that may wait for their turn before 1124. */
  readonly maxWaiting?: number
  /** How to read a source that does not lie in memory; a runtime without a disk has none. */
  readonly readSource?: (source: SourceRef) => Promise<Uint8Array>
  /** Milliseconds; for tests. */
  readonly clock?: () => number
}

/** Every waiting request holds its upload in the same 128 MB. */
const MAX_WAITING = 8

export function createInProcessPool(deps: ParseDeps, options: InProcessPoolOptions): Pool {
  const { parseTimeoutMs, maxWaiting = MAX_WAITING, readSource = readBytes, clock = Date.now } = options
  const turns = createMutex({ maxWaiting, clock })
  // No timers: a runtime that ends timers with their request would leave the document open anyway.
  const jobs = createPoolJobs(deps, { readSource, idleCloseMs: null })

  /** Runs a job in its turn. `pause` is called between steps: it lets others run and throws when the job must end. */
  async function inTurn<result>(
    control: JobControl,
    act: (pause: () => Promise<void>) => Promise<result>,
  ): Promise<result> {
    const turn = await turns.acquire()
    try {
      const startedAt = clock()
      return await act(() => checkpoint(turn, startedAt, control))
    } finally {
      turn.release()
    }
  }

  async function checkpoint(turn: Lock, startedAt: number, { signal }: JobControl): Promise<void> {
    turn.heartbeat()
    // Workers' clock stands still during computation; it moves on after a timer.
    await new Promise((resolve) => setTimeout(resolve, 0))
    if (signal?.aborted) throw toAbortError(signal.reason)
    const elapsedMs = clock() - startedAt
    if (elapsedMs > parseTimeoutMs)
      throw new ParseError(
        1138,
        `Timed out: parsing has taken ${elapsedMs} ms, the limit is ${parseTimeoutMs} ms (PARSE_TIMEOUT_MS). Send fewer pages (page_range).`,
      )
  }

  return {
    prepare: (job, control = {}) =>
      inTurn(control, async (pause) => {
        await pause()
        return await jobs.prepare(job)
      }),

    inspect: (job, control = {}) =>
      inTurn(control, async (pause) => {
        await pause()
        return await jobs.inspect(job, identity(job.source))
      }),

    parsePages: (job, control = {}) =>
      inTurn(control, async (pause) => {
        const records: SerializedPage[] = []
        await pause()
        for await (const record of jobs.parsePages(job, identity(job.source))) {
          records.push(record)
          control.onPage?.(record.pageIndex)
          await pause()
        }
        return records
      }),

    finish: (job, control = {}) =>
      inTurn(control, async (pause) => {
        // The pages are parsed: the document's memory is better used for rendering.
        jobs.release()
        await pause()
        return await jobs.finish(job)
      }),

    load: () => ({ running: turns.running, waiting: turns.waiting, size: 1 }),

    async close() {
      jobs.release()
    },
  }
}

async function readBytes(source: SourceRef): Promise<Uint8Array> {
  if (source.kind === 'bytes') return source.bytes
  throw new ParseError(1137, 'This runtime has no files to read from.')
}
