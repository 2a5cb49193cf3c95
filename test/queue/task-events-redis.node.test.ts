/** News between processes over a real Redis: heard once each, also after the connection broke; who is closed says nothing more. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRedisTaskEvents, type RedisTaskEvents } from '../../src/queue/task-events-redis.node.ts'
import { hasRedis, openRedis, type RedisServer } from '../servers/redis.node.ts'

describe.skipIf(!hasRedis)('signals over Redis', () => {
  let redis: RedisServer
  const opened: RedisTaskEvents[] = []
  const open = async (): Promise<RedisTaskEvents> => {
    const signals = createRedisTaskEvents({ url: redis.url, onError: () => undefined })
    opened.push(signals)
    await signals.subscribed
    return signals
  }
  beforeAll(async () => {
    redis = await openRedis({ persistence: false })
  })
  afterAll(async () => {
    for (const signals of opened) signals.disconnect()
    await redis.close()
  })

  test('news are heard once by everybody who listens to that task, the one who tells them included', async () => {
    const [a, b] = [await open(), await open()]
    const heard: string[] = []
    a.subscribe('t1', (news) => heard.push(`a ${news}`))
    b.subscribe('t1', (news) => heard.push(`b ${news}`))
    b.subscribe('t2', (news) => heard.push(`other ${news}`))
    a.publish('t1', 'progress')
    a.publish('t1', 'final')
    await expect.poll(() => heard.length).toBe(4)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(heard.sort()).toEqual(['a final', 'a progress', 'b final', 'b progress'])
    expect([a.subscriberCount, b.subscriberCount]).toEqual([1, 2])
  })

  test('a Redis that went and came back carries news again; meanwhile the own process hears its own', async () => {
    const [a, b] = [await open(), await open()]
    const heard: string[] = []
    a.subscribe('t3', (news) => heard.push(`a ${news}`))
    b.subscribe('t3', (news) => heard.push(`b ${news}`))
    await redis.stop('SIGKILL')
    a.publish('t3', 'progress')
    expect(heard).toEqual(['a progress'])
    await redis.start()
    await expect
      .poll(
        () => {
          a.publish('t3', 'final')
          return heard
        },
        { timeout: 10_000, interval: 200 },
      )
      .toContain('b final')
  })
})
