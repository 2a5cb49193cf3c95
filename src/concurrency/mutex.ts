/**
 * One at a time: whoever holds the turn works, the others wait in the order they came.
 * A runtime may end a request without a word (Workers do when the caller has gone), so nobody is woken by another:
 * each waiter looks by itself, and a holder or waiter that gives no sign of life loses its place.
 */
import { ParseError } from '../model/errors.ts'

export interface Mutex {
  /** Waits for the turn; `alive` must be called at least every `STALE_MS`, `end` once. Throws 1124 when too many wait. */
  acquire(): Promise<Lock>
  readonly running: number
  readonly waiting: number
}

export interface Lock {
  heartbeat(): void
  release(): void
}

interface Place {
  seenAt: number
}

const LOOK_EVERY_MS = 10
/** Far above the longest step that lets no other code run: a page on the edge takes seconds. */
const STALE_MS = 60_000

export function createMutex(options: { maxWaiting: number; clock: () => number }): Mutex {
  /** The first holds the turn. */
  let places: Place[] = []

  const leave = (place: Place) => {
    places = places.filter((other) => other !== place)
  }
  const dropStale = () => {
    places = places.filter(({ seenAt }) => options.clock() - seenAt < STALE_MS)
  }

  return {
    get running() {
      return Math.min(1, places.length)
    },
    get waiting() {
      return Math.max(0, places.length - 1)
    },
    async acquire() {
      if (places.length > options.maxWaiting) dropStale()
      if (places.length > options.maxWaiting)
        throw new ParseError(
          1124,
          `Busy: ${places.length - 1} documents wait for their turn, the limit is ${options.maxWaiting}. Try again in a few seconds.`,
        )
      const place: Place = { seenAt: options.clock() }
      places.push(place)
      while (places[0] !== place) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
        place.seenAt = options.clock()
        dropStale()
        // Lost while the isolate stood still; stand at the end again.
        if (!places.includes(place)) places.push(place)
      }
      return {
        heartbeat() {
          place.seenAt = options.clock()
        },
        release: () => leave(place),
      }
    },
  }
}
