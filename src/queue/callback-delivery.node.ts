/**
 * Callbacks over Node's HTTP client. The host is looked up once, all its addresses are checked, and the connection uses exactly
 * these, so that the name cannot change in between (DNS rebinding).
 */
import { lookup } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { isPrivateAddress } from '../model/network-address.ts'
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
    try {
      const addresses = await lookup(url.hostname.replace(/^\[|\]$/g, ''), { all: true, verbatim: true })
      const forbidden = allowPrivate ? undefined : addresses.find(({ address }) => isPrivateAddress(address))
      if (forbidden !== undefined)
        return { ok: false, reason: `the name leads into a private network (${forbidden.address})`, permanent: true }
      const fixedLookup: LookupFunction = (_name, options, done) => {
        const [first] = addresses
        if (options.all === true) done(null, addresses)
        else done(null, first?.address ?? '', first?.family)
      }
      return await post(url, callback, fixedLookup)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return { ok: false, reason: `the name could not be looked up: ${message}`, permanent: false }
    }
  }
}

/** Never rejects. */
function post(
  url: URL,
  { headers, body, timeoutMs }: CallbackRequest,
  fixedLookup: LookupFunction,
): Promise<DeliveryResult> {
  const { promise, resolve } = Promise.withResolvers<DeliveryResult>()
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(
    url,
    {
      method: 'POST',
      headers: { ...headers, 'Content-Length': String(body.length), 'User-Agent': 'Sheaf', Connection: 'close' },
      // A pooled connection may lead to another address.
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      lookup: fixedLookup,
    },
    (response) => {
      response.destroy()
      resolve(resultOfStatus(response.statusCode ?? 0))
    },
  )
  request.once('error', (error) => resolve({ ok: false, reason: error.message, permanent: false }))
  request.end(body)
  return promise
}
