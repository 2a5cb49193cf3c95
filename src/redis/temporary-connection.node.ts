import { Redis } from 'ioredis'
import { settlesWithin } from '../concurrency/settles-within.ts'

/** Time limit of a command: requests must not wait for an unavailable Redis. */
const COMMAND_TIMEOUT_MS = 3000

/** `null` if unknown. Any policy other than `noeviction` may delete messages. */
export function readEvictionPolicy(url: string): Promise<string | null> {
  return withTemporaryConnection(
    url,
    async (redis) => /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory'))?.[1] ?? null,
  )
}

export async function withTemporaryConnection<value>(
  url: string,
  use: (redis: Redis) => Promise<value>,
): Promise<value> {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 1, retryStrategy: () => null })
  redis.on('error', () => undefined)
  try {
    return await withTimeout(redis.connect().then(() => use(redis)))
  } finally {
    redis.disconnect()
  }
}

export async function withTimeout<value>(work: Promise<value>): Promise<value> {
  if (await settlesWithin(work, COMMAND_TIMEOUT_MS)) return await work
  work.catch(() => undefined)
  throw new Error(`Redis did not answer within ${COMMAND_TIMEOUT_MS} ms`)
}
