/** Steps and callbacks that are neither leased nor delayed. */
import type { Sql, SqlRow } from '../../db/sql.ts'
import type { TaskMessage } from '../../queue/queue.ts'
import { UNFINISHED } from './task-store.ts'

export interface DueState {
  readonly dueAt: number
  /** Whether an earlier attempt crashed its process. */
  readonly exclusive: boolean
  readonly apiKeyId: string
}

interface DueRow extends SqlRow {
  not_before: number
  lease_until: number | null
  lost: number
  api_key_id: string
}

/** Returns `null` when the work is done or its task has ended. */
export async function readDueState(sql: Sql, message: TaskMessage): Promise<DueState | null> {
  const [row] = await readDueRow(sql, message)
  if (row === undefined) return null
  return {
    dueAt: Math.max(row.not_before, row.lease_until ?? 0),
    exclusive: row.lost > 0 || row.lease_until !== null,
    apiKeyId: row.api_key_id,
  }
}

async function readDueRow(sql: Sql, message: TaskMessage): Promise<DueRow[]> {
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

const dueSteps = `SELECT api_key_id, record_id, task_id, CASE WHEN state = 'QUEUING' THEN 'plan' ELSE 'join' END AS kind, 0 AS first,
  lost + CASE WHEN lease_owner IS NULL THEN 0 ELSE 1 END AS lost FROM tasks
  WHERE state IN ('QUEUING', 'JOINING') AND (lease_owner IS NULL OR lease_until <= ?1) AND not_before <= ?1`
const dueShards = `SELECT t.api_key_id, t.record_id, s.task_id, 'shard' AS kind, s.first AS first,
  s.lost + CASE WHEN s.lease_owner IS NULL THEN 0 ELSE 1 END AS lost FROM tasks t JOIN shards s ON s.task_id = t.task_id
  WHERE t.state = 'PROCESSING' AND s.state IN ('open', 'leased') AND (s.lease_owner IS NULL OR s.lease_until <= ?1) AND s.not_before <= ?1`

export interface DueWork {
  readonly message: TaskMessage
  readonly exclusive: boolean
}

export async function listKeysWithDueSteps(sql: Sql, now: number): Promise<string[]> {
  const rows = await sql.all<{ api_key_id: string }>(
    `SELECT DISTINCT api_key_id FROM (SELECT api_key_id FROM (${dueSteps}) a UNION SELECT api_key_id FROM (${dueShards}) b) c`,
    [now],
  )
  return rows.map(({ api_key_id }) => api_key_id)
}

interface StepRow extends SqlRow {
  task_id: string
  kind: 'plan' | 'shard' | 'join'
  first: number
  lost: number
}

export async function listDueSteps(
  sql: Sql,
  apiKeyId: string,
  { now, limit }: { now: number; limit: number },
): Promise<DueWork[]> {
  const rows = await sql.all<StepRow>(
    `SELECT * FROM (${dueSteps} AND api_key_id = ?2 UNION ALL ${dueShards} AND t.api_key_id = ?2) w ORDER BY record_id, first LIMIT ?3`,
    [now, apiKeyId, limit],
  )
  return rows.map(({ kind, task_id: taskId, first, lost }) => ({
    message: kind === 'shard' ? { kind, taskId, first } : { kind, taskId },
    exclusive: lost > 0,
  }))
}

export async function listDueCallbacks(
  sql: Sql,
  { now, limit }: { now: number; limit: number },
): Promise<TaskMessage[]> {
  const rows = await sql.all<{ task_id: string }>(
    "SELECT task_id FROM tasks WHERE callback_state = 'pending' AND callback_at <= ?1 ORDER BY callback_at LIMIT ?2",
    [now, limit],
  )
  return rows.map(({ task_id }) => ({ kind: 'callback', taskId: task_id }))
}

/** Work whose message is probably lost, because it has been due for `staleMs`. */
export async function listStaleWork(
  sql: Sql,
  { now, staleMs, limit }: { now: number; staleMs: number; limit: number },
): Promise<TaskMessage[]> {
  const args = [now, now - staleMs, limit]
  const steps = await sql.all<{ task_id: string; state: string; turn: number }>(
    `SELECT task_id, state, turn FROM tasks WHERE state IN ('QUEUING', 'JOINING') AND updated_at <= ?2 AND not_before <= ?1
     AND (lease_owner IS NULL OR lease_until <= ?1) ORDER BY record_id LIMIT ?3`,
    args,
  )
  const shards = await sql.all<{ task_id: string; first: number; turn: number }>(
    `SELECT s.task_id, s.first, t.turn FROM tasks t JOIN shards s ON s.task_id = t.task_id
     WHERE t.state = 'PROCESSING' AND t.updated_at <= ?2 AND s.state IN ('open', 'leased') AND s.not_before <= ?1
     AND (s.lease_owner IS NULL OR s.lease_until <= ?1) ORDER BY t.record_id, s.first LIMIT ?3`,
    args,
  )
  return [
    ...steps.map(
      ({ task_id, state, turn }): TaskMessage => ({
        kind: state === 'QUEUING' ? 'plan' : 'join',
        taskId: task_id,
        turn,
      }),
    ),
    ...shards.map(({ task_id, first, turn }): TaskMessage => ({ kind: 'shard', taskId: task_id, first, turn })),
    ...(await listDueCallbacks(sql, { now: now - staleMs, limit })),
  ]
}

export async function listJoinable(sql: Sql, limit: number): Promise<string[]> {
  const rows = await sql.all<{ task_id: string }>(
    `SELECT task_id FROM tasks WHERE state = 'PROCESSING'
     AND NOT EXISTS (SELECT 1 FROM shards s WHERE s.task_id = tasks.task_id AND s.state IN ('open', 'leased')) LIMIT ?1`,
    [limit],
  )
  return rows.map(({ task_id }) => task_id)
}

export async function expireLeasesOf(sql: Sql, isCrashed: (process: string) => boolean): Promise<number> {
  const rows = await sql.all<{ lease_owner: string }>(
    `SELECT lease_owner FROM shards WHERE state = 'leased' UNION
     SELECT lease_owner FROM tasks WHERE lease_owner IS NOT NULL AND state IN ('QUEUING', 'JOINING')`,
  )
  const orphaned = rows
    .map(({ lease_owner }) => lease_owner)
    .filter((owner) => isCrashed(owner.slice(0, owner.lastIndexOf('#'))))
  await sql.batch(
    orphaned.flatMap((owner) => [
      { sql: "UPDATE shards SET lease_until = 0 WHERE lease_owner = ?1 AND state = 'leased'", args: [owner] },
      {
        sql: "UPDATE tasks SET lease_until = 0 WHERE lease_owner = ?1 AND state IN ('QUEUING', 'JOINING')",
        args: [owner],
      },
    ]),
  )
  return orphaned.length
}

export async function countUnfinished(
  sql: Sql,
): Promise<readonly { readonly state: string; readonly count: number; readonly oldest: number }[]> {
  return await sql.all<{ state: string; count: number; oldest: number }>(
    `SELECT state, count(*) AS count, min(created_at) AS oldest FROM tasks WHERE state IN ${UNFINISHED} GROUP BY state`,
  )
}
