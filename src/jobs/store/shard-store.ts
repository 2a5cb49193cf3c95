/**
 * The rows of shards: page ranges of a task, each claimed by one at a time. A shard that fails or whose process dies is
 * cut into its pages, so that a bad page burns only its own attempts.
 */
import type { Sql, SqlRow } from '../../db/sql.ts'

export interface Shard {
  readonly taskId: string
  /** Positions in the task's list of pages, inclusive. */
  readonly first: number
  readonly last: number
  /** Counting the present one. */
  readonly attempts: number
  /** Attempts that ended without a word, with their process. */
  readonly crashes: number
}

/** The claim of a shard. */
export interface ShardLease {
  readonly taskId: string
  readonly first: number
  readonly owner: string
}

interface ShardRow extends SqlRow {
  task_id: string
  first: number
  last: number
  attempts: number
  lost: number
}

const mine = "task_id = ?1 AND first = ?2 AND lease_owner = ?3 AND state = 'leased'"
const isRunning = "EXISTS (SELECT 1 FROM tasks WHERE task_id = ?1 AND state = 'PROCESSING')"

/** What was parsed, shard by shard; a task's progress never falls, also when pages have to be parsed again. */
const countPages = `
UPDATE tasks SET updated_at = ?2, pages_done = (
  SELECT CASE WHEN sum(s.pages_done) > tasks.pages_done THEN sum(s.pages_done) ELSE tasks.pages_done END FROM shards s WHERE s.task_id = ?1
) WHERE task_id = ?1 AND state = 'PROCESSING'`

/** Takes a shard; `null` when it is done, taken, not due yet, or its task has ended. */
export async function claimShard(
  sql: Sql,
  { taskId, first, owner }: ShardLease,
  { now, leaseMs }: { now: number; leaseMs: number },
): Promise<Shard | null> {
  const [row] = await sql.all<ShardRow>(
    `UPDATE shards SET lost = lost + CASE WHEN state = 'leased' THEN 1 ELSE 0 END, state = 'leased', lease_owner = ?3, lease_until = ?4,
       attempts = attempts + 1, pages_done = 0
     WHERE task_id = ?1 AND first = ?2 AND not_before <= ?5 AND (state = 'open' OR (state = 'leased' AND lease_until <= ?5)) AND ${isRunning}
     RETURNING task_id, first, last, attempts, lost`,
    [taskId, first, owner, now + leaseMs, now],
  )
  return row === undefined
    ? null
    : {
        taskId,
        first: Number(row.first),
        last: Number(row.last),
        attempts: Number(row.attempts),
        crashes: Number(row.lost),
      }
}

/** `false`: the lease is lost, because it ran out or because the task has ended. */
export async function renewShard(sql: Sql, { taskId, first, owner }: ShardLease, until: number): Promise<boolean> {
  return (
    (await sql.run(`UPDATE shards SET lease_until = ?4 WHERE ${mine} AND ${isRunning}`, [
      taskId,
      first,
      owner,
      until,
    ])) > 0
  )
}

/** Notes how far a shard has come. */
export async function recordProgress(
  sql: Sql,
  { taskId, first, owner }: ShardLease,
  { pagesDone, now }: { pagesDone: number; now: number },
): Promise<void> {
  await sql.batch([
    { sql: `UPDATE shards SET pages_done = ?4 WHERE ${mine}`, args: [taskId, first, owner, pagesDone] },
    { sql: countPages, args: [taskId, now] },
  ])
}

/** Its pages are stored. */
export async function finishShard(sql: Sql, { taskId, first, owner }: ShardLease, now: number): Promise<void> {
  await sql.batch([
    {
      sql: `UPDATE shards SET state = 'done', pages_done = last - first + 1, lease_owner = NULL, lease_until = NULL WHERE ${mine}`,
      args: [taskId, first, owner],
    },
    { sql: countPages, args: [taskId, now] },
  ])
}

/** Gives a shard back. `blameless`: the attempt does not count. */
export async function releaseShard(
  sql: Sql,
  { taskId, first, owner }: ShardLease,
  { notBefore, blameless }: { notBefore: number; blameless: boolean },
): Promise<void> {
  await sql.run(
    `UPDATE shards SET state = 'open', lease_owner = NULL, lease_until = NULL, not_before = ?4, attempts = attempts - ?5, pages_done = 0 WHERE ${mine}`,
    [taskId, first, owner, notBefore, blameless ? 1 : 0],
  )
}

/** Cuts a shard into its pages, each with its own attempts from `attempts` on; `lost` stays, so that they are kept apart from others. */
export async function splitShard(
  sql: Sql,
  lease: ShardLease,
  { last, crashes, attempts }: Pick<Shard, 'last' | 'crashes' | 'attempts'>,
): Promise<void> {
  const { taskId, first, owner } = lease
  const positions = Array.from({ length: last - first }, (_, index) => first + 1 + index)
  await sql.batch([
    ...positions.map((position) => ({
      sql: `INSERT INTO shards (task_id, first, last, lost, attempts) SELECT ?1, ?4, ?4, ?5, ?6 WHERE EXISTS (SELECT 1 FROM shards WHERE ${mine})`,
      args: [taskId, first, owner, position, crashes, attempts],
    })),
    {
      sql: `UPDATE shards SET last = first, state = 'open', lease_owner = NULL, lease_until = NULL, attempts = ?4, pages_done = 0 WHERE ${mine}`,
      args: [taskId, first, owner, attempts],
    },
  ])
}

/** The page is given up. `false`: somebody else has the shard. */
export async function failShard(
  sql: Sql,
  { taskId, first, owner }: ShardLease,
  { code, message }: { code: number; message: string },
): Promise<boolean> {
  const changed = await sql.run(
    `UPDATE shards SET state = 'failed', lease_owner = NULL, lease_until = NULL, pages_done = 0, error_code = ?4, error = ?5 WHERE ${mine}`,
    [taskId, first, owner, code, message],
  )
  return changed > 0
}

export interface FinishedShard {
  readonly first: number
  readonly last: number
  /** Why its page was given up; `null`: it is done. */
  readonly error: { readonly code: number; readonly message: string } | null
}

/** In page order. */
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
    first: Number(first),
    last: Number(last),
    error: state === 'failed' ? { code: error_code ?? 1137, message: error ?? '' } : null,
  }))
}
