/**
 * News of tasks among all processes at one Redis: what one of them says wakes checks held in another and ends work on a
 * cancelled task in a third. Only a shortcut like its twin within a process: while Redis is away everybody looks by the clock.
 */
import { Redis } from 'ioredis'
import { createTaskEvents, type TaskEvent, type TaskEvents } from './task-events.ts'

export interface RedisTaskEvents extends TaskEvents {
  /** Resolves when news of others are heard; only tests need to wait for that. */
  readonly subscribed: Promise<void>
  disconnect(): void
}

export interface RedisTaskEventsOptions {
  /** `redis://…` or `rediss://…` */
  readonly url: string
  /** The connection's trouble; it comes back by itself. */
  onError(error: unknown): void
}

/** All news go over one channel: they are short, and a running shard has two a second. */
const channel = 'sheaf:news'
const longestReconnectMs = 2000
/** A connection whose other end vanished without a word is given up after a command without an answer. */
const silentMs = 15_000

export function createRedisTaskEvents({ url, onError }: RedisTaskEventsOptions): RedisTaskEvents {
  const local = createTaskEvents()
  // Redis sends a publisher its own news too; here they have been told already.
  const self = crypto.randomUUID()
  const retryStrategy = (times: number): number => Math.min(times * 100, longestReconnectMs)
  // News that can't be sent now are old when they could.
  const sender = new Redis(url, {
    retryStrategy,
    socketTimeout: silentMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
  })
  const receiver = new Redis(url, { retryStrategy, maxRetriesPerRequest: null })
  let open = true
  const report = (error: unknown): void => {
    if (open) onError(error)
  }
  // Who only listens never finds out: the two connections end at the same place.
  sender.on('close', () => {
    if (open && receiver.status === 'ready') receiver.disconnect(true)
  })
  for (const connection of [sender, receiver]) connection.on('error', report)
  receiver.on('message', (_channel, text) => {
    const [from, news, taskId] = text.split(' ')
    if (from !== self && isNews(news) && taskId !== undefined) local.publish(taskId, news)
  })
  // After a broken connection ioredis subscribes again by itself.
  const subscribed = receiver.subscribe(channel).then(() => undefined)
  subscribed.catch(report)

  return {
    subscribed,
    publish(taskId, news) {
      local.publish(taskId, news)
      // Whoever does not hear it looks by the clock.
      if (sender.status === 'ready') sender.publish(channel, `${self} ${news} ${taskId}`).catch(report)
    },
    subscribe: (taskId, listener) => local.subscribe(taskId, listener),
    get subscriberCount() {
      return local.subscriberCount
    },
    close: () => local.close(),
    get closed() {
      return local.closed
    },
    disconnect() {
      open = false
      sender.disconnect()
      receiver.disconnect()
    },
  }
}

function isNews(text: string | undefined): text is TaskEvent {
  return text === 'progress' || text === 'final'
}
