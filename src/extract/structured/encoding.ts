/**
 * Bytes of a text → the text, by its byte order mark, what it says of itself, and how its bytes look. Never fails: what is
 * in no encoding that can be told is windows-1252, in which every byte is a character.
 */

import { guessLegacyEncoding } from './legacy-encoding.ts'

/** Bytes that are looked at when the encoding is guessed. */
const sampleBytes = 1 << 16
/** UTF-16 of any script has this many zero bytes at least on one side, for digits, blanks and line ends are among its signs. */
const wideRatio = 0.1
/** Control characters that texts hold: tab, line feed, vertical tab, form feed, carriage return, and escape. */
const textControls = new Set([9, 10, 11, 12, 13, 27])

/** The label of the encoding, as `TextDecoder` takes it. `declared` is what the document or its carrier says. */
export function detectEncoding(bytes: Uint8Array, declared?: string): string {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  const wide = wideEncoding(bytes)
  if (wide !== null) return wide
  if (isUtf8(bytes)) return 'utf-8'
  // A declaration that can be read as single bytes is not UTF-16, and what is no UTF-8 is not UTF-8.
  if (declared !== undefined && isKnown(declared) && !/^utf-?(8|16)/i.test(declared)) return declared
  return guessLegacyEncoding(bytes)
}

/** Decodes without ever failing; the byte order mark goes. */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  return new TextDecoder(detectEncoding(bytes, declared)).decode(bytes)
}

/** UTF-16 without a mark, told by the zeros on one side of its pairs. */
function wideEncoding(bytes: Uint8Array): string | null {
  const length = Math.min(bytes.length, sampleBytes) & ~1
  if (length < 4) return null
  let even = 0
  let odd = 0
  for (let at = 0; at < length; at += 2) {
    if (bytes[at] === 0) even++
    if (bytes[at + 1] === 0) odd++
  }
  const pairs = length / 2
  if (odd >= pairs * wideRatio && even <= odd * 0.05) return 'utf-16le'
  if (even >= pairs * wideRatio && odd <= even * 0.05) return 'utf-16be'
  return null
}

function isKnown(label: string): boolean {
  try {
    new TextDecoder(label)
    return true
  } catch {
    return false
  }
}

/** Whether the bytes are UTF-8 all through. A few broken ones among many good ones are damage, and still UTF-8. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
    return true
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes.subarray(0, sampleBytes))
    let broken = 0
    let good = 0
    for (const char of text) {
      if (char === '\ufffd') broken++
      else if (char > '\x7f') good++
    }
    return good > broken * 20
  }
}

/** Whether the beginning of a file is text in some encoding: no control characters that texts don't hold. */
export function looksLikeText(head: Uint8Array): boolean {
  if (head.length === 0) return false
  // As a stream: a character may be cut at the sample's end.
  const text = new TextDecoder(detectEncoding(head)).decode(head, { stream: true })
  let odd = 0
  let size = 0
  for (const char of text) {
    size++
    const code = char.codePointAt(0) ?? 0
    if (code === 0) return false
    if (
      (code < 32 && !textControls.has(code)) ||
      (code >= 0x7f && code < 0xa0) ||
      code === 0xfffd ||
      (code & 0xfffe) === 0xfffe
    )
      odd++
  }
  return odd <= size * oddRatio
}

/** Texts hold a stray control character now and then; of other files every tenth byte is one. */
const oddRatio = 0.01
