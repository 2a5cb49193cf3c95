/** Transforms from a processed raster to its source. Each step that moves pixels returns one. */
import type { Box, Point, Transform } from '../model/geometry.ts'

export const identity: Transform = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }

export function scaling(x: number, y: number): Transform {
  return { a: x, b: 0, c: 0, d: y, e: 0, f: 0 }
}

/** Applies `inner` first. */
export function compose(outer: Transform, inner: Transform): Transform {
  const product = {
    a: outer.a * inner.a + outer.c * inner.b,
    b: outer.b * inner.a + outer.d * inner.b,
    c: outer.a * inner.c + outer.c * inner.d,
    d: outer.b * inner.c + outer.d * inner.d,
    e: outer.a * inner.e + outer.c * inner.f + outer.e,
    f: outer.b * inner.e + outer.d * inner.f + outer.f,
  }
  if (isAffine(outer) && isAffine(inner)) return product
  const { g: outerG = 0, h: outerH = 0 } = outer
  const { g: innerG = 0, h: innerH = 0 } = inner
  const w = outerG * inner.e + outerH * inner.f + 1
  return {
    a: (product.a + outer.e * innerG) / w,
    b: (product.b + outer.f * innerG) / w,
    c: (product.c + outer.e * innerH) / w,
    d: (product.d + outer.f * innerH) / w,
    e: product.e / w,
    f: product.f / w,
    g: (outerG * inner.a + outerH * inner.b + innerG) / w,
    h: (outerG * inner.c + outerH * inner.d + innerH) / w,
  }
}

export function invert(map: Transform): Transform {
  const { a, b, c, d, e, f, g = 0, h = 0 } = map
  const w = a * d - b * c
  const affine = {
    a: (d - f * h) / w,
    b: (f * g - b) / w,
    c: (e * h - c) / w,
    d: (a - e * g) / w,
    e: (c * f - d * e) / w,
    f: (b * e - a * f) / w,
  }
  return isAffine(map) ? affine : { ...affine, g: (b * h - d * g) / w, h: (c * g - a * h) / w }
}

export function isAffine({ g = 0, h = 0 }: Transform): boolean {
  return g === 0 && h === 0
}

export function mapPoint(map: Transform, point: Point): Point {
  const { g = 0, h = 0 } = map
  const w = g * point.x + h * point.y + 1
  return { x: (map.a * point.x + map.c * point.y + map.e) / w, y: (map.b * point.x + map.d * point.y + map.f) / w }
}

export function affineAt(map: Transform, at: Point): Transform {
  if (isAffine(map)) return map
  const { g = 0, h = 0 } = map
  const { x, y } = mapPoint(map, at)
  const w = g * at.x + h * at.y + 1
  const a = (map.a - g * x) / w
  const b = (map.b - g * y) / w
  const c = (map.c - h * x) / w
  const d = (map.d - h * y) / w
  return { a, b, c, d, e: x - a * at.x - c * at.y, f: y - b * at.x - d * at.y }
}

export function mapBox(map: Transform, box: Box): Box {
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
