/**
 * A zip whose pictures are still empty → the same zip with their bytes, piece by piece: what rendering makes from pages
 * without pictures, and what it would have made with them. Only entries that are stored, not compressed, are filled.
 */
import { crc32 } from '../model/bytes.ts'

const localSignature = 0x04034b50
const centralSignature = 0x02014b50
const endSignature = 0x06054b50
const localBytes = 30
const centralBytes = 46
const endBytes = 22

interface Entry {
  readonly name: string
  /** Its record in the central directory, a copy to be mended. */
  readonly central: Uint8Array
  readonly localStart: number
  readonly dataEnd: number
}

/** `bytesOf` gives what belongs into an entry; `null` for one that is complete. */
export async function* fillArchive(
  skeleton: Uint8Array,
  bytesOf: (entryName: string) => Promise<Uint8Array> | null,
): AsyncGenerator<Uint8Array> {
  const { entries, end } = readDirectory(skeleton)
  let offset = 0
  for (const { name, central, localStart, dataEnd } of entries) {
    const local = skeleton.slice(localStart, dataEnd)
    const filling = bytesOf(name)
    const bytes = filling === null ? null : await filling
    view(central).setUint32(42, offset, true)
    offset += local.length
    if (bytes !== null) {
      const crc = crc32(bytes)
      for (const [record, at] of [
        [local, 14],
        [central, 16],
      ] as const) {
        view(record).setUint32(at, crc, true)
        view(record).setUint32(at + 4, bytes.length, true)
        view(record).setUint32(at + 8, bytes.length, true)
      }
      offset += bytes.length
    }
    yield local
    if (bytes !== null && bytes.length > 0) yield bytes
  }
  view(end).setUint32(16, offset, true)
  for (const { central } of entries) yield central
  yield end
}

/** The entries in the order of their data. The archive is one of our own: no comments, no data descriptors. */
function readDirectory(zip: Uint8Array): { entries: Entry[]; end: Uint8Array } {
  const end = zip.slice(zip.length - endBytes)
  if (view(end).getUint32(0, true) !== endSignature) throw new Error('The archive has no end record where ours have it')
  const entries: Entry[] = []
  let at = view(end).getUint32(16, true)
  for (let left = view(end).getUint16(10, true); left > 0; left--) {
    const record = view(zip.subarray(at))
    if (record.getUint32(0, true) !== centralSignature)
      throw new Error('The archive has no directory where ours have it')
    const nameLength = record.getUint16(28, true)
    const length = centralBytes + nameLength + record.getUint16(30, true) + record.getUint16(32, true)
    const localStart = record.getUint32(42, true)
    const local = view(zip.subarray(localStart))
    if (local.getUint32(0, true) !== localSignature)
      throw new Error('The archive has no entry where its directory says')
    entries.push({
      name: new TextDecoder().decode(zip.subarray(at + centralBytes, at + centralBytes + nameLength)),
      central: zip.slice(at, at + length),
      localStart,
      dataEnd:
        localStart + localBytes + local.getUint16(26, true) + local.getUint16(28, true) + record.getUint32(20, true),
    })
    at += length
  }
  return { entries, end }
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
