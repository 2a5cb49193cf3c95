/**
 * What a message asks for, done: the consumer of every queue. Each step claims its row first, so a message that comes
 * twice, late or in vain does nothing. It throws only when the database or the queue fails; the claim then runs out.
 */
import type { Deps } from '../../deps.ts'
import type { TaskMessage } from '../../queue/queue.ts'
import { callBack } from '../steps/callback.ts'
import { joinTask } from '../steps/join.ts'
import { parseShard } from '../steps/parse-shard.ts'
import { planTask } from '../steps/plan.ts'
import { createDocumentCache } from '../steps/task-documents.ts'

/** `stop` aborts when this process is to end: the step is given back. */
export type TaskHandler = (message: TaskMessage, stop: AbortSignal) => Promise<void>

export function createTaskHandler(deps: Deps): TaskHandler {
  const { tasks } = deps
  if (tasks === null) throw new Error('This deployment has no asynchronous parsing')
  const documents = createDocumentCache(deps)
  return async (message, stop) => {
    const context = { deps, tasks, documents, stop }
    switch (message.kind) {
      case 'plan':
        return await planTask(message.taskId, context)
      case 'shard':
        return await parseShard(message, context)
      case 'join':
        return await joinTask(message.taskId, context)
      case 'callback':
        return await callBack(message.taskId, context)
    }
  }
}
