/** Filters for noisy pages only: blurring a clean page costs accuracy. */
import type { GrayRaster } from '../model/raster.ts'

/** Distance of the examined pixels. */
const STRIDE = 3
/** Minimum contrast to all neighbors, in gray levels: no stroke is that thin and dark. */
const MIN_ISOLATED_CONTRAST = 80

export interface Noise {
  /** Standard deviation in gray levels. */
  readonly grain: number
  readonly isolatedPixelRatio: number
}

/**
 * The median of second differences ignores strokes; of a normal distribution, it is 0.6745 · √6 standard deviations.
 */
export function measureNoise(raster: GrayRaster): Noise {
  const { width, height, pixels } = raster
  const counts = new Uint32Array(512)
  let total = 0
  let isolated = 0
  for (let y = 1; y < height - 1; y += STRIDE) {
    for (let i = y * width + 1, end = (y + 1) * width - 1; i < end; i += STRIDE) {
      counts[Math.abs(2 * pixels[i]! - pixels[i - 1]! - pixels[i + 1]!)]!++
      total++
      if (isIsolated(pixels, i, width)) isolated++
    }
  }
  if (total === 0) return { grain: 0, isolatedPixelRatio: 0 }
  let seen = 0
  let median = 0
  while (seen + counts[median]! < total / 2) seen += counts[median++]!
  return { grain: median / (0.6745 * Math.sqrt(6)), isolatedPixelRatio: isolated / total }
}

/** Binomial blur (1 2 1 in both directions); the outermost pixels stay. */
export function blur(raster: GrayRaster): GrayRaster {
  const { width, height, pixels } = raster
  const result = pixels.slice()
  let above = blurRow(pixels, 0, width)
  let current = blurRow(pixels, Math.min(1, height - 1), width)
  for (let y = 1; y < height - 1; y++) {
    const below = blurRow(pixels, y + 1, width)
    for (let x = 1; x < width - 1; x++) result[y * width + x] = (above[x]! + 2 * current[x]! + below[x]! + 8) >> 4
    above = current
    current = below
  }
  return { width, height, pixels: result }
}

function blurRow(pixels: Uint8Array, y: number, width: number): Uint16Array {
  const row = new Uint16Array(width)
  const start = y * width
  for (let x = 1; x < width - 1; x++) row[x] = pixels[start + x - 1]! + 2 * pixels[start + x]! + pixels[start + x + 1]!
  return row
}

export function removeIsolatedPixels(raster: GrayRaster): GrayRaster {
  const { width, height, pixels } = raster
  const result = pixels.slice()
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1, end = (y + 1) * width - 1; i < end; i++) {
      if (!isIsolated(pixels, i, width)) continue
      const { least, most } = neighborRange(pixels, i, width)
      result[i] = pixels[i]! < least ? least : most
    }
  }
  return { width, height, pixels: result }
}

function isIsolated(pixels: Uint8Array, i: number, width: number): boolean {
  const value = pixels[i]!
  if (Math.abs(value - pixels[i - 1]!) <= MIN_ISOLATED_CONTRAST) return false
  const { least, most } = neighborRange(pixels, i, width)
  return value < least - MIN_ISOLATED_CONTRAST || value > most + MIN_ISOLATED_CONTRAST
}

function neighborRange(pixels: Uint8Array, i: number, width: number): { least: number; most: number } {
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
