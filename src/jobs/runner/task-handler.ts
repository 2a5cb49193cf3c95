/**
 * Runs the step of a message. Delivery is at least once: each step claims its row first, so a repeated, late or
 * obsolete message has no effect. Throws only when the database or the queue fails; the lease then expires.
 */
import type { Deps } from '../../deps.ts'
import type { TaskMessage } from '../../queue/queue.ts'
import { sendCallback } from '../steps/callback.ts'
import { createDocumentCache } from '../steps/document-cache.ts'
import { joinTask } from '../steps/join.ts'
import { parseShard } from '../steps/parse-shard.ts'
import { planTask } from '../steps/plan.ts'

/** `stop` aborts when the process stops: the step is released. */
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
