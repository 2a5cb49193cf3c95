import { ParseError, UnavailableError } from '../../model/errors.ts'
import type { TaskMessage } from '../../queue/queue.ts'
import { giveUpCallback } from '../store/callback-store.ts'
import { readDueState } from '../store/due-work.ts'
import { readTask } from '../store/task-store.ts'
import type { TaskContext } from '../types.ts'
import { failTask } from './task-completion.ts'

const UNAVAILABLE_DELAY_MS = 10_000

/** Fails the task of a message that the queue has given up, unless its work is finished or leased. */
export async function handleDeadLetter(message: TaskMessage, context: TaskContext): Promise<void> {
  try {
    await giveUp(message, context)
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error
    await context.tasks.queue.send([message], { delayMs: UNAVAILABLE_DELAY_MS })
  }
}

async function giveUp(message: TaskMessage, context: TaskContext): Promise<void> {
  const { deps, tasks } = context
  const { taskId, kind } = message
  deps.metrics?.record('deadLetters', { step: kind })
  if (kind === 'callback') return await giveUpCallback(deps.sql, taskId)
  const due = await readDueState(deps.sql, message)
  if (due === null) return
  const now = deps.clock()
  if (due.dueAt > now) {
    await tasks.queue.send([message], { delayMs: due.dueAt - now })
    return
  }
  const task = await readTask(deps.sql, taskId)
  if (task === null) return
  deps.log.error('a message was given up by the queue', { taskId, kind })
  const work = kind === 'shard' ? 'A part of the document' : 'The document'
  const error = new ParseError(1137, `${work} could not be processed: every attempt ended unexpectedly.`)
  await failTask(task, error, context)
}
