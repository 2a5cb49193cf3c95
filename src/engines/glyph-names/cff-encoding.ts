/** Character names from the encoding of a CFF font (Adobe Technical Note 5176), except those MuPDF knows. */
import { latin1, viewOf } from '../../model/bytes.ts'

const STANDARD_STRINGS = 391
const CHARSET = 15
const ENCODING = 16
const CHAR_STRINGS = 17
const PREDEFINED_ENCODINGS = 2
const PREDEFINED_CHARSETS = 3
const REAL_NUMBER = 30
const SUPPLEMENT = 0x80

/** Names by character code; none for predefined encodings. Throws `RangeError` for a damaged font. */
export function readCffEncoding(bytes: Uint8Array): Map<number, string> {
  const view = viewOf(bytes)
  const names = readIndex(view, view.getUint8(2))
  const dicts = readIndex(view, names.end)
  const strings = readIndex(view, dicts.end)
  const top = dicts.items[0]
  const codes = new Map<number, string>()
  if (top === undefined) return codes
  const offsets = readTopDict(view, top)
  const encoding = offsets.get(ENCODING) ?? 0
  const charset = offsets.get(CHARSET) ?? 0
  const charStrings = offsets.get(CHAR_STRINGS)
  if (encoding < PREDEFINED_ENCODINGS || charset < PREDEFINED_CHARSETS || charStrings === undefined) return codes
  const nameOf = (sid: number): string | null => {
    const item = strings.items[sid - STANDARD_STRINGS]
    return item === undefined ? null : latin1(bytes, item.start, item.end)
  }
  const sids = readCharset(view, charset, readIndex(view, charStrings).items.length)
  for (const [code, sid] of readEncoding(view, encoding, sids)) {
    const name = nameOf(sid)
    if (name !== null) codes.set(code, name)
  }
  return codes
}

interface Range {
  readonly start: number
  readonly end: number
}

function readIndex(view: DataView, at: number): { readonly items: readonly Range[]; readonly end: number } {
  const count = view.getUint16(at)
  if (count === 0) return { items: [], end: at + 2 }
  const size = view.getUint8(at + 2)
  const offset = (index: number): number => readUnsigned(view, at + 3 + index * size, size)
  const data = at + 2 + (count + 1) * size
  const items = Array.from({ length: count }, (_, index) => ({
    start: data + offset(index),
    end: data + offset(index + 1),
  }))
  return { items, end: data + offset(count) }
}

function readUnsigned(view: DataView, at: number, size: number): number {
  let value = 0
  for (let byte = 0; byte < size; byte++) value = value * 256 + view.getUint8(at + byte)
  return value
}

function readTopDict(view: DataView, { start, end }: Range): Map<number, number> {
  const values = new Map<number, number>()
  let operand = 0
  for (let at = start; at < end; ) {
    const byte = view.getUint8(at)
    at += 1
    if (byte === 28) {
      operand = view.getInt16(at)
      at += 2
    } else if (byte === 29) {
      operand = view.getInt32(at)
      at += 4
    } else if (byte === REAL_NUMBER) {
      while (at < end && (view.getUint8(at) & 0xf) !== 0xf) at += 1
      at += 1
    } else if (byte >= 32 && byte <= 246) operand = byte - 139
    else if (byte >= 247 && byte <= 254) {
      const low = view.getUint8(at)
      operand = byte < 251 ? (byte - 247) * 256 + low + 108 : -(byte - 251) * 256 - low - 108
      at += 1
    } else if (byte === 12) at += 1
    else values.set(byte, operand)
  }
  return values
}

function readCharset(view: DataView, offset: number, glyphCount: number): number[] {
  const sids = [0]
  const format = view.getUint8(offset)
  for (let at = offset + 1; sids.length < glyphCount; ) {
    const first = view.getUint16(at)
    const more = format === 0 ? 0 : format === 1 ? view.getUint8(at + 2) : view.getUint16(at + 2)
    at += format === 0 ? 2 : format === 1 ? 3 : 4
    for (let sid = first; sid <= first + more && sids.length < glyphCount; sid++) sids.push(sid)
  }
  return sids
}

function readEncoding(view: DataView, offset: number, sids: readonly number[]): [code: number, sid: number][] {
  const format = view.getUint8(offset)
  const count = view.getUint8(offset + 1)
  const isList = (format & ~SUPPLEMENT) === 0
  const pairs: [number, number][] = []
  let glyph = 1
  for (let index = 0; index < count; index++) {
    const at = offset + 2 + index * (isList ? 1 : 2)
    const first = view.getUint8(at)
    const more = isList ? 0 : view.getUint8(at + 1)
    for (let code = first; code <= first + more; code++) pairs.push([code, sids[glyph++] ?? 0])
  }
  if ((format & SUPPLEMENT) === 0) return pairs
  const end = offset + 2 + count * (isList ? 1 : 2)
  for (let index = 0; index < view.getUint8(end); index++) {
    const at = end + 1 + index * 3
    pairs.push([view.getUint8(at), view.getUint16(at + 1)])
  }
  return pairs
}
