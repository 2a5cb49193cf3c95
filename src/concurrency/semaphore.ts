/** So many at a time, so many more in a queue, and the next one is refused (1124): places for work that another process does. */
import { ParseError } from '../model/errors.ts'

export interface Semaphore {
  /** Waits for a place; `leave` must be called once. Throws 1124 when too many wait, the signal's reason when it aborts first. */
  acquire(signal?: AbortSignal): Promise<() => void>
  readonly running: number
  readonly waiting: number
}

export function createSemaphore({ concurrency, maxWaiting }: { concurrency: number; maxWaiting: number }): Semaphore {
  let running = 0
  const waiting: (() => void)[] = []

  function leave(): void {
    const next = waiting.shift()
    if (next === undefined) running--
    else next()
  }

  /** A place is left once, however often it is said. */
  function once(): () => void {
    let left = false
    return () => {
      if (left) return
      left = true
      leave()
    }
  }

  return {
    async acquire(signal) {
      signal?.throwIfAborted()
      if (running < concurrency) {
        running++
        return once()
      }
      if (waiting.length >= maxWaiting)
        throw new ParseError(
          1124,
          `Busy: ${waiting.length} Office documents wait to be converted, the limit is ${maxWaiting}. Try again in a few seconds.`,
        )
      await new Promise<void>((resolve, reject) => {
        const enter = (): void => {
          signal?.removeEventListener('abort', giveUp)
          resolve()
        }
        const giveUp = (): void => {
          waiting.splice(waiting.indexOf(enter), 1)
          reject(signal?.reason)
        }
        waiting.push(enter)
        signal?.addEventListener('abort', giveUp, { once: true })
      })
      return once()
    },
    get running() {
      return running
    },
    get waiting() {
      return waiting.length
    },
  }
}
