/**
 * Requests over Node's HTTP client. The host is looked up once, all its addresses are checked, and the connection uses exactly
 * these, so that the name cannot change in between (DNS rebinding).
 */
import { lookup } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { isPrivateAddress } from '../model/network-address.ts'
import { type OpenUrl, PrivateAddressError } from './url-source.ts'

export function createNodeOpenUrl({ allowPrivate }: { allowPrivate: boolean }): OpenUrl {
  return async (url, { headers, signal }) => {
    const addresses = await lookup(url.hostname.replace(/^\[|\]$/g, ''), { all: true, verbatim: true })
    if (!allowPrivate && addresses.some(({ address }) => isPrivateAddress(address)))
      throw new PrivateAddressError('the name leads into a private network')
    const fixedLookup: LookupFunction = (_name, options, done) => {
      const [first] = addresses
      if (options.all === true) done(null, addresses)
      else done(null, first?.address ?? '', first?.family)
    }
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(
      url,
      // A pooled connection may lead to another address.
      { headers: { ...headers, Connection: 'close' }, agent: false, signal, lookup: fixedLookup },
      resolve,
    )
    request.once('error', reject)
    request.end()
    const response = await promise
    const pairs = Object.entries(response.headersDistinct).map(([name, values = []]): [string, string] => [
      name,
      values.join(', '),
    ])
    return {
      status: response.statusCode ?? 0,
      headers: new Headers(pairs),
      body: Readable.toWeb(response) as ReadableStream<Uint8Array>,
    }
  }
}
