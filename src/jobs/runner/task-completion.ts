import type { Deps } from '../../deps.ts'
import type { ParseError } from '../../model/errors.ts'
import type { TaskMessage } from '../../queue/queue.ts'
import { resultKey, taskPrefix } from '../store/blob-keys.ts'
import { filesPrefix } from '../store/result-files.ts'
import { isFinal, readTask, type Task } from '../store/task-store.ts'
import { type Failure, markFailed } from '../store/task-transitions.ts'
import type { TaskContext } from '../types.ts'

type TaskRef = Pick<Task, 'taskId' | 'filesToken'>

const HOUR_MS = 3_600_000

export function expiryOf(now: number, { settings }: Pick<Deps, 'settings'>): number {
  return now + settings.resultTtlHours * HOUR_MS
}

/** Requires a valid lease of `owner`, if given. Counts the task unless another attempt or a client ended it. */
export async function failTask(
  task: TaskRef,
  error: ParseError,
  { owner, ...context }: TaskContext & { owner?: string },
): Promise<void> {
  if (await recordFailure(task, { message: error.message, code: error.code, owner }, context)) {
    context.deps.metrics?.record('tasksEnded', { code: String(error.code) })
    context.deps.log.info('task failed', { taskId: task.taskId, code: error.code })
  }
  await cleanUpEndedTask(task, context)
}

export async function cancelTask(task: TaskRef, context: TaskContext): Promise<void> {
  await recordFailure(task, { message: 'cancelled', code: null, chargeParsed: true }, context)
  await cleanUpEndedTask(task, context)
}

async function recordFailure(
  { taskId }: TaskRef,
  failure: Omit<Failure, 'now' | 'expiresAt'>,
  { deps }: TaskContext,
): Promise<boolean> {
  const now = deps.clock()
  return await markFailed(deps.sql, taskId, { ...failure, now, expiresAt: expiryOf(now, deps) })
}

/** Publishes the end of a task, sends its callback and removes its blobs. Idempotent. */
export async function cleanUpEndedTask({ taskId, filesToken }: TaskRef, { deps, tasks }: TaskContext): Promise<void> {
  const task = await readTask(deps.sql, taskId)
  if (task !== null && !isFinal(task)) return
  tasks.events.publish(taskId, 'final')
  if (task?.callbackState === 'pending') await sendOrLeaveToSweeper({ kind: 'callback', taskId }, { deps, tasks })
  const succeeded = task?.state === 'SUCCESS'
  try {
    await deps.blobs.remove(taskPrefix(taskId), succeeded ? { except: resultKey(task) } : {})
    if (!succeeded) await deps.blobs.remove(filesPrefix(filesToken))
  } catch (error) {
    deps.log.warn('the blobs of a task could not be removed; the sweeper will', { taskId, error: String(error) })
  }
}

export async function sendOrLeaveToSweeper(message: TaskMessage, { deps, tasks }: TaskContext): Promise<void> {
  try {
    await tasks.queue.send([message])
  } catch (error) {
    const { taskId } = message
    deps.log.info('a message could not be sent; the sweeper will', { taskId, error: String(error) })
  }
}
