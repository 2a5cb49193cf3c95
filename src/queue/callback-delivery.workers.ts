/**
 * Callbacks over the platform's `fetch`, which reaches the public internet only: what lies in a private network there is
 * none of ours. Addresses that say so themselves are refused all the same.
 */
import { checkCallbackUrl, type DeliverCallback } from './callback-delivery.ts'

export function createWorkersDelivery({ allowPrivate }: { allowPrivate: boolean }): DeliverCallback {
  return async ({ url, headers, body, timeoutMs }) => {
    const wrong = checkCallbackUrl(url, { allowPrivate })
    if (wrong !== null) return { ok: false, reason: wrong, permanent: true }
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'User-Agent': 'Sheaf' },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      const { status } = response
      if (status >= 200 && status < 300) return { ok: true, status }
      const redirected = status === 0 || (status >= 300 && status < 400)
      return {
        ok: false,
        reason: redirected ? `it was redirected (${status}); redirects are not followed` : `status ${status}`,
        permanent: false,
      }
    } catch (error) {
      return { ok: false, reason: error instanceof Error ? error.message : String(error), permanent: false }
    }
  }
}
