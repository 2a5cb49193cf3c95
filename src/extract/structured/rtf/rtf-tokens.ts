/** Splits rich text into groups, control words and text (RTF 1.9.1, "Conventions of an RTF Reader"). */
import { latin1 } from '../../../model/bytes.ts'
import { ParseError } from '../../../model/errors.ts'

export interface RtfHandler {
  openGroup(): void
  closeGroup(): void
  control(word: string, value: number | null): void
  textByte(byte: number): void
  binary(bytes: Uint8Array): void
}

const MAX_DEPTH = 2000
const BACKSLASH = 0x5c
const OPEN = 0x7b
const CLOSE = 0x7d
const MAX_WORD_LENGTH = 32
const MAX_DIGITS = 10

const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39

/** Throws `ParseError` 1106 for groups that are nested too deeply. */
export function readRtfTokens(bytes: Uint8Array, handler: RtfHandler): void {
  const isWhole = latin1(bytes, 0, 5) === '{\\rtf'
  let depth = 0
  let at = 0
  while (at < bytes.length) {
    const byte = bytes[at++]!
    if (byte === OPEN) {
      if (++depth > MAX_DEPTH) throw new ParseError(1106, 'The RTF file is damaged: its groups are nested too deeply.')
      handler.openGroup()
    } else if (byte === CLOSE) {
      if (--depth < 0) return
      handler.closeGroup()
      if (depth === 0 && isWhole) return
    } else if (byte === BACKSLASH) at = readControl(bytes, at, handler)
    else if (byte !== 0x0d && byte !== 0x0a && byte !== 0) handler.textByte(byte)
  }
}

function readControl(bytes: Uint8Array, from: number, handler: RtfHandler): number {
  const first = bytes[from] ?? 0
  if (!isLetter(first)) {
    if (first !== 0x27) {
      const isLineEnd = first === 0x0d || first === 0x0a
      handler.control(isLineEnd ? 'par' : String.fromCharCode(first), null)
      return from + 1
    }
    const byte = Number.parseInt(String.fromCharCode(bytes[from + 1] ?? 0, bytes[from + 2] ?? 0), 16)
    if (Number.isNaN(byte)) return from + 1
    handler.textByte(byte)
    return from + 3
  }
  let at = from
  while (isLetter(bytes[at] ?? 0) && at - from < MAX_WORD_LENGTH) at++
  const word = latin1(bytes, from, at)
  const isNegative = bytes[at] === 0x2d && isDigit(bytes[at + 1] ?? 0)
  if (isNegative) at++
  const digits = at
  let value = 0
  while (isDigit(bytes[at] ?? 0) && at - digits < MAX_DIGITS) value = value * 10 + bytes[at++]! - 0x30
  const hasValue = at > digits
  if (bytes[at] === 0x20) at++
  if (word === 'bin' && hasValue && !isNegative) {
    handler.binary(bytes.subarray(at, at + value))
    return at + value
  }
  handler.control(word, hasValue ? (isNegative ? -value : value) : null)
  return at
}
