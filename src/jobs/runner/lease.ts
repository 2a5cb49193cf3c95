/** Runs work under a lease: renews it periodically, and aborts the work when the lease is lost or the process stops. */
import { coalesce } from '../../concurrency/coalesce.ts'
import type { TaskDeps } from '../../deps.ts'
import { UnavailableError } from '../../model/errors.ts'
import { linkSignals } from '../../model/linked-signal.ts'
import { hasEnded } from '../store/task-store.ts'
import type { StepContext } from '../types.ts'
import { type AttemptOutcome, classifyFailure } from './attempt.ts'

interface LeaseRenewal {
  readonly taskId: string
  /** `false` when the lease is lost. */
  renew(until: number): Promise<boolean>
}

/** One missed renewal must not lose the lease. */
const renewalsPerLease = 3
/** Interval of looking for a task that was ended elsewhere, in case its event is lost. */
const pollMs = 2000
/** Time limit for recording an outcome while the database is unavailable, in leases. */
const recordLimitLeases = 20
const recordRetryMs = 1000

/** Unique name for a lease, starting with that of the process. */
export function createLeaseOwner({ owner }: TaskDeps): string {
  return `${owner}#${crypto.randomUUID()}`
}

/** Errors of the work become an outcome. */
export async function runUnderLease<value>(
  { taskId, renew }: LeaseRenewal,
  { deps, tasks, stop }: StepContext,
  work: (signal: AbortSignal) => Promise<value>,
): Promise<{ ok: true; value: value } | { ok: false; outcome: AttemptOutcome }> {
  const { leaseMs } = deps.settings.tasks
  const leaseLost = new AbortController()
  // One renewal at a time: of two, the older might arrive last and shorten the lease.
  const renewNow = coalesce(async () => {
    try {
      if (!(await renew(deps.clock() + leaseMs))) leaseLost.abort()
    } catch (error) {
      // While the database is unavailable the lease expires by itself; the outage is logged elsewhere.
      if (!(error instanceof UnavailableError))
        deps.log.warn('a lease could not be renewed', { taskId, error: String(error) })
    }
  })
  const hasTaskEnded = (): Promise<boolean> => hasEnded(deps.sql, taskId).catch(() => false)
  const poll = coalesce(async () => {
    if (await hasTaskEnded()) renewNow()
  })
  const timers = [setInterval(renewNow, leaseMs / renewalsPerLease), setInterval(poll, pollMs)]
  const unsubscribe = tasks.events.subscribe(taskId, (event) => {
    if (event === 'final') renewNow()
  })
  const linked = linkSignals([stop, leaseLost.signal])
  try {
    linked.signal.throwIfAborted()
    return { ok: true, value: await work(linked.signal) }
  } catch (error) {
    if (leaseLost.signal.aborted) return { ok: false, outcome: { kind: 'lease-lost' } }
    if (stop.aborted) return { ok: false, outcome: { kind: 'released', delayMs: 0 } }
    // If the task has ended, its documents may be removed.
    if (await hasTaskEnded()) return { ok: false, outcome: { kind: 'lease-lost' } }
    return { ok: false, outcome: classifyFailure(error, { deps, taskId }) }
  } finally {
    for (const timer of timers) clearInterval(timer)
    unsubscribe()
    linked.release()
  }
}

/**
 * Records the outcome of a step, also when the database is unavailable at first, so that finished work is kept and
 * released work does not count as a crash. `write` may run twice.
 */
export async function retryWhileUnavailable<value>(
  { deps, stop }: Pick<StepContext, 'deps' | 'stop'>,
  write: () => Promise<value>,
): Promise<value> {
  const until = deps.clock() + recordLimitLeases * deps.settings.tasks.leaseMs
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof UnavailableError) || stop.aborted || deps.clock() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, recordRetryMs))
    }
  }
}
