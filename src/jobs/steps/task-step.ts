/** The frame of the plan and join steps: claims the task, runs the step under its lease, and retries or fails the task. */
import type { ParseError } from '../../model/errors.ts'
import { type AttemptOutcome, attemptsExhausted, crashError, retryDelayMs } from '../runner/attempt.ts'
import { createLeaseOwner, retryWhileUnavailable, runUnderLease } from '../runner/lease.ts'
import { failTask } from '../runner/task-completion.ts'
import type { Task } from '../store/task-store.ts'
import { claimTask, type Lease, releaseTask, renewTask } from '../store/task-transitions.ts'
import type { StepContext } from '../types.ts'

export interface TaskStep<value> {
  readonly kind: 'plan' | 'join'
  run(task: Task, lease: Lease, signal: AbortSignal): Promise<value>
  /** May replace the outcome of a failed attempt. */
  reviewOutcome?(outcome: AttemptOutcome, task: Task): AttemptOutcome
  maxAttempts(error: ParseError): number
}

export type StepResult<value> = { readonly task: Task } & (
  | { readonly kind: 'done'; readonly value: value }
  | { readonly kind: 'lease-lost' }
)

/** `null` when there was nothing to claim, or the failure has been handled. */
export async function runTaskStep<value>(
  taskId: string,
  context: StepContext,
  { kind, run, reviewOutcome = (outcome) => outcome, maxAttempts }: TaskStep<value>,
): Promise<StepResult<value> | null> {
  const { deps, tasks } = context
  const { sql, settings } = deps
  const lease: Lease = { taskId, owner: createLeaseOwner(tasks) }
  const state = kind === 'plan' ? 'QUEUING' : 'JOINING'
  const task = await claimTask(sql, lease, { state, now: deps.clock(), leaseMs: settings.tasks.leaseMs })
  if (task === null) return null
  const fail = async (error: ParseError): Promise<null> => {
    await failTask(task, error, { deps, tasks, owner: lease.owner })
    return null
  }
  if (attemptsExhausted(task, settings.tasks.maxAttempts)) return fail(crashError('The document', task.attempts - 1))
  const result = await runUnderLease({ taskId, renew: (until) => renewTask(sql, lease, until) }, context, (signal) =>
    run(task, lease, signal),
  )
  if (result.ok) return { kind: 'done', task, value: result.value }
  const outcome = reviewOutcome(result.outcome, task)
  if (outcome.kind === 'lease-lost') return { kind: 'lease-lost', task }
  const isFailed = outcome.kind === 'failed'
  if (isFailed && !(outcome.retryable && task.attempts < maxAttempts(outcome.error))) return fail(outcome.error)
  const delayMs = isFailed ? retryDelayMs(task.attempts) : outcome.delayMs
  await retryWhileUnavailable(context, () =>
    releaseTask(sql, lease, { notBefore: deps.clock() + delayMs, countAttempt: isFailed }),
  )
  await tasks.queue.send([{ kind, taskId }], { delayMs })
  return null
}
