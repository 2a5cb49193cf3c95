/**
 * The rows of asynchronous tasks: made, found, listed. A task is made together with the reservation of its pages or not
 * at all; how it moves on is told in `steps.ts`.
 */
import { explainRefusal, type Reservation, reservationStatement } from '../../accounts/quota.ts'
import { canQueue, type QueueLoad } from '../../concurrency/fair-scheduler.ts'
import type { Sql, SqlRow, Statement } from '../../db/sql.ts'
import { ParseError } from '../../model/errors.ts'
import type { ParseOptions } from '../../model/options.ts'

export type TaskState = 'QUEUING' | 'PROCESSING' | 'JOINING' | 'SUCCESS' | 'FAILED'

export interface Task {
  readonly recordId: number
  readonly taskId: string
  readonly apiKeyId: string
  readonly state: TaskState
  readonly fileName: string
  readonly fileType: string
  readonly options: ParseOptions
  readonly warnings: readonly string[]
  readonly filesToken: string
  readonly publicOrigin: string
  readonly pageCount: number | null
  readonly pagesTotal: number | null
  readonly pagesDone: number
  readonly pagesBilled: number | null
  readonly tokenCount: number | null
  readonly error: string | null
  readonly errorCode: number | null
  readonly attempts: number
  readonly crashes: number
  readonly callbackUrl: string | null
  readonly callbackState: 'pending' | 'done' | 'failed' | null
  readonly callbackAttempts: number
  readonly createdAt: number
  readonly startedAt: number | null
  readonly finishedAt: number | null
  readonly expiresAt: number | null
}

export interface NewTask {
  readonly taskId: string
  readonly apiKeyId: string
  readonly fileName: string
  readonly fileType: string
  readonly options: ParseOptions
  readonly warnings: readonly string[]
  readonly filesToken: string
  readonly publicOrigin: string
  /** `null`: not counted yet; the plan will. */
  readonly pages: { readonly pageCount: number; readonly pagesTotal: number } | null
  readonly dedupeHash: string
  /** Whether an equal task of the key shall stand in for this one. */
  readonly dedupe: boolean
  readonly callbackUrl: string | null
  readonly now: number
}

/** States in which something is still to be done. */
export const UNFINISHED = "('QUEUING', 'PROCESSING', 'JOINING')"

export interface TaskRow extends SqlRow {
  record_id: number
  task_id: string
  api_key_id: string
  state: TaskState
  file_name: string
  file_type: string
  options: string
  password: string | null
  warnings: string
  files_token: string
  public_origin: string
  page_count: number | null
  pages_total: number | null
  pages_done: number
  pages_billed: number | null
  token_count: number | null
  error: string | null
  error_code: number | null
  attempts: number
  lost: number
  callback_url: string | null
  callback_state: Task['callbackState']
  callback_attempts: number
  created_at: number
  started_at: number | null
  finished_at: number | null
  expires_at: number | null
}

export async function readTask(sql: Sql, taskId: string): Promise<Task | null> {
  const [row] = await sql.all<TaskRow>('SELECT * FROM tasks WHERE task_id = ?1', [taskId])
  return row === undefined ? null : toTask(row)
}

/** The task of this key, unless its result's time is over: then it is as if it had never been. */
export async function findTask(
  sql: Sql,
  { taskId, apiKeyId, now }: { taskId: string; apiKeyId: string; now: number },
): Promise<Task | null> {
  if (!/^[0-9a-f]{32}$/.test(taskId)) return null
  const sentence =
    'SELECT * FROM tasks WHERE task_id = ?1 AND api_key_id = ?2 AND (expires_at IS NULL OR expires_at > ?3)'
  const [row] = await sql.all<TaskRow>(sentence, [taskId, apiKeyId, now])
  return row === undefined ? null : toTask(row)
}

/** The newest tasks of a key first. */
export async function listTasks(
  sql: Sql,
  { apiKeyId, now, limit }: { apiKeyId: string; now: number; limit: number },
): Promise<Task[]> {
  const sentence =
    'SELECT * FROM tasks WHERE api_key_id = ?1 AND (expires_at IS NULL OR expires_at > ?2) ORDER BY record_id DESC LIMIT ?3'
  return (await sql.all<TaskRow>(sentence, [apiKeyId, now, limit])).map(toTask)
}

/** An equal task of the key that succeeded or still may. */
export async function findDuplicateTask(
  sql: Sql,
  { apiKeyId, dedupeHash, now }: Pick<NewTask, 'apiKeyId' | 'dedupeHash' | 'now'>,
): Promise<Task | null> {
  const sentence = `SELECT * FROM tasks WHERE dedupe_hash = ?1 AND api_key_id = ?2 AND state <> 'FAILED' AND (expires_at IS NULL OR expires_at > ?3) ORDER BY record_id LIMIT 1`
  const [row] = await sql.all<TaskRow>(sentence, [dedupeHash, apiKeyId, now])
  return row === undefined ? null : toTask(row)
}

const insertTask = `
INSERT INTO tasks (task_id, api_key_id, file_name, file_type, options, password, warnings, files_token, public_origin,
  page_count, pages_total, dedupe_hash, callback_url, created_at, updated_at)
SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?14
WHERE ((SELECT count(*) FROM tasks WHERE state IN ${UNFINISHED}) < ?15
    -- The rule of mayWait.
    OR ((SELECT count(*) FROM tasks WHERE state IN ${UNFINISHED}) < 2 * ?15
      AND (SELECT count(*) FROM tasks WHERE state IN ${UNFINISHED} AND api_key_id = ?2)
        * (SELECT count(DISTINCT api_key_id) + 1 FROM tasks WHERE state IN ${UNFINISHED} AND api_key_id <> ?2) < ?15))
  AND (?16 = 0 OR NOT EXISTS (SELECT 1 FROM tasks
    WHERE dedupe_hash = ?12 AND api_key_id = ?2 AND state <> 'FAILED' AND (expires_at IS NULL OR expires_at > ?14)))`

/** A balance that changes this often under a submit does not happen with a database that works. */
const maxAttempts = 5

/**
 * Makes the task together with the reservation of its pages, or neither. Answers the equal task that stands in for it,
 * `null` when it was made. Throws `ParseError` 1124 when too many are waiting (of one key, where others wait too) and those of `reserve` when pages are short.
 */
export async function addTask(
  sql: Sql,
  task: NewTask,
  { reservation, queueMax }: { reservation: Reservation | null; queueMax: number },
): Promise<Task | null> {
  const { password, ...options } = task.options
  const { taskId, apiKeyId, fileName, fileType, filesToken, publicOrigin, pages, dedupeHash, callbackUrl, now } = task
  const counts = [pages?.pageCount ?? null, pages?.pagesTotal ?? null]
  const start = [
    taskId,
    apiKeyId,
    fileName,
    fileType,
    JSON.stringify(options),
    password,
    JSON.stringify(task.warnings),
    filesToken,
    publicOrigin,
  ]
  const statements: Statement[] = [
    { sql: insertTask, args: [...start, ...counts, dedupeHash, callbackUrl, now, queueMax, task.dedupe ? 1 : 0] },
  ]
  if (reservation !== null) {
    statements.push(reservationStatement(reservation))
    // Without its pages the task is as if it had never been.
    statements.push({
      sql: 'DELETE FROM tasks WHERE task_id = ?1 AND NOT EXISTS (SELECT 1 FROM ledger WHERE task_id = ?1)',
      args: [taskId],
    })
  }
  for (let attempt = 1; ; attempt++) {
    await sql.batch(statements)
    if ((await readTask(sql, taskId)) !== null) return null
    const equal = task.dedupe ? await findDuplicateTask(sql, task) : null
    if (equal !== null) return equal
    const line = await countLine(sql, apiKeyId)
    if (!canQueue(line, queueMax))
      throw new ParseError(
        1124,
        `Busy: ${line.waiting} tasks wait or run, the limit is ${queueMax}. Try again in a few seconds.`,
      )
    const refused = reservation === null ? null : await explainRefusal(sql, reservation)
    if (refused !== null && !refused.ok) throw new ParseError(refused.code, refused.message)
    // What stood in the way has gone meanwhile: asking again is honest.
    if (attempt === maxAttempts) throw new Error(`Task ${taskId} could not be added, and nothing says why`)
  }
}

async function countLine(sql: Sql, apiKeyId: string): Promise<QueueLoad> {
  const rows = await sql.all<{ api_key_id: string; tasks: number }>(
    `SELECT api_key_id, count(*) AS tasks FROM tasks WHERE state IN ${UNFINISHED} GROUP BY api_key_id`,
  )
  const own = rows.find(({ api_key_id }) => api_key_id === apiKeyId)
  return {
    waiting: rows.reduce((sum, { tasks }) => sum + Number(tasks), 0),
    ownWaiting: Number(own?.tasks ?? 0),
    tenants: rows.length + (own === undefined ? 1 : 0),
  }
}

export function toTask(row: TaskRow): Task {
  // Written by `addTask` from the same types.
  const options: ParseOptions = { ...JSON.parse(row.options), password: row.password }
  return {
    recordId: Number(row.record_id),
    taskId: row.task_id,
    apiKeyId: row.api_key_id,
    state: row.state,
    fileName: row.file_name,
    fileType: row.file_type,
    options,
    warnings: JSON.parse(row.warnings),
    filesToken: row.files_token,
    publicOrigin: row.public_origin,
    pageCount: row.page_count,
    pagesTotal: row.pages_total,
    pagesDone: row.pages_done,
    pagesBilled: row.pages_billed,
    tokenCount: row.token_count,
    error: row.error,
    errorCode: row.error_code,
    attempts: row.attempts,
    crashes: row.lost,
    callbackUrl: row.callback_url,
    callbackState: row.callback_state,
    callbackAttempts: row.callback_attempts,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    expiresAt: row.expires_at,
  }
}
