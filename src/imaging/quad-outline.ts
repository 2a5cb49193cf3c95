/**
 * The largest bright piece of a raster → the four straight lines that bound it, and the corners where they meet.
 * It judges nothing but straightness; whether that is a sheet of paper is `sheet.ts`'s business.
 */
import type { Point } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import type { Quad } from './perspective.ts'

/** A side is straight when so many of its points are; fingers, clips and pictures printed to the edge take the rest. */
const STRAIGHT_RATIO = 0.75

/** So much of a side at either end is its corners, which may be round, bent or torn. */
const CORNER_RATIO = 0.08

/**
 * `null` without a piece of at least the share `smallest` of the raster, or when a side of it is not straight: too few points within `near`
 * pixels of a line. `straight` is the share of such points on the worst side.
 */
export function outlineBrightRegion(
  raster: GrayRaster,
  threshold: number,
  { smallest, near }: { smallest: number; near: number },
): { quad: Quad; straight: number } | null {
  const piece = largestBright(raster, threshold, smallest)
  const sides = piece === null ? null : sidesOf(piece, raster, near)
  if (sides === null) return null
  const { left, right, top, bottom } = sides
  return {
    quad: [meet(left, top), meet(right, top), meet(right, bottom), meet(left, bottom)],
    straight: Math.min(left.straight, right.straight, top.straight, bottom.straight),
  }
}

/** For each row its first and last pixel of the piece, for each column its highest and lowest; −1 without any. */
interface Outline {
  readonly left: Int32Array
  readonly right: Int32Array
  readonly top: Int32Array
  readonly bottom: Int32Array
}

function largestBright({ width, height, pixels }: GrayRaster, threshold: number, smallest: number): Outline | null {
  const seen = new Uint8Array(pixels.length)
  /** The piece's pixels; those before `done` have had their neighbors looked at. */
  const queue = new Int32Array(pixels.length)
  let best = { from: 0, to: 0 }
  let end = 0
  for (let i = 0; i < pixels.length; i++) {
    if (seen[i] !== 0 || pixels[i]! <= threshold) continue
    const from = end
    const take = (at: number): void => {
      if (seen[at] !== 0 || pixels[at]! <= threshold) return
      seen[at] = 1
      queue[end++] = at
    }
    take(i)
    for (let done = from; done < end; done++) {
      const at = queue[done]!
      const x = at % width
      if (x > 0) take(at - 1)
      if (x < width - 1) take(at + 1)
      if (at >= width) take(at - width)
      if (at + width < pixels.length) take(at + width)
    }
    if (end - from > best.to - best.from) best = { from, to: end }
  }
  if (best.to - best.from < pixels.length * smallest) return null
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

/** `across = slope · along + offset`, where sides run along y at the left and the right, along x at the top and the bottom. */
interface Side {
  readonly slope: number
  readonly offset: number
  /** Share of its points that lie on it. */
  readonly straight: number
}

function sidesOf(
  outline: Outline,
  size: { width: number; height: number },
  near: number,
): { left: Side; right: Side; top: Side; bottom: Side } | null {
  const [first, second, third, fourth] = cornersOf(outline, size)
  const fitted = (values: Int32Array, [from, to]: readonly [number, number]): Side | null =>
    fitSide(values, { from: from + CORNER_RATIO * (to - from), to: to - CORNER_RATIO * (to - from), near })
  // One more at the far sides: the piece ends behind its last pixel.
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

/** The points of the piece that lie farthest towards the picture's corners. */
function cornersOf({ left, right }: Outline, { height }: { width: number; height: number }): Quad {
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

/** Rounds in which points off the line are left out. */
const FIT_ROUNDS = 5

/** Least squares over the points near the line, again and again. */
function fitSide(values: Int32Array, side: { from: number; to: number; near: number }): Side | null {
  const points: Point[] = []
  for (let along = Math.ceil(side.from); along <= side.to; along++)
    if (values[along]! >= 0) points.push({ x: along + 0.5, y: values[along]! })
  if (points.length < 8) return null
  // Starts from the middle of each third, so that one long bulge does not tilt the line.
  let line = through(middleOf(points.slice(0, points.length / 3)), middleOf(points.slice((points.length * 2) / 3)))
  let near = points
  for (let round = 0; round < FIT_ROUNDS; round++) {
    const { slope, offset } = line
    near = points.filter(({ x, y }) => Math.abs(y - slope * x - offset) <= side.near)
    if (near.length < points.length / 2) return null
    line = leastSquares(near)
  }
  const straight = near.length / points.length
  return straight < STRAIGHT_RATIO ? null : { ...line, straight }
}

interface Line {
  readonly slope: number
  readonly offset: number
}

function middleOf(points: readonly Point[]): Point {
  const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0
  return { x: median(points.map(({ x }) => x)), y: median(points.map(({ y }) => y)) }
}

function through(a: Point, b: Point): Line {
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

/** Where an upright side meets a level one. */
function meet(upright: Side, level: Side): Point {
  const x = (upright.slope * level.offset + upright.offset) / (1 - upright.slope * level.slope)
  return { x, y: level.slope * x + level.offset }
}
