/**
 * What to do next, read from the rows: the work of a queue that lives in the service. Keys share its places as they share
 * threads and take turns, so that nobody's long documents hold up another's short one; within a key the oldest task goes first.
 */

import { createFairScheduler, type Grant } from '../../concurrency/fair-scheduler.ts'
import type { Sql, SqlRow } from '../../db/sql.ts'
import type { TaskMessage } from '../../queue/queue.ts'

export interface NextWork {
  readonly message: TaskMessage
  /** Its process died at it before: it may have been the cause, so it must have the process for itself. */
  readonly exclusive: boolean
}

interface WorkRow extends SqlRow {
  api_key_id: string
  record_id: number
  task_id: string
  kind: 'plan' | 'shard' | 'join'
  first: number
  lost: number
}

const unclaimed = '(lease_owner IS NULL OR lease_until <= ?1) AND not_before <= ?1'
const steps = `SELECT api_key_id, record_id, task_id, CASE WHEN state = 'QUEUING' THEN 'plan' ELSE 'join' END AS kind, 0 AS first,
  lost + CASE WHEN lease_owner IS NULL THEN 0 ELSE 1 END AS lost FROM tasks WHERE state IN ('QUEUING', 'JOINING') AND ${unclaimed}`
const shards = `SELECT t.api_key_id, t.record_id, s.task_id, 'shard' AS kind, s.first AS first,
  s.lost + CASE WHEN s.lease_owner IS NULL THEN 0 ELSE 1 END AS lost FROM tasks t JOIN shards s ON s.task_id = t.task_id
  WHERE t.state = 'PROCESSING' AND s.state IN ('open', 'leased') AND (s.lease_owner IS NULL OR s.lease_until <= ?1) AND s.not_before <= ?1`

export interface TaskSelectorOptions {
  /** Steps at work at once. */
  readonly concurrency: number
  /** As the pool says. */
  isSlow(apiKeyId: string): boolean
}

/** Remembers whose turn it was and who is at work; one per queue. */
export function createTaskSelector(
  sql: Sql,
  clock: () => number,
  { concurrency, isSlow }: TaskSelectorOptions,
): (busy: ReadonlySet<string>) => Promise<NextWork | null> {
  const servedAt = new Map<string, number>()
  const shares = createFairScheduler({ isSlow })
  /** Of what was handed out, by message. */
  const stays = new Map<string, Grant>()
  let turn = 0
  return async (busy) => {
    const now = clock()
    for (const [name, stay] of stays) {
      if (busy.has(name)) continue
      stay.release(now)
      stays.delete(name)
    }
    const keys = await sql.all<{ api_key_id: string }>(
      `SELECT DISTINCT api_key_id FROM (SELECT api_key_id FROM (${steps}) a UNION SELECT api_key_id FROM (${shards}) b) c`,
      [now],
    )
    const order = keys
      .map(({ api_key_id: tenant }) => ({ tenant }))
      .sort((a, b) => (servedAt.get(a.tenant) ?? 0) - (servedAt.get(b.tenant) ?? 0))
    if (order.length === 0) servedAt.clear()
    for (const { tenant } of order) shares.recordRequest(tenant, now)
    for (const { tenant: apiKeyId } of shares.orderByLeastUsage(order, { free: concurrency - busy.size, now })) {
      const rows = await sql.all<WorkRow>(
        `SELECT * FROM (${steps} AND api_key_id = ?2 UNION ALL ${shards} AND t.api_key_id = ?2) w ORDER BY record_id, first LIMIT ?3`,
        [now, apiKeyId, busy.size + 1],
      )
      for (const row of rows) {
        const message = toMessage(row)
        const name = JSON.stringify(message)
        if (busy.has(name)) continue
        servedAt.set(apiKeyId, ++turn)
        stays.set(name, shares.acquire(apiKeyId, now))
        return { message, exclusive: Number(row.lost) > 0 }
      }
    }
    return null
  }
}

/** A callback that is due. */
export async function selectCallback(sql: Sql, now: number, busy: ReadonlySet<string>): Promise<NextWork | null> {
  const rows = await sql.all<{ task_id: string }>(
    "SELECT task_id FROM tasks WHERE callback_state = 'pending' AND callback_at <= ?1 ORDER BY callback_at LIMIT ?2",
    [now, busy.size + 1],
  )
  const messages = rows.map(({ task_id }): TaskMessage => ({ kind: 'callback', taskId: task_id }))
  const message = messages.find((candidate) => !busy.has(JSON.stringify(candidate)))
  return message === undefined ? null : { message, exclusive: false }
}

function toMessage({ kind, task_id, first }: WorkRow): TaskMessage {
  return kind === 'shard' ? { kind, taskId: task_id, first: Number(first) } : { kind, taskId: task_id }
}

/** Ends the claims of processes that are known to be dead, so that their work need not wait for its lease to run out. How many. */
export async function releaseExpiredLeases(sql: Sql, isDead: (owner: string) => boolean): Promise<number> {
  const holders = await sql.all<{ lease_owner: string }>(
    `SELECT lease_owner FROM shards WHERE state = 'leased' UNION
     SELECT lease_owner FROM tasks WHERE lease_owner IS NOT NULL AND state IN ('QUEUING', 'JOINING')`,
  )
  const dead = holders
    .map(({ lease_owner }) => lease_owner)
    .filter((holder) => isDead(holder.slice(0, holder.lastIndexOf('#'))))
  await sql.batch(
    dead.flatMap((holder) => [
      { sql: "UPDATE shards SET lease_until = 0 WHERE lease_owner = ?1 AND state = 'leased'", args: [holder] },
      {
        sql: "UPDATE tasks SET lease_until = 0 WHERE lease_owner = ?1 AND state IN ('QUEUING', 'JOINING')",
        args: [holder],
      },
    ]),
  )
  return dead.length
}
