/** A message that the platform gave up on: its task fails with a reason, and its pages go back. */
import type { Deps, TaskDeps } from '../../deps.ts'
import { ParseError, UnavailableError } from '../../model/errors.ts'
import type { TaskMessage } from '../../queue/queue.ts'
import { readTask } from '../store/task-store.ts'
import { readDue } from './consumer.ts'
import { failTask } from './task-completion.ts'

/** Until a message comes again that was given up while a store was away: that says nothing about its work. */
const awayDelayMs = 10_000

/** Does nothing when the work was done by another delivery, or somebody is at it now. A callback that is given up fails nothing. */
export async function handleDeadLetter(message: TaskMessage, context: { deps: Deps; tasks: TaskDeps }): Promise<void> {
  try {
    await fail(message, context)
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error
    await context.tasks.queue.send([message], { delayMs: awayDelayMs })
  }
}

async function fail(message: TaskMessage, { deps, tasks }: { deps: Deps; tasks: TaskDeps }): Promise<void> {
  const { taskId, kind } = message
  if (kind === 'callback') {
    await deps.sql.run("UPDATE tasks SET callback_state = 'failed' WHERE task_id = ?1 AND callback_state = 'pending'", [
      taskId,
    ])
    return
  }
  const due = await readDue(deps.sql, message)
  if (due === null) return
  const now = deps.clock()
  if (due.dueAt > now) {
    // Should it die too, this comes again.
    await tasks.queue.send([message], { delayMs: due.dueAt - now })
    return
  }
  const task = await readTask(deps.sql, taskId)
  if (task === null) return
  deps.log.error('a message was given up by the platform', { taskId, kind })
  const what = kind === 'shard' ? 'A part of the document' : 'The document'
  await failTask(task, new ParseError(1137, `${what} could not be processed: every attempt ended unexpectedly.`), {
    deps,
    tasks,
  })
}
