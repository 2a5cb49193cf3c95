import type { ParseError } from '../../model/errors.ts'
import { type AttemptOutcome, attemptsExhausted, crashError, retryDelayMs } from '../runner/attempt.ts'
import { createLeaseOwner, retryWhileUnavailable, runUnderLease } from '../runner/lease.ts'
import { observeStep, type StepOutcome } from '../runner/observe-step.ts'
import { failTask } from '../runner/task-completion.ts'
import type { Task } from '../store/task-store.ts'
import { claimTask, type Lease, releaseTask, renewTask } from '../store/task-transitions.ts'
import type { StepContext } from '../types.ts'

interface TaskStep<value> {
  readonly kind: 'plan' | 'join'
  run(task: Task, lease: Lease, signal: AbortSignal): Promise<value>
  reviewOutcome?(outcome: AttemptOutcome, task: Task): AttemptOutcome
  maxAttempts(error: ParseError): number
  /** Also runs with a lost lease. */
  conclude?(result: StepResult<value>): Promise<void>
}

type StepResult<value> = { readonly task: Task } & (
  | { readonly kind: 'done'; readonly value: value }
  | { readonly kind: 'lease-lost' }
)

/** Claims the task, runs the step under its lease, and retries or fails the task. */
export async function runTaskStep<value>(
  taskId: string,
  context: StepContext,
  taskStep: TaskStep<value>,
): Promise<void> {
  const { deps, tasks } = context
  const { sql, settings } = deps
  const { kind } = taskStep
  const lease: Lease = { taskId, owner: createLeaseOwner(tasks) }
  const state = kind === 'plan' ? 'QUEUING' : 'JOINING'
  const task = await claimTask(sql, lease, { state, now: deps.clock(), leaseMs: settings.tasks.leaseMs })
  if (task === null) return
  await observeStep({ step: kind, task, attempt: task.attempts, crashes: task.crashes }, context, () =>
    attemptStep(taskStep, { task, lease, context }),
  )
}

async function attemptStep<value>(
  { kind, run, reviewOutcome = (outcome) => outcome, maxAttempts, conclude }: TaskStep<value>,
  { task, lease, context }: { task: Task; lease: Lease; context: StepContext },
): Promise<StepOutcome> {
  const { deps, tasks } = context
  const { sql, settings } = deps
  const { taskId } = task
  const fail = async (error: ParseError): Promise<StepOutcome> => {
    await failTask(task, error, { deps, tasks, owner: lease.owner })
    return 'failed'
  }
  if (attemptsExhausted(task, settings.tasks.maxAttempts)) return fail(crashError('The document', task.attempts - 1))
  const result = await runUnderLease({ taskId, renew: (until) => renewTask(sql, lease, until) }, context, (signal) =>
    run(task, lease, signal),
  )
  if (result.ok) {
    await conclude?.({ kind: 'done', task, value: result.value })
    return 'done'
  }
  const outcome = reviewOutcome(result.outcome, task)
  if (outcome.kind === 'lease-lost') {
    await conclude?.({ kind: 'lease-lost', task })
    return 'lost'
  }
  const isFailed = outcome.kind === 'failed'
  if (isFailed && !(outcome.retryable && task.attempts < maxAttempts(outcome.error))) return fail(outcome.error)
  const delayMs = isFailed ? retryDelayMs(task.attempts) : outcome.delayMs
  await retryWhileUnavailable(context, () =>
    releaseTask(sql, lease, { notBefore: deps.clock() + delayMs, countAttempt: isFailed }),
  )
  await tasks.queue.send([{ kind, taskId, turn: task.turn }], { delayMs })
  return isFailed ? 'retry' : 'released'
}
