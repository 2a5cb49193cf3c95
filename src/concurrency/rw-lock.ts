import { createSemaphore } from './semaphore.ts'

export interface ReadWriteLock {
  /** The returned function releases the lock once. Rejects with the signal's reason. */
  acquire(options: { exclusive: boolean; signal: AbortSignal }): Promise<() => void>
}

const PERMITS = Number.MAX_SAFE_INTEGER

export function createReadWriteLock(): ReadWriteLock {
  const semaphore = createSemaphore({ concurrency: PERMITS, maxWaiting: Number.POSITIVE_INFINITY })
  return { acquire: ({ exclusive, signal }) => semaphore.acquire(signal, exclusive ? PERMITS : 1) }
}
