import type { ImageType } from './image-type.ts'
import { readTiff, tiffTags } from './tiff.ts'

/** Peak bytes per pixel of color images. */
const COLOR_COSTS: Readonly<Partial<Record<ImageType, number>>> = {
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
}
/** Bytes per pixel: RGBA and a copy with three channels. */
const OTHER_COST = 7
const SINGLE_CHANNEL_COST = 2.5

export function decodeCost(bytes: Uint8Array, type: ImageType): number {
  return hasSingleChannel(bytes, type) ? SINGLE_CHANNEL_COST : (COLOR_COSTS[type] ?? OTHER_COST)
}

const PNG_COLOR_TYPE_AT = 25
const PNG_GRAY = 0
const PNG_PALETTE = 3

function hasSingleChannel(bytes: Uint8Array, type: ImageType): boolean {
  if (type === '.png') return bytes[PNG_COLOR_TYPE_AT] === PNG_GRAY || bytes[PNG_COLOR_TYPE_AT] === PNG_PALETTE
  if (type !== '.tiff') return false
  return readTiff(bytes).directories.every(
    (directory) =>
      (directory.get(tiffTags.samplesPerPixel) ?? 1) === 1 && (directory.get(tiffTags.bitsPerSample) ?? 1) <= 8,
  )
}
