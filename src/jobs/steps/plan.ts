import { reserveForPlan } from '../../accounts/quota.ts'
import { ParseError } from '../../model/errors.ts'
import { choosePages } from '../../model/page-selection.ts'
import { isConverted } from '../../office/conversion-choice.ts'
import { type AttemptOutcome, maxAttemptsFor } from '../runner/attempt.ts'
import type { PageRange } from '../store/page-files.ts'
import type { Task } from '../store/task-store.ts'
import { type Lease, recordPageCounts, startProcessing } from '../store/task-transitions.ts'
import type { StepContext } from '../types.ts'
import { inspectConverted } from './convert.ts'
import { acquireDocument, storeConverted } from './converted-document.ts'
import { planShards } from './plan-shards.ts'
import { runTaskStep } from './task-step.ts'

/** Lifetime of reservations whose task has no row. */
export const TASK_RESERVATION_TTL_MS = 24 * 3_600_000

/** Time for a restart of the converter; after it, attempts count. */
const CONVERTER_OUTAGE_MS = 10 * 60_000
const CONVERTER_RETRY_MS = 5000

export async function planTask(taskId: string, context: StepContext): Promise<void> {
  const { deps, tasks } = context
  await runTaskStep(taskId, context, {
    kind: 'plan',
    run: (task, lease, signal) => plan(task, { context, lease, signal }),
    reviewOutcome: (outcome, { createdAt }) => releaseDuringConverterOutage(outcome, deps.clock() - createdAt),
    maxAttempts: (error) => maxAttemptsFor(error, deps.settings.tasks.maxAttempts),
    async conclude(result) {
      if (result.kind !== 'done' || result.value === null) return
      tasks.events.publish(taskId, 'progress')
      const { turn } = result.task
      await tasks.queue.send(result.value.map(({ first }) => ({ kind: 'shard', taskId, first, turn })))
    },
  })
}

function releaseDuringConverterOutage(outcome: AttemptOutcome, ageMs: number): AttemptOutcome {
  const isUnavailable = outcome.kind === 'failed' && outcome.error.code === 1139 && outcome.error.status === 503
  return isUnavailable && ageMs < CONVERTER_OUTAGE_MS ? { kind: 'released', delayMs: CONVERTER_RETRY_MS } : outcome
}

interface Plan {
  readonly context: StepContext
  readonly lease: Lease
  readonly signal: AbortSignal
}

async function plan(task: Task, { context, lease, signal }: Plan): Promise<PageRange[] | null> {
  const { sql, settings, clock } = context.deps
  const pagesTotal = task.pagesTotal ?? (await countPages(task, { context, lease, signal }))
  // Pages that were reserved at submission stay unchanged.
  const reserved = await reserveForPlan(sql, {
    taskId: task.taskId,
    apiKeyId: task.apiKeyId,
    pages: pagesTotal,
    now: clock(),
    timezone: settings.quotaTimezone,
    ttlMs: TASK_RESERVATION_TTL_MS,
  })
  if (reserved === null) return null
  if (!reserved.ok) throw new ParseError(reserved.code, reserved.message)
  const shards = planShards(pagesTotal, settings.tasks.shardPages)
  await startProcessing(sql, lease, { shards, now: clock() })
  return shards
}

async function countPages(task: Task, { context, lease, signal }: Plan): Promise<number> {
  const { deps } = context
  if (isConverted(task, deps.converter !== undefined)) await storeConverted(task, context, signal)
  const { job, release } = await acquireDocument(task, context)
  try {
    const info = await inspectConverted(job, task, { deps, control: { signal, tenant: task.apiKeyId } })
    const pagesTotal = choosePages(task.options, info).length
    await recordPageCounts(deps.sql, lease, { pageCount: info.pageCount, pagesTotal })
    return pagesTotal
  } finally {
    release()
  }
}
