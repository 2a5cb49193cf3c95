/**
 * Task events between all processes of one Redis, over pub/sub. During an outage of Redis each process has only its own
 * events.
 */
import { Redis } from 'ioredis'
import { commandOptions, type RedisConnectionOptions, reconnectOptions } from '../redis/connection.node.ts'
import { createTaskEvents, type TaskEvent, type TaskEvents } from './task-events.ts'

export interface RedisTaskEvents extends TaskEvents {
  /** Resolves when events of other processes arrive; for tests. */
  readonly subscribed: Promise<void>
  disconnect(): void
}

/** One channel is enough: events are short, and a running shard publishes two per second. */
const channel = 'sheaf:news'

export function createRedisTaskEvents({ url, onError }: RedisConnectionOptions): RedisTaskEvents {
  const local = createTaskEvents()
  const processId = crypto.randomUUID()
  // No offline queue: events that cannot be sent now are useless later.
  const publisher = new Redis(url, { ...commandOptions, enableOfflineQueue: false, maxRetriesPerRequest: 0 })
  const subscriber = new Redis(url, { ...reconnectOptions, maxRetriesPerRequest: null })
  let open = true
  const report = (error: unknown): void => {
    if (open) onError(error)
  }
  // A connection that only receives never notices an outage, so it follows the publisher's.
  publisher.on('close', () => {
    if (open && subscriber.status === 'ready') subscriber.disconnect(true)
  })
  for (const connection of [publisher, subscriber]) connection.on('error', report)
  subscriber.on('message', (_channel, text) => {
    const [sender, event, taskId] = text.split(' ')
    if (sender !== processId && isTaskEvent(event) && taskId !== undefined) local.publish(taskId, event)
  })
  // ioredis subscribes again after a reconnect.
  const subscribed = subscriber.subscribe(channel).then(() => undefined)
  subscribed.catch(report)

  return {
    subscribed,
    publish(taskId, event) {
      local.publish(taskId, event)
      if (publisher.status === 'ready') publisher.publish(channel, `${processId} ${event} ${taskId}`).catch(report)
    },
    subscribe: local.subscribe,
    get subscriberCount() {
      return local.subscriberCount
    },
    close: local.close,
    get closed() {
      return local.closed
    },
    disconnect() {
      open = false
      publisher.disconnect()
      subscriber.disconnect()
    },
  }
}

function isTaskEvent(text: string | undefined): text is TaskEvent {
  return text === 'progress' || text === 'final'
}
