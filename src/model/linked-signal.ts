/** Combines abort signals. `AbortSignal.any` leaks memory with a source that lives as long as the process. */

interface LinkedSignal {
  readonly signal: AbortSignal
  readonly timedOut: boolean
  release(): void
}

/** Aborts with the reason of the first source, or with a `TimeoutError`. Must be released. */
export function linkSignals(
  sources: readonly AbortSignal[],
  { timeoutMs = null }: { timeoutMs?: number | null } = {},
): LinkedSignal {
  const controller = new AbortController()
  let timedOut = false
  const onAbort = ({ target }: Event): void => controller.abort((target as AbortSignal).reason)
  const expire = (): void => {
    if (controller.signal.aborted) return
    timedOut = true
    controller.abort(new DOMException(`It took longer than ${timeoutMs} ms.`, 'TimeoutError'))
  }
  const timer = timeoutMs === null ? null : setTimeout(expire, timeoutMs)
  for (const source of sources) {
    if (source.aborted) controller.abort(source.reason)
    else source.addEventListener('abort', onAbort, { once: true })
  }
  return {
    signal: controller.signal,
    get timedOut() {
      return timedOut
    },
    release() {
      if (timer !== null) clearTimeout(timer)
      for (const source of sources) source.removeEventListener('abort', onAbort)
    },
  }
}

/** Rejects with the reason of the signal, for work that cannot be ended. */
export async function unlessAborted<value>(signal: AbortSignal, work: Promise<value>): Promise<value> {
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const onAbort = (): void => reject(signal.reason)
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([stopped, work])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
