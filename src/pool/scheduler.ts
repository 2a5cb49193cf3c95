/**
 * Who works next: a list of jobs, each cut into chunks, and the rule that gives chunks to free threads in turn, so that
 * a long document can't starve a short one. It only decides; it starts nothing and knows no threads.
 */

/** A piece of a job that one thread does at a stretch. For `inspect` and `finish` it is the whole job. */
export interface Chunk {
  /** Positions in the job's list of pages; empty when the job has no pages. */
  readonly from: number
  readonly to: number
}

/** What the rule must know of a thread. */
export interface WorkerView {
  readonly free: boolean
  /** The source whose document the thread holds open; `null` for none. */
  readonly sourceKey: unknown
}

/** A thread that may be kept for a while. */
export interface ReservedWorkerView extends WorkerView {
  /** Only urgent work may have it. */
  readonly kept: boolean
}

/** A job in the list. */
export interface Work {
  /** `null` for jobs without a source. */
  readonly sourceKey: unknown
  readonly pageCount: number
  /** First page that no thread has been given. */
  next: number
  /** Chunks that are running. */
  active: number
  /** When its first chunk began, in milliseconds of the caller's clock; `null` before. */
  startedAt: number | null
  /** Running mean of the time per page; `null` before the first is done. */
  msPerPage: number | null
}

export function createWork(sourceKey: unknown, pageCount: number): Work {
  return { sourceKey, pageCount, next: 0, active: 0, startedAt: null, msPerPage: null }
}

/** A chunk lasts about this long: what another request may have to wait for a thread. */
const CHUNK_TARGET_MS = 200
/** Bounds the records that lie in a thread before they are handed over. */
const CHUNK_MAX_PAGES = 32
/**
 * A second thread opens the same document only after the first has been busy with it for so long: opening costs memory
 * and some 20 ms, which a short document would not earn back.
 */
export const SPREAD_AFTER_MS = 100

/** Whether any part of the job has not been given to a thread. */
export function isWaiting(work: Work): boolean {
  return work.pageCount === 0 ? work.startedAt === null : work.next < work.pageCount
}

/** Takes the next chunk off the job. Digital pages come many at a time, scanned ones singly. */
export function takeChunk(work: Work, now: number): Chunk {
  const size =
    work.msPerPage === null
      ? 1
      : Math.min(CHUNK_MAX_PAGES, Math.max(1, Math.floor(CHUNK_TARGET_MS / Math.max(work.msPerPage, 1))))
  const chunk = { from: work.next, to: Math.min(work.pageCount, work.next + size) }
  work.next = chunk.to
  work.active += 1
  work.startedAt ??= now
  return chunk
}

/** Notes that a chunk is done and how long it took. The first page of a document pays for fonts and engines, so later ones weigh more. */
export function noteChunk(work: Work, chunk: Chunk, elapsedMs: number): void {
  work.active -= 1
  const pages = chunk.to - chunk.from
  if (pages === 0) return
  const mean = elapsedMs / pages
  work.msPerPage = work.msPerPage === null ? mean : work.msPerPage * 0.4 + mean * 0.6
}

/**
 * The slot that should take this job's next chunk, or -1 when it must wait: the one that has the document open if it is
 * free; otherwise any free one, if nobody works on the job yet or it has proved long enough to share.
 */
export function chooseWorker(work: Work, slots: readonly WorkerView[], now: number): number {
  if (!isWaiting(work)) return -1
  if (work.sourceKey !== null) {
    const holder = slots.findIndex((slot) => slot.free && slot.sourceKey === work.sourceKey)
    if (holder !== -1) return holder
  }
  const mayTakeAnother = work.active === 0 || (work.startedAt !== null && now - work.startedAt >= SPREAD_AFTER_MS)
  if (!mayTakeAnother) return -1
  const empty = slots.findIndex((slot) => slot.free && slot.sourceKey === null)
  return empty !== -1 ? empty : slots.findIndex((slot) => slot.free)
}

/** So many urgent chunks on end, then one of the others: tasks go on, however many requests come. */
const URGENT_ON_END = 4

/** The first work in turn that a free thread can take, and that thread, as positions in the lists; urgent work goes first, as a rule. */
export function chooseNext(
  works: readonly { readonly work: Work; readonly urgent: boolean }[],
  slots: readonly ReservedWorkerView[],
  { now, urgentOnEnd }: { now: number; urgentOnEnd: number },
): { work: number; slot: number } | null {
  const open = slots.map(({ free, kept, sourceKey }) => ({ free: free && !kept, sourceKey }))
  for (const turn of urgentOnEnd < URGENT_ON_END ? [true, false] : [false, true])
    for (const [index, { work, urgent }] of works.entries()) {
      const slot = urgent === turn ? chooseWorker(work, urgent ? slots : open, now) : -1
      if (slot !== -1) return { work: index, slot }
    }
  return null
}
