/** Splits jobs into chunks for free threads, so that a long document cannot starve a short one. */

export interface Chunk {
  readonly from: number
  readonly to: number
}

export interface WorkerView {
  readonly free: boolean
  readonly sourceKey: unknown
}

export interface ReservableWorker extends WorkerView {
  /** Only urgent work may use a reserved worker. */
  readonly reserved: boolean
}

export interface Work {
  readonly sourceKey: unknown
  readonly pageCount: number
  next: number
  requeued: readonly Chunk[]
  active: number
  startedAt: number | null
  /** Moving average; `null` before the first chunk. */
  msPerPage: number | null
}

export function createWork(sourceKey: unknown, pageCount: number): Work {
  return { sourceKey, pageCount, next: 0, requeued: [], active: 0, startedAt: null, msPerPage: null }
}

const CHUNK_TARGET_MS = 200
/** Maximum parsed pages that a thread collects. */
const CHUNK_MAX_PAGES = 32
/** Age of a job at which a second thread opens its document. */
export const SPREAD_AFTER_MS = 100
const MAX_URGENT_IN_A_ROW = 4

export function isWaiting(work: Work): boolean {
  return work.pageCount === 0 ? work.startedAt === null : work.next < work.pageCount || work.requeued.length > 0
}

export function assignChunk(work: Work, now: number): Chunk {
  const [requeued, ...others] = work.requeued
  if (requeued !== undefined) {
    work.requeued = others
    work.active += 1
    return requeued
  }
  const pages = work.msPerPage === null ? 1 : Math.floor(CHUNK_TARGET_MS / Math.max(work.msPerPage, 1))
  const size = Math.min(CHUNK_MAX_PAGES, Math.max(1, pages))
  const chunk = { from: work.next, to: Math.min(work.pageCount, work.next + size) }
  work.next = chunk.to
  work.active += 1
  work.startedAt ??= now
  return chunk
}

export function requeueChunk(work: Work, chunk: Chunk): void {
  work.active -= 1
  if (work.pageCount === 0) work.startedAt = null
  else work.requeued = [...work.requeued, chunk]
}

/** Later chunks have more influence, because the first page loads fonts and engines. */
export function recordChunk(work: Work, chunk: Chunk, elapsedMs: number): void {
  work.active -= 1
  const pages = chunk.to - chunk.from
  if (pages === 0) return
  const mean = elapsedMs / pages
  work.msPerPage = work.msPerPage === null ? mean : work.msPerPage * 0.4 + mean * 0.6
}

/**
 * Returns the index of a worker, or -1: the one with the open document, unless the job is older than `SPREAD_AFTER_MS`.
 */
export function chooseWorker(work: Work, workers: readonly WorkerView[], now: number): number {
  if (!isWaiting(work)) return -1
  const withDocument = workers.findIndex(({ free, sourceKey }) => free && sourceKey === work.sourceKey)
  if (withDocument !== -1 && work.sourceKey !== null) return withDocument
  const maySpread = work.active === 0 || (work.startedAt !== null && now - work.startedAt >= SPREAD_AFTER_MS)
  if (!maySpread) return -1
  const empty = workers.findIndex(({ free, sourceKey }) => free && sourceKey === null)
  return empty !== -1 ? empty : workers.findIndex(({ free }) => free)
}

export function chooseNext(
  jobs: readonly { readonly work: Work; readonly urgent: boolean }[],
  workers: readonly ReservableWorker[],
  { now, urgentInARow }: { now: number; urgentInARow: number },
): { job: number; worker: number } | null {
  const unreserved = workers.map(({ free, reserved, sourceKey }) => ({ free: free && !reserved, sourceKey }))
  for (const wantUrgent of urgentInARow < MAX_URGENT_IN_A_ROW ? [true, false] : [false, true])
    for (const [job, { work, urgent }] of jobs.entries()) {
      const worker = urgent === wantUrgent ? chooseWorker(work, urgent ? workers : unreserved, now) : -1
      if (worker !== -1) return { job, worker }
    }
  return null
}
