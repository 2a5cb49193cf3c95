/** Pool on worker threads. Refuses new documents with 1124 when too many wait. */
import { canQueue } from '../concurrency/fair-scheduler.ts'
import { ParseError } from '../model/errors.ts'
import type { SourceRef } from '../model/source-ref.ts'
import { type Assignment, createDispatcher } from './dispatcher.node.ts'
import type { DocumentJob, DocumentResult, JobControl, Pool, PrepareJob, SerializedPage } from './pool.ts'
import { createWork } from './scheduler.ts'
import { createSharedSources } from './shared-sources.ts'
import { type ThreadResult, transferList } from './thread-messages.ts'
import { createWaitEstimate } from './wait-estimate.ts'
import { WorkerThread, type WorkerThreadOptions } from './worker-thread.node.ts'

export interface WorkerPoolOptions extends Omit<WorkerThreadOptions, 'maxHeapMb'> {
  readonly threads: number
  /** Threads that are used before `useAllThreads`; default: all. */
  readonly firstThreads?: number
  /** Limit of a page and of opening a document (1138), which terminates the thread. */
  readonly pageTimeoutMs: number
  /** Documents that may wait before 1124; up to twice as many for tenants with few. */
  readonly maxWaiting?: number
  /** Linear memory above which a thread is recycled, because it never shrinks. */
  readonly recycleBytes?: number
  readonly recyclePages?: number
  readonly maxHeapMb?: number
}

export interface WorkerPool extends Pool {
  warm(): void
  useAllThreads(): void
  /** Uses one thread, without copying the pages of the document. */
  parseDocument(job: DocumentJob, control?: JobControl): Promise<DocumentResult>
}

/** Maximum pages of a job that are read again without OCR; a document of which more take too long is refused. */
const MAX_PAGES_WITHOUT_OCR = 5
const RECYCLE_BYTES = 256 << 20
/**
 * Size of the heap above which a thread is recycled: half of its maximum, at least 128 MB, because a new thread takes
 * seconds (docs/performance.md).
 */
const MIN_RECYCLE_HEAP_MB = 128
/** A new thread costs memory until that of the old one is returned. */
const RECYCLE_PAGES = 50_000
const MAX_HEAP_MB = 512
/** Rendering handles all pages in one step. */
const FINISH_MS_PER_PAGE = 100

export function createWorkerPool({
  threads: threadCount,
  firstThreads = threadCount,
  pageTimeoutMs,
  maxWaiting = Number.POSITIVE_INFINITY,
  recycleBytes = RECYCLE_BYTES,
  recyclePages = RECYCLE_PAGES,
  maxHeapMb = MAX_HEAP_MB,
  ...threadOptions
}: WorkerPoolOptions): WorkerPool {
  const threads = Array.from({ length: threadCount }, () => new WorkerThread({ ...threadOptions, maxHeapMb }))
  const unused = threads.splice(firstThreads)
  const dispatcher = createDispatcher({
    threads,
    warmLimitMs: pageTimeoutMs,
    recycleBytes,
    recycleHeapBytes: Math.max(MIN_RECYCLE_HEAP_MB, maxHeapMb / 2) * 2 ** 20,
    recyclePages,
  })
  const sources = createSharedSources()
  const waits = createWaitEstimate()

  async function submit(
    job: Pick<Assignment, 'work' | 'toTask' | 'describe'> & Partial<Assignment>,
    { signal, urgent = false, tenant = '' }: JobControl,
  ): Promise<ThreadResult | undefined> {
    let result: ThreadResult | undefined
    const accept = (first: ThreadResult): boolean => {
      result = first
      return true
    }
    await dispatcher.submit({ tenant, urgent, sourceBytes: 0, limitMs: pageTimeoutMs, accept, ...job }, signal)
    return result
  }

  async function open(
    kind: 'inspect' | 'prepare',
    { source, ...job }: PrepareJob,
    control: JobControl,
  ): Promise<ThreadResult | undefined> {
    checkQueue(control.tenant ?? '')
    const shared = sources.share(source)
    return await submit(
      {
        work: createWork(shared.id, 0),
        sourceBytes: sizeOf(source),
        toTask: () => ({ job: { kind, job: { ...job, source: shared } } }),
        describe: () => 'opening the document',
      },
      control,
    ).finally(() => waits.record(Date.now()))
  }

  function checkQueue(tenant: string): void {
    const waiting = dispatcher.waiting()
    const load = {
      waiting: waiting.length,
      ownWaiting: waiting.filter((other) => other === tenant).length,
      tenants: new Set([...waiting, tenant]).size,
    }
    if (canQueue(load, maxWaiting)) return
    const retryAfterSeconds = waits.seconds(waiting.length, Date.now())
    throw new ParseError(
      1124,
      `Busy: ${waiting.length} documents wait for a thread, the limit is ${maxWaiting}. Try again in ${retryAfterSeconds} seconds.`,
      { retryAfterSeconds },
    )
  }

  return {
    async inspect(job, control = {}) {
      return expectKind('inspect', await open('inspect', { ...job, speakerNotes: false }, control)).info
    },

    async prepare(job, control = {}) {
      return expectKind('prepare', await open('prepare', job, control)).file
    },

    async parseDocument({ source, ...job }, control = {}) {
      checkQueue(control.tenant ?? '')
      const shared = sources.share(source)
      let timedOut = false
      try {
        const result = await submit(
          {
            work: createWork(shared.id, 0),
            sourceBytes: sizeOf(source),
            toTask: () => ({ job: { kind: 'document', job: { ...job, source: shared } } }),
            describe: (_, pagesDone) => (pagesDone === 0 ? 'the first page' : `the page after ${pagesDone} others`),
            onPage: (pageIndex) => control.onPage?.(pageIndex),
            onTimeout() {
              timedOut = true
              return false
            },
          },
          control,
        )
        return expectKind('document', result).result
      } catch (error) {
        if (!timedOut) throw error
        const { info } = expectKind('inspect', await open('inspect', { source, ...job, speakerNotes: false }, control))
        if (info.pageCount === 1) throw error
        return { info: { ...info, fileType: job.sentType }, outputs: null }
      }
    },

    async parsePages({ source, ...job }, control = {}) {
      const { pageIndexes } = job
      if (pageIndexes.length === 0) return []
      const shared = sources.share(source)
      const records: SerializedPage[] = []
      const timedOut: number[] = []
      await submit(
        {
          work: createWork(shared.id, pageIndexes.length),
          sourceBytes: sizeOf(source),
          toTask: ({ from, to }) => ({
            job: {
              kind: 'pages',
              job: {
                ...job,
                pageIndexes: pageIndexes.slice(from, to),
                source: shared,
                timedOut: { pageIndexes: [...timedOut], limitMs: pageTimeoutMs },
              },
            },
          }),
          describe: ({ from }, pagesDone) => `page ${(pageIndexes[from + pagesDone] ?? 0) + 1}`,
          onPage: (pageIndex) => control.onPage?.(pageIndex),
          onTimeout({ from }, pagesDone) {
            const pageIndex = pageIndexes[from + pagesDone]
            if (pageIndex === undefined || timedOut.includes(pageIndex)) return false
            timedOut.push(pageIndex)
            return job.options.ocr !== 'off' && timedOut.length <= MAX_PAGES_WITHOUT_OCR
          },
          accept(result) {
            records.push(...expectKind('pages', result).records)
            return records.length === pageIndexes.length
          },
        },
        control,
      )
      return records.sort((a, b) => a.pageIndex - b.pageIndex)
    },

    async finish(job, control = {}) {
      const transfer = transferList(
        job.pages.flatMap(({ json, images }) => [json, ...images.map(({ bytes }) => bytes)]),
      )
      const result = await submit(
        {
          work: createWork(null, 0),
          limitMs: pageTimeoutMs + FINISH_MS_PER_PAGE * job.pages.length,
          toTask: () => ({ job: { kind: 'finish', job }, transfer }),
          describe: () => 'rendering the document',
        },
        control,
      )
      return expectKind('finish', result).outputs
    },

    isSlow: dispatcher.isSlow,
    load: dispatcher.load,
    threadStarts: dispatcher.threadStarts,
    warm: dispatcher.warm,
    useAllThreads: () => dispatcher.addThreads(unused.splice(0)),
    close: dispatcher.close,
  }
}

function sizeOf(source: SourceRef): number {
  return source.kind === 'bytes' ? source.bytes.byteLength : source.size
}

function expectKind<kind extends ThreadResult['kind']>(
  kind: kind,
  result: ThreadResult | undefined,
): Extract<ThreadResult, { kind: kind }> {
  if (result?.kind === kind) return result as Extract<ThreadResult, { kind: kind }>
  throw new ParseError(1137, 'The parser gave no result.')
}
