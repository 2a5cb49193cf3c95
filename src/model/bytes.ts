/** Plain work on bytes that several rooms do: put together, written as text, summed up. */

/** The pieces one behind the other, in a buffer of their own. */
export function concatBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** Two hexadecimal digits a byte, in lower case. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Arguments that one call may spread without risking the stack. */
const maxSpread = 0x2000

/** A character a byte, with its code: places in the one are places in the other. No decoder does that for all 256. */
export function toBinaryString(bytes: Uint8Array): string {
  let text = ''
  for (let from = 0; from < bytes.length; from += maxSpread)
    text += String.fromCharCode(...bytes.subarray(from, from + maxSpread))
  return text
}

/** A range of a file as text, one character per byte: for the keywords and signatures of file formats. */
export function latin1(bytes: Uint8Array, from: number, to: number): string {
  return toBinaryString(bytes.subarray(Math.max(0, from), Math.max(0, to)))
}

/** With padding, in the usual alphabet (RFC 4648, 4). */
export function toBase64(bytes: Uint8Array): string {
  return btoa(toBinaryString(bytes))
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** The checksum of zip and PNG (ISO 3309). */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crc >>> 8) ^ crcTable[(crc ^ byte) & 0xff]!
  return (crc ^ 0xffffffff) >>> 0
}
