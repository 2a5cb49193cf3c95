import { lookup } from 'node:dns/promises'
import { type IncomingMessage, type OutgoingHttpHeaders, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { unlessAborted } from '../model/linked-signal.ts'
import { isPrivateAddress } from './private-address.ts'

/**
 * `lookup` uses exactly the checked addresses (DNS rebinding). `privateAddress` is the first one inside a private
 * network. Slow name servers are not waited for after the signal.
 */
export async function lookUpOnce(
  url: URL,
  signal: AbortSignal,
): Promise<{ readonly privateAddress: string | undefined; readonly lookup: LookupFunction }> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = await unlessAborted(signal, lookup(host, { all: true, verbatim: true }))
  return {
    privateAddress: addresses.find(({ address }) => isPrivateAddress(address))?.address,
    lookup(_name, options, done) {
      const [first] = addresses
      if (options.all === true) done(null, addresses)
      else done(null, first?.address ?? '', first?.family)
    },
  }
}

/** Sends one request, without redirects, over a connection of its own: a pooled one may lead to another address. */
export async function requestOnce(
  url: URL,
  { body, headers, ...options }: RequestOptions & { readonly headers: OutgoingHttpHeaders; readonly body?: Uint8Array },
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  const request = send(url, { ...options, headers: { ...headers, Connection: 'close' }, agent: false }, resolve)
  request.on('error', reject)
  // A response with the status 101 closes the connection without an error.
  request.once('close', () => reject(new Error('the server closed the connection without a response')))
  request.end(body)
  return await promise
}
