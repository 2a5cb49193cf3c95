import { explainRefusal, type Reservation, reservationStatement } from '../../accounts/quota.ts'
import { canQueue, type QueueLoad } from '../../concurrency/fair-scheduler.ts'
import type { Sql, Statement } from '../../db/sql.ts'
import { ParseError } from '../../model/errors.ts'
import type { ParseOptions } from '../../model/options.ts'
import { TURN_PAGES } from '../../queue/queue.ts'
import { findDuplicateTask, readTask, type Task, UNFINISHED } from './task-store.ts'

export interface NewTask {
  readonly taskId: string
  readonly apiKeyId: string
  readonly fileName: string
  readonly fileType: string
  readonly options: ParseOptions
  readonly warnings: readonly string[]
  readonly filesToken: string
  readonly publicOrigin: string
  /** `null` if the plan step counts the pages. */
  readonly pages: { readonly pageCount: number; readonly pagesTotal: number } | null
  readonly dedupeHash: string
  readonly dedupe: boolean
  readonly callbackUrl: string | null
  readonly traceparent: string | null
  readonly now: number
}

/**
 * Start-time fair queueing (Goyal, Vin & Cheng, IEEE/ACM Trans. Networking 5, 1997): after the key's last task, not
 * before the first waiting one.
 */
const nextTurn = `(SELECT max(now.turn, coalesce((
    SELECT CASE WHEN state IN ${UNFINISHED} THEN tasks.turn ELSE min(tasks.turn, now.turn) END + (coalesce(pages_total, 1) + ${TURN_PAGES - 1}) / ${TURN_PAGES}
    FROM tasks WHERE api_key_id = ?2 ORDER BY record_id DESC LIMIT 1), 0))
  FROM (SELECT coalesce((SELECT min(turn) FROM tasks WHERE state = 'QUEUING'),
    (SELECT min(turn) FROM tasks WHERE state IN ${UNFINISHED}), 0) AS turn) now)`

const insertTask = `
INSERT INTO tasks (task_id, api_key_id, file_name, file_type, options, password, warnings, files_token, public_origin,
  page_count, pages_total, dedupe_hash, callback_url, created_at, updated_at, traceparent, turn)
SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?14, ?17, ${nextTurn}
WHERE ((SELECT count(*) FROM tasks WHERE state IN ${UNFINISHED}) < ?15
    OR ((SELECT count(*) FROM tasks WHERE state IN ${UNFINISHED}) < 2 * ?15
      AND (SELECT count(*) FROM tasks WHERE state IN ${UNFINISHED} AND api_key_id = ?2)
        * (SELECT count(DISTINCT api_key_id) + 1 FROM tasks WHERE state IN ${UNFINISHED} AND api_key_id <> ?2) < ?15))
  AND (?16 = 0 OR NOT EXISTS (SELECT 1 FROM tasks
    WHERE dedupe_hash = ?12 AND api_key_id = ?2 AND state <> 'FAILED' AND (expires_at IS NULL OR expires_at > ?14)))`

/** Attempts while other processes change the balance. */
const MAX_ATTEMPTS = 5

export interface AddedTask {
  readonly task: Task
  /** `false` for a duplicate request. */
  readonly isNew: boolean
}

/** Reserves the pages, too. Throws `ParseError` 1124 when the queue is full, and the errors of `reserve`. */
export async function addTask(
  sql: Sql,
  task: NewTask,
  { reservation, queueMax }: { reservation: Reservation | null; queueMax: number },
): Promise<AddedTask> {
  const { taskId, apiKeyId } = task
  const statements = insertStatements(task, { reservation, queueMax })
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    await sql.batch(statements)
    const added = await readTask(sql, taskId)
    if (added !== null) return { task: added, isNew: true }
    const duplicate = task.dedupe ? await findDuplicateTask(sql, task) : null
    if (duplicate !== null) return { task: duplicate, isNew: false }
    const load = await readQueueLoad(sql, apiKeyId)
    if (!canQueue(load, queueMax))
      throw new ParseError(
        1124,
        `Busy: ${load.waiting} tasks wait or run, the limit is ${queueMax}. Try again in a few seconds.`,
      )
    const refused = reservation === null ? null : await explainRefusal(sql, reservation)
    if (refused !== null && !refused.ok) throw new ParseError(refused.code, refused.message)
  }
  throw new Error(`Task ${taskId} could not be added in ${MAX_ATTEMPTS} attempts`)
}

function insertStatements(
  task: NewTask,
  { reservation, queueMax }: { reservation: Reservation | null; queueMax: number },
): Statement[] {
  const { password, ...options } = task.options
  const { taskId, pages } = task
  const args = [
    taskId,
    task.apiKeyId,
    task.fileName,
    task.fileType,
    JSON.stringify(options),
    password,
    JSON.stringify(task.warnings),
    task.filesToken,
    task.publicOrigin,
    pages?.pageCount ?? null,
    pages?.pagesTotal ?? null,
    task.dedupeHash,
    task.callbackUrl,
    task.now,
    queueMax,
    task.dedupe ? 1 : 0,
    task.traceparent,
  ]
  const insert = { sql: insertTask, args }
  if (reservation === null) return [insert]
  const deleteWithoutPages =
    'DELETE FROM tasks WHERE task_id = ?1 AND NOT EXISTS (SELECT 1 FROM ledger WHERE task_id = ?1)'
  return [insert, reservationStatement(reservation), { sql: deleteWithoutPages, args: [taskId] }]
}

async function readQueueLoad(sql: Sql, apiKeyId: string): Promise<QueueLoad> {
  const rows = await sql.all<{ api_key_id: string; tasks: number }>(
    `SELECT api_key_id, count(*) AS tasks FROM tasks WHERE state IN ${UNFINISHED} GROUP BY api_key_id`,
  )
  const keyRow = rows.find(({ api_key_id }) => api_key_id === apiKeyId)
  return {
    waiting: rows.reduce((sum, { tasks }) => sum + tasks, 0),
    ownWaiting: keyRow?.tasks ?? 0,
    tenants: rows.length + (keyRow === undefined ? 1 : 0),
  }
}
