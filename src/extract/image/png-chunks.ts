/** Chunks of a PNG file (ISO/IEC 15948). */
import { Unzlib } from 'fflate'
import { concatBytes, latin1, viewOf } from '../../model/bytes.ts'
import { MAX_DEFLATE_RATIO } from '../../zip/directory.ts'

const MAX_PROFILE_BYTES = 16 << 20
const STEP_BYTES = 1 << 14

interface PngChunk {
  readonly type: string
  readonly data: Uint8Array
  /** Byte offsets of the chunk, with its length and checksum. */
  readonly start: number
  readonly end: number
}

export function* pngChunks(bytes: Uint8Array): Generator<PngChunk> {
  const view = viewOf(bytes)
  for (let start = 8; start + 8 <= bytes.length; ) {
    const end = start + 12 + view.getUint32(start)
    yield { type: latin1(bytes, start + 4, start + 8), data: bytes.subarray(start + 8, end - 4), start, end }
    start = end
  }
}

/** Drops a color profile that MuPDF would decompress to an excessive size. */
export function withoutLargeProfile(bytes: Uint8Array): Uint8Array {
  for (const { type, data, start, end } of pngChunks(bytes)) {
    if (type === 'IDAT') return bytes
    if (type === 'iCCP' && isLarge(data)) return concatBytes([bytes.subarray(0, start), bytes.subarray(end)])
  }
  return bytes
}

function isLarge(chunk: Uint8Array): boolean {
  if (chunk.length * MAX_DEFLATE_RATIO <= MAX_PROFILE_BYTES) return false
  const compressed = chunk.subarray(chunk.indexOf(0) + 2)
  let length = 0
  const decoder = new Unzlib((output) => {
    length += output.length
  })
  try {
    for (let at = 0; at < compressed.length && length <= MAX_PROFILE_BYTES; at += STEP_BYTES)
      decoder.push(compressed.subarray(at, at + STEP_BYTES))
  } catch {}
  return length > MAX_PROFILE_BYTES
}
