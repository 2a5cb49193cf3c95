/** Evaluates the byte order mark, the declaration and the bytes. The fallback is windows-1252. */
import { guessLegacyEncoding, isKnown } from './legacy-encoding.ts'

const SAMPLE_BYTES = 1 << 16
/** Minimum ratio of UTF-16 pairs with a zero byte: digits, spaces and line breaks have one. */
const MIN_UTF16_ZERO_RATIO = 0.1
/** Maximum ratio in the other half of the pairs. */
const MAX_OTHER_ZERO_RATIO = 0.05
/** Minimum valid non-ASCII characters per invalid one in damaged UTF-8. */
const MIN_VALID_PER_INVALID = 20

export function detectEncoding(bytes: Uint8Array, declared?: string): string {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  const utf16 = detectUtf16(bytes)
  if (utf16 !== null) return utf16
  if (isUtf8(bytes)) return 'utf-8'
  if (declared !== undefined && isKnown(declared) && !/^utf-?(8|16)/i.test(declared)) return declared
  return guessLegacyEncoding(bytes)
}

export function decodeText(bytes: Uint8Array, declared?: string): string {
  return new TextDecoder(detectEncoding(bytes, declared)).decode(bytes)
}

/** UTF-16 without a byte order mark has zeros in one half of its byte pairs. */
function detectUtf16(bytes: Uint8Array): string | null {
  const length = Math.min(bytes.length, SAMPLE_BYTES) & ~1
  if (length < 4) return null
  let even = 0
  let odd = 0
  for (let at = 0; at < length; at += 2) {
    if (bytes[at] === 0) even++
    if (bytes[at + 1] === 0) odd++
  }
  const pairs = length / 2
  if (odd >= pairs * MIN_UTF16_ZERO_RATIO && even <= odd * MAX_OTHER_ZERO_RATIO) return 'utf-16le'
  if (even >= pairs * MIN_UTF16_ZERO_RATIO && odd <= even * MAX_OTHER_ZERO_RATIO) return 'utf-16be'
  return null
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
    return true
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes.subarray(0, SAMPLE_BYTES))
    let invalid = 0
    let valid = 0
    for (const char of text) {
      if (char === '\ufffd') invalid++
      else if (char > '\x7f') valid++
    }
    return valid > invalid * MIN_VALID_PER_INVALID
  }
}

const TEXT_CONTROLS = new Set([9, 10, 11, 12, 13, 27])
/** Far below binary files. */
const MAX_CONTROL_RATIO = 0.01

export function looksLikeText(head: Uint8Array): boolean {
  if (head.length === 0) return false
  const text = new TextDecoder(detectEncoding(head)).decode(head, { stream: true })
  let controls = 0
  let length = 0
  for (const char of text) {
    length++
    const code = char.codePointAt(0) ?? 0
    if (code === 0) return false
    const isControl = (code < 32 && !TEXT_CONTROLS.has(code)) || (code >= 0x7f && code < 0xa0)
    const isNoncharacter = code === 0xfffd || (code & 0xfffe) === 0xfffe
    if (isControl || isNoncharacter) controls++
  }
  return controls <= length * MAX_CONTROL_RATIO
}
