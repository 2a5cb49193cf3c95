/**
 * Grain and specks: measuring them, and two gentle cures, a 3 × 3 blur and the removal of single odd pixels.
 * Both are meant for noisy pages only: blurring a clean one costs accuracy.
 */
import type { GrayRaster } from '../model/raster.ts'

/** Measures every third row and column: plenty for statistics, a ninth of the work. */
const STRIDE = 3
/** A pixel that differs from all its eight neighbors by more than this is a speck: no stroke is that thin and that dark. */
const SPECK_CONTRAST = 80

export interface Noise {
  /** Standard deviation of the grain, in gray values. */
  readonly grain: number
  /** Share of the pixels that are specks. */
  readonly specks: number
}

/**
 * The grain is read from second differences along rows, whose median ignores strokes; for a normal distribution
 * the median of their absolute value is 0.6745 · √6 standard deviations.
 */
export function measureNoise(raster: GrayRaster): Noise {
  const { width, height, pixels } = raster
  const counts = new Uint32Array(512)
  let total = 0
  let specks = 0
  for (let y = 1; y < height - 1; y += STRIDE) {
    for (let i = y * width + 1, end = (y + 1) * width - 1; i < end; i += STRIDE) {
      counts[Math.abs(2 * pixels[i]! - pixels[i - 1]! - pixels[i + 1]!)]!++
      total++
      if (isSpeck(pixels, i, width)) specks++
    }
  }
  if (total === 0) return { grain: 0, specks: 0 }
  let seen = 0
  let median = 0
  while (seen + counts[median]! < total / 2) seen += counts[median++]!
  return { grain: median / (0.6745 * Math.sqrt(6)), specks: specks / total }
}

/** Blur with the weights 1 2 1 both ways. The outermost pixels stay. */
export function smooth(raster: GrayRaster): GrayRaster {
  const { width, height, pixels } = raster
  const result = pixels.slice()
  let above = smoothRow(pixels, 0, width)
  let here = smoothRow(pixels, Math.min(1, height - 1), width)
  for (let y = 1; y < height - 1; y++) {
    const below = smoothRow(pixels, y + 1, width)
    for (let x = 1; x < width - 1; x++) result[y * width + x] = (above[x]! + 2 * here[x]! + below[x]! + 8) >> 4
    above = here
    here = below
  }
  return { width, height, pixels: result }
}

function smoothRow(pixels: Uint8Array, y: number, width: number): Uint16Array {
  const row = new Uint16Array(width)
  const start = y * width
  for (let x = 1; x < width - 1; x++) row[x] = pixels[start + x - 1]! + 2 * pixels[start + x]! + pixels[start + x + 1]!
  return row
}

/** Gives every speck the value of its nearest neighbor in brightness; all else stays as it was. */
export function removeIsolatedPixels(raster: GrayRaster): GrayRaster {
  const { width, height, pixels } = raster
  const result = pixels.slice()
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1, end = (y + 1) * width - 1; i < end; i++) {
      if (!isSpeck(pixels, i, width)) continue
      const { least, most } = neighbors(pixels, i, width)
      result[i] = pixels[i]! < least ? least : most
    }
  }
  return { width, height, pixels: result }
}

function isSpeck(pixels: Uint8Array, i: number, width: number): boolean {
  const value = pixels[i]!
  // Nearly all pixels resemble the one to their left: decide those without looking further.
  if (Math.abs(value - pixels[i - 1]!) <= SPECK_CONTRAST) return false
  const { least, most } = neighbors(pixels, i, width)
  return value < least - SPECK_CONTRAST || value > most + SPECK_CONTRAST
}

function neighbors(pixels: Uint8Array, i: number, width: number): { least: number; most: number } {
  let least = 255
  let most = 0
  for (let row = i - width; row <= i + width; row += width) {
    for (let at = row - 1; at <= row + 1; at++) {
      if (at === i) continue
      const value = pixels[at]!
      if (value < least) least = value
      if (value > most) most = value
    }
  }
  return { least, most }
}
