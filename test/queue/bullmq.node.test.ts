/** BullMQ over a real Redis under the contract, and what is its own: no pile of equal messages, a flush, the policy. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consumeRedisQueue, createRedisQueue, readEvictionPolicy } from '../../src/queue/bullmq.node.ts'
import type { TaskMessage } from '../../src/queue/queue.ts'
import { testQueue } from '../contract/queue.ts'
import { hasRedis, openRedis, type RedisServer } from '../servers/redis.node.ts'

describe.skipIf(!hasRedis)('BullMQ', () => {
  let redis: RedisServer
  beforeAll(async () => {
    redis = await openRedis()
  })
  afterAll(() => redis.close())
  const onError = (): void => undefined
  const open = async (concurrency: number, handle: (message: TaskMessage, stop: AbortSignal) => Promise<void>) => {
    await redis.flush()
    const queue = createRedisQueue({ url: redis.url, onError })
    const consumer = consumeRedisQueue({ url: redis.url, concurrency, leaseMs: 5000, handle, onError })
    return {
      queue,
      consumer,
      async close() {
        await consumer.stop({ timeoutMs: 1000 })
        await queue.close()
      },
    }
  }
  testQueue({ open: ({ concurrency, handle }) => open(concurrency, handle) })

  test('the same message many times waits once; sent while it is at work it comes once more', async () => {
    let runs = 0
    const first = Promise.withResolvers<void>()
    const { queue, close } = await open(4, async () => {
      runs++
      if (runs === 1) await first.promise
    })
    const message: TaskMessage = { kind: 'shard', taskId: 'a', first: 0 }
    await queue.send([message, message])
    await new Promise((resolve) => setTimeout(resolve, 200))
    for (let time = 0; time < 5; time++) await queue.send([message])
    expect(runs).toBe(1)
    first.resolve()
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(runs).toBe(2)
    await close()
  })

  test('a stop gives back what takes too long', async () => {
    let gaveBack = false
    const { queue, consumer } = await open(1, async (_message, stop) => {
      await new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve()))
      gaveBack = true
    })
    await queue.send([{ kind: 'plan', taskId: 'b' }])
    await new Promise((resolve) => setTimeout(resolve, 300))
    const startedAt = Date.now()
    await consumer.stop({ timeoutMs: 200 })
    expect(gaveBack).toBe(true)
    expect(Date.now() - startedAt).toBeLessThan(3000)
    await queue.close()
  })

  test('a Redis that is away refuses within seconds; back again it takes messages', async () => {
    const { queue, close } = await open(1, async () => undefined)
    await redis.stop()
    const startedAt = Date.now()
    await expect(queue.send([{ kind: 'plan', taskId: 'c' }])).rejects.toThrow()
    expect(Date.now() - startedAt).toBeLessThan(5000)
    await redis.start()
    // It connects again by itself, after a pause that grew while Redis was away.
    let taken = false
    for (let attempt = 0; attempt < 20 && !taken; attempt++) {
      await new Promise((resolve) => setTimeout(resolve, 500))
      taken = await queue.send([{ kind: 'plan', taskId: 'c' }]).then(
        () => true,
        () => false,
      )
    }
    expect(taken).toBe(true)
    await close()
  })

  test('tells a policy that may throw messages away', async () => {
    expect(await readEvictionPolicy(redis.url)).toBe('noeviction')
    const other = await openRedis({ policy: 'allkeys-lru' })
    expect(await readEvictionPolicy(other.url)).toBe('allkeys-lru')
    await other.close()
    await expect(readEvictionPolicy(other.url)).rejects.toThrow()
  })
})
