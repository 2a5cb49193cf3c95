/** Requests on behalf of clients must not reach private networks (SSRF). */

/** Includes names that only private networks resolve. Other names are not looked up. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return /^localhost$|\.localhost$|\.local$|\.internal$/i.test(host) || (isIpAddress(host) && isPrivateAddress(host))
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

/** Only public unicast addresses are not private. Invalid addresses count as private. */
export function isPrivateAddress(address: string): boolean {
  const ipv4 = parseIpv4(address)
  if (ipv4 !== null) return isPrivateIpv4(ipv4)
  const words = parseIpv6(address)
  if (words === null) return true
  const [a = 0, b = 0, c = 0, , , f = 0, g = 0, h = 0] = words
  // IPv4-mapped, IPv4-compatible, NAT64 and 6to4 addresses contain an IPv4 address.
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

/** The eight words, or `null` for other addresses. */
export function parseIpv6(text: string): number[] | null {
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
