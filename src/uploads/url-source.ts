/** Downloads from a URL of a client. Refuses private networks, also behind names and redirects (SSRF). */

import { errorMessage, ParseError } from '../model/errors.ts'
import { decodePercent } from '../model/percent-encoding.ts'
import { isPrivateHost } from '../network/private-address.ts'
import { receiveBody } from './receive-files.ts'
import type { UploadedFile, UploadLimits } from './receive-upload.ts'
import { compressionOf, openBody } from './request-body.ts'
import type { Spool } from './spool.ts'

interface UrlResponse {
  readonly status: number
  readonly headers: Headers
  readonly body: ReadableStream<Uint8Array> | null
}

/** Sends one GET request without redirects. Throws `PrivateAddressError` for private networks. */
export type OpenUrl = (url: URL, init: { headers: Record<string, string>; signal: AbortSignal }) => Promise<UrlResponse>

export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError'
}

interface DownloadOptions {
  readonly spool: Spool
  readonly limits: UploadLimits
  readonly openUrl: OpenUrl
  readonly allowPrivate: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

const MAX_URL_LENGTH = 2000
const MAX_REDIRECTS = 5
const TIMEOUT_MS = 120_000
const redirectStatuses = new Set([301, 302, 303, 307, 308])
/** Headers that are not the client's to set: they describe the connection, or ask for a compressed response. */
const connectionHeaders = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Throws `ParseError` 1133 if the address is not allowed or returns no document, 1118 if it is too large. */
export async function downloadUrl(text: string, options: DownloadOptions): Promise<UploadedFile> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(TIMEOUT_MS)])
  const { url, response } = await follow(checkUrl(text, options.allowPrivate), { ...options, signal })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw refused(text, `it answers with the status ${response.status}`)
  }
  const encoding = compressionOf(response.headers)
  if (encoding !== null) {
    await response.body?.cancel()
    throw refused(text, `its response is compressed (Content-Encoding: ${encoding.slice(0, 20)})`)
  }
  const fileName = decodePercent(url.pathname.split('/').at(-1) ?? '')
  const body = openBody(response.body)
  try {
    return await receiveBody(body, response.headers, { ...options, fileName })
  } catch (error) {
    body.cancel()
    if (error instanceof ParseError && error.code === 1133) throw refused(text, 'its response ended too early', error)
    throw error
  }
}

async function follow(first: URL, options: DownloadOptions): Promise<{ url: URL; response: UrlResponse }> {
  let url = first
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    // Headers may contain credentials of the first host.
    const headers = { 'User-Agent': 'Sheaf', ...(url.origin === first.origin ? documentHeaders(options.headers) : {}) }
    const response = await open(url, { ...options, headers })
    const location = redirectStatuses.has(response.status) ? response.headers.get('location') : null
    if (location === null) return { url, response }
    await response.body?.cancel()
    const next = URL.parse(location, url.href)
    if (next === null) throw refused(url.href, 'it redirects to something that is not an address')
    url = checkUrl(next.href, options.allowPrivate)
  }
  throw refused(first.href, `it redirects more than ${MAX_REDIRECTS} times`)
}

async function open(url: URL, { openUrl, headers, signal }: DownloadOptions): Promise<UrlResponse> {
  try {
    return await openUrl(url, { headers, signal })
  } catch (error) {
    const message = errorMessage(error).replace(/\.$/, '')
    throw refused(url.href, error instanceof PrivateAddressError ? message : `it cannot be reached: ${message}`)
  }
}

function checkUrl(text: string, allowPrivate: boolean): URL {
  const url = text.length > MAX_URL_LENGTH ? null : URL.parse(text)
  if (url === null) throw refused(text, 'it is not an address')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refused(text, 'only http and https are possible')
  if (!allowPrivate && isPrivateHost(url.hostname)) throw refused(text, 'it is inside a private network')
  return url
}

function documentHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !connectionHeaders.has(name.toLowerCase())))
}

function refused(url: string, reason: string, cause?: unknown): ParseError {
  return new ParseError(1133, `The document at ${url.slice(0, 200)} cannot be downloaded: ${reason}.`, { cause })
}
