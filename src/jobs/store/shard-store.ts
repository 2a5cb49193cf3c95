import type { Sql } from '../../db/sql.ts'
import { endLease } from './task-store.ts'

export interface Shard {
  readonly first: number
  readonly last: number
  readonly attempts: number
  readonly crashes: number
}

export interface ShardLease {
  readonly taskId: string
  readonly first: number
  readonly owner: string
}

const underLease = "task_id = ?1 AND first = ?2 AND lease_owner = ?3 AND state = 'leased'"
const taskIsProcessing = "EXISTS (SELECT 1 FROM tasks WHERE task_id = ?1 AND state = 'PROCESSING')"

const updateProgress = `
UPDATE tasks SET updated_at = ?2, pages_done = (
  SELECT CASE WHEN sum(s.pages_done) > tasks.pages_done THEN sum(s.pages_done) ELSE tasks.pages_done END FROM shards s WHERE s.task_id = ?1
) WHERE task_id = ?1 AND state = 'PROCESSING'`

/** Returns `null` when the shard is done, leased or not due yet, or its task has ended. */
export async function claimShard(
  sql: Sql,
  { taskId, first, owner }: ShardLease,
  { now, leaseMs }: { now: number; leaseMs: number },
): Promise<Shard | null> {
  const [row] = await sql.all<{ first: number; last: number; attempts: number; crashes: number }>(
    `UPDATE shards SET lost = lost + CASE WHEN state = 'leased' THEN 1 ELSE 0 END, state = 'leased', lease_owner = ?3, lease_until = ?4,
       attempts = attempts + 1, pages_done = 0
     WHERE task_id = ?1 AND first = ?2 AND not_before <= ?5 AND (state = 'open' OR (state = 'leased' AND lease_until <= ?5)) AND ${taskIsProcessing}
     RETURNING first, last, attempts, lost AS crashes`,
    [taskId, first, owner, now + leaseMs, now],
  )
  return row ?? null
}

/** Returns `false` when the lease expired or the task has ended. */
export async function renewShard(sql: Sql, { taskId, first, owner }: ShardLease, until: number): Promise<boolean> {
  const statement = `UPDATE shards SET lease_until = ?4 WHERE ${underLease} AND ${taskIsProcessing}`
  return (await sql.run(statement, [taskId, first, owner, until])) > 0
}

export async function recordProgress(
  sql: Sql,
  { taskId, first, owner }: ShardLease,
  { pagesDone, now }: { pagesDone: number; now: number },
): Promise<void> {
  await sql.batch(
    [
      { sql: `UPDATE shards SET pages_done = ?4 WHERE ${underLease}`, args: [taskId, first, owner, pagesDone] },
      { sql: updateProgress, args: [taskId, now] },
    ],
    { scope: taskId },
  )
}

/** Must be called after the pages are stored. */
export async function finishShard(sql: Sql, { taskId, first, owner }: ShardLease, now: number): Promise<void> {
  await sql.batch(
    [
      {
        sql: `UPDATE shards SET state = 'done', pages_done = last - first + 1, ${endLease} WHERE ${underLease}`,
        args: [taskId, first, owner],
      },
      { sql: updateProgress, args: [taskId, now] },
    ],
    { scope: taskId },
  )
}

export async function releaseShard(
  sql: Sql,
  { taskId, first, owner }: ShardLease,
  { notBefore, countAttempt }: { notBefore: number; countAttempt: boolean },
): Promise<void> {
  await sql.run(
    `UPDATE shards SET state = 'open', ${endLease}, not_before = ?4, attempts = attempts - ?5, pages_done = 0 WHERE ${underLease}`,
    [taskId, first, owner, notBefore, countAttempt ? 0 : 1],
  )
}

/** The single pages keep `crashes`, so that each runs exclusively. */
export async function splitShard(
  sql: Sql,
  { taskId, first, owner }: ShardLease,
  { last, crashes, attempts }: Pick<Shard, 'last' | 'crashes' | 'attempts'>,
): Promise<void> {
  const positions = Array.from({ length: last - first }, (_, index) => first + 1 + index)
  await sql.batch(
    [
      ...positions.map((position) => ({
        sql: `INSERT INTO shards (task_id, first, last, lost, attempts) SELECT ?1, ?4, ?4, ?5, ?6 WHERE EXISTS (SELECT 1 FROM shards WHERE ${underLease})`,
        args: [taskId, first, owner, position, crashes, attempts],
      })),
      {
        sql: `UPDATE shards SET last = first, state = 'open', ${endLease}, attempts = ?4, pages_done = 0 WHERE ${underLease}`,
        args: [taskId, first, owner, attempts],
      },
    ],
    { scope: taskId },
  )
}

/** Gives up a page. Returns `false` when the lease is lost. */
export async function failShard(
  sql: Sql,
  { taskId, first, owner }: ShardLease,
  { code, message }: { code: number; message: string },
): Promise<boolean> {
  const changed = await sql.run(
    `UPDATE shards SET state = 'failed', ${endLease}, pages_done = 0, error_code = ?4, error = ?5 WHERE ${underLease}`,
    [taskId, first, owner, code, message],
  )
  return changed > 0
}

export interface FinishedShard {
  readonly first: number
  readonly last: number
  readonly error: { readonly code: number; readonly message: string } | null
}

export async function listFinished(sql: Sql, taskId: string): Promise<FinishedShard[]> {
  const rows = await sql.all<{
    first: number
    last: number
    state: string
    error: string | null
    error_code: number | null
  }>(
    "SELECT first, last, state, error, error_code FROM shards WHERE task_id = ?1 AND state IN ('done', 'failed') ORDER BY first",
    [taskId],
  )
  return rows.map(({ first, last, state, error, error_code }) => ({
    first,
    last,
    error: state === 'failed' ? { code: error_code ?? 1137, message: error ?? '' } : null,
  }))
}
