import type { Sql, SqlRow } from '../../db/sql.ts'
import { camelCaseKeys } from '../../model/key-case.ts'
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
  /** Attempts that crashed their process. */
  readonly crashes: number
  /** Position in the order of the queue. */
  readonly turn: number
  readonly callbackUrl: string | null
  readonly callbackState: 'pending' | 'done' | 'failed' | null
  readonly callbackAttempts: number
  readonly createdAt: number
  readonly startedAt: number | null
  readonly finishedAt: number | null
  readonly expiresAt: number | null
  readonly traceparent: string | null
}

export const endLease = 'lease_owner = NULL, lease_until = NULL'

export const UNFINISHED = "('QUEUING', 'PROCESSING', 'JOINING')"

export function isFinal({ state }: Pick<Task, 'state'>): boolean {
  return state === 'SUCCESS' || state === 'FAILED'
}

export async function readTask(sql: Sql, taskId: string): Promise<Task | null> {
  return await readOne(sql, 'WHERE task_id = ?1', [taskId])
}

export async function findTask(
  sql: Sql,
  { taskId, apiKeyId, now }: { taskId: string; apiKeyId: string; now: number },
): Promise<Task | null> {
  if (!/^[0-9a-f]{32}$/.test(taskId)) return null
  const condition = 'WHERE task_id = ?1 AND api_key_id = ?2 AND (expires_at IS NULL OR expires_at > ?3)'
  return await readOne(sql, condition, [taskId, apiKeyId, now])
}

export async function listTasks(
  sql: Sql,
  { apiKeyId, now, limit }: { apiKeyId: string; now: number; limit: number },
): Promise<Task[]> {
  const rows = await sql.all(
    'SELECT * FROM tasks WHERE api_key_id = ?1 AND (expires_at IS NULL OR expires_at > ?2) ORDER BY record_id DESC LIMIT ?3',
    [apiKeyId, now, limit],
  )
  return rows.map(toTask)
}

/** Finds an unexpired task of the key for the same request that has not failed. */
export async function findDuplicateTask(
  sql: Sql,
  { apiKeyId, dedupeHash, now }: { apiKeyId: string; dedupeHash: string; now: number },
): Promise<Task | null> {
  const condition = `WHERE dedupe_hash = ?1 AND api_key_id = ?2 AND state <> 'FAILED' AND (expires_at IS NULL OR expires_at > ?3)
    ORDER BY record_id LIMIT 1`
  return await readOne(sql, condition, [dedupeHash, apiKeyId, now])
}

/** Returns `true` also for a removed task. */
export async function hasEnded(sql: Sql, taskId: string): Promise<boolean> {
  const [row] = await sql.all<{ state: TaskState }>('SELECT state FROM tasks WHERE task_id = ?1', [taskId])
  return row === undefined || isFinal(row)
}

/** Maximum tasks per statement; D1 allows 100 parameters. */
const MAX_PARAMETERS = 100

export async function readStates(sql: Sql, taskIds: readonly string[]): Promise<Map<string, TaskState>> {
  const states = new Map<string, TaskState>()
  for (let first = 0; first < taskIds.length; first += MAX_PARAMETERS) {
    const ids = taskIds.slice(first, first + MAX_PARAMETERS)
    const parameters = ids.map((_, index) => `?${index + 1}`).join(', ')
    const rows = await sql.all<{ task_id: string; state: TaskState }>(
      `SELECT task_id, state FROM tasks WHERE task_id IN (${parameters})`,
      ids,
    )
    for (const { task_id, state } of rows) states.set(task_id, state)
  }
  return states
}

/** Ended tasks whose results are still kept, by state and error code. */
export async function countEnded(
  sql: Sql,
): Promise<{ readonly state: string; readonly errorCode: number | null; readonly count: number }[]> {
  const rows = await sql.all<{ state: string; error_code: number | null; count: number }>(
    "SELECT state, error_code, count(*) AS count FROM tasks WHERE state IN ('SUCCESS', 'FAILED') GROUP BY state, error_code",
  )
  return rows.map(({ state, error_code, count }) => ({ state, errorCode: error_code, count }))
}

export async function listExpired(
  sql: Sql,
  { now, limit }: { now: number; limit: number },
): Promise<Pick<Task, 'taskId' | 'filesToken'>[]> {
  const rows = await sql.all('SELECT task_id, files_token FROM tasks WHERE expires_at <= ?1 LIMIT ?2', [now, limit])
  return rows.map((row) => camelCaseKeys(row))
}

export async function deleteTask(sql: Sql, taskId: string): Promise<void> {
  await sql.batch(
    [
      { sql: 'DELETE FROM shards WHERE task_id = ?1', args: [taskId] },
      { sql: 'DELETE FROM tasks WHERE task_id = ?1', args: [taskId] },
    ],
    { scope: taskId },
  )
}

async function readOne(sql: Sql, condition: string, args: (string | number)[]): Promise<Task | null> {
  const [row] = await sql.all(`SELECT * FROM tasks ${condition}`, args)
  return row === undefined ? null : toTask(row)
}

export function toTask(row: SqlRow): Task {
  const { options, password, warnings, lost } = row
  return {
    ...camelCaseKeys<Omit<Task, 'options' | 'warnings' | 'crashes'>>(row),
    options: { ...JSON.parse(String(options)), password },
    warnings: JSON.parse(String(warnings)),
    crashes: Number(lost),
  }
}
