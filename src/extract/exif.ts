/**
 * How a stored picture must be turned to be seen as it was taken, and the turning of its pixels.
 * Covers EXIF's eight orientations and HEIF's turns and mirrors; nothing in between.
 */
import type { RgbaRaster } from '../model/raster.ts'

/** First mirrored (left and right exchanged), then turned clockwise by quarters. */
export interface Orientation {
  readonly mirrored: boolean
  readonly turns: 0 | 1 | 2 | 3
}

export const upright: Orientation = { mirrored: false, turns: 0 }

const quarters = [0, 1, 2, 3] as const

export function withTurn(orientation: Orientation, clockwiseTurns: number): Orientation {
  return { mirrored: orientation.mirrored, turns: quarters[(orientation.turns + clockwiseTurns) % 4] ?? 0 }
}

/** The orientation followed by a mirror. A mirror behind a turn is a mirror before the opposite turn. */
export function withMirror(orientation: Orientation, axis: 'left-right' | 'top-bottom'): Orientation {
  const mirrored = { mirrored: !orientation.mirrored, turns: quarters[(4 - orientation.turns) % 4] ?? 0 }
  return axis === 'left-right' ? mirrored : withTurn(mirrored, 2)
}

/** EXIF orientation 1–8 (TIFF 6.0, tag 274); anything else means upright. */
export function fromExif(value: number): Orientation {
  const known: Orientation[] = [
    upright,
    { mirrored: true, turns: 0 },
    { mirrored: false, turns: 2 },
    { mirrored: true, turns: 2 },
    { mirrored: true, turns: 3 },
    { mirrored: false, turns: 1 },
    { mirrored: true, turns: 1 },
    { mirrored: false, turns: 3 },
  ]
  return known[value - 1] ?? upright
}

const orientationTag = 274

/** The orientation in an EXIF block, which is a little TIFF file. */
export function readExifOrientation(exif: Uint8Array): Orientation {
  const view = new DataView(exif.buffer, exif.byteOffset, exif.byteLength)
  if (view.byteLength < 8) return upright
  const little = view.getUint8(0) === 0x49
  const directory = view.getUint32(4, little)
  if (directory + 2 > view.byteLength) return upright
  for (let index = 0; index < view.getUint16(directory, little); index++) {
    const entry = directory + 2 + index * 12
    if (entry + 12 > view.byteLength) break
    if (view.getUint16(entry, little) === orientationTag) return fromExif(view.getUint16(entry + 8, little))
  }
  return upright
}

/** The raster as it is meant to be seen. */
export function orientRaster(raster: RgbaRaster, { mirrored, turns }: Orientation): RgbaRaster {
  if (!mirrored && turns === 0) return raster
  const { width, height } = raster
  const target = turns % 2 === 0 ? { width, height } : { width: height, height: width }
  // Whole pixels at a time; decoders hand over aligned buffers.
  const source = new Uint32Array(raster.pixels.buffer, raster.pixels.byteOffset, width * height)
  const result = new Uint32Array(width * height)
  // Where the pixel (0, 0) goes, and how far apart neighbours land.
  const { start, stepX, stepY } = placement(width, height, turns)
  for (let y = 0; y < height; y++) {
    let from = y * width + (mirrored ? width - 1 : 0)
    let to = start + y * stepY
    for (let x = 0; x < width; x++) {
      result[to] = source[from]!
      to += stepX
      from += mirrored ? -1 : 1
    }
  }
  return { ...target, pixels: new Uint8ClampedArray(result.buffer) }
}

function placement(width: number, height: number, turns: Orientation['turns']): { start: number; stepX: number; stepY: number } {
  if (turns === 1) return { start: height - 1, stepX: height, stepY: -1 }
  if (turns === 2) return { start: width * height - 1, stepX: -1, stepY: -width }
  if (turns === 3) return { start: (width - 1) * height, stepX: -height, stepY: 1 }
  return { start: 0, stepX: 1, stepY: width }
}
