/**
 * Mends `socketTimeout` of ioredis 5.11, for all its connections: the clock of a connection that ended while it was waiting for an
 * answer went on, and ended the next, healthy one. To go as soon as the library stops its clock itself.
 */
import type { EventEmitter } from 'node:events'
import { Redis } from 'ioredis'

/** What the library keeps to itself. */
interface Timed {
  readonly stream: EventEmitter
  socketTimeoutTimer: NodeJS.Timeout | undefined
  setSocketTimeout?(): void
}

const timed: Timed = Redis.prototype as unknown as Timed
const { setSocketTimeout } = timed
const watched = new WeakSet<EventEmitter>()

if (setSocketTimeout !== undefined)
  timed.setSocketTimeout = function (this: Timed): void {
    setSocketTimeout.call(this)
    const { stream } = this
    if (watched.has(stream)) return
    watched.add(stream)
    stream.once('close', () => {
      clearTimeout(this.socketTimeoutTimer)
      this.socketTimeoutTimer = undefined
    })
  }
