/**
 * Where a prepared raster lies on the one it was made from: an affine map between their pixels.
 * Every imaging step that moves pixels gives its map, and the maps compose, so that boxes find their way back exactly.
 */
import type { Box, Point } from '../model/geometry.ts'

/** `x' = a·x + c·y + e`, `y' = b·x + d·y + f`. */
export interface Affine {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
  readonly e: number
  readonly f: number
}

export const identity: Affine = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }

export function scaling(x: number, y: number): Affine {
  return { a: x, b: 0, c: 0, d: y, e: 0, f: 0 }
}

/** First `inner`, then `outer`. */
export function compose(outer: Affine, inner: Affine): Affine {
  return {
    a: outer.a * inner.a + outer.c * inner.b,
    b: outer.b * inner.a + outer.d * inner.b,
    c: outer.a * inner.c + outer.c * inner.d,
    d: outer.b * inner.c + outer.d * inner.d,
    e: outer.a * inner.e + outer.c * inner.f + outer.e,
    f: outer.b * inner.e + outer.d * inner.f + outer.f,
  }
}

export function mapPoint(map: Affine, point: Point): Point {
  return { x: map.a * point.x + map.c * point.y + map.e, y: map.b * point.x + map.d * point.y + map.f }
}

/** The smallest upright box around the mapped one. */
export function mapBox(map: Affine, box: Box): Box {
  const first = mapPoint(map, { x: box.x0, y: box.y0 })
  const second = mapPoint(map, { x: box.x1, y: box.y0 })
  const third = mapPoint(map, { x: box.x0, y: box.y1 })
  const fourth = mapPoint(map, { x: box.x1, y: box.y1 })
  return {
    x0: Math.min(first.x, second.x, third.x, fourth.x),
    y0: Math.min(first.y, second.y, third.y, fourth.y),
    x1: Math.max(first.x, second.x, third.x, fourth.x),
    y1: Math.max(first.y, second.y, third.y, fourth.y),
  }
}
