/** The end of a task, for whoever brings it about: the row, the blobs that nobody needs any more, the news, the callback. */
import type { Deps, TaskDeps } from '../../deps.ts'
import type { ParseError } from '../../model/errors.ts'
import { convertedKey, sourceKey } from '../steps/task-documents.ts'
import { pagesPrefix } from '../store/page-files.ts'
import { filesPrefix } from '../store/result-files.ts'
import { readTask, type Task } from '../store/task-store.ts'
import { markFailed } from '../store/task-transitions.ts'

const hourMs = 3_600_000

/** Everything that a task stores beside the files of its result. */
export function taskPrefix(taskId: string): string {
  return `tasks/${taskId}/`
}

/** Each attempt at joining stores its own, so that none is replaced while somebody reads it; the row's `attempts` names the one that counts. */
export function resultKey({ taskId, attempts }: Pick<Task, 'taskId' | 'attempts'>): string {
  return `${resultPrefix(taskId)}${String(attempts).padStart(4, '0')}`
}

export function resultPrefix(taskId: string): string {
  return `${taskPrefix(taskId)}result-`
}

/** What a task needs only until it has its result. */
export function workPrefixes(taskId: string): string[] {
  return [sourceKey(taskId), convertedKey(taskId), pagesPrefix(taskId)]
}

export function expiryOf(now: number, { settings }: Pick<Deps, 'settings'>): number {
  return now + settings.resultTtlHours * hourMs
}

/** Ends an unfinished task as FAILED; a finished one stays as it is. With `holder` only while that claim holds. */
export async function failTask(
  task: Pick<Task, 'taskId' | 'filesToken'>,
  error: ParseError,
  { deps, tasks, holder }: { deps: Deps; tasks: TaskDeps; holder?: string },
): Promise<void> {
  const now = deps.clock()
  const failure = { message: error.message, code: error.code, now, expiresAt: expiryOf(now, deps) }
  await markFailed(deps.sql, task.taskId, holder === undefined ? failure : { ...failure, holder })
  deps.log.info('task failed', { taskId: task.taskId, code: error.code })
  await cleanUpEndedTask(task, { deps, tasks })
}

/** Ends an unfinished task by its owner's wish: what was parsed is charged, the rest given back. */
export async function cancelTask(
  task: Pick<Task, 'taskId' | 'filesToken'>,
  { deps, tasks }: { deps: Deps; tasks: TaskDeps },
): Promise<void> {
  const now = deps.clock()
  await markFailed(deps.sql, task.taskId, {
    message: 'cancelled',
    code: null,
    now,
    expiresAt: expiryOf(now, deps),
    chargeParsed: true,
  })
  await cleanUpEndedTask(task, { deps, tasks })
}

/** Tells everybody and tidies up. Safe to call again, also by whoever finds the task ended by somebody else. */
export async function cleanUpEndedTask(
  { taskId, filesToken }: Pick<Task, 'taskId' | 'filesToken'>,
  { deps, tasks }: { deps: Deps; tasks: TaskDeps },
): Promise<void> {
  const task = await readTask(deps.sql, taskId)
  if (task !== null && task.state !== 'SUCCESS' && task.state !== 'FAILED') return
  tasks.events.publish(taskId, 'final')
  if (task?.callbackState === 'pending') await send(taskId, { deps, tasks })
  const doomed =
    task?.state === 'SUCCESS'
      ? [...workPrefixes(taskId), ...earlierResults(task)]
      : [taskPrefix(taskId), filesPrefix(filesToken)]
  try {
    for (const prefix of doomed) await deps.blobs.remove(prefix)
  } catch (error) {
    deps.log.warn('what a task left could not be removed; it goes with the task', { taskId, error: String(error) })
  }
}

function earlierResults({ taskId, attempts }: Task): string[] {
  return Array.from({ length: Math.max(0, attempts - 1) }, (_, index) => resultKey({ taskId, attempts: index + 1 }))
}

async function send(taskId: string, { deps, tasks }: { deps: Deps; tasks: TaskDeps }): Promise<void> {
  try {
    await tasks.queue.send([{ kind: 'callback', taskId }])
  } catch (error) {
    deps.log.info('a message could not be sent; the sweeper will', { taskId, error: String(error) })
  }
}
