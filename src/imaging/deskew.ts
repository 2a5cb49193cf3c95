/**
 * How the text lines of a page run: across or sideways, and at which small angle; and turning a raster to undo that.
 * Found from the feet of the letters on a thumbnail: seen along the lines they pile up on the baselines.
 */

import type { GrayRaster } from '../model/raster.ts'
import { histogramOf, otsuThreshold } from './contrast.ts'
import { rotateRaster } from './rotate.ts'
import { type Placed, thumbnailOf } from './scale.ts'

/** The thumbnail's shorter side at least: about 90 dots per inch of a page, where letters still have feet. */
const THUMBNAIL_PX = 720
/** Feet wider than this on the thumbnail belong to rulings or pictures, not to letters. */
const WIDEST_FOOT_PX = 14
/** Fewer feet than this tell nothing. */
const FEWEST_FEET = 200
/** Largest angle looked for: paper put askew into a scanner, a photo held by hand. */
const MAX_ANGLE = 8
/** The first look goes by this many degrees, and by so many rows at once: lines of crumpled paper are a little wavy … */
const FIRST_STEP = 0.5
const FIRST_ROWS = 3
/** … and a crease across the page is one line of feet without a gap. More than this share of a row counts for nothing: print fills less. */
const FULLEST_ROW = 0.3
/** Finer steps around what was found first: the last is a third of a pixel over the thumbnail. */
const STEPS = [0.1, 0.02]
/** How much sharper than straight the lines must be before an angle is believed. */
const SHARPER_THAN_STRAIGHT = 1.05
/** How much sharper sideways lines must be: columns of figures and justified margins pile up as well. */
const SHARPER_SIDEWAYS = 1.3
/** Up to this ratio either way (sideways to upright sharpness) the answer is no better than likely: dense tables line up both ways. */
const SURE_RATIO = 1.6
/** Feet spread evenly over the page, like sand, give 1 in every direction; some 160 pages of print, worn and askew, gave 1.36 and more. */
const LINELESS = 1.2
/** Below this angle turning blurs more than it mends (2 px over a line of 800). */
export const SMALLEST_ANGLE = 0.15

export interface LineDirection {
  /** The lines run up or down the raster. */
  readonly sideways: boolean
  /** Degrees by which lines fall to the right (after a quarter turn clockwise when `sideways`). */
  readonly angle: number
  /** Whether across and sideways were told apart clearly. */
  readonly sure: boolean
  /** There is plenty of ink, and none of it in lines: grain, or a photo. Print that is too little to tell counts as lines. */
  readonly lineless: boolean
}

/** Finds how the text runs; ink threshold and size are its own business, but the paper should be even. */
export function findLineDirection(raster: GrayRaster): LineDirection {
  const times = Math.floor(Math.min(raster.width, raster.height) / THUMBNAIL_PX)
  const thumbnail = times > 1 ? thumbnailOf(raster, times) : raster
  const upright = sharpestAngle(thumbnail)
  const turned = sharpestAngle(rotateRaster(thumbnail, 90).raster)
  const sideways = turned.sharpness > upright.sharpness * SHARPER_SIDEWAYS
  const sure = turned.sharpness > upright.sharpness * SURE_RATIO || upright.sharpness > turned.sharpness * SURE_RATIO
  const sharpest = Math.max(upright.sharpness, turned.sharpness)
  return {
    sideways,
    angle: sideways ? turned.angle : upright.angle,
    sure,
    lineless: sharpest > 0 && sharpest < LINELESS,
  }
}

function sharpestAngle(raster: GrayRaster): { angle: number; sharpness: number } {
  const { xs, ys, count } = findFeet(raster)
  if (count < FEWEST_FEET) return { angle: 0, sharpness: 0 }
  const reach = Math.ceil(raster.width * Math.tan((MAX_ANGLE * Math.PI) / 180)) + 2
  const bins = new Uint32Array(raster.height + 2 * reach)
  const countRows = (angle: number, rows: number): void => {
    const slope = Math.tan((angle * Math.PI) / 180)
    bins.fill(0)
    // `reach` keeps the sum positive, so that cutting off the fraction rounds down.
    for (let i = 0; i < count; i++) bins[((ys[i]! - slope * xs[i]! + reach) / rows) | 0]!++
  }
  /** Sum of squares of the feet per row: what even spreading would give is 1. */
  const sharpness = (angle: number): number => {
    countRows(angle, 1)
    let squares = 0
    for (let i = 0; i < bins.length; i++) squares += bins[i]! * bins[i]!
    return ((squares - count) * raster.height) / (count * count)
  }
  const firstLook = (angle: number): number => {
    countRows(angle, FIRST_ROWS)
    const most = raster.width * FULLEST_ROW
    let squares = 0
    for (let i = 0; i < bins.length; i++) squares += Math.min(bins[i]!, most) ** 2
    return squares
  }
  const straight = sharpness(0)
  let best = { angle: 0, sharpness: straight }
  let center = sharpest(firstLook, { center: 0, span: MAX_ANGLE, step: FIRST_STEP }).angle
  let span = FIRST_STEP
  for (const step of STEPS) {
    const found = sharpest(sharpness, { center, span, step })
    if (found.value > best.sharpness) best = { angle: found.angle, sharpness: found.value }
    center = best.angle
    span = step
  }
  return best.sharpness > straight * SHARPER_THAN_STRAIGHT ? best : { angle: 0, sharpness: straight }
}

/** The best of the angles around a center; the center itself, unless another is better. */
function sharpest(
  measure: (angle: number) => number,
  { center, span, step }: { center: number; span: number; step: number },
): { angle: number; value: number } {
  let best = { angle: center, value: measure(center) }
  for (let n = -Math.round(span / step); n <= Math.round(span / step); n++) {
    const angle = center + n * step
    if (n === 0 || Math.abs(angle) > MAX_ANGLE) continue
    const value = measure(angle)
    if (value > best.value) best = { angle, value }
  }
  return best
}

/** The lowest pixels of ink: ink with paper below. */
function findFeet(raster: GrayRaster): { xs: Int32Array; ys: Int32Array; count: number } {
  const { width, height, pixels } = raster
  // Blurred thumbnails of thin print are light: Otsu finds them, but never take paper for ink.
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
        if (x - start <= WIDEST_FOOT_PX)
          for (let foot = start; foot < x; foot++) {
            xs[count] = foot
            ys[count++] = y
          }
        start = -1
      }
    }
  }
  return { xs, ys, count }
}

/** Turns the raster so that lines falling by `angle` degrees become level; same size, bilinear, corners filled with white. */
export function straighten(raster: GrayRaster, angle: number): Placed {
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
    // Pixel centers lie at halves; the bilinear corner is half a pixel up and left of the mapped center.
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
      // In 256ths of a pixel: whole numbers are quicker here.
      const across = ((sourceX - left) * 256) | 0
      const down = ((sourceY - top) * 256) | 0
      const above = a * 256 + (b - a) * across
      const below = c * 256 + (d - c) * across
      result[at] = (above * 256 + (below - above) * down + 32768) >> 16
    }
  }
  return { raster: { width, height, pixels: result }, toSource }
}
