/**
 * The queue over Cloudflare Queues. Each message is sent and handed over by itself, because one step may take minutes
 * of an invocation; what the platform gives up on lands in the dead-letter queue.
 */
import type { Queue, TaskMessage } from './queue.ts'

/** Most messages of one call. Ours have some 70 bytes each, so they never reach the limit in bytes. */
const maxBatch = 100
/** The platform delays by whole seconds, at most so many. */
const maxDelaySeconds = 12 * 3600

/** The part of the binding that is used; those of tests have no more. */
export interface QueueBinding {
  sendBatch(messages: Iterable<{ body: TaskMessage }>, options?: { delaySeconds?: number }): Promise<unknown>
}

export function createWorkersQueue(binding: QueueBinding): Queue<TaskMessage> {
  return {
    async send(messages, { delayMs = 0 } = {}) {
      const delaySeconds = Math.min(maxDelaySeconds, Math.ceil(delayMs / 1000))
      for (let first = 0; first < messages.length; first += maxBatch)
        await binding.sendBatch(
          messages.slice(first, first + maxBatch).map((body) => ({ body })),
          { delaySeconds },
        )
    },
  }
}

/** What came over the queue; `null`: somebody else put it there. */
export function readMessage(body: unknown): TaskMessage | null {
  if (
    typeof body !== 'object' ||
    body === null ||
    !('kind' in body) ||
    !('taskId' in body) ||
    typeof body.taskId !== 'string'
  )
    return null
  const { kind, taskId } = body
  if (kind === 'plan' || kind === 'join' || kind === 'callback') return { kind, taskId }
  const first = 'first' in body ? body.first : null
  return kind === 'shard' && typeof first === 'number' ? { kind, taskId, first } : null
}
