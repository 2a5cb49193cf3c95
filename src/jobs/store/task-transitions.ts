/** Each change is one atomic statement or batch that checks the old state. Reservations end with their task. */
import type { Sql } from '../../db/sql.ts'
import type { PageRange } from './page-files.ts'
import { endLease, type Task, toTask, UNFINISHED } from './task-store.ts'

export interface Lease {
  readonly taskId: string
  readonly owner: string
}

const newStep = 'attempts = 0, lost = 0, not_before = 0'

/** Returns `null` when the step is done, leased or not due. */
export async function claimTask(
  sql: Sql,
  { taskId, owner }: Lease,
  { state, now, leaseMs }: { state: 'QUEUING' | 'JOINING'; now: number; leaseMs: number },
): Promise<Task | null> {
  const [row] = await sql.all(
    `UPDATE tasks SET lease_owner = ?2, lease_until = ?3, attempts = attempts + 1, started_at = coalesce(started_at, ?4), updated_at = ?4,
       lost = lost + CASE WHEN lease_owner IS NULL THEN 0 ELSE 1 END
     WHERE task_id = ?1 AND state = ?5 AND not_before <= ?4 AND (lease_owner IS NULL OR lease_until <= ?4) RETURNING *`,
    [taskId, owner, now + leaseMs, now, state],
  )
  return row === undefined ? null : toTask(row)
}

/** Returns `false` when the lease or the task has ended. */
export async function renewTask(sql: Sql, { taskId, owner }: Lease, until: number): Promise<boolean> {
  const statement = `UPDATE tasks SET lease_until = ?3 WHERE task_id = ?1 AND lease_owner = ?2 AND state IN ${UNFINISHED}`
  return (await sql.run(statement, [taskId, owner, until])) > 0
}

export async function releaseTask(
  sql: Sql,
  { taskId, owner }: Lease,
  { notBefore, countAttempt }: { notBefore: number; countAttempt: boolean },
): Promise<void> {
  await sql.run(
    `UPDATE tasks SET ${endLease}, not_before = ?3, attempts = attempts - ?4 WHERE task_id = ?1 AND lease_owner = ?2`,
    [taskId, owner, notBefore, countAttempt ? 0 : 1],
  )
}

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

export async function startProcessing(
  sql: Sql,
  { taskId, owner }: Lease,
  { shards, now }: { shards: readonly PageRange[]; now: number },
): Promise<void> {
  const underLease = "task_id = ?1 AND lease_owner = ?2 AND state = 'QUEUING'"
  await sql.batch(
    [
      ...shards.map(({ first, last }) => ({
        sql: `INSERT INTO shards (task_id, first, last) SELECT ?1, ?3, ?4 WHERE EXISTS (SELECT 1 FROM tasks WHERE ${underLease})`,
        args: [taskId, owner, first, last],
      })),
      {
        sql: `UPDATE tasks SET state = 'PROCESSING', ${endLease}, ${newStep}, updated_at = ?3 WHERE ${underLease}`,
        args: [taskId, owner, now],
      },
    ],
    { scope: taskId },
  )
}

/** Returns `true` to one caller only. */
export async function startJoining(sql: Sql, taskId: string, now: number): Promise<boolean> {
  const changed = await sql.run(
    `UPDATE tasks SET state = 'JOINING', ${newStep}, updated_at = ?2
     WHERE task_id = ?1 AND state = 'PROCESSING' AND NOT EXISTS (SELECT 1 FROM shards WHERE task_id = ?1 AND state IN ('open', 'leased'))`,
    [taskId, now],
  )
  return changed > 0
}

const ended = `${endLease}, lost = 0, password = NULL, callback_state = CASE WHEN callback_url IS NULL THEN NULL ELSE 'pending' END,
  finished_at = ?2, updated_at = ?2, callback_at = ?2, expires_at = ?3`

/** Refunds unparsed pages. Returns whether this call ended the task: `false` when the lease was lost. */
export async function markSucceeded(
  sql: Sql,
  { taskId, owner }: Lease,
  result: { pagesBilled: number; tokenCount: number; warnings: readonly string[]; now: number; expiresAt: number },
): Promise<boolean> {
  const { pagesBilled, tokenCount, warnings, now, expiresAt } = result
  const succeeded = "EXISTS (SELECT 1 FROM tasks WHERE task_id = ?1 AND state = 'SUCCESS')"
  const [changed = 0] = await sql.batch(
    [
      {
        sql: `UPDATE tasks SET state = 'SUCCESS', ${ended}, pages_billed = ?4, pages_done = COALESCE(pages_total, ?4), token_count = ?5, warnings = ?6
            WHERE task_id = ?1 AND state = 'JOINING' AND lease_owner = ?7`,
        args: [taskId, now, expiresAt, pagesBilled, tokenCount, JSON.stringify(warnings), owner],
      },
      {
        sql: `UPDATE ledger SET state = 'settled', charged = CASE WHEN ?2 < pages THEN ?2 ELSE pages END, updated_at = ?3
            WHERE task_id = ?1 AND state = 'reserved' AND ${succeeded}`,
        args: [taskId, pagesBilled, now],
      },
      { sql: `DELETE FROM shards WHERE task_id = ?1 AND ${succeeded}`, args: [taskId] },
    ],
    { scope: taskId },
  )
  return changed > 0
}

export interface Failure {
  readonly message: string
  /** `null` for a canceled task. */
  readonly code: number | null
  readonly now: number
  readonly expiresAt: number
  readonly owner?: string | undefined
  /** Whether parsed pages are charged; by default a failed task is free. */
  readonly chargeParsed?: boolean
}

/** Changes any unfinished state to FAILED and refunds the pages. Returns whether this call ended the task. */
export async function markFailed(
  sql: Sql,
  taskId: string,
  { message, code, now, expiresAt, owner, chargeParsed = false }: Failure,
): Promise<boolean> {
  const failed = "EXISTS (SELECT 1 FROM tasks WHERE task_id = ?1 AND state = 'FAILED')"
  const parsed = chargeParsed
    ? "(SELECT coalesce(sum(last - first + 1), 0) FROM shards WHERE task_id = ?1 AND state = 'done')"
    : '0'
  const [changed = 0] = await sql.batch(
    [
      {
        sql: `UPDATE tasks SET state = 'FAILED', ${ended}, error = ?4, error_code = ?5, pages_billed = ${parsed}
            WHERE task_id = ?1 AND state IN ${UNFINISHED} ${owner === undefined ? '' : 'AND lease_owner = ?6'}`,
        args: [taskId, now, expiresAt, message, code, ...(owner === undefined ? [] : [owner])],
      },
      {
        sql: `UPDATE ledger SET charged = ${parsed}, state = CASE WHEN ${parsed} > 0 THEN 'settled' ELSE 'released' END, updated_at = ?2
            WHERE task_id = ?1 AND state = 'reserved' AND ${failed}`,
        args: [taskId, now],
      },
      { sql: `DELETE FROM shards WHERE task_id = ?1 AND ${failed}`, args: [taskId] },
    ],
    { scope: taskId },
  )
  return changed > 0
}
