/**
 * One abort signal out of several, for as long as a piece of work takes. `AbortSignal.any` would do, but what it makes hangs
 * on its sources by weak references, which only a full collection clears: with a source that lives as long as the
 * process, each task would leave some kilobytes behind until then.
 */

export interface LinkedSignal {
  readonly signal: AbortSignal
  /** Whether it was the time that ended it. */
  readonly timedOut: boolean
  /** Lets go of the sources and of the clock; the signal does not abort after that. */
  release(): void
}

/** Aborts with the first of the sources, with its reason, or with a `TimeoutError` after `timeoutMs`. Whoever makes it releases it. */
export function linkSignals(
  sources: readonly AbortSignal[],
  { timeoutMs = null }: { timeoutMs?: number | null } = {},
): LinkedSignal {
  const own = new AbortController()
  let late = false
  const onAbort = ({ target }: Event): void => own.abort((target as AbortSignal).reason)
  const expire = (): void => {
    if (own.signal.aborted) return
    late = true
    own.abort(new DOMException(`It took longer than ${timeoutMs} ms.`, 'TimeoutError'))
  }
  const timer = timeoutMs === null ? null : setTimeout(expire, timeoutMs)
  for (const source of sources) {
    if (source.aborted) own.abort(source.reason)
    else source.addEventListener('abort', onAbort, { once: true })
  }
  return {
    signal: own.signal,
    get timedOut() {
      return late
    },
    release() {
      if (timer !== null) clearTimeout(timer)
      for (const source of sources) source.removeEventListener('abort', onAbort)
    },
  }
}
