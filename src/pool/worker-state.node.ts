/**
 * What the dispatcher knows of a thread: whether it is free, what it has open, how large it has grown, and whether it is
 * kept for a request whose next step is about to come. It starts nothing.
 */

import type { ReservedWorkerView } from './scheduler.ts'
import type { ThreadReport } from './thread-messages.ts'
import type { Slot } from './worker-thread.node.ts'

export interface WorkerState extends ReservedWorkerView {
  readonly slot: Slot
  free: boolean
  /** Only urgent work may have it. */
  kept: boolean
  /** The source whose document the thread has open, as far as we know. */
  sourceKey: unknown
  sourceBytes: number
  report: ThreadReport
  warm: boolean
  keepTimer: NodeJS.Timeout | undefined
}

/** From one step of a request to its next lies the ledger. Longer than its writes, short beside a page: what a thread may stand idle for it. */
const KEEP_MS = 30

const freshReport: ThreadReport = { wasmBytes: 0, pagesParsed: 0 }
const fresh = { sourceKey: null, sourceBytes: 0, report: freshReport, warm: false }

export function createWorkerState(slot: Slot): WorkerState {
  return { slot, free: true, kept: false, keepTimer: undefined, ...fresh }
}

/** The thread is gone, or about to go: the next one knows nothing. */
export function forget(seat: WorkerState): void {
  Object.assign(seat, fresh)
}

/** Nobody else may have it until `release`, or until its time is over, which `then` is told. The clock is not asked: timers may fire before it says so. */
export function keep(seat: WorkerState, then: () => void): void {
  release(seat)
  seat.kept = true
  seat.keepTimer = setTimeout(() => {
    seat.kept = false
    then()
  }, KEEP_MS)
}

export function release(seat: WorkerState): void {
  clearTimeout(seat.keepTimer)
  seat.kept = false
}
