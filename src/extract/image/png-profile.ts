/** Drops color profiles that MuPDF would decompress to an excessive size. */
import { Unzlib } from 'fflate'
import { concatBytes, latin1 } from '../../model/bytes.ts'

const MAX_PROFILE_BYTES = 16 << 20
const STEP_BYTES = 1 << 14
const MAX_DEFLATE_RATIO = 1032

export function withoutLargeProfile(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 8 <= bytes.length; ) {
    const end = at + 12 + view.getUint32(at)
    const type = latin1(bytes, at + 4, at + 8)
    if (type === 'IDAT') return bytes
    if (type === 'iCCP' && isLarge(bytes.subarray(at + 8, end - 4)))
      return concatBytes([bytes.subarray(0, at), bytes.subarray(end)])
    at = end
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
