/** Periodic cleanup and recovery, safe in several processes. */
import { releaseExpired } from '../../accounts/quota.ts'
import type { Deps } from '../../deps.ts'
import type { TaskMessage } from '../../queue/queue.ts'
import { resultPrefix, taskPrefix } from '../store/blob-keys.ts'
import { listJoinable, listStaleWork } from '../store/due-work.ts'
import { filesPrefix } from '../store/result-files.ts'
import { deleteTask, listExpired, readStates } from '../store/task-store.ts'
import { startJoining } from '../store/task-transitions.ts'

const HOUR_MS = 3_600_000
/** Age of due work whose message counts as lost, in leases. */
const STALE_LEASES = 2
const orphanMs = HOUR_MS
/** Rows per query: no sweep blocks the database for long. */
const SWEEP_ROWS = 500
const ALL_ROWS = 10_000

/** Removes results older than `RESULT_TTL_HOURS`. Returns the number of tasks. */
export async function sweepResults({
  blobs,
  settings,
  clock,
  log,
}: Pick<Deps, 'blobs' | 'settings' | 'clock' | 'log'>): Promise<number> {
  const oldest = clock() - settings.resultTtlHours * HOUR_MS
  const newest = new Map<string, number>()
  for await (const { blobKey, modifiedAt } of blobs.list('files/')) {
    const prefix = /^files\/[^/]*\//.exec(blobKey)?.[0] ?? blobKey
    newest.set(prefix, Math.max(newest.get(prefix) ?? 0, modifiedAt))
  }
  const expired = [...newest].filter(([, modifiedAt]) => modifiedAt < oldest)
  for (const [prefix] of expired) await blobs.remove(prefix)
  if (expired.length > 0) log.info('expired results removed', { tasks: expired.length })
  return expired.length
}

/** Refunds pages of crashed processes. Returns the number of tasks. */
export async function sweepReservations({ sql, clock, log }: Pick<Deps, 'sql' | 'clock' | 'log'>): Promise<number> {
  const tasks = await releaseExpired(sql, { now: clock() })
  if (tasks > 0) log.warn('pages of unfinished tasks refunded', { tasks })
  return tasks
}

/** Sends missing messages of due work, after an emptied queue or a crash. */
export async function sweepTasks(
  { sql, tasks, settings, clock, log }: Pick<Deps, 'sql' | 'tasks' | 'settings' | 'clock' | 'log'>,
  { includeRecent = false }: { includeRecent?: boolean } = {},
): Promise<number> {
  if (tasks === null) return 0
  const now = clock()
  const staleMs = includeRecent ? 0 : STALE_LEASES * settings.tasks.leaseMs
  const limit = includeRecent ? ALL_ROWS : SWEEP_ROWS
  const messages: TaskMessage[] = []
  for (const taskId of await listJoinable(sql, limit))
    if (await startJoining(sql, taskId, now)) messages.push({ kind: 'join', taskId })
  messages.push(...(await listStaleWork(sql, { now, staleMs, limit })))
  if (messages.length === 0) return 0
  await tasks.queue.send(messages)
  log.debug('messages of tasks redelivered', { messages: messages.length })
  return messages.length
}

/** Removes expired tasks, blobs first, and orphaned documents. */
export async function sweepExpiredTasks(deps: Pick<Deps, 'sql' | 'blobs' | 'clock' | 'log'>): Promise<number> {
  const { sql, blobs, clock, log } = deps
  let expired = 0
  for (let found = SWEEP_ROWS; found === SWEEP_ROWS; expired += found) {
    const tasks = await listExpired(sql, { now: clock(), limit: SWEEP_ROWS })
    found = tasks.length
    for (const { taskId, filesToken } of tasks) {
      await blobs.remove(taskPrefix(taskId))
      await blobs.remove(filesPrefix(filesToken))
      await deleteTask(sql, taskId)
    }
  }
  const orphans = await sweepOrphans(deps)
  if (expired + orphans > 0) log.info('expired tasks removed', { tasks: expired, orphans })
  return expired + orphans
}

async function sweepOrphans({ sql, blobs, clock }: Pick<Deps, 'sql' | 'blobs' | 'clock'>): Promise<number> {
  const found = new Map<string, { newest: number; onlyResult: boolean }>()
  for await (const { blobKey, modifiedAt } of blobs.list('tasks/')) {
    const taskId = blobKey.split('/')[1] ?? ''
    const { newest, onlyResult } = found.get(taskId) ?? { newest: 0, onlyResult: true }
    found.set(taskId, {
      newest: Math.max(modifiedAt, newest),
      onlyResult: onlyResult && blobKey.startsWith(resultPrefix(taskId)),
    })
  }
  const states = await readStates(sql, [...found.keys()])
  let swept = 0
  for (const [taskId, { newest, onlyResult }] of found) {
    const state = states.get(taskId)
    const isNeeded =
      state === undefined ? newest > clock() - orphanMs : onlyResult || (state !== 'SUCCESS' && state !== 'FAILED')
    if (isNeeded) continue
    await blobs.remove(taskPrefix(taskId), state === 'SUCCESS' ? { except: resultPrefix(taskId) } : {})
    swept++
  }
  return swept
}
