/** Documents per second (1124) and per window (1101) of API keys, counted in one process. */

export interface Rates {
  /** Maximum count; 0 for no limit. */
  readonly perSecond: number
  readonly perWindow: number
  readonly windowMs: number
}

type RateResult = { readonly ok: true } | RateRefusal

interface RateRefusal {
  readonly ok: false
  readonly code: 1101 | 1124
  readonly message: string
  readonly retryAfterSeconds: number
}

export function perSecondExceeded(count: number, perSecond: number): RateRefusal {
  return {
    ok: false,
    code: 1124,
    message: `Busy: this key has sent ${documents(count)} within a second, its limit is ${perSecond}. Try again in a second.`,
    retryAfterSeconds: 1,
  }
}

/** `remainingMs`: until the window ends. */
export function windowExceeded(
  count: number,
  { perWindow, windowMs }: Pick<Rates, 'perWindow' | 'windowMs'>,
  remainingMs: number,
): RateRefusal {
  const waitSeconds = Math.max(1, Math.ceil(remainingMs / 1000))
  const message = `Too many requests: this key has sent ${documents(count)} within ${windowMs / 1000} seconds, its limit is ${perWindow}. Try again in ${waitSeconds} s.`
  return { ok: false, code: 1101, message, retryAfterSeconds: waitSeconds }
}

export interface RateLimiter {
  /** A refused request is not counted. */
  consume(apiKeyId: string, rates: Rates, now: number): Promise<RateResult>
}

interface Window {
  startedAt: number
  count: number
}

/** Number of keys above which expired windows are removed. */
const MAX_KEYS = 10_000

/** Fixed windows start with the first request. A burst over two windows is at most twice the limit. */
export function createRateLimiter(): RateLimiter {
  const seconds = new Map<string, Window>()
  const windows = new Map<string, Window>()

  const current = (
    byKey: Map<string, Window>,
    apiKeyId: string,
    { now, lengthMs }: { now: number; lengthMs: number },
  ): Window => {
    const existing = byKey.get(apiKeyId)
    if (existing !== undefined && now - existing.startedAt < lengthMs && now >= existing.startedAt) return existing
    if (byKey.size >= MAX_KEYS)
      for (const [id, { startedAt }] of byKey) if (now - startedAt >= lengthMs) byKey.delete(id)
    const started = { startedAt: now, count: 0 }
    byKey.set(apiKeyId, started)
    return started
  }

  return {
    async consume(apiKeyId, { perSecond, perWindow, windowMs }, now) {
      const second = perSecond > 0 ? current(seconds, apiKeyId, { now, lengthMs: 1000 }) : null
      if (second !== null && second.count >= perSecond) return perSecondExceeded(second.count, perSecond)
      const window = perWindow > 0 ? current(windows, apiKeyId, { now, lengthMs: windowMs }) : null
      if (window !== null && window.count >= perWindow)
        return windowExceeded(window.count, { perWindow, windowMs }, window.startedAt + windowMs - now)
      if (second !== null) second.count++
      if (window !== null) window.count++
      return { ok: true }
    },
  }
}

function documents(count: number): string {
  return `${count} document${count === 1 ? '' : 's'}`
}
