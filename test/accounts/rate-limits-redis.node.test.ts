/** Contract tests with a real Redis and two connections, and an outage. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRedisRateLimiter, type RedisRateLimiter } from '../../src/accounts/rate-limits-redis.node.ts'
import { hasRedis, openRedis, type RedisServer } from '../servers/redis.node.ts'
import { testRates } from './rate-limit-contract.ts'

describe.skipIf(!hasRedis)('rate limits over Redis', () => {
  let redis: RedisServer
  const opened: RedisRateLimiter[] = []
  const open = (onError = (): void => undefined): RedisRateLimiter => {
    const limiter = createRedisRateLimiter({ url: redis.url, onError })
    opened.push(limiter)
    return limiter
  }
  beforeAll(async () => {
    redis = await openRedis({ persistence: false })
  })
  afterAll(async () => {
    for (const limiter of opened) limiter.disconnect()
    await redis.close()
  })

  testRates(async () => [open(), open()])

  test('during an outage each process counts alone and responds quickly; afterwards counts are shared again', async () => {
    const errors: unknown[] = []
    const [a, b] = [open(() => errors.push(1)), open()]
    const rates = { perSecond: 0, perWindow: 1, windowMs: 600_000 }
    const take = async (limiter: RedisRateLimiter, key: string): Promise<boolean> =>
      (await limiter.consume(key, rates, Date.now())).ok
    expect([await take(a, 'before'), await take(b, 'before')]).toEqual([true, false])
    await redis.stop('SIGKILL')
    const startedAt = Date.now()
    expect([await take(a, 'away'), await take(b, 'away'), await take(a, 'away'), await take(b, 'away')]).toEqual([
      true,
      true,
      false,
      false,
    ])
    expect(Date.now() - startedAt).toBeLessThan(2500)
    await expect.poll(() => errors.length, { timeout: 5000 }).toBeGreaterThan(0)
    await redis.start()
    await expect
      .poll(async () => [await take(a, crypto.randomUUID()), await take(b, 'after')], { timeout: 10_000 })
      .toEqual([true, false])
    await expect.poll(() => take(a, 'after'), { timeout: 5000 }).toBe(false)
  })
})
