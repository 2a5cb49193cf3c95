/** The platform's `fetch` reaches only the public internet. */
import { errorMessage } from '../model/errors.ts'
import { checkCallbackUrl, type DeliverCallback, resultOfStatus } from './callback-delivery.ts'

export function createWorkersDelivery({ allowPrivate }: { allowPrivate: boolean }): DeliverCallback {
  return async ({ url, headers, body, timeoutMs }) => {
    const problem = checkCallbackUrl(url, { allowPrivate })
    if (problem !== null) return { ok: false, reason: problem, permanent: true }
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'User-Agent': 'Sheaf' },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      return resultOfStatus(response.status)
    } catch (error) {
      return { ok: false, reason: errorMessage(error), permanent: false }
    }
  }
}
