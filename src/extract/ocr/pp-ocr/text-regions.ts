/**
 * Finds lines in a map of differentiable binarization (Liao et al., 2020), which shrinks them: they grow by area /
 * perimeter.
 */
import type { Box, Size } from '../../../model/geometry.ts'

/** `box` is in pixels, upright around a slanted line. */
export interface TextRegion {
  readonly box: Box
  /** Pixels down per pixel to the right. */
  readonly slope: number
}

/** Minimum probability of a pixel, and mean of a component, as in PaddleOCR. */
const MIN_PIXEL = 0.3
const MIN_MEAN = 0.6
const EXPANSION = 1.5
/** Minimum height of a component in pixels. */
const MIN_HEIGHT = 3
const MIN_SLOPE_ASPECT = 3

/** The map has values from 0 to 1, row by row. */
export function findTextRegions(map: Float32Array, size: Size): TextRegion[] {
  const seen = new Uint8Array(map.length)
  const regions: TextRegion[] = []
  for (let start = 0; start < map.length; start++) {
    if (seen[start] === 1 || !(map[start]! > MIN_PIXEL)) continue
    const region = toRegion(measureComponent(map, seen, { start, ...size }))
    if (region !== null) regions.push(region)
  }
  return regions
}

type Moments = ReturnType<typeof measureComponent>

function measureComponent(
  map: Float32Array,
  seen: Uint8Array,
  { start, width, height }: { start: number; width: number; height: number },
) {
  const first = { x: start % width, y: Math.floor(start / width) }
  const moments = { x0: first.x, y0: first.y, x1: 0, y1: 0, count: 0, probability: 0, x: 0, y: 0, xx: 0, xy: 0 }
  const stack = [start]
  seen[start] = 1
  const visit = (at: number): void => {
    if (seen[at] === 1 || !(map[at]! > MIN_PIXEL)) return
    seen[at] = 1
    stack.push(at)
  }
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const x = at % width
    const y = (at - x) / width
    moments.x0 = Math.min(moments.x0, x)
    moments.y0 = Math.min(moments.y0, y)
    moments.x1 = Math.max(moments.x1, x + 1)
    moments.y1 = Math.max(moments.y1, y + 1)
    moments.count++
    moments.probability += map[at]!
    moments.x += x
    moments.y += y
    moments.xx += x * x
    moments.xy += x * y
    if (x > 0) visit(at - 1)
    if (x + 1 < width) visit(at + 1)
    if (y > 0) visit(at - width)
    if (y + 1 < height) visit(at + width)
  }
  return moments
}

/** Returns `null` for noise. The slope is that of the regression line. */
function toRegion({ x0, y0, x1, y1, count, probability, x, y, xx, xy }: Moments): TextRegion | null {
  const width = x1 - x0
  const height = y1 - y0
  if (height < MIN_HEIGHT || probability < MIN_MEAN * count) return null
  const spread = count * xx - x * x
  const slope = width < MIN_SLOPE_ASPECT * height || spread <= 0 ? 0 : (count * xy - x * y) / spread
  const thickness = slope === 0 ? height : Math.max(MIN_HEIGHT, height - Math.abs(slope) * width)
  const centerX = (x0 + x1) / 2
  const centerY = slope === 0 ? (y0 + y1) / 2 : (y - slope * x) / count + slope * centerX + 0.5
  const margin = (EXPANSION * width * thickness) / (2 * (width + thickness))
  const half = thickness / 2 + margin
  return { box: { x0: x0 - margin, y0: centerY - half, x1: x1 + margin, y1: centerY + half }, slope }
}
