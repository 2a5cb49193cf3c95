import type { Point, Size } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import { median } from '../model/statistics.ts'
import type { Quad } from './perspective.ts'

/** Minimum fraction of points on a side's line; fingers and clips take the rest. */
const MIN_STRAIGHT_RATIO = 0.75

/** Ignored fraction at both ends: corners may be round, bent or torn. */
const IGNORED_END_RATIO = 0.08

/**
 * `null` if the region is smaller than the ratio `minArea`, or too few points of a side are within `maxDeviation`
 * pixels of a line.
 */
export function outlineBrightRegion(
  raster: GrayRaster,
  threshold: number,
  { minArea, maxDeviation }: { minArea: number; maxDeviation: number },
): { quad: Quad; straight: number } | null {
  const region = largestBrightRegion(raster, threshold, minArea)
  const sides = region === null ? null : fitSides(region, raster, maxDeviation)
  if (sides === null) return null
  const { left, right, top, bottom } = sides
  return {
    quad: [intersect(left, top), intersect(right, top), intersect(right, bottom), intersect(left, bottom)],
    straight: Math.min(left.straight, right.straight, top.straight, bottom.straight),
  }
}

interface Outline {
  readonly left: Int32Array
  readonly right: Int32Array
  readonly top: Int32Array
  readonly bottom: Int32Array
}

function largestBrightRegion(
  { width, height, pixels }: GrayRaster,
  threshold: number,
  minArea: number,
): Outline | null {
  const seen = new Uint8Array(pixels.length)
  const queue = new Int32Array(pixels.length)
  let best = { from: 0, to: 0 }
  let end = 0
  for (let i = 0; i < pixels.length; i++) {
    if (seen[i] !== 0 || pixels[i]! <= threshold) continue
    const from = end
    const visit = (at: number): void => {
      if (seen[at] !== 0 || pixels[at]! <= threshold) return
      seen[at] = 1
      queue[end++] = at
    }
    visit(i)
    for (let done = from; done < end; done++) {
      const at = queue[done]!
      const x = at % width
      if (x > 0) visit(at - 1)
      if (x < width - 1) visit(at + 1)
      if (at >= width) visit(at - width)
      if (at + width < pixels.length) visit(at + width)
    }
    if (end - from > best.to - best.from) best = { from, to: end }
  }
  if (best.to - best.from < pixels.length * minArea) return null
  const outline = {
    left: new Int32Array(height).fill(-1),
    right: new Int32Array(height).fill(-1),
    top: new Int32Array(width).fill(-1),
    bottom: new Int32Array(width).fill(-1),
  }
  for (const at of queue.subarray(best.from, best.to)) {
    const x = at % width
    const y = (at - x) / width
    if (outline.left[y]! < 0 || x < outline.left[y]!) outline.left[y] = x
    if (x > outline.right[y]!) outline.right[y] = x
    if (outline.top[x]! < 0 || y < outline.top[x]!) outline.top[x] = y
    if (y > outline.bottom[x]!) outline.bottom[x] = y
  }
  return outline
}

/** `across = slope · along + offset`; left and right sides run along y, top and bottom along x. */
interface Line {
  readonly slope: number
  readonly offset: number
}

interface Side extends Line {
  readonly straight: number
}

function fitSides(
  outline: Outline,
  size: Size,
  maxDeviation: number,
): { left: Side; right: Side; top: Side; bottom: Side } | null {
  const [first, second, third, fourth] = cornersOf(outline, size)
  const fitted = (values: Int32Array, [from, to]: readonly [number, number]): Side | null =>
    fitSide(values, {
      from: from + IGNORED_END_RATIO * (to - from),
      to: to - IGNORED_END_RATIO * (to - from),
      maxDeviation,
    })
  // The region ends one pixel after its last pixel.
  const left = fitted(outline.left, [first.y, fourth.y])
  const right = fitted(
    outline.right.map((x) => (x < 0 ? x : x + 1)),
    [second.y, third.y],
  )
  const top = fitted(outline.top, [first.x, second.x])
  const bottom = fitted(
    outline.bottom.map((y) => (y < 0 ? y : y + 1)),
    [fourth.x, third.x],
  )
  return left === null || right === null || top === null || bottom === null ? null : { left, right, top, bottom }
}

function cornersOf({ left, right }: Outline, { height }: Size): Quad {
  const corners = { sum: [Infinity, -Infinity], difference: [Infinity, -Infinity] }
  const found: Point[] = [0, 1, 2, 3].map(() => ({ x: 0, y: 0 }))
  for (let y = 0; y < height; y++) {
    if (left[y]! < 0) continue
    for (const x of [left[y]!, right[y]!]) {
      if (x + y < corners.sum[0]!) [corners.sum[0], found[0]] = [x + y, { x, y }]
      if (x - y > corners.difference[1]!) [corners.difference[1], found[1]] = [x - y, { x, y }]
      if (x + y > corners.sum[1]!) [corners.sum[1], found[2]] = [x + y, { x, y }]
      if (x - y < corners.difference[0]!) [corners.difference[0], found[3]] = [x - y, { x, y }]
    }
  }
  return found as unknown as Quad
}

const MAX_FIT_ITERATIONS = 5

function fitSide(values: Int32Array, side: { from: number; to: number; maxDeviation: number }): Side | null {
  const points: Point[] = []
  for (let along = Math.ceil(side.from); along <= side.to; along++)
    if (values[along]! >= 0) points.push({ x: along + 0.5, y: values[along]! })
  if (points.length < 8) return null
  // Medians of the outer thirds keep bulges from tilting the line.
  let line = lineThrough(
    medianPoint(points.slice(0, points.length / 3)),
    medianPoint(points.slice((points.length * 2) / 3)),
  )
  let near = points
  for (let round = 0; round < MAX_FIT_ITERATIONS; round++) {
    const { slope, offset } = line
    near = points.filter(({ x, y }) => Math.abs(y - slope * x - offset) <= side.maxDeviation)
    if (near.length < points.length / 2) return null
    line = leastSquares(near)
  }
  const straight = near.length / points.length
  return straight < MIN_STRAIGHT_RATIO ? null : { ...line, straight }
}

function medianPoint(points: readonly Point[]): Point {
  return { x: median(points.map(({ x }) => x)) ?? 0, y: median(points.map(({ y }) => y)) ?? 0 }
}

function lineThrough(a: Point, b: Point): Line {
  const slope = (b.y - a.y) / Math.max(1, b.x - a.x)
  return { slope, offset: a.y - slope * a.x }
}

function leastSquares(points: readonly Point[]): Line {
  const mean = { x: 0, y: 0 }
  for (const { x, y } of points) {
    mean.x += x / points.length
    mean.y += y / points.length
  }
  let both = 0
  let squares = 0
  for (const { x, y } of points) {
    both += (x - mean.x) * (y - mean.y)
    squares += (x - mean.x) ** 2
  }
  const slope = squares === 0 ? 0 : both / squares
  return { slope, offset: mean.y - slope * mean.x }
}

function intersect(vertical: Side, horizontal: Side): Point {
  const x = (vertical.slope * horizontal.offset + vertical.offset) / (1 - vertical.slope * horizontal.slope)
  return { x, y: horizontal.slope * x + horizontal.offset }
}
