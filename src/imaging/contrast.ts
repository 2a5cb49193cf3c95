import type { GrayRaster } from '../model/raster.ts'
import { clamp, sumOf } from '../model/statistics.ts'

/** Four tables: increments of one counter for equal neighbors would wait for each other. */
export function histogramOf(pixels: Uint8Array): Uint32Array {
  const tables = new Uint32Array(4 * 256)
  const end = pixels.length & ~3
  for (let i = 0; i < end; i += 4) {
    tables[pixels[i]!]!++
    tables[256 + pixels[i + 1]!]!++
    tables[512 + pixels[i + 2]!]!++
    tables[768 + pixels[i + 3]!]!++
  }
  for (let i = end; i < pixels.length; i++) tables[pixels[i]!]!++
  const counts = tables.slice(0, 256)
  for (let level = 0; level < 256; level++)
    counts[level] = tables[level]! + tables[256 + level]! + tables[512 + level]! + tables[768 + level]!
  return counts
}

/** The level below which a ratio (0–1) of the pixels lies. */
export function percentile(histogram: Uint32Array, ratio: number): number {
  const total = sumOf(histogram)
  let seen = 0
  for (let level = 0; level < 256; level++) {
    seen += histogram[level]!
    if (seen >= total * ratio && seen > 0) return level
  }
  return 255
}

/** N. Otsu, "A threshold selection method from gray-level histograms", 1979. */
export function otsuThreshold(histogram: Uint32Array): number {
  let total = 0
  let sum = 0
  for (let level = 0; level < 256; level++) {
    total += histogram[level]!
    sum += level * histogram[level]!
  }
  let below = 0
  let sumBelow = 0
  let best = -1
  let threshold = 127
  for (let level = 0; level < 255; level++) {
    below += histogram[level]!
    sumBelow += level * histogram[level]!
    if (below === 0) continue
    if (below === total) break
    const difference = sumBelow / below - (sum - sumBelow) / (total - below)
    const separation = below * (total - below) * difference * difference
    if (separation > best) {
      best = separation
      threshold = level
    }
  }
  return threshold
}

export function stretchContrast(raster: GrayRaster, { dark, light }: { dark: number; light: number }): GrayRaster {
  return mapLevels(raster, (level) => clamp(Math.round(((level - dark) * 255) / (light - dark)), 0, 255))
}

export function mapLevels(raster: GrayRaster, map: (level: number) => number): GrayRaster {
  const table = Uint8Array.from({ length: 256 }, (_, level) => map(level))
  const { pixels } = raster
  const mapped = new Uint8Array(pixels.length)
  for (let i = 0; i < pixels.length; i++) mapped[i] = table[pixels[i]!]!
  return { ...raster, pixels: mapped }
}
