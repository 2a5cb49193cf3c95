/** The signature that S3-compatible stores ask for (AWS Signature Version 4), in the request's headers, over web APIs alone. */

export interface SignedRequest {
  readonly method: string
  /** With its query; what it holds is encoded already. */
  readonly url: URL
  /** All are signed but the content's type, which proxies change; `host` and the `x-amz-` ones are added. */
  readonly headers: Headers
  /** SHA-256 of the body in hexadecimal digits. */
  readonly bodyHash: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly now: Date
}

const algorithm = 'AWS4-HMAC-SHA256'

/** The headers with those that prove who sends the request. `host` is signed but not among them: `fetch` sends it by itself. */
export async function signRequest({ method, url, headers, bodyHash, region, accessKeyId, secretAccessKey, now }: SignedRequest): Promise<Headers> {
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`
  const signed = new Headers(headers)
  signed.set('x-amz-date', time)
  signed.set('x-amz-content-sha256', bodyHash)
  const lines = [...signed, ['host', url.host] as const].filter(([name]) => name !== 'content-type').sort(([a], [b]) => compare(a, b))
  const names = lines.map(([name]) => name).join(';')
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort(compare)
  const path = url.pathname.split('/').map((part) => encode(decodeURIComponent(part)))
  const canonical = [method, path.join('/'), query.join('&'), ...lines.map(([name, value]) => `${name}:${value.trim()}`), '', names, bodyHash].join('\n')
  let key: Uint8Array<ArrayBuffer> = bytesOf(`AWS4${secretAccessKey}`)
  for (const part of scope.split('/')) key = await hmac(key, part)
  const signature = toHex(await hmac(key, [algorithm, time, scope, await sha256(bytesOf(canonical))].join('\n')))
  signed.set('authorization', `${algorithm} Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`)
  return signed
}

/** The bytes of a text, in memory of their own: that is what some runtimes' types ask for. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text))
}

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

async function hmac(key: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, bytesOf(text)))
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** All but letters, digits and `-._~`: `encodeURIComponent` leaves five more as they are. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** By code units, as the rules want it, not by anybody's language. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
