/** Task events between processes, over pub/sub. In an outage each process has only its own. */
import { Redis } from 'ioredis'
import { commandOptions, type RedisConnectionOptions, reconnectOptions } from '../redis/connection.node.ts'
import { createTaskEvents, type TaskEvent, type TaskEvents } from './task-events.ts'

export interface RedisTaskEvents extends TaskEvents {
  disconnect(): void
}

/** A channel per task, so that Redis sends an event only to the processes that wait for it. */
const channelPrefix = 'sheaf:news:'

export function createRedisTaskEvents({ url, onError }: RedisConnectionOptions): RedisTaskEvents {
  const processId = crypto.randomUUID()
  // An offline queue would send events that are useless later.
  const publisher = new Redis(url, { ...commandOptions, enableOfflineQueue: false, maxRetriesPerRequest: 0 })
  const subscriber = new Redis(url, { ...reconnectOptions, maxRetriesPerRequest: null })
  let open = true
  const report = (error: unknown): void => {
    if (open) onError(error)
  }
  const local = createTaskEvents({
    onFirst: (taskId) => subscriber.subscribe(channelPrefix + taskId).catch(report),
    onLast: (taskId) => subscriber.unsubscribe(channelPrefix + taskId).catch(report),
  })
  // A connection that only receives never notices an outage, so it follows the publisher's.
  publisher.on('close', () => {
    if (open && subscriber.status === 'ready') subscriber.disconnect(true)
  })
  for (const connection of [publisher, subscriber]) connection.on('error', report)
  subscriber.on('message', (channel, text) => {
    const [sender, event] = text.split(' ')
    if (sender !== processId && isTaskEvent(event)) local.publish(channel.slice(channelPrefix.length), event)
  })

  return {
    publish(taskId, event) {
      local.publish(taskId, event)
      if (publisher.status === 'ready') publisher.publish(channelPrefix + taskId, `${processId} ${event}`).catch(report)
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
