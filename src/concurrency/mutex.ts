/**
 * FIFO mutex. Workers can end a request without its `finally` blocks, so entries without a heartbeat for `STALE_MS` are
 * dropped.
 */
import { ParseError } from '../model/errors.ts'

interface Mutex {
  /** Throws `ParseError` 1124 when the queue is full. */
  acquire(): Promise<Lock>
  readonly running: number
  readonly waiting: number
}

interface Lock {
  /** The owner must call this at least every `STALE_MS`. */
  heartbeat(): void
  release(): void
}

interface LockRequest {
  lastSeenAt: number
}

const POLL_MS = 10
/** In milliseconds, well above the longest synchronous step: a page takes seconds. */
const STALE_MS = 60_000

export function createMutex({ maxWaiting, clock }: { maxWaiting: number; clock: () => number }): Mutex {
  let entries: LockRequest[] = []
  const dropStale = (): void => {
    entries = entries.filter(({ lastSeenAt }) => clock() - lastSeenAt < STALE_MS)
  }

  return {
    get running() {
      return Math.min(1, entries.length)
    },
    get waiting() {
      return Math.max(0, entries.length - 1)
    },
    async acquire() {
      if (entries.length > maxWaiting) dropStale()
      if (entries.length > maxWaiting)
        throw new ParseError(
          1124,
          `Busy: ${entries.length - 1} documents are waiting, the limit is ${maxWaiting}. Try again in a few seconds.`,
        )
      const request: LockRequest = { lastSeenAt: clock() }
      entries.push(request)
      while (entries[0] !== request) {
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
        request.lastSeenAt = clock()
        dropStale()
        // An entry that was dropped during a suspension joins the end of the queue.
        if (!entries.includes(request)) entries.push(request)
      }
      return {
        heartbeat() {
          request.lastSeenAt = clock()
        },
        release() {
          entries = entries.filter((other) => other !== request)
        },
      }
    },
  }
}
