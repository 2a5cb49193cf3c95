import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRedisTaskEvents, type RedisTaskEvents } from '../../src/queue/task-events-redis.node.ts'
import { hasRedis, openRedis, type RedisServer } from '../servers/redis.node.ts'

describe.skipIf(!hasRedis)('task events over Redis', () => {
  let redis: RedisServer
  const opened: RedisTaskEvents[] = []
  const open = (): RedisTaskEvents => {
    const events = createRedisTaskEvents({ url: redis.url, onError: () => undefined })
    opened.push(events)
    return events
  }
  const receivers = async (taskId: string): Promise<unknown> => {
    const client = new Redis(redis.url, { retryStrategy: null })
    try {
      return (await client.pubsub('NUMSUB', `sheaf:news:${taskId}`))[1]
    } finally {
      client.disconnect()
    }
  }
  beforeAll(async () => {
    redis = await openRedis({ persistence: false })
  })
  afterAll(async () => {
    for (const events of opened) events.disconnect()
    await redis.close()
  })

  test('each subscriber of a task gets each event once, the publishing process included', async () => {
    const [a, b] = [open(), open()]
    const received: string[] = []
    a.subscribe('t1', (event) => received.push(`a ${event}`))
    b.subscribe('t1', (event) => received.push(`b ${event}`))
    b.subscribe('t2', (event) => received.push(`other ${event}`))
    await expect.poll(() => receivers('t1')).toBe(2)
    a.publish('t1', 'progress')
    a.publish('t1', 'final')
    await expect.poll(() => received.length).toBe(4)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(received.sort()).toEqual(['a final', 'a progress', 'b final', 'b progress'])
    expect([a.subscriberCount, b.subscriberCount]).toEqual([1, 2])
  })

  test('only processes that wait for a task receive its events', async () => {
    const events = open()
    const stops = [events.subscribe('t4', () => undefined), events.subscribe('t4', () => undefined)]
    await expect.poll(() => receivers('t4')).toBe(1)
    stops[0]?.()
    stops[0]?.()
    expect(await receivers('t4')).toBe(1)
    stops[1]?.()
    await expect.poll(() => receivers('t4')).toBe(0)
  })

  test('during an outage only the own process gets events, afterwards all do', async () => {
    const [a, b] = [open(), open()]
    const received: string[] = []
    a.subscribe('t3', (event) => received.push(`a ${event}`))
    b.subscribe('t3', (event) => received.push(`b ${event}`))
    await expect.poll(() => receivers('t3')).toBe(2)
    await redis.stop('SIGKILL')
    a.publish('t3', 'progress')
    expect(received).toEqual(['a progress'])
    await redis.start()
    await expect
      .poll(
        () => {
          a.publish('t3', 'final')
          return received
        },
        { timeout: 10_000, interval: 200 },
      )
      .toContain('b final')
  })
})
