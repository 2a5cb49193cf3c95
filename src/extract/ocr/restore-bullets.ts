/** Restores bullets that OCR engines read as letters or signs, such as "e" and "¢": solid dots at the start of a line. */

import { findComponents } from '../../imaging/connected-components.ts'
import { histogramOf, otsuThreshold } from '../../imaging/contrast.ts'
import { cropRaster } from '../../imaging/rotate.ts'
import { area, type Box, centerY, clip, height, width } from '../../model/geometry.ts'
import type { OcrResult, OcrWord } from '../../model/ocr-result.ts'
import type { GrayRaster } from '../../model/raster.ts'
import { maxOf } from '../../model/statistics.ts'

/** Size of a bullet and its distance from the next word, relative to the height of that word. */
const MIN_SIZE = 0.15
const MAX_SIZE = 0.75
const MIN_GAP = 0.2
const MAX_GAP = 4
const MIN_PIXELS = 3
const MAX_ASPECT = 1.35
/** Minimum fraction of ink in its box: π/4 for a disk; "e" has about .55. */
const MIN_INK = 0.7
/** Heights of its center within the next word, from the top; a period is at the bottom. */
const MIN_CENTER = 0.2
const MAX_CENTER = 0.8

export function restoreBullets(result: OcrResult, raster: GrayRaster): OcrResult {
  const bullets = new Set<OcrWord>()
  for (const [line, words] of Map.groupBy(result.words, (word) => word.line)) {
    const [first, second] = words
    if (first === undefined || second === undefined || result.lines[line]?.angle !== 0) continue
    if ([...first.text].length === 1 && isBullet(first, second, raster)) bullets.add(first)
  }
  if (bullets.size === 0) return result
  return { ...result, words: result.words.map((word) => (bullets.has(word) ? { ...word, text: '•' } : word)) }
}

function isBullet(first: OcrWord, second: OcrWord, raster: GrayRaster): boolean {
  const size = height(second.box)
  const gap = second.box.x0 - first.box.x1
  if (gap < size * MIN_GAP || gap > size * MAX_GAP) return false
  const page = { x0: 0, y0: 0, x1: raster.width, y1: raster.height }
  const { x0, y0, x1, y1 } = clip(first.box, page)
  const box = { x0: Math.floor(x0), y0: Math.floor(y0), x1: Math.ceil(x1), y1: Math.ceil(y1) }
  if (width(box) < MIN_PIXELS || height(box) < MIN_PIXELS) return false
  const crop = cropRaster(raster, box)
  const threshold = otsuThreshold(histogramOf(crop.pixels))
  const shapes = findComponents(crop, threshold)
  const largest = shapes.find((shape) => area(shape) === maxOf(shapes.map(area)))
  if (largest === undefined) return false
  const [wide, high] = [width(largest), height(largest)]
  const center = (box.y0 + centerY(largest) - second.box.y0) / size
  return (
    Math.min(wide, high) >= Math.max(MIN_PIXELS, size * MIN_SIZE) &&
    Math.max(wide, high) <= size * MAX_SIZE &&
    Math.max(wide, high) <= Math.min(wide, high) * MAX_ASPECT &&
    center >= MIN_CENTER &&
    center <= MAX_CENTER &&
    countInk(crop, largest, threshold) >= area(largest) * MIN_INK
  )
}

function countInk({ width: columns, pixels }: GrayRaster, { x0, y0, x1, y1 }: Box, threshold: number): number {
  let count = 0
  for (let y = y0; y < y1; y++) for (let x = x0; x < x1; x++) if (pixels[y * columns + x]! <= threshold) count++
  return count
}
