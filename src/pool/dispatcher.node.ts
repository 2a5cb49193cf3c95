/** Splits jobs into chunks, gives them to free threads fairly between tenants, and recycles threads. */
import type { Transferable } from 'node:worker_threads'
import { createFairScheduler } from '../concurrency/fair-scheduler.ts'
import { deserializeError, ParseError } from '../model/errors.ts'
import { createIdleWork } from './idle-work.node.ts'
import { crashError, shutdownError, stuckError, toAbortError } from './pool-errors.ts'
import { createPreemption } from './preemption.node.ts'
import {
  assignChunk,
  type Chunk,
  chooseNext,
  isWaiting,
  recordChunk,
  requeueChunk,
  SPREAD_AFTER_MS,
  type Work,
} from './scheduler.ts'
import type { SharedPage, ThreadJob, ThreadResponse, ThreadResult } from './thread-messages.ts'
import type { ThreadRun, WorkerThread } from './worker-thread.node.ts'

export interface Assignment {
  readonly work: Work
  readonly tenant: string
  readonly urgent: boolean
  readonly sourceBytes: number
  readonly limitMs: number
  toTask(chunk: Chunk): { job: ThreadJob; transfer?: Transferable[] }
  /** Step after `pagesDone` pages of a chunk, for error messages: `page 3`. */
  describe(chunk: Chunk, pagesDone: number): string
  onPage?(pageIndex: number): void
  /** Called after `limitMs`; returns whether the chunk runs again, because the job can leave something out. */
  onTimeout?(chunk: Chunk, pagesDone: number): boolean
  /** Returns `true` if the result completes the job. */
  accept(result: ThreadResult): boolean
}

interface DispatcherOptions {
  readonly threads: WorkerThread[]
  readonly warmLimitMs: number
  readonly recycleBytes: number
  readonly recycleHeapBytes: number
  readonly recyclePages: number
}

interface Dispatcher {
  /** Rejects with a `ParseError`, immediately when the signal aborts. */
  submit(assignment: Assignment, signal: AbortSignal | undefined): Promise<void>
  load(): { running: number; waiting: number; size: number }
  threadStarts(): number
  waiting(): string[]
  isSlow(tenant: string): boolean
  warm(): void
  addThreads(added: readonly WorkerThread[]): void
  close(): Promise<void>
}

interface QueuedJob extends Pick<Assignment, 'work' | 'tenant' | 'urgent'> {
  readonly assignment: Assignment
  readonly runs: Set<ThreadRun>
  /** Interrupted pages are parsed again, but reported once. */
  readonly reported: Set<number>
  settle(error: ParseError | null): void
}

/** Longer than the gap between two jobs of a request. */
const IDLE_RECYCLE_MS = 2000

export function createDispatcher({
  threads,
  warmLimitMs,
  recycleBytes,
  recycleHeapBytes,
  recyclePages,
}: DispatcherOptions): Dispatcher {
  /** An entry moves to the end when it gets a thread (round robin). */
  let entries: QueuedJob[] = []
  let spreadTimer: NodeJS.Timeout | undefined
  const preemption = createPreemption(() => dispatch())
  let closed = false
  let urgentInARow = 0
  const fairness = createFairScheduler()
  const slots = () => ({ free: threads.filter(({ free }) => free).length, now: Date.now() })
  const idle = createIdleWork(threads, {
    limitMs: warmLimitMs,
    acquire: (tenant) => fairness.acquire(tenant, Date.now()),
    canAcquire: (tenant) => fairness.canAcquire(tenant, slots()),
    free,
  })

  function submit(assignment: Assignment, signal: AbortSignal | undefined): Promise<void> {
    if (closed) return Promise.reject(shutdownError())
    if (signal?.aborted) return Promise.reject(toAbortError(signal.reason))
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const onAbort = () => entry.settle(toAbortError(signal?.reason))
    const { work, tenant, urgent } = assignment
    const entry: QueuedJob = {
      assignment,
      work,
      tenant,
      urgent,
      runs: new Set(),
      reported: new Set(),
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
    fairness.recordRequest(tenant, Date.now())
    dispatch()
    return promise
  }

  function dispatch(): void {
    if (closed) return
    for (let next = nextToStart(); next !== null; next = nextToStart()) {
      const { entry, thread } = next
      entries = [...entries.filter((other) => other !== entry), entry]
      urgentInARow = entry.urgent ? urgentInARow + 1 : 0
      runChunk(entry, thread)
    }
    const waiting = entries.filter(({ work }) => isWaiting(work))
    if (waiting.length > 0) scheduleSpread(waiting)
    else idle.dispatch()
    preemption.check(threads.some(({ free }) => free) ? [] : waiting)
  }

  function nextToStart(): { entry: QueuedJob; thread: WorkerThread } | null {
    const { free, now } = slots()
    if (free === 0) return null
    const order = fairness.orderByLeastUsage(entries, { free, now })
    const next = chooseNext(order, threads, { now, urgentInARow })
    return next === null ? null : { entry: order[next.job]!, thread: threads[next.worker]! }
  }

  function scheduleSpread(waiting: readonly QueuedJob[]): void {
    clearTimeout(spreadTimer)
    if (!threads.some(({ free }) => free)) return
    const delays = waiting
      .map(({ work }) => (work.startedAt ?? 0) + SPREAD_AFTER_MS - Date.now())
      .filter((delayMs) => delayMs > 0)
    if (delays.length > 0) spreadTimer = setTimeout(dispatch, Math.min(...delays) + 1)
  }

  function runChunk(entry: QueuedJob, thread: WorkerThread): void {
    const { assignment, work, tenant } = entry
    const { limitMs } = assignment
    const startedAt = Date.now()
    const chunk = assignChunk(work, startedAt)
    const { job, transfer = [] } = assignment.toTask(chunk)
    thread.free = false
    thread.release()
    if (work.sourceKey !== null) {
      thread.sourceKey = work.sourceKey
      thread.sourceBytes = assignment.sourceBytes
    } else if (!isSourceNeeded(thread.sourceKey)) {
      thread.sourceKey = null
      thread.sourceBytes = 0
    }
    const grant = fairness.acquire(tenant, startedAt)
    let sharedPage: SharedPage | null = null
    let runsAgain = false
    const run = thread.run({
      job,
      keepOpen: thread.sourceKey !== null,
      transfer,
      limitMs,
      onPage(pageIndex) {
        if (!entries.includes(entry) || entry.reported.has(pageIndex)) return
        entry.reported.add(pageIndex)
        assignment.onPage?.(pageIndex)
      },
      onSlices(page) {
        if (sharedPage !== null) idle.removePage(sharedPage)
        sharedPage = page
        idle.addPage(page, tenant)
        dispatch()
      },
      toStuckError(pagesDone) {
        runsAgain = assignment.onTimeout?.(chunk, pagesDone) ?? false
        return stuckError(assignment.describe(chunk, pagesDone), limitMs)
      },
      toCrashError: (pagesDone, cause) => crashError(assignment.describe(chunk, pagesDone), cause),
    })
    const untrack = preemption.track({
      tenant,
      startedAt,
      repeatable: work.sourceKey !== null,
      interrupt() {
        runsAgain = true
        run.interrupt()
      },
    })
    const end = (): void => {
      untrack()
      if (sharedPage !== null) idle.removePage(sharedPage)
      grant.release(Date.now())
      entry.runs.delete(run)
    }
    entry.runs.add(run)
    run.response.then(
      (response) => {
        end()
        thread.report = response.report
        thread.warm = true
        recordChunk(work, chunk, Date.now() - startedAt)
        const failed = accept(entry, response)
        if (entry.urgent && !entries.includes(entry)) reserveForNextStep(thread, work)
        if (failed || hasGrown(thread)) recycle(thread)
        else free(thread)
      },
      (error: ParseError) => {
        end()
        if (runsAgain && !closed && entries.includes(entry)) requeueChunk(work, chunk)
        else entry.settle(error)
        free(thread)
      },
    )
  }

  function accept(entry: QueuedJob, response: ThreadResponse): boolean {
    if (response.ok) {
      if (entry.assignment.accept(response.result)) entry.settle(null)
      return false
    }
    const { error, detail } = response
    const { code, message, status } = error
    entry.settle(
      detail === null ? deserializeError(error) : new ParseError(code, message, { status, cause: new Error(detail) }),
    )
    return detail !== null
  }

  /** Without a reservation, a waiting task would take the thread before the request's next job. */
  function reserveForNextStep(thread: WorkerThread, { sourceKey }: Work): void {
    const isLastStep = sourceKey === null
    if (!isLastStep && entries.some(({ work }) => isWaiting(work))) thread.reserve(dispatch)
  }

  /** A large document may use twice its size in addition. */
  function hasGrown({ report, sourceBytes }: WorkerThread): boolean {
    return (
      report.wasmBytes > recycleBytes + 2 * sourceBytes ||
      report.heapBytes > recycleHeapBytes ||
      report.pagesParsed >= recyclePages
    )
  }

  function recycle(thread: WorkerThread): void {
    thread.recycle().finally(() => free(thread))
  }

  /** Synchronous with the response, so that the request's next job finds its thread free. */
  function free(thread: WorkerThread): void {
    thread.free = true
    dispatch()
    if (thread.report.wasmBytes > recycleBytes) setTimeout(() => recycleIdle(thread), IDLE_RECYCLE_MS).unref()
  }

  function recycleIdle(thread: WorkerThread): void {
    if (closed || !thread.free || thread.report.wasmBytes <= recycleBytes) return
    thread.free = false
    recycle(thread)
  }

  function isSourceNeeded(sourceKey: unknown): boolean {
    return sourceKey !== null && entries.some(({ work }) => work.sourceKey === sourceKey && isWaiting(work))
  }

  const notStarted = (): QueuedJob[] => entries.filter(({ work }) => work.startedAt === null)

  return {
    submit,
    load: () => ({
      running: threads.filter((thread) => !thread.free).length,
      waiting: notStarted().length,
      size: threads.length,
    }),
    threadStarts: () => threads.reduce((sum, { starts }) => sum + starts, 0),
    waiting: () => notStarted().map(({ tenant }) => tenant),
    isSlow: (tenant) => fairness.isSlow(tenant, Date.now()),
    warm() {
      idle.warm()
      dispatch()
    },
    addThreads(added) {
      threads.push(...added)
      dispatch()
    },
    async close() {
      closed = true
      clearTimeout(spreadTimer)
      preemption.cancel()
      for (const entry of entries) entry.settle(shutdownError())
      await Promise.all(
        threads.map((thread) => {
          thread.release()
          return thread.recycle()
        }),
      )
    },
  }
}
