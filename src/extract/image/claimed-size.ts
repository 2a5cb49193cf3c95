/** Image size by which decoders allocate memory: a small file must not claim gigabytes. */
import { latin1, viewOf } from '../../model/bytes.ts'
import type { Size } from '../../model/geometry.ts'
import { readGifStart } from './gif-first-frame.ts'
import type { ImageType } from './image-type.ts'
import { readHeifProperties } from './isobmff.ts'
import { jpegMarkers } from './jpeg-scans.ts'
import { readPnmHeader } from './pnm.ts'
import { readTiff, tiffTags } from './tiff.ts'

/** Returns `null` if the header is damaged or ImageMagick measures this type. */
export function claimedSize(bytes: Uint8Array, type: ImageType): Size | null {
  try {
    return readers[type]?.(viewOf(bytes), bytes) ?? null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

export function largestOf(sizes: readonly Size[]): Size | null {
  return sizes.toSorted((a, b) => b.width * b.height - a.width * a.height)[0] ?? null
}

const readers: Readonly<Partial<Record<ImageType, (view: DataView, bytes: Uint8Array) => Size | null>>> = {
  '.png': (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  '.gif': (_view, bytes) => readGifStart(bytes),
  '.bmp': (view) =>
    view.getUint32(14, true) === 12
      ? { width: view.getUint16(18, true), height: view.getUint16(20, true) }
      : { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) },
  '.psd': (view) => ({ width: view.getUint32(18), height: view.getUint32(14) }),
  '.pnm': (_view, bytes) => readPnmHeader(bytes),
  '.jpg': jpegSize,
  '.tiff': (_view, bytes) =>
    largestOf(
      readTiff(bytes).directories.map((directory) => ({
        width: directory.get(tiffTags.width) ?? 0,
        height: directory.get(tiffTags.height) ?? 0,
      })),
    ),
  '.webp': webpSize,
  '.jp2': jp2Size,
  '.avif': (_view, bytes) => readHeifProperties(bytes)?.size ?? null,
  '.heic': (_view, bytes) => readHeifProperties(bytes)?.size ?? null,
}

function jpegSize(view: DataView, bytes: Uint8Array): Size | null {
  const at = findJpegFrame(bytes)
  return at === null ? null : { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
}

export function jpegPrecision(bytes: Uint8Array): number | null {
  const at = findJpegFrame(bytes)
  return at === null ? null : viewOf(bytes).getUint8(at + 4)
}

function findJpegFrame(bytes: Uint8Array): number | null {
  for (const { marker, at } of jpegMarkers(bytes))
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) return at
  return null
}

/** The canvas, or the single image (RFC 9649). */
function webpSize(view: DataView, bytes: Uint8Array): Size | null {
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

const JP2_CODESTREAM_START = 0xff4fff51

function jp2Size(view: DataView): Size | null {
  for (let at = 0; at + 24 <= view.byteLength; at++) {
    if (view.getUint8(at) === 0xff && view.getUint32(at) === JP2_CODESTREAM_START)
      return {
        width: view.getUint32(at + 8) - view.getUint32(at + 16),
        height: view.getUint32(at + 12) - view.getUint32(at + 20),
      }
  }
  return null
}
