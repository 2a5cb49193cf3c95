/**
 * Sends a task's answer to an address that its sender named. An address inside our own network is refused, by its
 * name's every address, because a caller must not reach what only we can reach; redirects are not followed.
 */

export interface CallbackRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly timeoutMs: number
}

export type DeliveryResult =
  | { readonly ok: true; readonly status: number }
  /** `permanent`: trying again would be refused again. */
  | { readonly ok: false; readonly reason: string; readonly permanent: boolean }

/** POSTs once; never throws. */
export type DeliverCallback = (delivery: CallbackRequest) => Promise<DeliveryResult>

/** What every server takes; longer ones hold data that belongs into the answer. */
const maxUrlLength = 2000

/** What is wrong with an address before its name is looked up; `null` when nothing is. */
export function checkCallbackUrl(text: string, { allowPrivate }: { allowPrivate: boolean }): string | null {
  if (text.length > maxUrlLength) return `it has ${text.length} characters; the limit is ${maxUrlLength}`
  const url = URL.parse(text)
  if (url === null) return 'it is not an address; write for example https://example.com/done'
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return `"${url.protocol}" is not possible; use https or http`
  if (url.username !== '' || url.password !== '')
    return 'it holds a user name or password; callbacks are signed instead'
  if (allowPrivate) return null
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (/^localhost$|\.localhost$|\.local$|\.internal$/i.test(host) || (isIpAddress(host) && isPrivateAddress(host)))
    return 'it lies inside a private network; the operator can allow that with CALLBACK_ALLOW_PRIVATE=on'
  return null
}

function isIpAddress(host: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(host) || host.includes(':')
}

/** First address and length of each range that is not the public internet (IANA's special-purpose registries). */
const privateV4: readonly (readonly [string, number])[] = [
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

/** Whether an IP address (as text, either family) is anything but a public unicast address. What can't be read counts as private. */
export function isPrivateAddress(address: string): boolean {
  const v4 = readV4(address)
  if (v4 !== null) return isPrivateV4(v4)
  const words = readV6(address)
  if (words === null) return true
  const [a = 0, b = 0, c = 0, , , f = 0, g = 0, h = 0] = words
  const zeros = words.slice(0, 5).every((word) => word === 0)
  // IPv4 inside IPv6: mapped, compatible, NAT64 and 6to4 reach the IPv4 address that they hold.
  if (zeros && (f === 0xffff || f === 0)) return isPrivateV4(((g << 16) | h) >>> 0)
  // Of NAT64 only the well-known prefix; 64:ff9b:1::/48 is for networks' own use (RFC 8215).
  if (a === 0x64 && b === 0xff9b) return c !== 0 || isPrivateV4(((g << 16) | h) >>> 0)
  if (a === 0x2002) return isPrivateV4(((b << 16) | c) >>> 0)
  // Only 2000::/3 is given out; in it Teredo, documentation and benchmarks are not for talking to.
  if ((a & 0xe000) !== 0x2000) return true
  return a === 0x2001 && (b < 0x0200 || b === 0x0db8)
}

function isPrivateV4(address: number): boolean {
  return privateV4.some(([first, length]) => address >>> (32 - length) === (readV4(first) ?? 0) >>> (32 - length))
}

function readV4(text: string): number | null {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) return null
  const bytes = text.split('.').map(Number)
  return bytes.every((byte) => byte <= 255) ? bytes.reduce((sum, byte) => sum * 256 + byte, 0) : null
}

function readV6(text: string): number[] | null {
  const [plain = ''] = text.split('%')
  const tail = /^(.*:)(\d{1,3}(?:\.\d{1,3}){3})$/.exec(plain)
  const v4 = tail === null ? null : readV4(tail[2] ?? '')
  const full =
    tail === null || v4 === null ? plain : `${tail[1]}${(v4 >>> 16).toString(16)}:${(v4 & 0xffff).toString(16)}`
  const halves = full.split('::')
  if (halves.length > 2) return null
  const [head = [], rest = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const missing = 8 - head.length - rest.length
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null
  const words = [...head, ...Array<string>(halves.length === 2 ? missing : 0).fill('0'), ...rest]
  return words.every((word) => /^[0-9a-f]{1,4}$/i.test(word)) ? words.map((word) => Number.parseInt(word, 16)) : null
}
