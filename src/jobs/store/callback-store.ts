import type { Sql } from '../../db/sql.ts'
import { readTask, type Task, UNFINISHED } from './task-store.ts'
import type { Lease } from './task-transitions.ts'

/** Returns `null` when the callback is done, leased or not due. A lease that has expired counts as a crash. */
export async function claimCallback(
  sql: Sql,
  { taskId, owner }: Lease,
  { now, leaseMs }: { now: number; leaseMs: number },
): Promise<Task | null> {
  const claimed = await sql.run(
    `UPDATE tasks SET lost = lost + CASE WHEN lease_owner IS NULL THEN 0 ELSE 1 END, lease_owner = ?2, callback_at = ?3
     WHERE task_id = ?1 AND callback_state = 'pending' AND callback_at <= ?4`,
    [taskId, owner, now + leaseMs, now],
  )
  return claimed === 0 ? null : await readTask(sql, taskId)
}

export async function finishCallback(
  sql: Sql,
  { taskId, owner }: Lease,
  { state, nextAt }: { state: 'pending' | 'done' | 'failed'; nextAt: number },
): Promise<void> {
  await sql.run(
    `UPDATE tasks SET callback_state = ?3, callback_at = ?4, callback_attempts = callback_attempts + 1, lost = 0, lease_owner = NULL
     WHERE task_id = ?1 AND lease_owner = ?2`,
    [taskId, owner, state, nextAt],
  )
}

/** The callback stays due at the end of the lease. */
export async function releaseCallback(sql: Sql, { taskId, owner }: Lease): Promise<void> {
  await sql.run('UPDATE tasks SET lease_owner = NULL WHERE task_id = ?1 AND lease_owner = ?2', [taskId, owner])
}

export async function giveUpCallback(sql: Sql, taskId: string): Promise<void> {
  await sql.run("UPDATE tasks SET callback_state = 'failed' WHERE task_id = ?1 AND callback_state = 'pending'", [
    taskId,
  ])
}

/** The callback is due now if the task has ended. Returns `false` when another URL is pending. */
export async function setCallbackUrl(
  sql: Sql,
  taskId: string,
  { url, now }: { url: string; now: number },
): Promise<boolean> {
  const changed = await sql.run(
    `UPDATE tasks SET callback_url = ?2, callback_attempts = 0, callback_at = ?3, callback_state = CASE WHEN state IN ${UNFINISHED} THEN NULL ELSE 'pending' END
     WHERE task_id = ?1 AND (callback_url IS NULL OR callback_url = ?2 OR callback_state IN ('done', 'failed'))`,
    [taskId, url, now],
  )
  return changed > 0
}
