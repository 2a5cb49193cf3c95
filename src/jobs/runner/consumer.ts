/**
 * What a queue outside the service hands over, brought to the handler: a message that comes too early, because its work
 * is still claimed or not due, or its key has its share of this process already, is sent again for later; one whose work
 * is done is dropped.
 */

import { createFairScheduler } from '../../concurrency/fair-scheduler.ts'
import type { ReadWriteLock } from '../../concurrency/rw-lock.ts'
import type { Sql, SqlRow } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { UnavailableError } from '../../model/errors.ts'
import type { TaskMessage } from '../../queue/queue.ts'
import { createTaskHandler, type TaskHandler } from './task-handler.ts'

export interface DueState {
  /** When the work can be claimed; in the past: now. */
  readonly dueAt: number
  /** Its process died at it before: it may have been the cause. */
  readonly exclusive: boolean
  readonly apiKeyId: string
}

/** What a process that has several places needs for them. */
export interface ConsumerLimits {
  /** Work whose process died has this one for itself. */
  readonly lock: ReadWriteLock
  /** Steps at work at once. */
  readonly concurrency: number
}

/** Clocks of several machines differ, and timers fire a little early. */
const slackMs = 50
/** Until a store that is away is asked again. A transport's own retries would come ever later, and end some day. */
const awayDelayMs = 5000
/** Until a key whose steps take very long asks again for the last place: less than such a step takes. */
const shareDelayMs = 5000

/** The handler behind a look at the row. `crew`: `null` where each message has a process of its own. */
export function createConsumer(deps: Deps, crew: ConsumerLimits | null): TaskHandler {
  const { sql, clock, tasks } = deps
  const handle = createTaskHandler(deps)
  const shares = createFairScheduler({ isSlow: (apiKeyId) => deps.pool.isSlow?.(apiKeyId) ?? false })
  /** Steps at work. */
  let busy = 0
  const mayTakePlace = (apiKeyId: string, { places, now }: { places: number; now: number }): boolean => {
    shares.recordRequest(apiKeyId, now)
    return shares.canAcquire(apiKeyId, { free: places - busy, now })
  }
  const consume = async (message: TaskMessage, stop: AbortSignal): Promise<void> => {
    const now = clock()
    const due = await readDue(sql, message)
    if (due === null) return
    if (due.dueAt > now) {
      await tasks?.queue.send([message], { delayMs: due.dueAt - now + slackMs })
      return
    }
    if (crew === null) return await handle(message, stop)
    // Callbacks have places of their own.
    const isStep = message.kind !== 'callback'
    if (isStep && !mayTakePlace(due.apiKeyId, { places: crew.concurrency, now })) {
      await tasks?.queue.send([message], { delayMs: shareDelayMs })
      return
    }
    const stay = isStep ? shares.acquire(due.apiKeyId, now) : null
    busy += isStep ? 1 : 0
    try {
      const leave = await crew.lock.acquire({ exclusive: due.exclusive, signal: stop })
      await handle(message, stop).finally(leave)
    } finally {
      busy -= isStep ? 1 : 0
      stay?.release(clock())
    }
  }
  return async (message, stop) => {
    try {
      await consume(message, stop)
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error
      await tasks?.queue.send([message], { delayMs: awayDelayMs })
    }
  }
}

interface DueRow extends SqlRow {
  not_before: number
  lease_until: number | null
  lost: number
  api_key_id: string
}

/** `null`: the work is done, or its task has ended. */
export async function readDue(sql: Sql, message: TaskMessage): Promise<DueState | null> {
  const [row] = await readRow(sql, message)
  if (row === undefined) return null
  const leasedUntil = row.lease_until === null ? 0 : Number(row.lease_until)
  return {
    dueAt: Math.max(Number(row.not_before), leasedUntil),
    exclusive: Number(row.lost) > 0 || row.lease_until !== null,
    apiKeyId: row.api_key_id,
  }
}

async function readRow(sql: Sql, message: TaskMessage): Promise<DueRow[]> {
  const { taskId, kind } = message
  switch (kind) {
    case 'shard':
      return await sql.all<DueRow>(
        `SELECT s.not_before, s.lease_until, s.lost, t.api_key_id FROM shards s JOIN tasks t ON t.task_id = s.task_id
         WHERE s.task_id = ?1 AND s.first = ?2 AND s.state IN ('open', 'leased') AND t.state = 'PROCESSING'`,
        [taskId, message.first],
      )
    case 'callback':
      return await sql.all<DueRow>(
        "SELECT callback_at AS not_before, NULL AS lease_until, 0 AS lost, api_key_id FROM tasks WHERE task_id = ?1 AND callback_state = 'pending'",
        [taskId],
      )
    default:
      return await sql.all<DueRow>(
        'SELECT not_before, lease_until, lost, api_key_id FROM tasks WHERE task_id = ?1 AND state = ?2',
        [taskId, kind === 'plan' ? 'QUEUING' : 'JOINING'],
      )
  }
}
