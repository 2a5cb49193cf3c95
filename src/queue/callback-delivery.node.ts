import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { lookUpOnce } from '../network/fixed-lookup.node.ts'
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
      const message = error instanceof Error ? error.message : String(error)
      return { ok: false, reason: `the name could not be looked up: ${message}`, permanent: false }
    }
  }
}

/** The promise never rejects. */
function post(
  url: URL,
  { headers, body }: CallbackRequest,
  connection: { readonly lookup: LookupFunction; readonly signal: AbortSignal },
): Promise<DeliveryResult> {
  const { promise, resolve } = Promise.withResolvers<DeliveryResult>()
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(
    url,
    {
      method: 'POST',
      headers: { ...headers, 'Content-Length': String(body.length), 'User-Agent': 'Sheaf', Connection: 'close' },
      // A pooled connection may lead to another address.
      agent: false,
      ...connection,
    },
    (response) => {
      response.destroy()
      resolve(resultOfStatus(response.statusCode ?? 0))
    },
  )
  request.on('error', (error) => resolve({ ok: false, reason: error.message, permanent: false }))
  // A response with the status 101 closes the connection without an error.
  request.once('close', () =>
    resolve({ ok: false, reason: 'the server closed the connection without a response', permanent: false }),
  )
  request.end(body)
  return promise
}
