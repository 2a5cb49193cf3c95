/** Delivery of callbacks. Addresses inside private networks are refused, because only this service can reach them (SSRF). */

export interface CallbackRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly timeoutMs: number
}

export type DeliveryResult =
  | { readonly ok: true; readonly status: number }
  /** `permanent`: a retry would fail too. */
  | { readonly ok: false; readonly reason: string; readonly permanent: boolean }

/** POSTs once; never throws. */
export type DeliverCallback = (request: CallbackRequest) => Promise<DeliveryResult>

/** Redirects are not followed, because they could lead into a private network. */
export function resultOfStatus(status: number): DeliveryResult {
  if (status >= 200 && status < 300) return { ok: true, status }
  // With `redirect: manual`, `fetch` may report status 0.
  const isRedirect = status === 0 || (status >= 300 && status < 400)
  const reason = isRedirect ? `it was redirected (${status}); redirects are not followed` : `status ${status}`
  return { ok: false, reason, permanent: false }
}

/** Supported by all servers. */
const maxUrlLength = 2000

/** The problem with a callback URL, without looking up its host; `null` if there is none. */
export function checkCallbackUrl(text: string, { allowPrivate }: { allowPrivate: boolean }): string | null {
  if (text.length > maxUrlLength) return `it has ${text.length} characters; the limit is ${maxUrlLength}`
  const url = URL.parse(text)
  if (url === null) return 'it is not an address; write for example https://example.com/done'
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return `"${url.protocol}" is not possible; use https or http`
  if (url.username !== '' || url.password !== '') return 'it has a user name or password; callbacks are signed instead'
  if (allowPrivate) return null
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (/^localhost$|\.localhost$|\.local$|\.internal$/i.test(host) || (isIpAddress(host) && isPrivateAddress(host)))
    return 'it is inside a private network; the operator can allow that with CALLBACK_ALLOW_PRIVATE=on'
  return null
}

function isIpAddress(host: string): boolean {
  return parseIpv4(host) !== null || host.includes(':')
}

/** First address and prefix length of the special-purpose ranges of IPv4 (IANA registry). */
const privateIpv4Ranges: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

/** Whether an IPv4 or IPv6 address is not a public unicast address. Invalid addresses count as private. */
export function isPrivateAddress(address: string): boolean {
  const ipv4 = parseIpv4(address)
  if (ipv4 !== null) return isPrivateIpv4(ipv4)
  const words = parseIpv6(address)
  if (words === null) return true
  const [a = 0, b = 0, c = 0, , , f = 0, g = 0, h = 0] = words
  // IPv4-mapped, IPv4-compatible, NAT64 and 6to4 addresses reach the IPv4 address that they contain.
  if (words.slice(0, 5).every((word) => word === 0) && (f === 0xffff || f === 0)) return isPrivateIpv4(joinWords(g, h))
  // NAT64 has only the well-known prefix; 64:ff9b:1::/48 is for local use (RFC 8215).
  if (a === 0x64 && b === 0xff9b) return c !== 0 || isPrivateIpv4(joinWords(g, h))
  if (a === 0x2002) return isPrivateIpv4(joinWords(b, c))
  // Only 2000::/3 is allocated, and parts of it are for Teredo, benchmarks and documentation.
  if ((a & 0xe000) !== 0x2000) return true
  return a === 0x2001 && (b < 0x0200 || b === 0x0db8)
}

function joinWords(high: number, low: number): number {
  return ((high << 16) | low) >>> 0
}

function isPrivateIpv4(address: number): boolean {
  return privateIpv4Ranges.some(
    ([first, length]) => address >>> (32 - length) === (parseIpv4(first) ?? 0) >>> (32 - length),
  )
}

function parseIpv4(text: string): number | null {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) return null
  const bytes = text.split('.').map(Number)
  return bytes.every((byte) => byte <= 255) ? bytes.reduce((sum, byte) => sum * 256 + byte, 0) : null
}

/** Eight words of 16 bits. */
function parseIpv6(text: string): number[] | null {
  const [withoutZone = ''] = text.split('%')
  const dotted = /^(.*:)(\d{1,3}(?:\.\d{1,3}){3})$/.exec(withoutZone)
  const ipv4 = dotted === null ? null : parseIpv4(dotted[2] ?? '')
  const full =
    dotted === null || ipv4 === null
      ? withoutZone
      : `${dotted[1]}${(ipv4 >>> 16).toString(16)}:${(ipv4 & 0xffff).toString(16)}`
  const halves = full.split('::')
  if (halves.length > 2) return null
  const [head = [], rest = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const missing = 8 - head.length - rest.length
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null
  const words = [...head, ...Array<string>(missing).fill('0'), ...rest]
  return words.every((word) => /^[0-9a-f]{1,4}$/i.test(word)) ? words.map((word) => Number.parseInt(word, 16)) : null
}
