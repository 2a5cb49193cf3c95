/**
 * What decoding an image file takes in memory, by its type and the kind of its pixels: measured peaks per pixel of the decoders that
 * we use, beyond what they need for nothing. For runtimes whose memory is bounded; nothing is decoded here.
 */
import type { ImageType } from './image-type.ts'
import { numberOf, readTiff, tags } from './tiff.ts'

/** Bytes a pixel for color, measured on 12 million pixels and rounded up; what we decode ourselves needs its RGBA pixels and a copy. */
const costs: Readonly<Record<ImageType, number>> = {
  // Its decoder shrinks while it reads.
  '.jpg': 4,
  '.png': 6.5,
  '.tiff': 6.5,
  '.webp': 7.5,
  '.heic': 6.5,
  '.gif': 8,
  '.pnm': 8.5,
  '.bmp': 10.5,
  '.psd': 13,
  '.avif': 21,
  '.jp2': 17.5,
  '.tga': 6.5,
  '.dds': 6.5,
  '.xbm': 6.5,
  '.xpm': 6.5,
  '.ico': 6.5,
}
/** For gray, palettes and black and white. */
const PLAIN_COST = 2.5

/** Bytes a pixel. The header has been read before, so it is whole. */
export function decodeCost(bytes: Uint8Array, type: ImageType): number {
  return hasPlainPixels(bytes, type) ? PLAIN_COST : costs[type]
}

const PNG_KIND_AT = 25
const PNG_GRAY = 0
const PNG_PALETTE = 3

function hasPlainPixels(bytes: Uint8Array, type: ImageType): boolean {
  if (type === '.png') return bytes[PNG_KIND_AT] === PNG_GRAY || bytes[PNG_KIND_AT] === PNG_PALETTE
  if (type !== '.tiff') return false
  const file = readTiff(bytes)
  return file.directories.every(
    (directory) =>
      (numberOf(file, directory, tags.samples) ?? 1) === 1 && (numberOf(file, directory, tags.bits) ?? 1) <= 8,
  )
}
