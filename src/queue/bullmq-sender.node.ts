/** Redis is only transport: messages carry ids, and the sweeper resends lost ones. */
import { Queue as BullQueue, type JobsOptions } from 'bullmq'
import { settlesWithin } from '../concurrency/settles-within.ts'
import { UnavailableError } from '../model/errors.ts'
import { MAX_RECONNECT_DELAY_MS, type RedisConnectionOptions, refusalOf } from '../redis/connection.node.ts'
import { withTemporaryConnection, withTimeout } from '../redis/temporary-connection.node.ts'
import { ATTEMPTS, connectionOf, prefix, queueNames, RELEASE_TIMEOUT_MS } from './bullmq-settings.node.ts'
import { type Queue, type TaskMessage, TURN_PAGES } from './queue.ts'

interface RedisQueue extends Queue<TaskMessage> {
  close(): Promise<void>
}

interface RedisSenderOptions extends RedisConnectionOptions {
  /** Redis has accepted a message or is reconnected. */
  onAvailable?(): void
  /** Runs after an outage, in one process, until it succeeds, to redeliver lost messages. */
  onReconnect?(): Promise<void>
}

const FIRST_RETRY_MS = 500
/** Time in which every process reconnects and every pending send times out. */
const reconnectGraceMs = MAX_RECONNECT_DELAY_MS + 1000
/** Period in which `onReconnect` runs in one process only. */
const ELECTION_MS = 10_000
/** Lifetime of the value that shows that Redis can be written. */
const PROBE_MS = 1000
/** Maximum messages per call, so that thousands do not block Redis. */
const MAX_BATCH = 500
const maxPriority = 2 ** 21 - 1

export function createRedisQueue({ url, onError, onAvailable, onReconnect }: RedisSenderOptions): RedisQueue {
  const open = (name: string): BullQueue => {
    const queue = new BullQueue(name, { connection: connectionOf(url, 1), prefix, skipMetasUpdate: true })
    queue.on('error', onError)
    return queue
  }
  let elected = false
  const reconnect = createReconnectTimer(async () => {
    onAvailable?.()
    if (onReconnect === undefined) return
    try {
      elected ||= await electOneProcess(url)
      if (elected) await onReconnect()
      elected = false
    } catch (error) {
      onError(error)
      throw error
    }
  })
  const steps = reopenOnFailure(() => {
    const queue = open(queueNames.steps)
    reconnect.watch(queue)
    return queue
  })
  const callbacks = reopenOnFailure(() => open(queueNames.callbacks))
  const add = async (queue: ReopenableQueue, messages: readonly TaskMessage[], delayMs: number): Promise<void> => {
    for (let first = 0; first < messages.length; first += MAX_BATCH) {
      const jobs = messages
        .slice(first, first + MAX_BATCH)
        .map((message) => ({ name: message.kind, data: message, opts: jobOptions(message, delayMs) }))
      await withTimeout(queue.connected().then((connected) => connected.addBulk(jobs)))
    }
  }
  return {
    async send(messages, { delayMs = 0 } = {}) {
      const isCallback = ({ kind }: TaskMessage): boolean => kind === 'callback'
      try {
        await add(
          steps,
          messages.filter((message) => !isCallback(message)),
          delayMs,
        )
        await add(callbacks, messages.filter(isCallback), delayMs)
      } catch (error) {
        onError(error)
        throw new UnavailableError(`the queue ${refusalOf(error) ?? 'does not answer'}`, { cause: error })
      }
      onAvailable?.()
    },
    async ping() {
      try {
        await withTemporaryConnection(url, (redis) => redis.set(`${prefix}:probe`, '1', 'PX', PROBE_MS))
      } catch (error) {
        const refusal = refusalOf(error)
        throw refusal === null ? error : new UnavailableError(refusal, { cause: error })
      }
    },
    async close() {
      reconnect.stop()
      const queues = [steps.current(), callbacks.current()]
      const closed = Promise.allSettled(queues.map((queue) => queue.close()))
      // An unresponsive Redis must not keep the process running.
      if (!(await settlesWithin(closed, RELEASE_TIMEOUT_MS)))
        for (const queue of queues) queue.disconnect().catch(() => undefined)
    },
  }
}

interface ReopenableQueue {
  current(): BullQueue
  /** Opens the queue again if its first connection failed, because BullMQ does not. */
  connected(): Promise<BullQueue>
}

function reopenOnFailure(open: () => BullQueue): ReopenableQueue {
  let queue = open()
  return {
    current: () => queue,
    async connected() {
      const attempted = queue
      try {
        await attempted.waitUntilReady()
      } catch {
        if (queue === attempted) {
          queue = open()
          attempted.disconnect().catch(() => undefined)
        }
        await queue.waitUntilReady()
      }
      return queue
    },
  }
}

/** Calls `onReconnect` some time after a reconnect, and again while it fails. */
function createReconnectTimer(onReconnect: () => Promise<void>): { watch(queue: BullQueue): void; stop(): void } {
  let disconnected = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const schedule = (): void => {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => onReconnect().catch(schedule), reconnectGraceMs)
  }
  return {
    watch(queue) {
      const onDisconnect = (): void => {
        disconnected = true
      }
      const backend = queue.getBackend()
      backend.on('error', onDisconnect)
      backend.on('close', onDisconnect)
      backend.on('ready', () => {
        if (disconnected) schedule()
        disconnected = false
      })
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}

/** Returns `true` to one of the processes that call within `ELECTION_MS`. */
function electOneProcess(url: string): Promise<boolean> {
  return withTemporaryConnection(
    url,
    async (redis) => (await redis.set(`${prefix}:back`, '1', 'PX', ELECTION_MS, 'NX')) === 'OK',
  )
}

function jobOptions(message: TaskMessage, delayMs: number): JobsOptions {
  const { kind, taskId } = message
  const id = kind === 'shard' ? `${kind}/${taskId}/${message.first}` : `${kind}/${taskId}`
  return {
    delay: delayMs,
    ...(kind === 'callback' || kind === 'join' ? {} : { priority: priorityOf(message) }),
    attempts: ATTEMPTS,
    backoff: { type: 'exponential', delay: FIRST_RETRY_MS, jitter: 0.5 },
    // A message that is sent during its run is delivered after that.
    deduplication: { id, keepLastIfActive: true, reschedule: true },
    removeOnComplete: true,
    removeOnFail: true,
  }
}

/** Keys take turns, and long documents do not block short ones. Joins, without priority, go first. */
function priorityOf(message: TaskMessage): number {
  const position = message.kind === 'shard' ? Math.floor(message.first / TURN_PAGES) : 0
  return Math.min(maxPriority, 1 + (message.turn ?? 0) + position)
}
