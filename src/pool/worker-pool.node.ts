/**
 * The pool on worker threads: each job of the port becomes an assignment for the dispatcher.
 * It refuses a new document with 1124 when too many wait; what was once begun is never refused.
 */

import { canQueue } from '../concurrency/fair-scheduler.ts'
import { ParseError } from '../model/errors.ts'
import { createDispatcher } from './dispatcher.node.ts'
import type { FinishJob, InspectJob, JobControl, PagesJob, Pool, PrepareJob, SerializedPage } from './pool.ts'
import { createWork } from './scheduler.ts'
import { createSharedSources } from './shared-sources.ts'
import type { ThreadResult } from './thread-messages.ts'
import { createWorkerThread } from './worker-thread.node.ts'

export interface WorkerPoolOptions {
  readonly threads: number
  /** The module that each thread runs, and the data it gets at its start. */
  readonly threadFile: URL
  readonly threadData: unknown
  /** Of each thread; absent: the process's own. */
  readonly threadEnvironment?: NodeJS.ProcessEnv
  /** A page, or opening a document, that takes longer ends its thread: 1138. */
  readonly pageTimeoutMs: number
  /** Documents that may wait for a thread before 1124; as many again of senders that have fewer waiting than others. */
  readonly maxWaiting?: number
  /** A thread whose engines hold more linear memory is ended after its job: that memory never shrinks. */
  readonly recycleBytes?: number
  /** A thread that has parsed so many pages is ended after its job: a remedy for slow leaks. */
  readonly recyclePages?: number
  /** JavaScript heap of each thread. */
  readonly maxHeapMb?: number
}

export interface WorkerPool extends Pool {
  /** Loads the engines of one thread after the other while nothing waits; returns at once. */
  warm(): void
}

/** Enough for a burst, few enough that whoever is admitted gets an answer within minutes. */
const MAX_WAITING = 64
/** A 300 dpi scan needs about 100 MB for drawing and 90 MB for recognition: above that a thread holds leftovers. */
const RECYCLE_BYTES = 256 << 20
/**
 * Against what no figure shows. Seldom, since a new thread costs 60 to 100 MB at first, as its modules are compiled anew and the old one's memory
 * comes back late; one that lives on took 40 MB more over 18,000 pages.
 */
const RECYCLE_PAGES = 50_000
const MAX_HEAP_MB = 512
/** Rendering takes all pages in one step, so its limit grows with them. */
const FINISH_MS_PER_PAGE = 100
/** The sender of jobs that name none. */
const NO_TENANT = ''

export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const {
    pageTimeoutMs,
    maxWaiting = MAX_WAITING,
    recycleBytes = RECYCLE_BYTES,
    recyclePages = RECYCLE_PAGES,
    maxHeapMb = MAX_HEAP_MB,
  } = options
  const { threadFile, threadData, threadEnvironment } = options
  const slots = Array.from({ length: options.threads }, () =>
    createWorkerThread({ threadFile, threadData, threadEnvironment, maxHeapMb }),
  )
  const dispatcher = createDispatcher({ slots, warmLimitMs: pageTimeoutMs, recycleBytes, recyclePages })
  const sources = createSharedSources()

  /** A new document: the only job that is refused where too many wait. */
  async function look(
    kind: 'inspect' | 'prepare',
    { source, ...job }: PrepareJob,
    { signal, urgent = false, tenant = NO_TENANT }: JobControl,
  ): Promise<readonly ThreadResult[]> {
    const waiting = dispatcher.waiting()
    const line = {
      waiting: waiting.length,
      own: waiting.filter((other) => other === tenant).length,
      senders: new Set([...waiting, tenant]).size,
    }
    if (!canQueue(line, maxWaiting))
      throw new ParseError(
        1124,
        `Busy: ${waiting.length} documents wait for a thread, the limit is ${maxWaiting}. Try again in a few seconds.`,
      )
    const shared = sources.share(source)
    const results: ThreadResult[] = []
    await dispatcher.submit(
      {
        work: createWork(shared.id, 0),
        tenant,
        urgent,
        sourceBytes: source.kind === 'bytes' ? source.bytes.byteLength : source.size,
        limitMs: pageTimeoutMs,
        toTask: () => ({ job: { kind, job: { ...job, source: shared } }, transfer: [] }),
        describe: () => 'opening the document',
        onPage() {},
        take: (result) => results.push(result) === 1,
      },
      signal,
    )
    return results
  }

  async function inspect(job: InspectJob, control: JobControl = {}) {
    return resultOf('inspect', await look('inspect', { ...job, speakerNotes: false }, control)).info
  }

  async function prepare(job: PrepareJob, control: JobControl = {}) {
    return resultOf('prepare', await look('prepare', job, control)).file
  }

  async function parsePages(
    { source, ...job }: PagesJob,
    { signal, onPage, urgent = false, tenant = NO_TENANT }: JobControl = {},
  ) {
    const { pageIndexes } = job
    if (pageIndexes.length === 0) return []
    const shared = sources.share(source)
    const records: SerializedPage[] = []
    const reported = new Set<number>()
    const reportPage = (pageIndex: number) => {
      if (reported.has(pageIndex)) return
      reported.add(pageIndex)
      onPage?.(pageIndex)
    }
    await dispatcher.submit(
      {
        work: createWork(shared.id, pageIndexes.length),
        tenant,
        urgent,
        sourceBytes: source.kind === 'bytes' ? source.bytes.byteLength : source.size,
        limitMs: pageTimeoutMs,
        toTask: ({ from, to }) => ({
          job: { kind: 'pages', job: { ...job, pageIndexes: pageIndexes.slice(from, to), source: shared } },
          transfer: [],
        }),
        describe: ({ from }, pagesDone) => `page ${(pageIndexes[from + pagesDone] ?? 0) + 1}`,
        onPage: reportPage,
        take(result) {
          const done = resultOf('pages', [result]).records
          records.push(...done)
          // Progress travels beside the answers and may come too late.
          for (const { pageIndex } of done) reportPage(pageIndex)
          return records.length === pageIndexes.length
        },
      },
      signal,
    )
    return records.sort((a, b) => a.pageIndex - b.pageIndex)
  }

  /** Gives the records' bytes away: they can't be used afterwards. */
  async function finish(job: FinishJob, { signal, urgent = false, tenant = NO_TENANT }: JobControl = {}) {
    const results: ThreadResult[] = []
    await dispatcher.submit(
      {
        work: createWork(null, 0),
        tenant,
        urgent,
        sourceBytes: 0,
        limitMs: pageTimeoutMs + FINISH_MS_PER_PAGE * job.pages.length,
        toTask: () => ({ job: { kind: 'finish', job }, transfer: buffersOf(job.pages) }),
        describe: () => 'rendering the document',
        onPage() {},
        take: (result) => results.push(result) === 1,
      },
      signal,
    )
    return resultOf('finish', results).outputs
  }

  const { isSlow, load, warm, close } = dispatcher
  return { prepare, inspect, parsePages, finish, isSlow, load, warm, close }
}

/** The result of the kind that was asked for; a thread that answers otherwise has a defect. */
function resultOf<kind extends ThreadResult['kind']>(
  kind: kind,
  results: readonly ThreadResult[],
): Extract<ThreadResult, { kind: kind }> {
  const found = results.find((result): result is Extract<ThreadResult, { kind: kind }> => result.kind === kind)
  if (found === undefined) throw new ParseError(1137, 'The parser gave no result.')
  return found
}

/** Every buffer once: a buffer named twice can't be transferred. */
function buffersOf(pages: readonly SerializedPage[]): ArrayBuffer[] {
  const views = pages.flatMap(({ json, images }) => [json, ...images.map(({ bytes }) => bytes)])
  return [...new Set(views.map(({ buffer }) => buffer).filter((buffer) => buffer instanceof ArrayBuffer))]
}
