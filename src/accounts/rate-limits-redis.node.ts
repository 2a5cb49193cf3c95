/**
 * How often a key may send documents, counted in Redis for all service processes together: the same fixed windows as in
 * one process, kept by Redis' own clock. While Redis is away each process counts by itself, because a limit that lets a
 * few more through is better than a service that refuses everybody.
 */
import { Redis } from 'ioredis'
import { createRateLimiter, perSecondExceeded, type RateLimiter, windowExceeded } from './rate-limits.ts'

export interface RedisRateLimiter extends RateLimiter {
  disconnect(): void
}

export interface RedisRatesOptions {
  /** `redis://…` or `rediss://…` */
  readonly url: string
  /** The connection's trouble; it comes back by itself. */
  onError(error: unknown): void
}

/** Longer than any answer of a Redis that works; a submit must not wait for one that does not. */
const answerTimeoutMs = 500
const longestReconnectMs = 2000
/** A connection whose other end vanished without a word is given up after a command without an answer. */
const silentMs = 15_000

/** Both counts are looked at before either is raised, in one step, so that a refused request is not counted. */
const takeScript = `
local perSecond, perWindow = tonumber(ARGV[1]), tonumber(ARGV[2])
local function taken(key, limit) return limit > 0 and tonumber(redis.call('GET', key) or '0') or 0 end
local function count(key, limit, before, lengthMs)
  if limit == 0 then return end
  redis.call('INCR', key)
  if before == 0 then redis.call('PEXPIRE', key, lengthMs) end
end
local second, window = taken(KEYS[1], perSecond), taken(KEYS[2], perWindow)
if perSecond > 0 and second >= perSecond then return {'second', second, 0} end
if perWindow > 0 and window >= perWindow then return {'window', window, redis.call('PTTL', KEYS[2])} end
count(KEYS[1], perSecond, second, 1000)
count(KEYS[2], perWindow, window, ARGV[3])
return {'ok', 0, 0}`

export function createRedisRateLimiter({ url, onError }: RedisRatesOptions): RedisRateLimiter {
  const redis = new Redis(url, {
    retryStrategy: (times) => Math.min(times * 100, longestReconnectMs),
    maxRetriesPerRequest: 0,
    commandTimeout: answerTimeoutMs,
    socketTimeout: silentMs,
  })
  let open = true
  const report = (error: unknown): void => {
    if (open) onError(error)
  }
  redis.on('error', report)
  const own = createRateLimiter()
  return {
    async consume(apiKeyId, rates, now) {
      const { perSecond, perWindow, windowMs } = rates
      if (perSecond === 0 && perWindow === 0) return { ok: true }
      const isUnavailable = redis.status === 'reconnecting' || redis.status === 'close' || redis.status === 'end'
      if (isUnavailable) return await own.consume(apiKeyId, rates, now)
      try {
        // The braces keep both counts of a key on one node of a cluster.
        const counts = [`sheaf:rate:{${apiKeyId}}:second`, `sheaf:rate:{${apiKeyId}}:window`]
        const answer = await redis.eval(takeScript, counts.length, ...counts, perSecond, perWindow, windowMs)
        const [verdict, taken, leftMs] = Array.isArray(answer) ? answer.map(String) : []
        if (verdict === 'second') return perSecondExceeded(Number(taken), perSecond)
        if (verdict === 'window') return windowExceeded(Number(taken), rates, Number(leftMs))
        return { ok: true }
      } catch (error) {
        report(error)
        return await own.consume(apiKeyId, rates, now)
      }
    },
    disconnect() {
      open = false
      redis.disconnect()
    },
  }
}
