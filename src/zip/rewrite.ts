import { concatBytes, crc32, viewOf } from '../model/bytes.ts'
import { ParseError } from '../model/errors.ts'
import {
  CENTRAL_HEADER_BYTES,
  DEFLATED,
  END_RECORD_BYTES,
  END_SIGNATURE,
  LOCAL_HEADER_BYTES,
  LOCAL_SIGNATURE,
  openZipDirectory,
  packedData,
  STORED,
} from './directory.ts'

/** General purpose bit 3: the sizes follow the data. */
const DATA_DESCRIPTOR_FLAG = 0x0008

/**
 * At most one content is in memory. `contentOf` returns `null` for entries to keep. Throws `ParseError` 1106 for
 * damaged archives.
 */
export async function* rewriteZip(
  bytes: Uint8Array,
  contentOf: (name: string) => Promise<Uint8Array> | Uint8Array | null,
  { compress }: { readonly compress: boolean },
): AsyncGenerator<Uint8Array> {
  const records: Uint8Array[] = []
  let offset = 0
  for (const entry of openZipDirectory(bytes).entries()) {
    const record = entry.record.slice()
    const content = await contentOf(entry.name)
    const packed = content === null ? packedData(bytes, entry) : await pack(record, content, { compress })
    const view = viewOf(record)
    view.setUint16(8, view.getUint16(8, true) & ~DATA_DESCRIPTOR_FLAG, true)
    view.setUint32(42, offset, true)
    const header = localHeader(record)
    yield header
    if (packed.length > 0) yield packed
    records.push(record)
    offset += header.length + packed.length
  }
  yield* records
  const size = records.reduce((sum, { length }) => sum + length, 0)
  yield endRecord({ count: records.length, size, offset })
}

/** Returns `null` if the archive is too damaged to be copied. */
export async function updateZip(
  bytes: Uint8Array,
  contents: ReadonlyMap<string, Uint8Array>,
): Promise<Uint8Array | null> {
  try {
    const chunks = rewriteZip(bytes, (name) => contents.get(name) ?? null, { compress: true })
    return concatBytes(await Array.fromAsync(chunks))
  } catch (error) {
    if (error instanceof ParseError) return null
    throw error
  }
}

async function pack(
  record: Uint8Array,
  content: Uint8Array,
  { compress }: { readonly compress: boolean },
): Promise<Uint8Array> {
  const packed = compress ? await deflate(content) : content
  const view = viewOf(record)
  view.setUint16(10, compress ? DEFLATED : STORED, true)
  view.setUint32(16, crc32(content), true)
  view.setUint32(20, packed.length, true)
  view.setUint32(24, content.length, true)
  return packed
}

/** Outside this thread, which a large content would block. */
async function deflate(content: Uint8Array): Promise<Uint8Array> {
  const { body } = new Response(content as Uint8Array<ArrayBuffer>)
  return new Uint8Array(await new Response(body?.pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer())
}

/** Readers take extra fields from the central directory, so the header has none. */
function localHeader(record: Uint8Array): Uint8Array {
  const nameLength = viewOf(record).getUint16(28, true)
  const header = new Uint8Array(LOCAL_HEADER_BYTES + nameLength)
  const view = viewOf(header)
  view.setUint32(0, LOCAL_SIGNATURE, true)
  // Version needed, flags, method, time, date, checksum and sizes have the same order in both records.
  header.set(record.subarray(6, 28), 4)
  view.setUint16(26, nameLength, true)
  header.set(record.subarray(CENTRAL_HEADER_BYTES, CENTRAL_HEADER_BYTES + nameLength), LOCAL_HEADER_BYTES)
  return header
}

function endRecord({
  count,
  size,
  offset,
}: {
  readonly count: number
  readonly size: number
  readonly offset: number
}): Uint8Array {
  const record = new Uint8Array(END_RECORD_BYTES)
  const view = viewOf(record)
  view.setUint32(0, END_SIGNATURE, true)
  view.setUint16(8, count, true)
  view.setUint16(10, count, true)
  view.setUint32(12, size, true)
  view.setUint32(16, offset, true)
  return record
}
