/**
 * The queue over Redis with BullMQ: messages go to whichever worker process is free. Redis is transport only: a message
 * holds ids, and one that is lost with Redis is sent again by the sweeper from the rows.
 */
import { Queue as BullQueue, type ConnectionOptions, type JobsOptions, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { UnavailableError } from '../model/errors.ts'
import type { Queue, TaskMessage } from './queue.ts'
import './ioredis-timeout-patch.node.ts'

export interface RedisQueue extends Queue<TaskMessage> {
  close(): Promise<void>
}

export interface RedisQueueOptions {
  /** `redis://…` or `rediss://…` */
  readonly url: string
  /** The connection's trouble; it comes back by itself. */
  onError(error: unknown): void
}

export interface RedisSenderOptions extends RedisQueueOptions {
  /** Redis took a message, or is there again. */
  onAvailable?(): void
  /**
   * Redis is there again after a while without it: what could not be sent meanwhile, or was lost with it, is to be sent again. Of all
   * processes that find it back at the same time one is told.
   */
  onReconnect?(): void
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
/** A connection whose other end vanished without a word, with its machine, is given up after a command without an answer; workers wait up to 10 s for work. */
const silentMs = 15_000
/** Until everybody has found a Redis that is back: only then has the last message failed that could not be sent. */
const backAfterMs = longestReconnectMs + 1000
/** One process is told within this. */
const backOnceMs = 10_000
/** Messages of one call: thousands at once would hold up everybody's. */
const maxBatch = 500

function connectionOf(url: string, maxRetriesPerRequest: number | null): ConnectionOptions {
  return {
    url,
    maxRetriesPerRequest,
    socketTimeout: silentMs,
    retryStrategy: (times: number) => Math.min(times * 100, longestReconnectMs),
  }
}

/** The sending side; connects when it is first needed and ever again. */
export function createRedisQueue({ url, onError, onAvailable, onReconnect }: RedisSenderOptions): RedisQueue {
  const open = (name: string): BullQueue => {
    const queue = new BullQueue(name, { connection: connectionOf(url, 1), prefix, skipMetasUpdate: true })
    queue.on('error', onError)
    return queue
  }
  const queues = { steps: open(queueNames.steps), callbacks: open(queueNames.callbacks) }
  const unwatch = watchReturn(queues.steps, async () => {
    onAvailable?.()
    if (onReconnect !== undefined && (await isFirst(url))) onReconnect()
  })
  const add = async (queue: BullQueue, jobs: Parameters<BullQueue['addBulk']>[0]): Promise<void> => {
    for (let first = 0; first < jobs.length; first += maxBatch)
      await inTime(queue.addBulk(jobs.slice(first, first + maxBatch)))
  }
  return {
    async send(messages, { delayMs = 0 } = {}) {
      const jobs = messages.map((message) => ({ name: message.kind, data: message, opts: optionsOf(message, delayMs) }))
      const callbacks = jobs.filter(({ name }) => name === 'callback')
      const steps = jobs.filter(({ name }) => name !== 'callback')
      try {
        await add(queues.steps, steps)
        await add(queues.callbacks, callbacks)
      } catch (error) {
        onError(error)
        throw new UnavailableError('the queue does not answer', { cause: error })
      }
      onAvailable?.()
    },
    async close() {
      unwatch()
      const closed = Promise.allSettled(Object.values(queues).map((queue) => queue.close()))
      // A Redis that does not answer must not keep the process.
      if (!(await endsWithin(closed, giveBackMs)))
        for (const queue of Object.values(queues)) queue.disconnect().catch(() => undefined)
    },
  }
}

/** Calls `back` some time after a connection that was lost, or could not be made at first, is there. What it returns ends that. */
function watchReturn(queue: BullQueue, back: () => Promise<void>): () => void {
  let away = false
  let timer: NodeJS.Timeout | undefined
  const backend = queue.getBackend()
  const onAway = (): void => {
    away = true
    clearTimeout(timer)
  }
  backend.on('error', onAway)
  backend.on('close', onAway)
  backend.on('ready', () => {
    if (!away) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      away = false
      // It went again: then this comes again.
      back().catch(() => undefined)
    }, backAfterMs)
  })
  return () => clearTimeout(timer)
}

/** Of all processes that ask within a while, `true` for one. */
function isFirst(url: string): Promise<boolean> {
  return askOnce(url, async (redis) => (await redis.set(`${prefix}:back`, '1', 'PX', backOnceMs, 'NX')) === 'OK')
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
export function readEvictionPolicy(url: string): Promise<string | null> {
  return askOnce(url, async (redis) => /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1] ?? null)
}

/** Over a connection of its own. Throws when there is no answer soon. */
async function askOnce<value>(url: string, ask: (redis: Redis) => Promise<value>): Promise<value> {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 1, retryStrategy: () => null })
  // Told by `connect`.
  redis.on('error', () => undefined)
  try {
    return await inTime(redis.connect().then(() => ask(redis)))
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

async function inTime<value>(work: Promise<value>): Promise<value> {
  if (await endsWithin(work, sendTimeoutMs)) return await work
  work.catch(() => undefined)
  throw new Error(`Redis did not answer within ${sendTimeoutMs} ms`)
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
