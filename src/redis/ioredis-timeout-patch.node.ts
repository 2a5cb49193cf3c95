/**
 * In ioredis 5.11, the `socketTimeout` timer of a connection that ended during a request ends the next one. Remove when
 * the library stops its timer.
 */
import type { EventEmitter } from 'node:events'
import { Redis } from 'ioredis'

interface PatchedRedis {
  readonly stream: EventEmitter
  socketTimeoutTimer: NodeJS.Timeout | undefined
  setSocketTimeout?(): void
}

const prototype: PatchedRedis = Redis.prototype as unknown as PatchedRedis
const { setSocketTimeout } = prototype
const watched = new WeakSet<EventEmitter>()

if (setSocketTimeout !== undefined)
  prototype.setSocketTimeout = function (this: PatchedRedis): void {
    setSocketTimeout.call(this)
    const { stream } = this
    if (watched.has(stream)) return
    watched.add(stream)
    stream.once('close', () => {
      clearTimeout(this.socketTimeoutTimer)
      this.socketTimeoutTimer = undefined
    })
  }
