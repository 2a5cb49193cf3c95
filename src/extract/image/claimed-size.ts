/**
 * The size that an image file claims to have, read from its header before anything is decoded: a few bytes must not make us
 * allocate gigabytes. Formats that need no decoding to know better are checked against the bytes that are there.
 */
import { readDdsSize } from './dds.ts'
import { readGifStart } from './gif-first-frame.ts'
import { chooseIcon } from './ico.ts'
import { type ImageType, readPnmHeader } from './image-type.ts'
import { readHeifProperties } from './isobmff.ts'
import { latin1 } from './latin1.ts'
import { readTgaHeader } from './tga.ts'
import { numberOf, readTiff, tags } from './tiff.ts'
import { readXbmHeader } from './xbm.ts'
import { readXpmHeader } from './xpm.ts'

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
  '.tga': (_view, bytes) => readTgaHeader(bytes),
  '.dds': (_view, bytes) => readDdsSize(bytes),
  '.xbm': (_view, bytes) => readXbmHeader(bytes),
  '.xpm': (_view, bytes) => readXpmHeader(bytes),
  '.ico': (_view, bytes) => chooseIcon(bytes),
}

function jpegSize(view: DataView): PixelSize | null {
  const at = findJpegFrame(view)
  return at === null ? null : { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
}

/** Bits of a sample; 8 in nearly every JPEG. */
export function jpegPrecision(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const at = findJpegFrame(view)
  return at === null ? null : view.getUint8(at + 4)
}

/** Where the first start-of-frame segment begins. */
function findJpegFrame(view: DataView): number | null {
  let at = 2
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) {
      at += 1
      continue
    }
    const marker = view.getUint8(at + 1)
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) return at
    const alone = marker === 0xff || marker === 0 || marker === 1 || (marker >= 0xd0 && marker <= 0xd9)
    at += alone ? (marker === 0xff ? 1 : 2) : 2 + view.getUint16(at + 2)
  }
  return null
}

/** The largest of all pages. */
function tiffSize(_view: DataView, bytes: Uint8Array): PixelSize | null {
  const file = readTiff(bytes)
  let largest: PixelSize | null = null
  for (const directory of file.directories) {
    const size = {
      width: numberOf(file, directory, tags.width) ?? 0,
      height: numberOf(file, directory, tags.height) ?? 0,
    }
    if (largest === null || size.width * size.height > largest.width * largest.height) largest = size
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
      return {
        width: view.getUint32(at + 8) - view.getUint32(at + 16),
        height: view.getUint32(at + 12) - view.getUint32(at + 20),
      }
  }
  return null
}

function heifSize(_view: DataView, bytes: Uint8Array): PixelSize | null {
  return readHeifProperties(bytes)?.size ?? null
}
