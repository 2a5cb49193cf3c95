/** Color profiles of PNGs, which are packed and may unpack to anything: large ones are left out before MuPDF unpacks them whole. */
import { Unzlib } from 'fflate'
import { concatBytes } from '../../model/bytes.ts'
import { latin1 } from './latin1.ts'

/** The largest profiles, those of presses, have two megabytes. */
const MAX_PROFILE_BYTES = 16 << 20
/** Given to the decoder at once; deflate packs at most a thousand bytes into one. */
const STEP_BYTES = 1 << 14
const MAX_DEFLATE = 1032

/** The PNG without a profile that would unpack to more than anybody makes; else the same bytes. */
export function withoutLargeProfile(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 8 <= bytes.length; ) {
    const end = at + 12 + view.getUint32(at)
    const type = latin1(bytes, at + 4, at + 8)
    // Profiles stand before the pixels.
    if (type === 'IDAT') return bytes
    if (type === 'iCCP' && isLarge(bytes.subarray(at + 8, end - 4)))
      return concatBytes([bytes.subarray(0, at), bytes.subarray(end)])
    at = end
  }
  return bytes
}

function isLarge(chunk: Uint8Array): boolean {
  if (chunk.length * MAX_DEFLATE <= MAX_PROFILE_BYTES) return false
  // A name, a zero, the way of packing.
  const packed = chunk.subarray(chunk.indexOf(0) + 2)
  let length = 0
  const decoder = new Unzlib((piece) => {
    length += piece.length
  })
  try {
    for (let at = 0; at < packed.length && length <= MAX_PROFILE_BYTES; at += STEP_BYTES)
      decoder.push(packed.subarray(at, at + STEP_BYTES))
  } catch {
    // Damaged ones are left to the decoder, which stops where the damage is.
  }
  return length > MAX_PROFILE_BYTES
}
