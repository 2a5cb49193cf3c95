/** Detects direction and skew of text lines: bottoms of letters accumulate on baselines. */

import type { GrayRaster } from '../model/raster.ts'
import { histogramOf, otsuThreshold } from './contrast.ts'
import { rotateRaster } from './rotate.ts'
import { downsample, type TransformedRaster } from './scale.ts'

/** Minimum shorter side after downsampling. */
const MIN_SIDE_PX = 720
/** Maximum width of a letter's bottom in pixels; rulings and images are wider. */
const MAX_BOTTOM_PX = 14
const MIN_BOTTOM_PIXELS = 200
/** In degrees. */
const MAX_SKEW = 8
/** Step in degrees, and rows per bin: lines of crumpled paper are wavy. */
const COARSE_STEP = 0.5
const COARSE_ROWS = 3
/** Maximum fraction of a row that counts: a crease is one long line. */
const MAX_ROW_RATIO = 0.3
/** In degrees. */
const REFINEMENT_STEPS = [0.1, 0.02]
const MIN_SKEW_GAIN = 1.05
/** Minimum sharpness relative to horizontal lines: numeric columns and justified margins pile up as well. */
const MIN_ROTATION_GAIN = 1.3
/** Minimum ratio of the two sharpnesses: dense tables are aligned in both directions. */
const MIN_CERTAIN_RATIO = 1.6
/** Minimum sharpness of text; evenly distributed pixels have 1. */
const MIN_TEXT_SHARPNESS = 1.2
/** Minimum corrected skew in degrees: below it, resampling costs more than it improves. */
export const MIN_SKEW = 0.15

interface TextDirection {
  readonly isRotated: boolean
  /** Degrees by which lines fall to the right, after a clockwise rotation by 90° if `isRotated`. */
  readonly angle: number
  readonly isCertain: boolean
  /** Noise and photos have much ink but no lines. */
  readonly hasNoLines: boolean
}

/** Expects a normalized background. */
export function detectTextDirection(raster: GrayRaster): TextDirection {
  const factor = Math.floor(Math.min(raster.width, raster.height) / MIN_SIDE_PX)
  const reduced = factor > 1 ? downsample(raster, factor) : raster
  const horizontal = measureSkew(reduced)
  const rotated = measureSkew(rotateRaster(reduced, 90).raster)
  const isRotated = rotated.sharpness > horizontal.sharpness * MIN_ROTATION_GAIN
  const isCertain =
    rotated.sharpness > horizontal.sharpness * MIN_CERTAIN_RATIO ||
    horizontal.sharpness > rotated.sharpness * MIN_CERTAIN_RATIO
  const sharpness = Math.max(horizontal.sharpness, rotated.sharpness)
  return {
    isRotated,
    angle: isRotated ? rotated.angle : horizontal.angle,
    isCertain,
    hasNoLines: sharpness > 0 && sharpness < MIN_TEXT_SHARPNESS,
  }
}

function measureSkew(raster: GrayRaster): { angle: number; sharpness: number } {
  const { xs, ys, count } = findBottomPixels(raster)
  if (count < MIN_BOTTOM_PIXELS) return { angle: 0, sharpness: 0 }
  const reach = Math.ceil(raster.width * Math.tan((MAX_SKEW * Math.PI) / 180)) + 2
  const bins = new Uint32Array(raster.height + 2 * reach)
  const countRows = (angle: number, rows: number): void => {
    const slope = Math.tan((angle * Math.PI) / 180)
    bins.fill(0)
    for (let i = 0; i < count; i++) bins[((ys[i]! - slope * xs[i]! + reach) / rows) | 0]!++
  }
  /** Normalized sum of squared counts per row; 1 for an even distribution. */
  const sharpness = (angle: number): number => {
    countRows(angle, 1)
    let squares = 0
    for (let i = 0; i < bins.length; i++) squares += bins[i]! * bins[i]!
    return ((squares - count) * raster.height) / (count * count)
  }
  const coarseSharpness = (angle: number): number => {
    countRows(angle, COARSE_ROWS)
    const most = raster.width * MAX_ROW_RATIO
    let squares = 0
    for (let i = 0; i < bins.length; i++) squares += Math.min(bins[i]!, most) ** 2
    return squares
  }
  const unskewed = sharpness(0)
  let best = { angle: 0, sharpness: unskewed }
  let center = bestAngle(coarseSharpness, { center: 0, span: MAX_SKEW, step: COARSE_STEP }).angle
  let span = COARSE_STEP
  for (const step of REFINEMENT_STEPS) {
    const found = bestAngle(sharpness, { center, span, step })
    if (found.value > best.sharpness) best = { angle: found.angle, sharpness: found.value }
    center = best.angle
    span = step
  }
  return best.sharpness > unskewed * MIN_SKEW_GAIN ? best : { angle: 0, sharpness: unskewed }
}

function bestAngle(
  measure: (angle: number) => number,
  { center, span, step }: { center: number; span: number; step: number },
): { angle: number; value: number } {
  let best = { angle: center, value: measure(center) }
  for (let n = -Math.round(span / step); n <= Math.round(span / step); n++) {
    const angle = center + n * step
    if (n === 0 || Math.abs(angle) > MAX_SKEW) continue
    const value = measure(angle)
    if (value > best.value) best = { angle, value }
  }
  return best
}

function findBottomPixels(raster: GrayRaster): { xs: Int32Array; ys: Int32Array; count: number } {
  const { width, height, pixels } = raster
  const threshold = Math.min(200, otsuThreshold(histogramOf(pixels)))
  const xs = new Int32Array(pixels.length)
  const ys = new Int32Array(pixels.length)
  let count = 0
  for (let y = 0; y < height - 1; y++) {
    let start = -1
    for (let x = 0; x <= width; x++) {
      const i = y * width + x
      if (x < width && pixels[i]! <= threshold && pixels[i + width]! > threshold) {
        if (start < 0) start = x
      } else if (start >= 0) {
        if (x - start <= MAX_BOTTOM_PX)
          for (let bottom = start; bottom < x; bottom++) {
            xs[count] = bottom
            ys[count++] = y
          }
        start = -1
      }
    }
  }
  return { xs, ys, count }
}

/** Makes lines that fall by `angle` degrees horizontal. Corners become white. */
export function deskew(raster: GrayRaster, angle: number): TransformedRaster {
  const { width, height, pixels } = raster
  const cos = Math.cos((angle * Math.PI) / 180)
  const sin = Math.sin((angle * Math.PI) / 180)
  const centerX = width / 2
  const centerY = height / 2
  const toSource = {
    a: cos,
    b: sin,
    c: -sin,
    d: cos,
    e: centerX - cos * centerX + sin * centerY,
    f: centerY - sin * centerX - cos * centerY,
  }
  const result = new Uint8Array(pixels.length).fill(255)
  for (let y = 0; y < height; y++) {
    let sourceX = toSource.a * 0.5 + toSource.c * (y + 0.5) + toSource.e - 0.5
    let sourceY = toSource.b * 0.5 + toSource.d * (y + 0.5) + toSource.f - 0.5
    for (let at = y * width, end = at + width; at < end; at++, sourceX += cos, sourceY += sin) {
      if (sourceX < 0 || sourceY < 0) continue
      const left = sourceX | 0
      const top = sourceY | 0
      if (left >= width - 1 || top >= height - 1) continue
      const i = top * width + left
      const a = pixels[i]!
      const b = pixels[i + 1]!
      const c = pixels[i + width]!
      const d = pixels[i + width + 1]!
      if (a === 255 && b === 255 && c === 255 && d === 255) continue
      const across = ((sourceX - left) * 256) | 0
      const down = ((sourceY - top) * 256) | 0
      const above = a * 256 + (b - a) * across
      const below = c * 256 + (d - c) * across
      result[at] = (above * 256 + (below - above) * down + 32768) >> 16
    }
  }
  return { raster: { width, height, pixels: result }, toSource }
}
