/** Rate limits for all processes, in fixed windows by Redis' clock. In an outage each process counts alone. */
import { Redis } from 'ioredis'
import { commandOptions, type RedisConnectionOptions } from '../redis/connection.node.ts'
import { createRateLimiter, perSecondExceeded, type RateLimiter, windowExceeded } from './rate-limits.ts'

export interface RedisRateLimiter extends RateLimiter {
  disconnect(): void
}

/** In milliseconds; submits must not wait for an unresponsive Redis. */
const COMMAND_TIMEOUT_MS = 500

/** Checks both counts first, so that a refused request is not counted. */
const consumeScript = `
local perSecond, perWindow = tonumber(ARGV[1]), tonumber(ARGV[2])
local function read(key, limit) return limit > 0 and tonumber(redis.call('GET', key) or '0') or 0 end
local function count(key, limit, before, lengthMs)
  if limit == 0 then return end
  redis.call('INCR', key)
  if before == 0 then redis.call('PEXPIRE', key, lengthMs) end
end
local second, window = read(KEYS[1], perSecond), read(KEYS[2], perWindow)
if perSecond > 0 and second >= perSecond then return {'second', second, 0} end
if perWindow > 0 and window >= perWindow then return {'window', window, redis.call('PTTL', KEYS[2])} end
count(KEYS[1], perSecond, second, 1000)
count(KEYS[2], perWindow, window, ARGV[3])
return {'ok', 0, 0}`

export function createRedisRateLimiter({ url, onError }: RedisConnectionOptions): RedisRateLimiter {
  const redis = new Redis(url, { ...commandOptions, maxRetriesPerRequest: 0, commandTimeout: COMMAND_TIMEOUT_MS })
  let open = true
  const report = (error: unknown): void => {
    if (open) onError(error)
  }
  redis.on('error', report)
  const local = createRateLimiter()
  return {
    async consume(apiKeyId, rates, now) {
      const { perSecond, perWindow, windowMs } = rates
      if (perSecond === 0 && perWindow === 0) return { ok: true }
      if (['reconnecting', 'close', 'end'].includes(redis.status)) return await local.consume(apiKeyId, rates, now)
      try {
        // The braces keep both counts on one node of a cluster.
        const keys = [`sheaf:rate:{${apiKeyId}}:second`, `sheaf:rate:{${apiKeyId}}:window`]
        const reply = await redis.eval(consumeScript, keys.length, ...keys, perSecond, perWindow, windowMs)
        const [exceeded, count, remainingMs] = Array.isArray(reply) ? reply.map(String) : []
        if (exceeded === 'second') return perSecondExceeded(Number(count), perSecond)
        if (exceeded === 'window') return windowExceeded(Number(count), rates, Number(remainingMs))
        return { ok: true }
      } catch (error) {
        report(error)
        return await local.consume(apiKeyId, rates, now)
      }
    },
    disconnect() {
      open = false
      redis.disconnect()
    },
  }
}
