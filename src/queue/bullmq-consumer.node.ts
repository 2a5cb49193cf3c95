import { Worker } from 'bullmq'
import { settlesWithin } from '../concurrency/settles-within.ts'
import type { RedisConnectionOptions } from '../redis/connection.node.ts'
import { ATTEMPTS, connectionOf, prefix, queueNames, RELEASE_TIMEOUT_MS } from './bullmq-settings.node.ts'
import type { TaskMessage } from './queue.ts'

interface RedisConsumerOptions extends RedisConnectionOptions {
  readonly concurrency: number
  /** Lock duration of BullMQ. Only the lease in the database decides which worker may do the work. */
  readonly leaseMs: number
  handle(message: TaskMessage, stop: AbortSignal): Promise<void>
  /** Reports a message that was given up; the sweeper sends it again. */
  onDeadLetter?(message: TaskMessage): void
}

interface RedisConsumer {
  /** Waits for the running work, aborts it after `timeoutMs`, and finally leaves it to its leases. */
  stop(options: { timeoutMs: number }): Promise<void>
}

const CALLBACK_CONCURRENCY = 8
/** Never reached: the database decides when a step that crashes its worker is given up. */
const MAX_STALLED_COUNT = 1000

export function consumeRedisQueue({
  url,
  concurrency,
  leaseMs,
  handle,
  onError,
  onDeadLetter = () => undefined,
}: RedisConsumerOptions): RedisConsumer {
  const stopping = new AbortController()
  const open = (name: string, maxRunning: number): Worker<TaskMessage> => {
    const worker = new Worker<TaskMessage>(name, async ({ data }) => await handle(data, stopping.signal), {
      connection: connectionOf(url, null),
      prefix,
      concurrency: maxRunning,
      lockDuration: leaseMs,
      stalledInterval: leaseMs / 2,
      maxStalledCount: MAX_STALLED_COUNT,
    })
    worker.on('error', onError)
    worker.on('failed', (job, error) => {
      onError(error)
      if (job !== undefined && job.attemptsMade >= ATTEMPTS) onDeadLetter(job.data)
    })
    return worker
  }
  const workers = [open(queueNames.steps, concurrency), open(queueNames.callbacks, CALLBACK_CONCURRENCY)]
  return {
    async stop({ timeoutMs }) {
      const closed = Promise.allSettled(workers.map((worker) => worker.close()))
      if (await settlesWithin(closed, timeoutMs)) return
      stopping.abort(new Error('The process is stopping'))
      if (await settlesWithin(closed, RELEASE_TIMEOUT_MS)) return
      for (const worker of workers) worker.close(true).catch(onError)
    },
  }
}
