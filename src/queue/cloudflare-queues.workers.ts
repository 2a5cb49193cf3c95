/** Each message of Cloudflare Queues has its own invocation, because a step may take minutes. */
import type { Queue, TaskMessage } from './queue.ts'

/** Messages per call, which stay below the platform's limit in bytes. */
const MAX_BATCH = 100
const MAX_DELAY_SECONDS = 12 * 3600

export interface QueueBinding {
  sendBatch(messages: Iterable<{ body: TaskMessage }>, options?: { delaySeconds?: number }): Promise<unknown>
}

export function createWorkersQueue(binding: QueueBinding): Queue<TaskMessage> {
  return {
    async send(messages, { delayMs = 0 } = {}) {
      const delaySeconds = Math.min(MAX_DELAY_SECONDS, Math.ceil(delayMs / 1000))
      for (let first = 0; first < messages.length; first += MAX_BATCH)
        await binding.sendBatch(
          messages.slice(first, first + MAX_BATCH).map((body) => ({ body })),
          { delaySeconds },
        )
    },
  }
}

export function readMessage(body: unknown): TaskMessage | null {
  if (typeof body !== 'object' || body === null) return null
  const { kind, taskId, first } = body as Record<string, unknown>
  if (typeof taskId !== 'string') return null
  if (kind === 'plan' || kind === 'join' || kind === 'callback') return { kind, taskId }
  return kind === 'shard' && typeof first === 'number' ? { kind, taskId, first } : null
}
