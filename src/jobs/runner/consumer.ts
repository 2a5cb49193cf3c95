/** Drops messages of finished work, and delays leased work and work over a fair share. */
import { createFairScheduler } from '../../concurrency/fair-scheduler.ts'
import type { ReadWriteLock } from '../../concurrency/rw-lock.ts'
import type { Deps } from '../../deps.ts'
import { UnavailableError } from '../../model/errors.ts'
import type { TaskMessage } from '../../queue/queue.ts'
import { type DueState, readDueState } from '../store/due-work.ts'
import { createTaskHandler, type TaskHandler } from './task-handler.ts'

interface ConsumerLimits {
  /** After a crash, a step takes the lock exclusively. */
  readonly lock: ReadWriteLock
  readonly concurrency: number
}

/** For clocks and early timers. */
const CLOCK_TOLERANCE_MS = 50
/** In milliseconds, while a store is unavailable; the queue's own retries would end. */
const UNAVAILABLE_DELAY_MS = 5000
/** In milliseconds, for a slow key that must not take the last slot. */
const FAIR_SHARE_DELAY_MS = 5000

/** `limits` is `null` where each message has its own invocation. */
export function createConsumer(deps: Deps, limits: ConsumerLimits | null): TaskHandler {
  const { sql, clock, tasks } = deps
  const handle = createTaskHandler(deps)
  const run = limits === null ? null : createLimiter(deps, limits)

  const consume = async (message: TaskMessage, stop: AbortSignal): Promise<void> => {
    const now = clock()
    const due = await readDueState(sql, message)
    if (due === null) return
    if (due.dueAt > now) {
      await tasks?.queue.send([message], { delayMs: due.dueAt - now + CLOCK_TOLERANCE_MS })
      return
    }
    if (run === null) await handle(message, stop)
    else if (!(await run(message, { due, stop, work: () => handle(message, stop) })))
      await tasks?.queue.send([message], { delayMs: FAIR_SHARE_DELAY_MS })
  }

  return async (message, stop) => {
    try {
      await consume(message, stop)
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error
      await tasks?.queue.send([message], { delayMs: UNAVAILABLE_DELAY_MS })
    }
  }
}

interface LimitedRun {
  readonly due: DueState
  readonly stop: AbortSignal
  work(): Promise<void>
}

function createLimiter({ pool, clock }: Deps, { lock, concurrency }: ConsumerLimits) {
  const fairness = createFairScheduler({ isSlow: (apiKeyId) => pool.isSlow?.(apiKeyId) ?? false })
  let running = 0
  const runLocked = async ({ due, stop, work }: LimitedRun): Promise<void> => {
    const release = await lock.acquire({ exclusive: due.exclusive, signal: stop })
    await work().finally(release)
  }
  return async ({ kind }: TaskMessage, run: LimitedRun): Promise<boolean> => {
    if (kind === 'callback') {
      await runLocked(run)
      return true
    }
    const { apiKeyId } = run.due
    const now = clock()
    fairness.recordRequest(apiKeyId, now)
    if (!fairness.canAcquire(apiKeyId, { free: concurrency - running, now })) return false
    const grant = fairness.acquire(apiKeyId, now)
    running++
    try {
      await runLocked(run)
    } finally {
      running--
      grant.release(clock())
    }
    return true
  }
}
