/**
 * QUEUING → PROCESSING: turns an Office file into PDF, counts the pages that submitting left uncounted, holds them, and cuts the document into shards.
 * A document that can't be opened or paid for ends its task here.
 */
import { reserveForPlan } from '../../accounts/quota.ts'
import { ParseError } from '../../model/errors.ts'
import { choosePages } from '../../model/page-selection.ts'
import { isConverted } from '../../office/conversion-choice.ts'
import {
  type AttemptOutcome,
  attemptsExhausted,
  crashError,
  createLeaseOwner,
  maxAttemptsFor,
  retryDelayMs,
  retryWhileUnavailable,
  runUnderLease,
  type StepContext,
} from '../runner/lease.ts'
import { failTask } from '../runner/task-completion.ts'
import type { Task } from '../store/task-store.ts'
import {
  claimTask,
  type Lease,
  recordPageCounts,
  releaseTask,
  renewTask,
  startProcessing,
} from '../store/task-transitions.ts'
import { inspectConverted } from './convert.ts'
import { acquireDocument, storeConverted } from './converted-document.ts'
import { type PageRange, planShards } from './plan-shards.ts'

/** Held pages of a living task never run out; this is for one whose row is gone. */
export const reservationTtlMs = 24 * 3_600_000

/** A converter that is started anew, or moved, is back within this; after it, each attempt counts. */
const converterPatienceMs = 10 * 60_000
/** Until it is asked again. */
const converterPauseMs = 5000

export async function planTask(taskId: string, context: StepContext): Promise<void> {
  const { deps, tasks } = context
  const { sql } = deps
  const { leaseMs, maxAttempts } = deps.settings.tasks
  const lease: Lease = { taskId, owner: createLeaseOwner(tasks) }
  const task = await claimTask(sql, lease, { state: 'QUEUING', now: deps.clock(), leaseMs })
  if (task === null) return
  if (attemptsExhausted(task, maxAttempts)) {
    await failTask(task, crashError('The document', task.attempts - 1), { deps, tasks, holder: lease.owner })
    return
  }
  const done = await runUnderLease({ taskId, renew: (until) => renewTask(sql, lease, until) }, context, (signal) =>
    plan(task, { context, lease, signal }),
  )
  if (done.ok) {
    if (done.value === null) return
    tasks.events.publish(taskId, 'progress')
    await tasks.queue.send(done.value.map(({ first }) => ({ kind: 'shard', taskId, first })))
    return
  }
  const ending = excused(done.ending, deps.clock() - task.createdAt)
  if (ending.kind === 'lost') return
  const mayRetry =
    ending.kind === 'returned' || (ending.retryable && task.attempts < maxAttemptsFor(ending.error, maxAttempts))
  if (!mayRetry) {
    await failTask(task, ending.error, { deps, tasks, holder: lease.owner })
    return
  }
  const delayMs = ending.kind === 'returned' ? ending.delayMs : retryDelayMs(task.attempts)
  await retryWhileUnavailable(context, () =>
    releaseTask(sql, lease, { notBefore: deps.clock() + delayMs, blameless: ending.kind === 'returned' }),
  )
  await tasks.queue.send([{ kind: 'plan', taskId }], { delayMs })
}

/** A converter that does not answer, for a while, is not the document's fault: the table's own status says that there is none. */
function excused(ending: AttemptOutcome, ageMs: number): AttemptOutcome {
  const isUnavailable = ending.kind === 'failed' && ending.error.code === 1139 && ending.error.status === 503
  return isUnavailable && ageMs < converterPatienceMs ? { kind: 'returned', delayMs: converterPauseMs } : ending
}

interface Plan {
  readonly context: StepContext
  readonly lease: Lease
  readonly signal: AbortSignal
}

/** `null`: the task has ended meanwhile. */
async function plan(task: Task, { context, lease, signal }: Plan): Promise<PageRange[] | null> {
  const { sql, settings, clock } = context.deps
  const pagesTotal = task.pagesTotal ?? (await count(task, { context, lease, signal }))
  // Also for pages that were held at submitting: then this changes nothing.
  const { quotaTimezone: timezone } = settings
  const reserved = await reserveForPlan(sql, {
    taskId: task.taskId,
    apiKeyId: task.apiKeyId,
    pages: pagesTotal,
    now: clock(),
    timezone,
    ttlMs: reservationTtlMs,
  })
  if (reserved === null) return null
  if (!reserved.ok) throw new ParseError(reserved.code, reserved.message)
  const shards = planShards(pagesTotal, settings.tasks.shardPages)
  await startProcessing(sql, lease, { shards, now: clock() })
  return shards
}

async function count(task: Task, { context, lease, signal }: Plan): Promise<number> {
  const { deps } = context
  const { options } = task
  if (isConverted(task, deps.converter !== undefined)) await storeConverted(task, context, signal)
  const { job, release } = await acquireDocument(task, context)
  try {
    const info = await inspectConverted(job, task, { deps, control: { signal, tenant: task.apiKeyId } })
    const pagesTotal = choosePages(options, info).length
    await recordPageCounts(deps.sql, lease, { pageCount: info.pageCount, pagesTotal })
    return pagesTotal
  } finally {
    release()
  }
}
