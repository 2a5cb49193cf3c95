import { Readable } from 'node:stream'
import { lookUpOnce, requestOnce } from '../network/request-once.node.ts'
import { type OpenUrl, PrivateAddressError } from './url-source.ts'

export function createNodeOpenUrl({ allowPrivate }: { allowPrivate: boolean }): OpenUrl {
  return async (url, { headers, signal }) => {
    const { privateAddress, lookup } = await lookUpOnce(url, signal)
    if (privateAddress !== undefined && !allowPrivate)
      throw new PrivateAddressError('the name leads into a private network')
    const response = await requestOnce(url, { headers, signal, lookup })
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
