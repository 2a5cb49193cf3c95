/**
 * One shard: its pages parsed and stored under names that depend on nothing but the task and the range, so that doing it
 * twice does no harm. What fails is cut into single pages; a page that keeps failing is given up, alone or with its task.
 */
import { choosePages } from '../../model/page-selection.ts'
import {
  type AttemptOutcome,
  attemptsExhausted,
  crashError,
  createLeaseOwner,
  retryDelayMs,
  retryWhileUnavailable,
  runUnderLease,
  type StepContext,
} from '../runner/lease.ts'
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
import { acquireDocument } from './converted-document.ts'

/** Progress is written at most so often: a digital page takes milliseconds, a write as long. */
const progressEveryMs = 500

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
  const { maxAttempts } = settings.tasks
  // Its process died twice, the second time with nothing else at work: one of these pages is to blame, nobody knows which.
  if (shard.last > shard.first && (shard.crashes > 1 || attemptsExhausted(shard, maxAttempts)))
    return await split(lease, shard, { context, attempts: Math.min(shard.attempts - 1, maxAttempts) })
  if (attemptsExhausted(shard, maxAttempts)) {
    const error = crashError(`Page ${pageNumber(task, shard)}`, shard.attempts - 1)
    return await giveUp(lease, task, { context, ending: { kind: 'failed', error, retryable: false } })
  }
  const done = await runUnderLease({ taskId, renew: (until) => renewShard(sql, lease, until) }, context, (signal) =>
    parse(lease, { shard, task, context, signal }),
  )
  if (!done.ok) return await afterFailure(done.ending, { lease, shard, task, context })
  await retryWhileUnavailable(context, () => finishShard(sql, lease, deps.clock()))
  tasks.events.publish(taskId, 'progress')
  await joinWhenDone(taskId, context)
  await tidyAfter(task, context)
}

async function parse(
  lease: ShardLease,
  { shard, task, context, signal }: { shard: Shard; task: Task; context: StepContext; signal: AbortSignal },
): Promise<void> {
  const { deps, tasks } = context
  const { options, taskId } = task
  const pageIndexes = pagesOf(task).slice(shard.first, shard.last + 1)
  const { job, release } = await acquireDocument(task, context)
  let pagesDone = 0
  let writtenAt = deps.clock()
  let writing: Promise<unknown> = Promise.resolve()
  const onPage = (): void => {
    pagesDone++
    if (deps.clock() - writtenAt < progressEveryMs) return
    writtenAt = deps.clock()
    writing = recordProgress(deps.sql, lease, { pagesDone, now: writtenAt }).then(
      () => tasks.events.publish(taskId, 'progress'),
      // The next one notes it, or the end.
      (error: unknown) => deps.log.debug('progress could not be noted', { taskId, error: String(error) }),
    )
  }
  try {
    const records = await deps.pool.parsePages(
      { ...job, pageIndexes, options },
      { signal, onPage, tenant: task.apiKeyId },
    )
    await writing
    signal.throwIfAborted()
    await storePages(deps.blobs, taskId, { first: shard.first, last: shard.last, records })
  } finally {
    release()
  }
}

/** The task's list of pages, 0-based, as it was planned. */
export function pagesOf({ options, fileName, fileType, pageCount }: Task): number[] {
  return choosePages(options, { fileName, fileType, pageCount: pageCount ?? 0 })
}

interface FailedShard {
  readonly lease: ShardLease
  readonly shard: Shard
  readonly task: Task
  readonly context: StepContext
}

async function afterFailure(ending: AttemptOutcome, { lease, shard, task, context }: FailedShard): Promise<void> {
  const { deps, tasks } = context
  const { maxAttempts, partialResults } = deps.settings.tasks
  if (ending.kind === 'lost') return await tidyAfter(task, context)
  if (ending.kind === 'failed') {
    // One bad page must neither hide its neighbors nor burn their attempts.
    const mayPass = ending.retryable || partialResults
    if (shard.last > shard.first && mayPass) return await split(lease, shard, { context, attempts: 0 })
    if (!ending.retryable || shard.attempts >= maxAttempts) return await giveUp(lease, task, { context, ending })
  }
  const delayMs = ending.kind === 'returned' ? ending.delayMs : retryDelayMs(shard.attempts)
  await retryWhileUnavailable(context, () =>
    releaseShard(deps.sql, lease, { notBefore: deps.clock() + delayMs, blameless: ending.kind === 'returned' }),
  )
  await tasks.queue.send([{ kind: 'shard', taskId: lease.taskId, first: lease.first }], { delayMs })
}

/** `attempts`: how many of its failures count for each page. */
async function split(
  lease: ShardLease,
  shard: Shard,
  { context, attempts }: { context: StepContext; attempts: number },
): Promise<void> {
  const { deps, tasks } = context
  const { taskId, first, last } = shard
  deps.log.warn('a shard is cut into its pages', { taskId, first, last, lost: shard.crashes })
  await retryWhileUnavailable(context, () => splitShard(deps.sql, lease, { ...shard, attempts }))
  await tasks.queue.send(
    Array.from({ length: last - first + 1 }, (_, index) => ({ kind: 'shard', taskId, first: first + index }) as const),
  )
}

async function giveUp(
  lease: ShardLease,
  task: Task,
  { context, ending }: { context: StepContext; ending: Extract<AttemptOutcome, { kind: 'failed' }> },
): Promise<void> {
  const { deps, tasks } = context
  const mine = await failShard(deps.sql, lease, ending.error)
  if (!mine) return
  deps.log.warn('a page is given up', { taskId: task.taskId, page: pageNumber(task, lease), code: ending.error.code })
  if (deps.settings.tasks.partialResults) await joinWhenDone(task.taskId, context)
  else await failTask(task, ending.error, { deps, tasks })
}

/** A task that has failed meanwhile was tidied up before this shard stored its pages. */
async function tidyAfter(task: Task, { deps, tasks }: StepContext): Promise<void> {
  const state = (await readTask(deps.sql, task.taskId))?.state
  if (state === 'FAILED' || state === undefined) await cleanUpEndedTask(task, { deps, tasks })
}

async function joinWhenDone(taskId: string, context: StepContext): Promise<void> {
  const { deps, tasks } = context
  if (await retryWhileUnavailable(context, () => startJoining(deps.sql, taskId, deps.clock())))
    await tasks.queue.send([{ kind: 'join', taskId }])
}

/** 1-based, for people. */
function pageNumber(task: Task, { first }: { first: number }): number {
  return (pagesOf(task)[first] ?? first) + 1
}
