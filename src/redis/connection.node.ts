/** Options that all connections to Redis share. */
import type { RedisOptions } from 'ioredis'
import './ioredis-timeout-patch.node.ts'

export interface RedisConnectionOptions {
  /** `redis://…` or `rediss://…` */
  readonly url: string
  /** Connections are restored automatically. */
  onError(error: unknown): void
}

export const maxReconnectDelayMs = 2000

export const reconnectOptions = {
  retryStrategy: (times: number) => Math.min(times * 100, maxReconnectDelayMs),
} satisfies RedisOptions

/**
 * For connections that send commands. The time limit detects an unresponsive server; BullMQ's workers block for up to
 * 10 s.
 */
export const commandOptions = { ...reconnectOptions, socketTimeout: 15_000 } satisfies RedisOptions
