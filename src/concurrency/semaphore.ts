import { ParseError } from '../model/errors.ts'

interface Semaphore {
  /** The returned function releases once. Throws `ParseError` 1124 when the queue is full, or the signal's reason. */
  acquire(signal?: AbortSignal, permits?: number): Promise<() => void>
  readonly running: number
  readonly waiting: number
}

interface Waiter {
  readonly permits: number
  resume(): void
}

export function createSemaphore({ concurrency, maxWaiting }: { concurrency: number; maxWaiting: number }): Semaphore {
  let running = 0
  const queue: Waiter[] = []

  const admit = (): void => {
    for (let next = queue[0]; next !== undefined && running + next.permits <= concurrency; next = queue[0]) {
      queue.shift()
      running += next.permits
      next.resume()
    }
  }

  return {
    async acquire(signal, permits = 1) {
      signal?.throwIfAborted()
      if (queue.length >= maxWaiting && running + permits > concurrency)
        throw new ParseError(
          1124,
          `Busy: ${queue.length} documents are waiting, the limit is ${maxWaiting}. Try again in a few seconds.`,
        )
      await new Promise<void>((resolve, reject) => {
        const leave = (): void => {
          queue.splice(queue.indexOf(waiter), 1)
          reject(signal?.reason)
          admit()
        }
        const waiter = {
          permits,
          resume() {
            signal?.removeEventListener('abort', leave)
            resolve()
          },
        }
        signal?.addEventListener('abort', leave, { once: true })
        queue.push(waiter)
        admit()
      })
      let isAcquired = true
      return () => {
        if (isAcquired) running -= permits
        isAcquired = false
        admit()
      }
    },
    get running() {
      return running
    },
    get waiting() {
      return queue.length
    },
  }
}
