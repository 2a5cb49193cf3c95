/**
 * The blocks of a GIF file up to the end of its first frame: its size, and the file cut down to that frame,
 * because MuPDF paints all frames of an animation over each other.
 */

export interface GifStart {
  /** Screen or first frame, whichever is larger: decoders take the one or the other. */
  readonly width: number
  readonly height: number
  /** Where the first frame's data ends; the file's length when it is cut off before. */
  readonly firstFrameEnd: number
}

const imageBlock = 0x2c
const extensionBlock = 0x21
const trailer = 0x3b

/** Throws `RangeError` when the header is cut off. */
export function readGifStart(bytes: Uint8Array): GifStart {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const screen = { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  let at = 13 + paletteBytes(view.getUint8(10))
  while (bytes[at] === extensionBlock) at = skipBlocks(bytes, at + 2)
  if (bytes[at] !== imageBlock || at + 10 > bytes.length) return { ...screen, firstFrameEnd: bytes.length }
  const width = Math.max(screen.width, view.getUint16(at + 5, true))
  const height = Math.max(screen.height, view.getUint16(at + 7, true))
  const data = at + 10 + paletteBytes(view.getUint8(at + 9)) + 1
  return { width, height, firstFrameEnd: skipBlocks(bytes, data) }
}

/** The same bytes when there is no second frame. */
export function firstGifFrame(bytes: Uint8Array): Uint8Array {
  const { firstFrameEnd } = readGifStart(bytes)
  // One byte is left for the trailer: what follows is nothing but that.
  if (firstFrameEnd + 1 >= bytes.length) return bytes
  const first = bytes.slice(0, firstFrameEnd + 1)
  first[firstFrameEnd] = trailer
  return first
}

/** Counts frames as far as the file is whole; 1 when it can't tell. */
export function countGifFrames(bytes: Uint8Array): number {
  let at = 13 + paletteBytes(bytes[10] ?? 0)
  let count = 0
  while (at < bytes.length && (bytes[at] === extensionBlock || bytes[at] === imageBlock)) {
    if (bytes[at] === extensionBlock) {
      at = skipBlocks(bytes, at + 2)
      continue
    }
    count += 1
    at = skipBlocks(bytes, at + 10 + paletteBytes(bytes[at + 9] ?? 0) + 1)
  }
  return Math.max(1, count)
}

/** A color table of 2, 4, … 256 entries, present when the highest bit is set. */
function paletteBytes(flags: number): number {
  return flags & 0x80 ? 3 << ((flags & 7) + 1) : 0
}

/** The place behind a chain of data blocks, each led by its length, ended by an empty one. */
function skipBlocks(bytes: Uint8Array, start: number): number {
  let at = start
  for (let length = bytes[at]; length !== undefined && length !== 0; length = bytes[at]) at += length + 1
  return Math.min(at + 1, bytes.length)
}
