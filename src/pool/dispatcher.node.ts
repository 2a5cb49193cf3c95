/**
 * The admission in front of the threads: assignments in, chunks out to free threads in turn, and the care of the threads
 * themselves: recycled when they have grown, begun anew when they died. What idle ones do is `idle.node.ts`.
 * It never hands a thread a second task, because piscina's own queue has no limit for tasks that can be aborted and
 * begins their time limit at submission.
 */
import type { Transferable } from 'node:worker_threads'
import { createFairScheduler, orderByLeastUsage } from '../concurrency/fair-scheduler.ts'
import { deserializeError, ParseError } from '../model/errors.ts'
import { toAbortError } from './abort-error.ts'
import { createIdleWork } from './idle-work.node.ts'
import { type Chunk, chooseNext, isWaiting, noteChunk, SPREAD_AFTER_MS, takeChunk, type Work } from './scheduler.ts'
import { crashError, stoppingError, stuckError } from './thread-errors.ts'
import type { SliceCall, ThreadAnswer, ThreadJob, ThreadResult } from './thread-messages.ts'
import { createWorkerState, forget, keep, release, type WorkerState } from './worker-state.node.ts'
import type { Slot, SlotRun } from './worker-thread.node.ts'

/** A job of the pool as threads see it. */
export interface Assignment {
  readonly work: Work
  /** Whose it is: senders share the threads. */
  readonly tenant: string
  /** Goes before those that are not. */
  readonly urgent: boolean
  /** Bytes of its source, 0 without one. */
  readonly sourceBytes: number
  /** Longest time between two signs of life from a thread. */
  readonly limitMs: number
  toTask(chunk: Chunk): { job: ThreadJob; transfer: Transferable[] }
  /** What a thread is at after so many pages of a chunk, for messages: `page 3`. */
  describe(chunk: Chunk, pagesDone: number): string
  onPage(pageIndex: number): void
  /** Takes the result of one chunk; `true` when the job is complete. */
  take(result: ThreadResult): boolean
}

export interface DispatchOptions {
  readonly slots: readonly Slot[]
  /** Longest time that loading the engines may take. */
  readonly warmLimitMs: number
  readonly recycleBytes: number
  readonly recyclePages: number
}

export interface Dispatcher {
  /** Resolves when the assignment is complete; rejects with a `ParseError`, at once when the signal aborts. */
  submit(assignment: Assignment, signal: AbortSignal | undefined): Promise<void>
  load(): { running: number; waiting: number; size: number }
  /** The tenant of each job that no thread has begun. */
  waiting(): string[]
  isSlow(tenant: string): boolean
  warm(): void
  close(): Promise<void>
}

interface Entry {
  readonly assignment: Assignment
  readonly tenant: string
  readonly runs: Set<SlotRun>
  settle(error: ParseError | null): void
}

/** Longer than the way from one job of a request to the next. */
const IDLE_RECYCLE_MS = 2000

export function createDispatcher(options: DispatchOptions): Dispatcher {
  const seats = options.slots.map(createWorkerState)
  /** Whose turn it is: an entry goes to the end when it was given a thread. */
  let entries: Entry[] = []
  let spreadTimer: NodeJS.Timeout | undefined
  const shares = createFairScheduler()
  let closed = false
  let urgentOnEnd = 0

  const idle = createIdleWork(seats, {
    limitMs: options.warmLimitMs,
    begin: shares.acquire,
    mayTake: (tenant) => shares.canAcquire(tenant, freeNow()),
    leave,
  })

  const freeNow = () => ({ free: seats.filter(({ free }) => free).length, now: Date.now() })

  function nextToStart(): { entry: Entry; seat: WorkerState } | null {
    const at = freeNow()
    if (at.free === 0) return null
    const order = orderByLeastUsage(entries, shares, at)
    const next = chooseNext(order.map(asWork), seats, { now: at.now, urgentOnEnd })
    return next === null ? null : { entry: order[next.work]!, seat: seats[next.slot]! }
  }

  function dispatch(): void {
    if (closed) return
    for (let next = nextToStart(); next !== null; next = nextToStart()) {
      const { entry, seat } = next
      entries = [...entries.filter((other) => other !== entry), entry]
      urgentOnEnd = entry.assignment.urgent ? urgentOnEnd + 1 : 0
      start(entry, seat)
    }
    const waiting = entries.map(({ assignment }) => assignment.work).filter(isWaiting)
    if (waiting.length > 0) wakeForSpread(waiting)
    else idle.handOut()
  }

  /** Comes back when the first job has become old enough to be shared among threads. */
  function wakeForSpread(waiting: readonly Work[]): void {
    clearTimeout(spreadTimer)
    if (!seats.some(({ free }) => free)) return
    const delays = waiting
      .map(({ startedAt }) => (startedAt ?? 0) + SPREAD_AFTER_MS - Date.now())
      .filter((delayMs) => delayMs > 0)
    if (delays.length > 0) spreadTimer = setTimeout(dispatch, Math.min(...delays) + 1)
  }

  function start(entry: Entry, seat: WorkerState): void {
    const { assignment, tenant } = entry
    const { work, limitMs } = assignment
    const chunk = takeChunk(work, Date.now())
    const { job, transfer } = assignment.toTask(chunk)
    seat.free = false
    release(seat)
    if (work.sourceKey !== null) Object.assign(seat, { sourceKey: work.sourceKey, sourceBytes: assignment.sourceBytes })
    // Rendering needs no source: the document that is open goes, unless a job still wants it.
    else if (!isWanted(seat.sourceKey)) Object.assign(seat, { sourceKey: null, sourceBytes: 0 })
    const began = Date.now()
    const stay = shares.acquire(tenant, began)
    let call: SliceCall | null = null
    const endCall = () => {
      if (call !== null) idle.endCall(call)
    }
    const run = seat.slot.run({
      job,
      keepOpen: seat.sourceKey !== null,
      transfer,
      limitMs,
      onPage: (pageIndex) => entries.includes(entry) && assignment.onPage(pageIndex),
      onCall(next) {
        endCall()
        call = next
        idle.addCall(next, tenant)
        dispatch()
      },
      onStuck: (pagesDone) => stuckError(assignment.describe(chunk, pagesDone), limitMs),
      onCrash: (pagesDone, cause) => crashError(assignment.describe(chunk, pagesDone), cause),
    })
    entry.runs.add(run)
    run.answer.then(
      (answer) => {
        endCall()
        stay.release(Date.now())
        entry.runs.delete(run)
        seat.report = answer.report
        seat.warm = true
        noteChunk(work, chunk, Date.now() - began)
        const defect = settleFrom(entry, answer)
        if (assignment.urgent && !entries.includes(entry)) keepFor(seat, work)
        // After a defect, other than a bad document, nobody knows in what state the engines are.
        if (defect || hasGrown(seat)) recycle(seat)
        else leave(seat)
      },
      (error: unknown) => {
        // The thread is dead; the next task begins a new one.
        endCall()
        stay.release(Date.now())
        entry.runs.delete(run)
        forget(seat)
        entry.settle(error instanceof ParseError ? error : crashError('this document', error))
        leave(seat)
      },
    )
  }

  /** Hands a thread's answer to its job; `true` when the thread is not to be trusted any more. */
  function settleFrom(entry: Entry, answer: ThreadAnswer): boolean {
    try {
      if (!answer.ok) {
        const { code, message, status } = answer.error
        entry.settle(
          answer.detail === null
            ? deserializeError(answer.error)
            : new ParseError(code, message, { status, cause: new Error(answer.detail) }),
        )
        return answer.detail !== null
      }
      if (entry.assignment.take(answer.result)) entry.settle(null)
      return false
    } catch (error) {
      entry.settle(crashError('this document', error))
      return true
    }
  }

  /** The request's next step is about to come; without this its thread would go to a task's page, at every step anew. */
  function keepFor(seat: WorkerState, { sourceKey }: Work): void {
    const isLastStep = sourceKey === null
    if (isLastStep || !entries.some(({ assignment }) => isWaiting(assignment.work))) return
    keep(seat, dispatch)
  }

  /** A thread that holds a large document may need that twice more. */
  function hasGrown({ report, sourceBytes }: WorkerState): boolean {
    return report.wasmBytes > options.recycleBytes + 2 * sourceBytes || report.pagesParsed >= options.recyclePages
  }

  function recycle(seat: WorkerState): void {
    forget(seat)
    seat.slot.recycle().finally(() => leave(seat))
  }

  /** Synchronous with the answer: the request's next job, which follows at once, finds its thread free. */
  function leave(seat: WorkerState): void {
    seat.free = true
    dispatch()
    // What a large document has left behind is not worth keeping for documents that may never come.
    if (seat.report.wasmBytes > options.recycleBytes) setTimeout(() => recycleIdle(seat), IDLE_RECYCLE_MS).unref()
  }

  function recycleIdle(seat: WorkerState): void {
    if (closed || !seat.free || seat.report.wasmBytes <= options.recycleBytes) return
    seat.free = false
    recycle(seat)
  }

  function isWanted(sourceKey: unknown): boolean {
    return (
      sourceKey !== null && entries.some(({ assignment: { work } }) => work.sourceKey === sourceKey && isWaiting(work))
    )
  }

  function submit(assignment: Assignment, signal: AbortSignal | undefined): Promise<void> {
    if (closed) return Promise.reject(stoppingError())
    if (signal?.aborted) return Promise.reject(toAbortError(signal.reason))
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const onAbort = () => entry.settle(toAbortError(signal?.reason))
    const entry: Entry = {
      assignment,
      tenant: assignment.tenant,
      runs: new Set(),
      settle(error) {
        if (!entries.includes(entry)) return
        entries = entries.filter((other) => other !== entry)
        signal?.removeEventListener('abort', onAbort)
        if (error === null) return resolve()
        for (const run of entry.runs) run.stop()
        reject(error)
      },
    }
    signal?.addEventListener('abort', onAbort)
    entries.push(entry)
    shares.recordRequest(entry.tenant, Date.now())
    dispatch()
    return promise
  }

  return {
    submit,
    load: () => ({
      running: seats.filter(({ free }) => !free).length,
      waiting: entries.filter(({ assignment }) => assignment.work.startedAt === null).length,
      size: seats.length,
    }),
    isSlow: (tenant) => shares.isSlow(tenant, Date.now()),
    waiting: () => entries.filter(({ assignment }) => assignment.work.startedAt === null).map(({ tenant }) => tenant),
    warm() {
      idle.warm()
      dispatch()
    },
    async close() {
      closed = true
      clearTimeout(spreadTimer)
      for (const seat of seats) release(seat)
      for (const entry of entries) entry.settle(stoppingError())
      await Promise.all(seats.map(({ slot }) => slot.recycle()))
    },
  }
}

function asWork({ assignment: { work, urgent } }: Entry): { work: Work; urgent: boolean } {
  return { work, urgent }
}
