/**
 * Parses a range of pages, idempotently: blob keys depend only on task and range. A failed shard is split into single
 * pages.
 */
import type { ParseError } from '../../model/errors.ts'
import { choosePages } from '../../model/page-selection.ts'
import { type AttemptOutcome, attemptsExhausted, crashError, retryDelayMs } from '../runner/attempt.ts'
import { createLeaseOwner, retryWhileUnavailable, runUnderLease } from '../runner/lease.ts'
import { observeStep, type StepOutcome } from '../runner/observe-step.ts'
import { cleanUpEndedTask, failTask } from '../runner/task-completion.ts'
import { storePages } from '../store/page-files.ts'
import {
  claimShard,
  failShard,
  finishShard,
  recordProgress,
  releaseShard,
  renewShard,
  type Shard,
  type ShardLease,
  splitShard,
} from '../store/shard-store.ts'
import { readTask, type Task } from '../store/task-store.ts'
import { startJoining } from '../store/task-transitions.ts'
import type { StepContext } from '../types.ts'
import { acquireDocument } from './converted-document.ts'

const PROGRESS_INTERVAL_MS = 500

interface ShardAttempt {
  readonly lease: ShardLease
  readonly shard: Shard
  readonly task: Task
  readonly context: StepContext
}

export async function parseShard(
  { taskId, first }: { taskId: string; first: number },
  context: StepContext,
): Promise<void> {
  const { deps, tasks } = context
  const { sql, settings } = deps
  const lease: ShardLease = { taskId, first, owner: createLeaseOwner(tasks) }
  const shard = await claimShard(sql, lease, { now: deps.clock(), leaseMs: settings.tasks.leaseMs })
  const task = shard === null ? null : await readTask(sql, taskId)
  if (shard === null || task === null) return
  const pages = shard.last - shard.first + 1
  await observeStep({ step: 'shard', task, attempt: shard.attempts, crashes: shard.crashes, pages }, context, () =>
    attemptShard({ lease, shard, task, context }),
  )
}

async function attemptShard(attempt: ShardAttempt): Promise<StepOutcome> {
  const { lease, shard, context } = attempt
  const { taskId } = lease
  const { deps, tasks } = context
  const { sql, settings } = deps
  const { maxAttempts } = settings.tasks
  const isExhausted = attemptsExhausted(shard, maxAttempts)
  // After a crash in an exclusive attempt, one of the pages is to blame.
  if (shard.last > shard.first && (shard.crashes > 1 || isExhausted))
    return await split(attempt, Math.min(shard.attempts - 1, maxAttempts))
  if (isExhausted) return await giveUp(attempt, crashError(`Page ${pageNumber(attempt)}`, shard.attempts - 1))
  const renew = (until: number) => renewShard(sql, lease, until)
  const result = await runUnderLease({ taskId, renew }, context, (signal) => parse(attempt, signal))
  if (!result.ok) return await handleFailure(result.outcome, attempt)
  await retryWhileUnavailable(context, () => finishShard(sql, lease, deps.clock()))
  tasks.events.publish(taskId, 'progress')
  await joinIfFinished(taskId, context)
  await cleanUpIfFailed(attempt)
  return 'done'
}

async function parse({ lease, shard, task, context }: ShardAttempt, signal: AbortSignal): Promise<void> {
  const { deps, tasks } = context
  const { options, taskId } = task
  const { first, last } = shard
  const pageIndexes = pagesOf(task).slice(first, last + 1)
  const { job, release } = await acquireDocument(task, context)
  let pagesDone = 0
  let writtenAt = deps.clock()
  let writing: Promise<unknown> = Promise.resolve()
  const onPage = (): void => {
    pagesDone++
    if (deps.clock() - writtenAt < PROGRESS_INTERVAL_MS) return
    writtenAt = deps.clock()
    writing = recordProgress(deps.sql, lease, { pagesDone, now: writtenAt }).then(
      () => tasks.events.publish(taskId, 'progress'),
      (error: unknown) => deps.log.debug('progress could not be recorded', { taskId, error: String(error) }),
    )
  }
  try {
    const control = { signal, onPage, tenant: task.apiKeyId }
    const records = await deps.pool.parsePages({ ...job, pageIndexes, options }, control)
    await writing
    signal.throwIfAborted()
    await storePages(deps.blobs, taskId, { first, last, records })
  } finally {
    release()
  }
}

export function pagesOf({ options, pageCount }: Task): number[] {
  return choosePages(options, { pageCount: pageCount ?? 0 })
}

async function handleFailure(outcome: AttemptOutcome, attempt: ShardAttempt): Promise<StepOutcome> {
  const { lease, shard, context } = attempt
  const { deps, tasks } = context
  const { maxAttempts, partialResults } = deps.settings.tasks
  if (outcome.kind === 'lease-lost') {
    await cleanUpIfFailed(attempt)
    return 'lost'
  }
  if (outcome.kind === 'failed') {
    // A bad page must neither hide its neighbors nor use up their attempts.
    if (shard.last > shard.first && (outcome.retryable || partialResults)) return await split(attempt, 0)
    if (!outcome.retryable || shard.attempts >= maxAttempts) return await giveUp(attempt, outcome.error)
  }
  const delayMs = outcome.kind === 'released' ? outcome.delayMs : retryDelayMs(shard.attempts)
  await retryWhileUnavailable(context, () =>
    releaseShard(deps.sql, lease, { notBefore: deps.clock() + delayMs, countAttempt: outcome.kind === 'failed' }),
  )
  await tasks.queue.send([{ kind: 'shard', taskId: lease.taskId, first: lease.first, turn: attempt.task.turn }], {
    delayMs,
  })
  return outcome.kind === 'failed' ? 'retry' : 'released'
}

async function split({ lease, shard, task, context }: ShardAttempt, attempts: number): Promise<StepOutcome> {
  const { deps, tasks } = context
  const { taskId } = lease
  const { first, last, crashes } = shard
  deps.log.warn('a shard is split into its pages', { taskId, first, last, crashes })
  await retryWhileUnavailable(context, () => splitShard(deps.sql, lease, { ...shard, attempts }))
  await tasks.queue.send(
    Array.from({ length: last - first + 1 }, (_, index) => ({
      kind: 'shard',
      taskId,
      first: first + index,
      turn: task.turn,
    })),
  )
  return 'split'
}

async function giveUp(attempt: ShardAttempt, error: ParseError): Promise<StepOutcome> {
  const { lease, task, context } = attempt
  const { deps, tasks } = context
  const { taskId } = task
  if (!(await failShard(deps.sql, lease, error))) return 'lost'
  deps.log.warn('a page is given up', { taskId, page: pageNumber(attempt), code: error.code })
  if (deps.settings.tasks.partialResults) await joinIfFinished(taskId, context)
  else await failTask(task, error, { deps, tasks })
  return 'failed'
}

/** The failed task's blobs may have been removed before this shard stored its pages. */
async function cleanUpIfFailed({ task, context }: ShardAttempt): Promise<void> {
  const state = (await readTask(context.deps.sql, task.taskId))?.state
  if (state === 'FAILED' || state === undefined) await cleanUpEndedTask(task, context)
}

async function joinIfFinished(taskId: string, context: StepContext): Promise<void> {
  const { deps, tasks } = context
  if (await retryWhileUnavailable(context, () => startJoining(deps.sql, taskId, deps.clock())))
    await tasks.queue.send([{ kind: 'join', taskId }])
}

function pageNumber({ task, lease: { first } }: ShardAttempt): number {
  return (pagesOf(task)[first] ?? first) + 1
}
