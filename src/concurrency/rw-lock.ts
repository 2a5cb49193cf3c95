/** Lets many through together, or one alone: whoever may bring the process down must have it for itself. First come, first served. */

export interface ReadWriteLock {
  /** Waits for its turn; what it returns ends the stay, once. Rejects when `signal` aborts before. */
  acquire(options: { alone: boolean; signal: AbortSignal }): Promise<() => void>
}

interface Waiting {
  readonly alone: boolean
  readonly admit: () => void
}

export function createReadWriteLock(): ReadWriteLock {
  const waiting: Waiting[] = []
  let inside = 0
  let taken = false

  const admitNext = (): void => {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      if (taken || (next.alone && inside > 0)) return
      waiting.shift()
      inside++
      taken = next.alone
      next.admit()
    }
  }

  return {
    async acquire({ alone, signal }) {
      signal.throwIfAborted()
      await new Promise<void>((resolve, reject) => {
        const leave = (): void => {
          const at = waiting.indexOf(own)
          if (at >= 0) waiting.splice(at, 1)
          admitNext()
          reject(signal.reason)
        }
        const own: Waiting = {
          alone,
          admit() {
            signal.removeEventListener('abort', leave)
            resolve()
          },
        }
        signal.addEventListener('abort', leave, { once: true })
        waiting.push(own)
        admitNext()
      })
      let stays = true
      return () => {
        if (!stays) return
        stays = false
        inside--
        taken = false
        admitNext()
      }
    },
  }
}
