/**
 * The cleaning that runs at start and by the clock: results past their time, and pages that killed processes held.
 * Safe in several processes at once, and it never touches what is still in use.
 */

import { releaseExpired } from '../../accounts/quota.ts'
import type { Sql } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import type { TaskMessage } from '../../queue/queue.ts'
import { filesPrefix } from '../store/result-files.ts'
import { startJoining } from '../store/task-transitions.ts'
import { resultPrefix, taskPrefix, workPrefixes } from './task-completion.ts'

/** Every result lies below this, in one folder per task (`filesPrefix` of `result-files.ts`). */
const resultsPrefix = 'files/'

const hourMs = 3_600_000

/** Removes the results older than `RESULT_TTL_HOURS`: a task's files go together, when its youngest is too old. How many tasks. */
export async function sweepResults({
  blobs,
  settings,
  clock,
  log,
}: Pick<Deps, 'blobs' | 'settings' | 'clock' | 'log'>): Promise<number> {
  const oldest = clock() - settings.resultTtlHours * hourMs
  const expired: string[] = []
  let task = { prefix: '', modifiedAt: 0 }
  const close = (): void => {
    if (task.prefix !== '' && task.modifiedAt < oldest) expired.push(task.prefix)
  }
  // Keys come in order, so a task's files come one after the other.
  for await (const { blobKey, modifiedAt } of blobs.list(resultsPrefix)) {
    const prefix = folderOf(blobKey)
    if (prefix === task.prefix) {
      task.modifiedAt = Math.max(task.modifiedAt, modifiedAt)
      continue
    }
    close()
    task = { prefix, modifiedAt }
  }
  close()
  for (const prefix of expired) await blobs.remove(prefix)
  if (expired.length > 0) log.info('expired results removed', { tasks: expired.length })
  return expired.length
}

/** Gives back the pages whose task ended with its process. How many tasks. */
export async function sweepReservations({ sql, clock, log }: Pick<Deps, 'sql' | 'clock' | 'log'>): Promise<number> {
  const tasks = await releaseExpired(sql, { now: clock() })
  if (tasks > 0) log.warn('pages of unfinished tasks given back', { tasks })
  return tasks
}

/** A step that nobody has taken for so many leases was lost on its way; sending it twice does no harm. */
const staleLeases = 2
/** A document is stored just before its row is made: one without a row is somebody's who died in between, or was refused. */
const orphanMs = hourMs
/** Rows per look, so that no sweep holds the database for long. */
const sweepRows = 500
/** Of all that is unfinished: `QUEUE_MAX` tasks are 1000 unless told otherwise, and the next sweep finds the rest. */
const allRows = 10_000

/**
 * Sends again what should be under way and is not: after an emptied queue, or a process that died between two steps. How many messages.
 * `all`: also what was sent a moment ago, because the queue was away and may have lost it.
 */
export async function sweepTasks(
  { sql, tasks, settings, clock, log }: Pick<Deps, 'sql' | 'tasks' | 'settings' | 'clock' | 'log'>,
  { all = false }: { all?: boolean } = {},
): Promise<number> {
  if (tasks === null) return 0
  const now = clock()
  const staleMs = all ? 0 : staleLeases * settings.tasks.leaseMs
  const rows = all ? allRows : sweepRows
  const joinable = await sql.all<{ task_id: string }>(
    `SELECT task_id FROM tasks WHERE state = 'PROCESSING'
     AND NOT EXISTS (SELECT 1 FROM shards s WHERE s.task_id = tasks.task_id AND s.state IN ('open', 'leased')) LIMIT ?1`,
    [rows],
  )
  const messages: TaskMessage[] = []
  for (const { task_id } of joinable)
    if (await startJoining(sql, task_id, now)) messages.push({ kind: 'join', taskId: task_id })
  const steps = await sql.all<{ task_id: string; state: string }>(
    `SELECT task_id, state FROM tasks WHERE state IN ('QUEUING', 'JOINING') AND updated_at <= ?2 AND not_before <= ?1
     AND (lease_owner IS NULL OR lease_until <= ?1) ORDER BY record_id LIMIT ?3`,
    [now, now - staleMs, rows],
  )
  messages.push(
    ...steps.map(
      ({ task_id, state }): TaskMessage => ({ kind: state === 'QUEUING' ? 'plan' : 'join', taskId: task_id }),
    ),
  )
  const shards = await sql.all<{ task_id: string; first: number }>(
    `SELECT s.task_id, s.first FROM tasks t JOIN shards s ON s.task_id = t.task_id
     WHERE t.state = 'PROCESSING' AND t.updated_at <= ?2 AND s.state IN ('open', 'leased') AND s.not_before <= ?1
     AND (s.lease_owner IS NULL OR s.lease_until <= ?1) ORDER BY t.record_id, s.first LIMIT ?3`,
    [now, now - staleMs, rows],
  )
  messages.push(
    ...shards.map(({ task_id, first }): TaskMessage => ({ kind: 'shard', taskId: task_id, first: Number(first) })),
  )
  const callbacks = await sql.all<{ task_id: string }>(
    "SELECT task_id FROM tasks WHERE callback_state = 'pending' AND callback_at <= ?1 LIMIT ?2",
    [now - staleMs, rows],
  )
  messages.push(...callbacks.map(({ task_id }): TaskMessage => ({ kind: 'callback', taskId: task_id })))
  if (messages.length === 0) return 0
  await tasks.queue.send(messages)
  log.debug('steps of tasks sent again', { messages: messages.length })
  return messages.length
}

/** Removes tasks whose result has expired, blobs first, and documents that no task belongs to. How many tasks and documents. */
export async function sweepExpiredTasks({
  sql,
  blobs,
  clock,
  log,
}: Pick<Deps, 'sql' | 'blobs' | 'clock' | 'log'>): Promise<number> {
  let expired = 0
  for (let found = sweepRows; found === sweepRows; expired += found) {
    const rows = await sql.all<{ task_id: string; files_token: string }>(
      'SELECT task_id, files_token FROM tasks WHERE expires_at <= ?1 LIMIT ?2',
      [clock(), sweepRows],
    )
    found = rows.length
    for (const { task_id, files_token } of rows) {
      await blobs.remove(taskPrefix(task_id))
      await blobs.remove(filesPrefix(files_token))
      await sql.batch([
        { sql: 'DELETE FROM shards WHERE task_id = ?1', args: [task_id] },
        { sql: 'DELETE FROM tasks WHERE task_id = ?1', args: [task_id] },
      ])
    }
  }
  const orphans = await sweepLeftovers({ sql, blobs, clock })
  if (expired + orphans > 0) log.info('expired tasks removed', { tasks: expired, orphans })
  return expired + orphans
}

/** Documents and pages that nobody needs any more: of tasks that ended with their process, or never were. How many tasks. */
async function sweepLeftovers({ sql, blobs, clock }: Pick<Deps, 'sql' | 'blobs' | 'clock'>): Promise<number> {
  const found = new Map<string, { youngest: number; finished: boolean }>()
  for await (const { blobKey, modifiedAt } of blobs.list('tasks/')) {
    const taskId = blobKey.split('/')[1] ?? ''
    const before = found.get(taskId) ?? { youngest: 0, finished: true }
    found.set(taskId, {
      youngest: Math.max(modifiedAt, before.youngest),
      finished: before.finished && blobKey.startsWith(resultPrefix(taskId)),
    })
  }
  const states = await statesOf([...found.keys()], sql)
  let swept = 0
  for (const [taskId, { youngest, finished }] of found) {
    const state = states.get(taskId)
    if (state === undefined ? youngest > clock() - orphanMs : finished || !['SUCCESS', 'FAILED'].includes(state))
      continue
    for (const prefix of state === 'SUCCESS' ? workPrefixes(taskId) : [taskPrefix(taskId)]) await blobs.remove(prefix)
    swept++
  }
  return swept
}

/** Tasks asked for at once. A statement of D1 takes a hundred values, and an invocation of a Worker a thousand statements. */
const tasksAtOnce = 100

/** By task; those without a row are absent. */
async function statesOf(taskIds: readonly string[], sql: Sql): Promise<Map<string, string>> {
  const states = new Map<string, string>()
  for (let first = 0; first < taskIds.length; first += tasksAtOnce) {
    const some = taskIds.slice(first, first + tasksAtOnce)
    const places = some.map((_, index) => `?${index + 1}`).join(', ')
    const rows = await sql.all<{ task_id: string; state: string }>(
      `SELECT task_id, state FROM tasks WHERE task_id IN (${places})`,
      some,
    )
    for (const { task_id, state } of rows) states.set(task_id, state)
  }
  return states
}

/** `files/<token>/`; a blob that lies beside the folders is a task of its own. */
function folderOf(blobKey: string): string {
  const end = blobKey.indexOf('/', resultsPrefix.length)
  return end === -1 ? blobKey : blobKey.slice(0, end + 1)
}
