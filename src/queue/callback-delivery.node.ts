/**
 * Callbacks over Node's HTTP client: the name is looked up once, all its addresses are checked, and the connection goes to
 * one of exactly these, so that a name can't point elsewhere between the check and the request.
 */
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import {
  type CallbackRequest,
  checkCallbackUrl,
  type DeliverCallback,
  type DeliveryResult,
  isPrivateAddress,
} from './callback-delivery.ts'

export function createNodeDelivery({ allowPrivate }: { allowPrivate: boolean }): DeliverCallback {
  return async (delivery) => {
    const wrong = checkCallbackUrl(delivery.url, { allowPrivate })
    if (wrong !== null) return { ok: false, reason: wrong, permanent: true }
    const url = new URL(delivery.url)
    let addresses: LookupAddress[]
    try {
      addresses = await lookup(url.hostname.replace(/^\[|\]$/g, ''), { all: true, verbatim: true })
    } catch (error) {
      return { ok: false, reason: `the name could not be looked up: ${reasonOf(error)}`, permanent: false }
    }
    const hidden = allowPrivate ? undefined : addresses.find(({ address }) => isPrivateAddress(address))
    if (hidden !== undefined)
      return { ok: false, reason: `the name leads into a private network (${hidden.address})`, permanent: true }
    return await post(url, delivery, addresses)
  }
}

function post(
  url: URL,
  { headers, body, timeoutMs }: CallbackRequest,
  addresses: LookupAddress[],
): Promise<DeliveryResult> {
  const { promise, resolve } = Promise.withResolvers<DeliveryResult>()
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(
    url,
    {
      method: 'POST',
      headers: { ...headers, 'Content-Length': String(body.length), 'User-Agent': 'Sheaf', Connection: 'close' },
      // No connection of another request, which may have been made to another address.
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      lookup: (_name, options, done) => {
        const first = addresses[0]
        if (first === undefined) done(new Error('the name has no address'), '', 0)
        else if (options.all === true) done(null, addresses)
        else done(null, first.address, first.family)
      },
    },
    (response) => {
      const status = response.statusCode ?? 0
      // Nobody reads what comes back: a status is an answer.
      response.destroy()
      if (status >= 200 && status < 300) resolve({ ok: true, status })
      else
        resolve({
          ok: false,
          reason:
            status >= 300 && status < 400
              ? `it was redirected (${status}); redirects are not followed`
              : `status ${status}`,
          permanent: false,
        })
    },
  )
  request.once('error', (error) => resolve({ ok: false, reason: reasonOf(error), permanent: false }))
  request.end(body)
  return promise
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
