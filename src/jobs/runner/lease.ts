import { coalesce } from '../../concurrency/coalesce.ts'
import type { TaskDeps } from '../../deps.ts'
import { UnavailableError } from '../../model/errors.ts'
import { linkSignals } from '../../model/linked-signal.ts'
import type { TaskEvent } from '../../queue/task-events.ts'
import { hasEnded } from '../store/task-store.ts'
import type { StepContext } from '../types.ts'
import { type AttemptOutcome, classifyFailure } from './attempt.ts'

interface LeaseRenewal {
  readonly taskId: string
  /** `false` when the lease is lost. */
  renew(until: number): Promise<boolean>
}

const RENEWALS_PER_LEASE = 3
/** Interval of polling, in case the event of the task's end is lost. */
const POLL_MS = 2000
const RECORD_LIMIT_LEASES = 20
const RECORD_RETRY_MS = 1000

export function createLeaseOwner({ owner }: TaskDeps): string {
  return `${owner}#${crypto.randomUUID()}`
}

export async function runUnderLease<value>(
  { taskId, renew }: LeaseRenewal,
  { deps, tasks, stop }: StepContext,
  work: (signal: AbortSignal) => Promise<value>,
): Promise<{ ok: true; value: value } | { ok: false; outcome: AttemptOutcome }> {
  const { leaseMs } = deps.settings.tasks
  const leaseLost = new AbortController()
  // An older renewal that arrives last would shorten the lease.
  const renewNow = coalesce(async () => {
    try {
      if (!(await renew(deps.clock() + leaseMs))) leaseLost.abort()
    } catch (error) {
      if (!(error instanceof UnavailableError))
        deps.log.warn('a lease could not be renewed', { taskId, error: String(error) })
    }
  })
  const hasTaskEnded = (): Promise<boolean> => hasEnded(deps.sql, taskId).catch(() => false)
  const poll = coalesce(async () => {
    if (await hasTaskEnded()) renewNow()
  })
  const timers = [setInterval(renewNow, leaseMs / RENEWALS_PER_LEASE), setInterval(poll, POLL_MS)]
  const onEvent = (event: TaskEvent): void => {
    if (event === 'final') renewNow()
  }
  const unsubscribe = tasks.events.subscribe(taskId, onEvent, { isStep: true })
  const linked = linkSignals([stop, leaseLost.signal])
  try {
    linked.signal.throwIfAborted()
    return { ok: true, value: await work(linked.signal) }
  } catch (error) {
    if (leaseLost.signal.aborted) return { ok: false, outcome: { kind: 'lease-lost' } }
    if (stop.aborted) return { ok: false, outcome: { kind: 'released', delayMs: 0 } }
    if (await hasTaskEnded()) return { ok: false, outcome: { kind: 'lease-lost' } }
    return { ok: false, outcome: classifyFailure(error, { deps, taskId }) }
  } finally {
    for (const timer of timers) clearInterval(timer)
    unsubscribe()
    linked.release()
  }
}

/** Records an outcome despite a short outage of the database. `write` may run twice. */
export async function retryWhileUnavailable<value>(
  { deps, stop }: Pick<StepContext, 'deps' | 'stop'>,
  write: () => Promise<value>,
): Promise<value> {
  const until = deps.clock() + RECORD_LIMIT_LEASES * deps.settings.tasks.leaseMs
  for (;;) {
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof UnavailableError) || stop.aborted || deps.clock() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, RECORD_RETRY_MS))
    }
  }
}
