import type { LookupFunction } from 'node:net'
import { errorMessage } from '../model/errors.ts'
import { lookUpOnce, requestOnce } from '../network/request-once.node.ts'
import {
  type CallbackRequest,
  checkCallbackUrl,
  type DeliverCallback,
  type DeliveryResult,
  resultOfStatus,
} from './callback-delivery.ts'

export function createNodeDelivery({ allowPrivate }: { allowPrivate: boolean }): DeliverCallback {
  return async (callback) => {
    const problem = checkCallbackUrl(callback.url, { allowPrivate })
    if (problem !== null) return { ok: false, reason: problem, permanent: true }
    const url = new URL(callback.url)
    const signal = AbortSignal.timeout(callback.timeoutMs)
    try {
      const { privateAddress, lookup } = await lookUpOnce(url, signal)
      if (privateAddress !== undefined && !allowPrivate)
        return { ok: false, reason: `the name leads into a private network (${privateAddress})`, permanent: true }
      return await post(url, callback, { lookup, signal })
    } catch (error) {
      return { ok: false, reason: `the name could not be looked up: ${errorMessage(error)}`, permanent: false }
    }
  }
}

/** Never rejects. */
async function post(
  url: URL,
  { headers, body }: CallbackRequest,
  connection: { readonly lookup: LookupFunction; readonly signal: AbortSignal },
): Promise<DeliveryResult> {
  const allHeaders = { ...headers, 'Content-Length': String(body.length), 'User-Agent': 'Sheaf' }
  try {
    const response = await requestOnce(url, { ...connection, method: 'POST', headers: allHeaders, body })
    response.destroy()
    return resultOfStatus(response.statusCode ?? 0)
  } catch (error) {
    return { ok: false, reason: errorMessage(error), permanent: false }
  }
}
