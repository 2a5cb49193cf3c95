import type { Point, Transform } from '../model/geometry.ts'
import type { GrayRaster } from '../model/raster.ts'
import type { TransformedRaster } from './scale.ts'
import { compose, scaling } from './transform.ts'

/** Corners clockwise from the upper left. */
export type Quad = readonly [Point, Point, Point, Point]

/** The new size is the mean of opposite sides; pixels outside the source are white. */
export function correctPerspective(raster: GrayRaster, quad: Quad): TransformedRaster {
  const [first, second, third, fourth] = quad
  const width = Math.max(1, Math.round((distance(first, second) + distance(fourth, third)) / 2))
  const height = Math.max(1, Math.round((distance(first, fourth) + distance(second, third)) / 2))
  const toSource = compose(unitSquareTo(quad), scaling(1 / width, 1 / height))
  const { a, b, c, d, e, f, g = 0, h = 0 } = toSource
  const pixels = new Uint8Array(width * height).fill(255)
  const right = raster.width - 1
  const bottom = raster.height - 1
  for (let y = 0, at = 0; y < height; y++) {
    let mappedX = a * 0.5 + c * (y + 0.5) + e
    let mappedY = b * 0.5 + d * (y + 0.5) + f
    let w = g * 0.5 + h * (y + 0.5) + 1
    for (let column = 0; column < width; column++, at++, mappedX += a, mappedY += b, w += g) {
      const sourceX = mappedX / w - 0.5
      const sourceY = mappedY / w - 0.5
      if (sourceX < 0 || sourceY < 0) continue
      const left = sourceX | 0
      const top = sourceY | 0
      if (left >= right || top >= bottom) continue
      const i = top * raster.width + left
      const across = sourceX - left
      const above = raster.pixels[i]! + (raster.pixels[i + 1]! - raster.pixels[i]!) * across
      const below =
        raster.pixels[i + raster.width]! +
        (raster.pixels[i + raster.width + 1]! - raster.pixels[i + raster.width]!) * across
      pixels[at] = above + (below - above) * (sourceY - top) + 0.5
    }
  }
  return { raster: { width, height, pixels }, toSource }
}

/** Transform of the unit square to a quad (P. Heckbert, 1989). */
function unitSquareTo([first, second, third, fourth]: Quad): Transform {
  const right = { x: second.x - third.x, y: second.y - third.y }
  const bottom = { x: fourth.x - third.x, y: fourth.y - third.y }
  const skew = { x: first.x - second.x + third.x - fourth.x, y: first.y - second.y + third.y - fourth.y }
  const area = right.x * bottom.y - bottom.x * right.y
  const g = (skew.x * bottom.y - bottom.x * skew.y) / area
  const h = (right.x * skew.y - skew.x * right.y) / area
  return {
    a: second.x - first.x + g * second.x,
    b: second.y - first.y + g * second.y,
    c: fourth.x - first.x + h * fourth.x,
    d: fourth.y - first.y + h * fourth.y,
    e: first.x,
    f: first.y,
    g,
    h,
  }
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
