import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import { lookUpOnce } from '../network/fixed-lookup.node.ts'
import { type OpenUrl, PrivateAddressError } from './url-source.ts'

export function createNodeOpenUrl({ allowPrivate }: { allowPrivate: boolean }): OpenUrl {
  return async (url, { headers, signal }) => {
    const { privateAddress, lookup } = await lookUpOnce(url, signal)
    if (privateAddress !== undefined && !allowPrivate)
      throw new PrivateAddressError('the name leads into a private network')
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(
      url,
      // A pooled connection may lead to another address.
      { headers: { ...headers, Connection: 'close' }, agent: false, signal, lookup },
      resolve,
    )
    request.on('error', reject)
    // A response with the status 101 closes the connection without an error.
    request.once('close', () => reject(new Error('the server closed the connection without a response')))
    request.end()
    const response = await promise
    const pairs = Object.entries(response.headersDistinct).map(([name, values = []]): [string, string] => [
      name,
      name === 'location' ? encodeBytes(values[0] ?? '') : values.join(', '),
    ])
    return {
      status: response.statusCode ?? 0,
      headers: new Headers(pairs),
      body: Readable.toWeb(response) as ReadableStream<Uint8Array>,
    }
  }
}

/** Node decodes headers as Latin-1, and addresses in them are UTF-8. */
function encodeBytes(text: string): string {
  return text.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`)
}
