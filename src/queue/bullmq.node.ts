/**
 * The queue over Redis with BullMQ: messages go to whichever worker process is free. Redis is transport only: a message
 * holds ids, and one that is lost with Redis is sent again by the sweeper from the rows.
 */
import { Queue as BullQueue, type ConnectionOptions, type JobsOptions, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import type { Queue, TaskMessage } from './queue.ts'

export interface RedisQueue extends Queue<TaskMessage> {
  close(): Promise<void>
}

export interface RedisQueueOptions {
  /** `redis://…` or `rediss://…` */
  readonly url: string
  /** The connection's trouble; it comes back by itself. */
  onError(error: unknown): void
}

export interface RedisConsumerOptions extends RedisQueueOptions {
  /** Steps at work at once in this process. */
  readonly concurrency: number
  /** How long a message belongs to a worker without a sign of life; beside the row's own lease it only decides who looks again, and when. */
  readonly leaseMs: number
  /** `stop` aborts when the work is to be given back. */
  handle(message: TaskMessage, stop: AbortSignal): Promise<void>
}

export interface RedisConsumer {
  /** Begins nothing new, waits for what runs, after `timeoutMs` has it given back, and in the end leaves it to its leases. */
  stop(options: { timeoutMs: number }): Promise<void>
}

const prefix = 'sheaf'
/** Callbacks wait for other people's servers: they have a queue and places of their own. */
const queueNames = { steps: 'steps', callbacks: 'callbacks' } as const
const callbackPlaces = 8
/** A request must not wait for a Redis that is away: the sweeper sends what could not be sent. */
const sendTimeoutMs = 3000
/** Only a database that is away makes a step throw; the row counts the attempts at the work itself. */
const attempts = 20
const firstRetryMs = 500
/** Like `attempts`: a message whose worker died comes again as often as that happens, and the row decides when it is enough. */
const maxStalledCount = 1000
/** For work that was told to stop to give itself back. */
const giveBackMs = 5000
const longestReconnectMs = 2000

function connectionOf(url: string, maxRetriesPerRequest: number | null): ConnectionOptions {
  return { url, maxRetriesPerRequest, retryStrategy: (times: number) => Math.min(times * 100, longestReconnectMs) }
}

/** The sending side; connects when it is first needed and ever again. */
export function createRedisQueue({ url, onError }: RedisQueueOptions): RedisQueue {
  const open = (name: string): BullQueue => {
    const queue = new BullQueue(name, { connection: connectionOf(url, 1), prefix, skipMetasUpdate: true })
    queue.on('error', onError)
    return queue
  }
  const queues = { steps: open(queueNames.steps), callbacks: open(queueNames.callbacks) }
  return {
    async send(messages, { delayMs = 0 } = {}) {
      const jobs = messages.map((message) => ({ name: message.kind, data: message, opts: optionsOf(message, delayMs) }))
      const callbacks = jobs.filter(({ name }) => name === 'callback')
      const steps = jobs.filter(({ name }) => name !== 'callback')
      if (steps.length > 0) await inTime(queues.steps.addBulk(steps))
      if (callbacks.length > 0) await inTime(queues.callbacks.addBulk(callbacks))
    },
    async close() {
      await Promise.allSettled(Object.values(queues).map((queue) => queue.close()))
    },
  }
}

/** The receiving side of a worker process; begins at once. */
export function consumeRedisQueue({ url, concurrency, leaseMs, handle, onError }: RedisConsumerOptions): RedisConsumer {
  const stopping = new AbortController()
  const open = (name: string, places: number): Worker<TaskMessage> => {
    const worker = new Worker<TaskMessage>(name, async ({ data }) => await handle(data, stopping.signal), {
      connection: connectionOf(url, null),
      prefix,
      concurrency: places,
      lockDuration: leaseMs,
      stalledInterval: leaseMs / 2,
      maxStalledCount,
    })
    worker.on('error', onError)
    worker.on('failed', (_job, error) => onError(error))
    return worker
  }
  const workers = [open(queueNames.steps, concurrency), open(queueNames.callbacks, callbackPlaces)]
  return {
    async stop({ timeoutMs }) {
      const closed = Promise.allSettled(workers.map((worker) => worker.close()))
      if (await endsWithin(closed, timeoutMs)) return
      stopping.abort(new Error('The process is stopping'))
      if (await endsWithin(closed, giveBackMs)) return
      for (const worker of workers) worker.close(true).catch(onError)
    },
  }
}

/** What Redis does when its memory is full: anything but `noeviction` may throw messages away. `null`: it does not say. */
export async function readEvictionPolicy(url: string): Promise<string | null> {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 1, retryStrategy: () => null })
  // Told by `connect`.
  redis.on('error', () => undefined)
  try {
    await redis.connect()
    return /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1] ?? null
  } finally {
    redis.disconnect()
  }
}

function optionsOf(message: TaskMessage, delayMs: number): JobsOptions {
  const id = message.kind === 'shard' ? `shard/${message.taskId}/${message.first}` : `${message.kind}/${message.taskId}`
  return {
    delay: delayMs,
    ...(message.kind === 'callback' || message.kind === 'join' ? {} : { priority: priorityOf(message) }),
    attempts,
    backoff: { type: 'exponential', delay: firstRetryMs, jitter: 0.5 },
    // One waiting and one at work at most, however often the sweeper sends; sent by the one at work it comes after that.
    deduplication: { id, keepLastIfActive: true, reschedule: true },
    removeOnComplete: true,
    removeOnFail: true,
  }
}

/** Joins have none and go first: they end what was begun. Then documents take turns page by page, so that a long one does not hold up a short one. */
function priorityOf(message: TaskMessage): number {
  return message.kind === 'shard' ? 1 + Math.min(message.first, maxTurn) : 1
}

/** Beyond this position shards are served as they come: so many pages ahead no document may push in for ever. */
const maxTurn = 300

async function inTime(work: Promise<unknown>): Promise<void> {
  if (!(await endsWithin(work, sendTimeoutMs))) {
    work.catch(() => undefined)
    throw new Error(`Redis did not take a message within ${sendTimeoutMs} ms`)
  }
}

async function endsWithin(work: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const late = Promise.withResolvers<false>()
  const timer = setTimeout(() => late.resolve(false), timeoutMs)
  try {
    return await Promise.race([work.then(() => true), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
