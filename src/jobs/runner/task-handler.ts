/** Runs the step of a message. Steps claim their row first, so repeated messages have no effect. */
import type { Deps } from '../../deps.ts'
import type { TaskMessage } from '../../queue/queue.ts'
import { sendCallback } from '../steps/callback.ts'
import { createDocumentCache } from '../steps/document-cache.ts'
import { joinTask } from '../steps/join.ts'
import { parseShard } from '../steps/parse-shard.ts'
import { planTask } from '../steps/plan.ts'

/** Throws only when the database or the queue fails. When `stop` aborts, the step is released. */
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
        return await sendCallback(message.taskId, context)
    }
  }
}
