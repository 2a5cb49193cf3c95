/** FIFO readers–writer lock: any number of shared holders, or one exclusive holder. */
import { createSemaphore } from './semaphore.ts'

export interface ReadWriteLock {
  /** Waits for the lock; the result releases it, once. Rejects with the signal's reason. */
  acquire(options: { exclusive: boolean; signal: AbortSignal }): Promise<() => void>
}

/** A shared holder takes one permit, the exclusive one all. */
const PERMITS = Number.MAX_SAFE_INTEGER

export function createReadWriteLock(): ReadWriteLock {
  const semaphore = createSemaphore({ concurrency: PERMITS, maxWaiting: Number.POSITIVE_INFINITY })
  return { acquire: ({ exclusive, signal }) => semaphore.acquire(signal, exclusive ? PERMITS : 1) }
}
