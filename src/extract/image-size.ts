/**
 * The size that an image file claims to have, read from its header before anything is decoded: a few bytes must not make us
 * allocate gigabytes. Formats that need no decoding to know better are checked against the bytes that are there.
 */
import { readGifStart } from './gif.ts'
import { type ImageType, latin1, readPnmHeader } from './image-type.ts'
import { readHeifProperties } from './isobmff.ts'

export interface PixelSize {
  readonly width: number
  readonly height: number
}

/** The largest picture that the file claims to hold; `null` when the header can't be read. */
export function claimedSize(bytes: Uint8Array, type: ImageType): PixelSize | null {
  try {
    return readers[type](new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes)
  } catch (error) {
    // A read beyond the end: the header is cut off.
    if (error instanceof RangeError) return null
    throw error
  }
}

type SizeReader = (view: DataView, bytes: Uint8Array) => PixelSize | null

const readers: Record<ImageType, SizeReader> = {
  '.png': (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  '.gif': (_view, bytes) => readGifStart(bytes),
  '.bmp': (view) =>
    view.getUint32(14, true) === 12
      ? { width: view.getUint16(18, true), height: view.getUint16(20, true) }
      : { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) },
  '.psd': (view) => ({ width: view.getUint32(18), height: view.getUint32(14) }),
  '.pnm': (_view, bytes) => readPnmHeader(bytes),
  '.jpg': jpegSize,
  '.tiff': tiffSize,
  '.webp': webpSize,
  '.jp2': jp2Size,
  '.avif': heifSize,
  '.heic': heifSize,
}

/** The first start-of-frame segment. */
function jpegSize(view: DataView): PixelSize | null {
  let at = 2
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) {
      at += 1
      continue
    }
    const marker = view.getUint8(at + 1)
    const frame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (frame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    const alone = marker === 0xff || marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd9)
    at += alone ? (marker === 0xff ? 1 : 2) : 2 + view.getUint16(at + 2)
  }
  return null
}

const tiffWidthTag = 256
const tiffHeightTag = 257
const tiffShort = 3

/** The largest of all pages. Directories form a linked list, which a crafted file may bend into a ring. */
function tiffSize(view: DataView): PixelSize | null {
  const little = view.getUint8(0) === 0x49
  const seen = new Set<number>()
  let largest: PixelSize | null = null
  let at = view.getUint32(4, little)
  while (at !== 0 && at + 2 <= view.byteLength && !seen.has(at)) {
    seen.add(at)
    const count = view.getUint16(at, little)
    const read = (tag: number): number => {
      for (let index = 0; index < count; index++) {
        const entry = at + 2 + index * 12
        if (view.getUint16(entry, little) !== tag) continue
        return view.getUint16(entry + 2, little) === tiffShort ? view.getUint16(entry + 8, little) : view.getUint32(entry + 8, little)
      }
      return 0
    }
    const size = { width: read(tiffWidthTag), height: read(tiffHeightTag) }
    if (largest === null || size.width * size.height > largest.width * largest.height) largest = size
    const next = at + 2 + count * 12
    at = next + 4 <= view.byteLength ? view.getUint32(next, little) : 0
  }
  return largest
}

/** Canvas of the extended format, else of the one picture (RFC 9649). */
function webpSize(view: DataView, bytes: Uint8Array): PixelSize | null {
  const uint24 = (at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
  switch (latin1(bytes, 12, 16)) {
    case 'VP8X':
      return { width: uint24(24) + 1, height: uint24(27) + 1 }
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    default:
      return null
  }
}

const codestreamStart = 0xff4fff51

/** The size marker of the codestream, which decoders go by, wherever the boxes around it end. */
function jp2Size(view: DataView): PixelSize | null {
  for (let at = 0; at + 24 <= view.byteLength; at++) {
    if (view.getUint8(at) === 0xff && view.getUint32(at) === codestreamStart)
      return { width: view.getUint32(at + 8) - view.getUint32(at + 16), height: view.getUint32(at + 12) - view.getUint32(at + 20) }
  }
  return null
}

function heifSize(_view: DataView, bytes: Uint8Array): PixelSize | null {
  return readHeifProperties(bytes)?.size ?? null
}
