/**
 * Gray values: their histogram, the threshold between ink and paper, and stretching them to the full range.
 * Never makes a black-and-white raster: the recognizer reads gray better (measured).
 */
import type { GrayRaster } from '../model/raster.ts'

/** Counts in four tables: paper is one value over and over, and each count would wait for the one before it. */
export function histogramOf(pixels: Uint8Array): Uint32Array {
  const tables = new Uint32Array(4 * 256)
  const whole = pixels.length & ~3
  for (let i = 0; i < whole; i += 4) {
    tables[pixels[i]!]!++
    tables[256 + pixels[i + 1]!]!++
    tables[512 + pixels[i + 2]!]!++
    tables[768 + pixels[i + 3]!]!++
  }
  for (let i = whole; i < pixels.length; i++) tables[pixels[i]!]!++
  const counts = tables.slice(0, 256)
  for (let value = 0; value < 256; value++)
    counts[value] = tables[value]! + tables[256 + value]! + tables[512 + value]! + tables[768 + value]!
  return counts
}

/** The value below which a share (0–1) of the pixels lies. */
export function percentile(counts: Uint32Array, share: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0)
  let seen = 0
  for (let value = 0; value < 256; value++) {
    seen += counts[value]!
    if (seen >= total * share && seen > 0) return value
  }
  return 255
}

/** Otsu's threshold: the value that parts the histogram into the two most distinct classes (N. Otsu, 1979). */
export function otsuThreshold(counts: Uint32Array): number {
  let total = 0
  let sum = 0
  for (let value = 0; value < 256; value++) {
    total += counts[value]!
    sum += value * counts[value]!
  }
  let below = 0
  let sumBelow = 0
  let best = -1
  let threshold = 127
  for (let value = 0; value < 255; value++) {
    below += counts[value]!
    sumBelow += value * counts[value]!
    if (below === 0) continue
    if (below === total) break
    const difference = sumBelow / below - (sum - sumBelow) / (total - below)
    const separation = below * (total - below) * difference * difference
    if (separation > best) {
      best = separation
      threshold = value
    }
  }
  return threshold
}

/** Spreads the values from `dark`…`light` over the full range; what lies outside becomes black or white. */
export function stretchContrast(raster: GrayRaster, range: { dark: number; light: number }): GrayRaster {
  const table = new Uint8Array(256)
  for (let value = 0; value < 256; value++)
    table[value] = Math.max(0, Math.min(255, Math.round(((value - range.dark) * 255) / (range.light - range.dark))))
  const pixels = new Uint8Array(raster.pixels.length)
  for (let i = 0; i < pixels.length; i++) pixels[i] = table[raster.pixels[i]!]!
  return { ...raster, pixels }
}
