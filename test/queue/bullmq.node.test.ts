/** Contract tests with BullMQ over a real Redis, deduplication, outages, eviction policy. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consumeRedisQueue } from '../../src/queue/bullmq-consumer.node.ts'
import { createRedisQueue } from '../../src/queue/bullmq-sender.node.ts'
import type { TaskMessage } from '../../src/queue/queue.ts'
import { readEvictionPolicy } from '../../src/redis/temporary-connection.node.ts'
import { testQueue } from '../contract/queue.ts'
import { openProxy } from '../servers/proxy.node.ts'
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

  test.each<[string, [string, ...string[]], [string, ...string[]]]>([
    ['is a read-only replica', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']],
    ['is out of memory', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']],
  ])('a Redis that %s: the queue says so, and works again afterwards', async (reason, begin, end) => {
    const own = await openRedis()
    const queue = createRedisQueue({ url: own.url, onError })
    const message: TaskMessage = { kind: 'plan', taskId: 'c' }
    await queue.send([message])
    await queue.ping?.()
    await own.command(...begin)
    await expect(queue.ping?.()).rejects.toMatchObject({ name: 'UnavailableError', message: reason })
    await expect(queue.send([{ ...message, taskId: 'd' }])).rejects.toMatchObject({
      name: 'UnavailableError',
      message: `the queue ${reason}`,
    })
    await own.command(...end)
    await expect.poll(() => queue.send([message]).then(() => 'sent', String), { timeout: 5000 }).toBe('sent')
    await queue.close()
    await own.close()
  })

  test('duplicate messages wait once; one sent during its run is delivered after it', async () => {
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

  test('stop aborts work that takes too long', async () => {
    let aborted = false
    const { queue, consumer } = await open(1, async (_message, stop) => {
      await new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve()))
      aborted = true
    })
    await queue.send([{ kind: 'plan', taskId: 'b' }])
    await new Promise((resolve) => setTimeout(resolve, 300))
    const startedAt = Date.now()
    await consumer.stop({ timeoutMs: 200 })
    expect(aborted).toBe(true)
    expect(Date.now() - startedAt).toBeLessThan(3000)
    await queue.close()
  })

  test('sending fails within seconds during an outage and works after it', async () => {
    const { queue, close } = await open(1, async () => undefined)
    await redis.stop()
    const startedAt = Date.now()
    await expect(queue.send([{ kind: 'plan', taskId: 'c' }])).rejects.toThrow()
    expect(Date.now() - startedAt).toBeLessThan(5000)
    await redis.start()
    // The reconnect delay has grown during the outage.
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

  test('reads the eviction policy', async () => {
    expect(await readEvictionPolicy(redis.url)).toBe('noeviction')
    const other = await openRedis({ policy: 'allkeys-lru' })
    expect(await readEvictionPolicy(other.url)).toBe('allkeys-lru')
    await other.close()
    await expect(readEvictionPolicy(other.url)).rejects.toThrow()
  })

  // Each has its own Redis, and most of its time is waiting.
  describe.concurrent('long outages', () => {
    test('onReconnect is called once, in one process, after all have reconnected', async () => {
      const redis = await openRedis()
      const notified: string[] = []
      const late: unknown[] = []
      let startedAt = Number.POSITIVE_INFINITY
      // Errors during the outage are expected.
      const onConsumerError = (error: unknown): void => {
        if (Date.now() > startedAt + 5000) late.push(error)
      }
      const consumer = consumeRedisQueue({
        url: redis.url,
        concurrency: 1,
        leaseMs: 5000,
        handle: async () => undefined,
        onError: onConsumerError,
      })
      const open = (name: string) =>
        createRedisQueue({ url: redis.url, onError, onReconnect: async () => void notified.push(name) })
      const queues = [open('a'), open('b'), open('c')]
      for (const queue of queues) await queue.send([{ kind: 'plan', taskId: 'd' }])
      await redis.stop('SIGKILL')
      // Opened during the outage.
      queues.push(open('d'))
      await new Promise((resolve) => setTimeout(resolve, 500))
      await redis.start()
      startedAt = Date.now()
      await new Promise((resolve) => setTimeout(resolve, 8000))
      expect(notified).toHaveLength(1)
      await new Promise((resolve) => setTimeout(resolve, 14_000))
      expect([notified.length, late]).toEqual([1, []])
      await consumer.stop({ timeoutMs: 1000 })
      await Promise.all(queues.map((queue) => queue.close()))
      await redis.close()
    }, 60_000)

    test('an unresponsive Redis: sending fails and closing ends in time', async () => {
      const redis = await openRedis()
      const errors: unknown[] = []
      const queue = createRedisQueue({ url: redis.url, onError: (error) => errors.push(error) })
      await queue.send([{ kind: 'plan', taskId: 'e' }])
      redis.freeze()
      const startedAt = Date.now()
      await expect(queue.send([{ kind: 'plan', taskId: 'f' }])).rejects.toMatchObject({ name: 'UnavailableError' })
      await expect(readEvictionPolicy(redis.url)).rejects.toThrow('did not answer')
      expect(errors).toHaveLength(1)
      await queue.close()
      expect(Date.now() - startedAt).toBeLessThan(12_000)
      redis.thaw()
      await redis.close()
    })

    test('connections whose other end has vanished are replaced on both sides', async () => {
      const redis = await openRedis()
      const proxy = await openProxy(Number(new URL(redis.url).port))
      const url = `redis://127.0.0.1:${proxy.port}`
      const handled: string[] = []
      const handle = async ({ taskId }: TaskMessage): Promise<void> => void handled.push(taskId)
      const consumer = consumeRedisQueue({ url, concurrency: 1, leaseMs: 5000, handle, onError })
      let reconnects = 0
      // Redelivery that fails is repeated.
      const onReconnect = async (): Promise<void> => {
        if (++reconnects === 1) throw new Error('the database does not answer')
      }
      const queue = createRedisQueue({ url, onError: () => undefined, onReconnect })
      const until = async (holds: () => boolean): Promise<void> => {
        for (let poll = 0; poll < 250 && !holds(); poll++) await new Promise((resolve) => setTimeout(resolve, 100))
      }
      await queue.send([{ kind: 'plan', taskId: 'g' }])
      await until(() => handled.length > 0)
      proxy.goDead()
      await expect(queue.send([{ kind: 'plan', taskId: 'h' }])).rejects.toThrow()
      await until(() => reconnects > 1)
      await queue.send([{ kind: 'plan', taskId: 'i' }])
      await until(() => handled.includes('i'))
      expect(handled).toContain('i')
      expect(reconnects).toBe(2)
      await consumer.stop({ timeoutMs: 1000 })
      await queue.close()
      proxy.close()
      await redis.close()
    }, 60_000)
  })
})
