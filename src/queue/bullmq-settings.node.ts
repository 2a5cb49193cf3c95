import type { ConnectionOptions } from 'bullmq'
import { commandOptions } from '../redis/connection.node.ts'

export const prefix = 'sheaf'
/** Callbacks wait for other servers, so they have their own queue and concurrency. */
export const queueNames = { steps: 'steps', callbacks: 'callbacks' } as const
/** Attempts of the queue: a step throws only if the database is unavailable, which counts its own. */
export const ATTEMPTS = 20
/** Time for aborted work to release its leases, and for connections to close. */
export const RELEASE_TIMEOUT_MS = 5000

export function connectionOf(url: string, maxRetriesPerRequest: number | null): ConnectionOptions {
  return { ...commandOptions, url, maxRetriesPerRequest }
}
