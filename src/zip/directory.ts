/** Records of a zip archive (PKWARE APPNOTE 4.3). */
import { viewOf } from '../model/bytes.ts'
import { ParseError } from '../model/errors.ts'

export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly isEncrypted: boolean
  readonly packedSize: number
  readonly size: number
  readonly offset: number
  readonly record: Uint8Array
}

interface ZipDirectory {
  readonly entryCount: number
  /** A caller can stop at its limits. Throws `ParseError` 1106. */
  entries(): Generator<ZipEntry>
}

export const STORED = 0
export const DEFLATED = 8
export const LOCAL_HEADER_BYTES = 30
export const CENTRAL_HEADER_BYTES = 46
export const END_RECORD_BYTES = 22
export const LOCAL_SIGNATURE = 0x04034b50
export const END_SIGNATURE = 0x06054b50
const CENTRAL_SIGNATURE = 0x02014b50
const ZIP64_END_SIGNATURE = 0x06064b50
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50
const ZIP64_LOCATOR_BYTES = 20
const ZIP64_END_BYTES = 56
const MAX_COMMENT_BYTES = 0xffff
/** Maximum compression of deflate: 258 bytes in two bits. */
export const MAX_DEFLATE_RATIO = 1032

/** Throws `ParseError` 1106. */
export function openZipDirectory(bytes: Uint8Array): ZipDirectory {
  const view = viewOf(bytes)
  const end = findEndRecord(view)
  const count = view.getUint16(end + 10, true)
  const start = view.getUint32(end + 16, true)
  if (count === 0xffff || start === 0xffffffff) {
    const wide = readZip64End(view, end)
    return directory(bytes, { ...wide, shift: 0 })
  }
  // A stub or mail header before the archive shifts all offsets.
  const size = view.getUint32(end + 12, true)
  const shift = size === 0xffffffff ? 0 : Math.max(0, end - size - start)
  return directory(bytes, { count, start: start + shift, shift })
}

function directory(
  bytes: Uint8Array,
  { count, start, shift }: { readonly count: number; readonly start: number; readonly shift: number },
): ZipDirectory {
  return {
    entryCount: count,
    *entries() {
      for (let index = 0, at = start; index < count; index++) {
        const entry = readEntry(bytes, at, { shift })
        yield entry
        at += entry.record.length
      }
    },
  }
}

function readEntry(bytes: Uint8Array, at: number, { shift }: { readonly shift: number }): ZipEntry {
  const view = viewOf(bytes)
  if (at + CENTRAL_HEADER_BYTES > bytes.length || view.getUint32(at, true) !== CENTRAL_SIGNATURE)
    throw damagedZip('the directory of its zip archive is incomplete')
  const nameEnd = at + CENTRAL_HEADER_BYTES + view.getUint16(at + 28, true)
  const end = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  const name = new TextDecoder().decode(bytes.subarray(at + CENTRAL_HEADER_BYTES, nameEnd))
  return {
    name: name.replaceAll('\\', '/').replace(/^\/+/, ''),
    method: view.getUint16(at + 10, true),
    isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
    packedSize: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    offset: view.getUint32(at + 42, true) + shift,
    record: bytes.subarray(at, end),
  }
}

/** Returns a view. Throws `ParseError` 1106. */
export function packedData(bytes: Uint8Array, { name, offset, packedSize }: ZipEntry): Uint8Array {
  const view = viewOf(bytes)
  if (offset + LOCAL_HEADER_BYTES > bytes.length || view.getUint32(offset, true) !== LOCAL_SIGNATURE)
    throw damagedZip(`its part "${name}" is not at the position that the directory gives`)
  const start = offset + LOCAL_HEADER_BYTES + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  const packed = bytes.subarray(start, start + packedSize)
  if (packed.length < packedSize) throw damagedZip(`its part "${name}" is incomplete`)
  return packed
}

/** A comment may follow the record, so the search starts at the end. */
function findEndRecord(view: DataView): number {
  const last = view.byteLength - END_RECORD_BYTES
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT_BYTES); at--)
    if (view.getUint32(at, true) === END_SIGNATURE) return at
  throw damagedZip('the directory of its zip archive is missing')
}

/** Files below 4 GB need no other zip64 fields. */
function readZip64End(view: DataView, end: number): { readonly count: number; readonly start: number } {
  const locator = end - ZIP64_LOCATOR_BYTES
  const record =
    locator >= 0 && view.getUint32(locator, true) === ZIP64_LOCATOR_SIGNATURE
      ? Number(view.getBigUint64(locator + 8, true))
      : Number.POSITIVE_INFINITY
  if (record + ZIP64_END_BYTES > view.byteLength || view.getUint32(record, true) !== ZIP64_END_SIGNATURE)
    throw damagedZip('the directory of its zip archive is missing')
  return { count: Number(view.getBigUint64(record + 32, true)), start: Number(view.getBigUint64(record + 48, true)) }
}

export function damagedZip(reason: string): ParseError {
  return new ParseError(
    1106,
    `The file is damaged or cut off: ${reason}. Send it again, or repair it with the program it comes from.`,
  )
}
