import type { RedisOptions } from 'ioredis'
import './ioredis-timeout-patch.node.ts'

export interface RedisConnectionOptions {
  readonly url: string
  onError(error: unknown): void
}

export const MAX_RECONNECT_DELAY_MS = 2000

export const reconnectOptions = {
  retryStrategy: (times: number) => Math.min(times * 100, MAX_RECONNECT_DELAY_MS),
  // After a failover, the host name may belong to another server. The refused command is not repeated.
  reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
} satisfies RedisOptions

/** The time limit detects an unresponsive server; BullMQ's workers block for up to 10 s. */
export const commandOptions = { ...reconnectOptions, socketTimeout: 15_000 } satisfies RedisOptions

const refusals: Readonly<Record<string, string>> = {
  READONLY: 'is a read-only replica',
  OOM: 'is out of memory',
  MISCONF: 'cannot save its data',
}

/** Why Redis refuses to write, or `null` for other errors. */
export function refusalOf(error: unknown): string | null {
  const code = error instanceof Error ? /^[A-Z]+(?= )/.exec(error.message)?.[0] : undefined
  return code === undefined ? null : (refusals[code] ?? null)
}
