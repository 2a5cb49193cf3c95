/**
 * How often a key may send documents: so many per second (1124: come again at once) and so many per window (1101).
 * The port counts; this adapter counts in one process, the one in `rates-redis.node.ts` for all that share a Redis.
 */

export interface Rates {
  /** `0`: no limit. */
  readonly perSecond: number
  readonly perWindow: number
  readonly windowMs: number
}

export type RateResult = { readonly ok: true } | Refusal

interface Refusal {
  readonly ok: false
  readonly code: 1101 | 1124
  readonly message: string
}

export function perSecondExceeded(taken: number, perSecond: number): Refusal {
  return {
    ok: false,
    code: 1124,
    message: `Busy: this key has sent ${documents(taken)} within a second, its limit is ${perSecond}. Try again in a second.`,
  }
}

/** `leftMs`: until the window is over. */
export function windowExceeded(
  taken: number,
  { perWindow, windowMs }: Pick<Rates, 'perWindow' | 'windowMs'>,
  leftMs: number,
): Refusal {
  const waitSeconds = Math.max(1, Math.ceil(leftMs / 1000))
  const message = `Too many requests: this key has sent ${documents(taken)} within ${windowMs / 1000} seconds, its limit is ${perWindow}. Try again in ${waitSeconds} s.`
  return { ok: false, code: 1101, message }
}

export interface RateLimiter {
  /** Counts one request, or says why it is one too many; a refused request is not counted. */
  consume(apiKeyId: string, rates: Rates, now: number): Promise<RateResult>
}

interface Count {
  startedAt: number
  taken: number
}

/** Keys whose counts are kept at most; beyond that the windows that are over are forgotten. */
const maxKeys = 10_000

/** Fixed windows that begin with the first request: exact to count, and a burst over two windows is at most twice the limit. */
export function createRateLimiter(): RateLimiter {
  const seconds = new Map<string, Count>()
  const windows = new Map<string, Count>()

  const current = (
    counts: Map<string, Count>,
    apiKeyId: string,
    { now, lengthMs }: { now: number; lengthMs: number },
  ): Count => {
    const known = counts.get(apiKeyId)
    if (known !== undefined && now - known.startedAt < lengthMs && now >= known.startedAt) return known
    if (counts.size >= maxKeys)
      for (const [id, { startedAt }] of counts) if (now - startedAt >= lengthMs) counts.delete(id)
    const fresh = { startedAt: now, taken: 0 }
    counts.set(apiKeyId, fresh)
    return fresh
  }

  return {
    async consume(apiKeyId, { perSecond, perWindow, windowMs }, now) {
      const second = perSecond > 0 ? current(seconds, apiKeyId, { now, lengthMs: 1000 }) : null
      if (second !== null && second.taken >= perSecond) return perSecondExceeded(second.taken, perSecond)
      const window = perWindow > 0 ? current(windows, apiKeyId, { now, lengthMs: windowMs }) : null
      if (window !== null && window.taken >= perWindow)
        return windowExceeded(window.taken, { perWindow, windowMs }, window.startedAt + windowMs - now)
      if (second !== null) second.taken++
      if (window !== null) window.taken++
      return { ok: true }
    },
  }
}

function documents(count: number): string {
  return `${count} document${count === 1 ? '' : 's'}`
}
