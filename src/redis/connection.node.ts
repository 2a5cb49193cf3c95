import type { RedisOptions } from 'ioredis'
import './ioredis-timeout-patch.node.ts'

export interface RedisConnectionOptions {
  readonly url: string
  onError(error: unknown): void
}

export const MAX_RECONNECT_DELAY_MS = 2000

export const reconnectOptions = {
  retryStrategy: (times: number) => Math.min(times * 100, MAX_RECONNECT_DELAY_MS),
} satisfies RedisOptions

/** The time limit detects an unresponsive server; BullMQ's workers block for up to 10 s. */
export const commandOptions = { ...reconnectOptions, socketTimeout: 15_000 } satisfies RedisOptions
