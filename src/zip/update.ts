/**
 * A zip archive with some of its entries replaced: everything else is copied packed as it is, without gaps, in the same order.
 * Archives over four gigabytes (zip64) are left alone: uploads are far smaller.
 */
import { deflateSync } from 'fflate'
import { concatBytes, crc32 } from '../model/bytes.ts'

const endMark = 0x06054b50
const directoryMark = 0x02014b50
const localMark = 0x04034b50
const endBytes = 22
/** The end record and its comment. */
const endWithin = endBytes + 0xffff
const deflated = 8
/** Sizes stand in the local header, not behind the data. */
const sizesFollow = 0x0008

interface Entry {
  /** Its record in the directory, with name, extra field and comment. */
  readonly record: Uint8Array<ArrayBuffer>
  readonly name: string
  readonly nameLength: number
  readonly packed: Uint8Array
}

/** `null` where the archive can't be taken apart: then nobody will miss what would have been changed. */
export function updateZip(bytes: Uint8Array, changes: ReadonlyMap<string, Uint8Array>): Uint8Array | null {
  const entries = readEntries(bytes)
  if (entries === null) return null
  const pieces: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const entry of entries) {
    const change = changes.get(entry.name)
    const { record, packed } = change === undefined ? entry : repacked(entry, change)
    const view = new DataView(record.buffer)
    view.setUint16(8, view.getUint16(8, true) & ~sizesFollow, true)
    view.setUint32(42, offset, true)
    const local = localHeader(record, entry.nameLength)
    pieces.push(local, packed)
    directory.push(record)
    offset += local.length + packed.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  return concatBytes([...pieces, ...directory, endRecord({ count: entries.length, size, offset })])
}

function readEntries(bytes: Uint8Array): Entry[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - endBytes
  while (end >= Math.max(0, bytes.length - endWithin) && view.getUint32(end, true) !== endMark) end--
  if (end < 0 || view.getUint32(end, true) !== endMark) return null
  const count = view.getUint16(end + 10, true)
  const start = view.getUint32(end + 16, true)
  if (count === 0xffff || start === 0xffffffff) return null
  const entries: Entry[] = []
  for (let index = 0, at = start; index < count; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== directoryMark) return null
    const nameLength = view.getUint16(at + 28, true)
    const length = 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    const local = view.getUint32(at + 42, true)
    if (local + 30 > bytes.length || view.getUint32(local, true) !== localMark) return null
    const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    const packed = bytes.subarray(from, from + view.getUint32(at + 20, true))
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    entries.push({ record: new Uint8Array(bytes.subarray(at, at + length)), name, nameLength, packed })
    at += length
  }
  return entries
}

function repacked({ record }: Entry, content: Uint8Array): { record: Uint8Array<ArrayBuffer>; packed: Uint8Array } {
  const packed = deflateSync(content, { level: 1 })
  const view = new DataView(record.buffer)
  view.setUint16(10, deflated, true)
  view.setUint32(16, crc32(content), true)
  view.setUint32(20, packed.length, true)
  view.setUint32(24, content.length, true)
  return { record, packed }
}

/** Without an extra field: what stands there is for archivers. */
function localHeader(record: Uint8Array, nameLength: number): Uint8Array {
  const header = new Uint8Array(30 + nameLength)
  new DataView(header.buffer).setUint32(0, localMark, true)
  // Version needed, flags, method, time, date, checksum and both sizes stand in the same order in both.
  header.set(record.subarray(6, 6 + 22), 4)
  new DataView(header.buffer).setUint16(26, nameLength, true)
  header.set(record.subarray(46, 46 + nameLength), 30)
  return header
}

function endRecord({ count, size, offset }: { count: number; size: number; offset: number }): Uint8Array {
  const record = new Uint8Array(endBytes)
  const view = new DataView(record.buffer)
  view.setUint32(0, endMark, true)
  view.setUint16(8, count, true)
  view.setUint16(10, count, true)
  view.setUint32(12, size, true)
  view.setUint32(16, offset, true)
  return record
}
