/**
 * How a task moves on: claimed, given back, planned, joined, ended. Every move is one statement or one batch that compares
 * before it sets, so that of two that do the same only one does it, and the pages held for a task end with it.
 */
import type { Sql } from '../../db/sql.ts'
import { readTask, type Task, type TaskRow, toTask, UNFINISHED } from './task-store.ts'

/** A step of a task belongs to whoever holds its lease. */
export interface Lease {
  readonly taskId: string
  /** Names the claim; no two are alike. */
  readonly owner: string
}

/** Takes the plan (QUEUING) or the join (JOINING) of a task; `null` when there is nothing to take (any more). */
export async function claimTask(
  sql: Sql,
  { taskId, owner }: Lease,
  { state, now, leaseMs }: { state: 'QUEUING' | 'JOINING'; now: number; leaseMs: number },
): Promise<Task | null> {
  const [row] = await sql.all<TaskRow>(
    `UPDATE tasks SET lease_owner = ?2, lease_until = ?3, attempts = attempts + 1, started_at = coalesce(started_at, ?4), updated_at = ?4,
       lost = lost + CASE WHEN lease_owner IS NULL THEN 0 ELSE 1 END
     WHERE task_id = ?1 AND state = ?5 AND not_before <= ?4 AND (lease_owner IS NULL OR lease_until <= ?4) RETURNING *`,
    [taskId, owner, now + leaseMs, now, state],
  )
  return row === undefined ? null : toTask(row)
}

/** `false`: the lease is lost, because it ran out or because the task has ended. */
export async function renewTask(sql: Sql, { taskId, owner }: Lease, until: number): Promise<boolean> {
  return (
    (await sql.run(
      `UPDATE tasks SET lease_until = ?3 WHERE task_id = ?1 AND lease_owner = ?2 AND state IN ${UNFINISHED}`,
      [taskId, owner, until],
    )) > 0
  )
}

/** Gives a step back. `blameless`: the attempt does not count. */
export async function releaseTask(
  sql: Sql,
  { taskId, owner }: Lease,
  { notBefore, blameless }: { notBefore: number; blameless: boolean },
): Promise<void> {
  await sql.run(
    'UPDATE tasks SET lease_owner = NULL, lease_until = NULL, not_before = ?3, attempts = attempts - ?4 WHERE task_id = ?1 AND lease_owner = ?2',
    [taskId, owner, notBefore, blameless ? 1 : 0],
  )
}

/** Notes what the plan counted before it reserves. */
export async function recordPageCounts(
  sql: Sql,
  { taskId, owner }: Lease,
  { pageCount, pagesTotal }: { pageCount: number; pagesTotal: number },
): Promise<void> {
  await sql.run('UPDATE tasks SET page_count = ?3, pages_total = ?4 WHERE task_id = ?1 AND lease_owner = ?2', [
    taskId,
    owner,
    pageCount,
    pagesTotal,
  ])
}

/** QUEUING → PROCESSING with all shards, or nothing at all when the lease is lost. `shards`: first and last positions. */
export async function startProcessing(
  sql: Sql,
  { taskId, owner }: Lease,
  { shards, now }: { shards: readonly { first: number; last: number }[]; now: number },
): Promise<void> {
  const mine = "EXISTS (SELECT 1 FROM tasks WHERE task_id = ?1 AND lease_owner = ?2 AND state = 'QUEUING')"
  await sql.batch([
    ...shards.map(({ first, last }) => ({
      sql: `INSERT INTO shards (task_id, first, last) SELECT ?1, ?3, ?4 WHERE ${mine}`,
      args: [taskId, owner, first, last],
    })),
    {
      sql: `UPDATE tasks SET state = 'PROCESSING', lease_owner = NULL, lease_until = NULL, attempts = 0, lost = 0, not_before = 0, updated_at = ?3
            WHERE task_id = ?1 AND lease_owner = ?2 AND state = 'QUEUING'`,
      args: [taskId, owner, now],
    },
  ])
}

/** PROCESSING → JOINING when no shard is left to do; `true` for whoever made the change. */
export async function startJoining(sql: Sql, taskId: string, now: number): Promise<boolean> {
  const changed = await sql.run(
    `UPDATE tasks SET state = 'JOINING', attempts = 0, lost = 0, not_before = 0, updated_at = ?2
     WHERE task_id = ?1 AND state = 'PROCESSING' AND NOT EXISTS (SELECT 1 FROM shards WHERE task_id = ?1 AND state IN ('open', 'leased'))`,
    [taskId, now],
  )
  return changed > 0
}

const endedColumns =
  "lease_owner = NULL, lease_until = NULL, password = NULL, callback_state = CASE WHEN callback_url IS NULL THEN NULL ELSE 'pending' END, finished_at = ?2, updated_at = ?2, callback_at = ?2, expires_at = ?3"

/** JOINING → SUCCESS; the pages that were parsed are charged and the rest given back in the same batch. `false`: the lease was lost. */
export async function markSucceeded(
  sql: Sql,
  { taskId, owner }: Lease,
  result: { pagesBilled: number; tokenCount: number; warnings: readonly string[]; now: number; expiresAt: number },
): Promise<boolean> {
  const { pagesBilled, tokenCount, warnings, now, expiresAt } = result
  const succeeded = "EXISTS (SELECT 1 FROM tasks WHERE task_id = ?1 AND state = 'SUCCESS')"
  await sql.batch([
    {
      sql: `UPDATE tasks SET state = 'SUCCESS', ${endedColumns}, pages_billed = ?4, pages_done = ?4, token_count = ?5, warnings = ?6
            WHERE task_id = ?1 AND state = 'JOINING' AND lease_owner = ?7`,
      args: [taskId, now, expiresAt, pagesBilled, tokenCount, JSON.stringify(warnings), owner],
    },
    {
      sql: `UPDATE ledger SET state = 'settled', charged = CASE WHEN ?2 < pages THEN ?2 ELSE pages END, updated_at = ?3
            WHERE task_id = ?1 AND state = 'reserved' AND ${succeeded}`,
      args: [taskId, pagesBilled, now],
    },
    { sql: `DELETE FROM shards WHERE task_id = ?1 AND ${succeeded}`, args: [taskId] },
  ])
  return (await readTask(sql, taskId))?.state === 'SUCCESS'
}

export interface Failure {
  readonly message: string
  /** `null`: nothing went wrong, the task was cancelled. */
  readonly code: number | null
  readonly now: number
  readonly expiresAt: number
  /** Only if this claim still holds the task's lease. */
  readonly holder?: string
  /** Charges the pages of finished shards; otherwise a failed task costs nothing. */
  readonly chargeParsed?: boolean
}

/** Any unfinished state → FAILED, with its pages given back in the same batch. */
export async function markFailed(
  sql: Sql,
  taskId: string,
  { message, code, now, expiresAt, holder, chargeParsed = false }: Failure,
): Promise<void> {
  const failed = "EXISTS (SELECT 1 FROM tasks WHERE task_id = ?1 AND state = 'FAILED')"
  const parsed = chargeParsed
    ? "(SELECT coalesce(sum(last - first + 1), 0) FROM shards WHERE task_id = ?1 AND state = 'done')"
    : '0'
  await sql.batch([
    {
      sql: `UPDATE tasks SET state = 'FAILED', ${endedColumns}, error = ?4, error_code = ?5, pages_billed = ${parsed}
            WHERE task_id = ?1 AND state IN ${UNFINISHED} ${holder === undefined ? '' : 'AND lease_owner = ?6'}`,
      args: [taskId, now, expiresAt, message, code, ...(holder === undefined ? [] : [holder])],
    },
    {
      sql: `UPDATE ledger SET charged = ${parsed}, state = CASE WHEN ${parsed} > 0 THEN 'settled' ELSE 'released' END, updated_at = ?2
            WHERE task_id = ?1 AND state = 'reserved' AND ${failed}`,
      args: [taskId, now],
    },
    { sql: `DELETE FROM shards WHERE task_id = ?1 AND ${failed}`, args: [taskId] },
  ])
}
