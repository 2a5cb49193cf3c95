/** Transforms between rasters: every step that moves pixels must return their exact origin. */
import { expect, test } from 'vitest'
import { deskew } from '../../src/imaging/deskew.ts'
import { chooseSampleBox, cropRaster, rotateRaster, rotationTransform } from '../../src/imaging/rotate.ts'
import { scaleRaster } from '../../src/imaging/scale.ts'
import { compose, identity, invert, mapBox, mapPoint } from '../../src/imaging/transform.ts'
import type { Rotation } from '../../src/model/geometry.ts'
import type { GrayRaster } from '../../src/model/raster.ts'
import { emptyRaster, fill } from './draw.ts'

/** A page with one black mark, and the mark's center of gravity. */
function marked(): GrayRaster {
  const page = emptyRaster(300, 200)
  fill(page, { x0: 40, y0: 30, x1: 60, y1: 40 })
  return page
}
const mark = { x: 50, y: 35 }

function centerOfInk(raster: GrayRaster): { x: number; y: number } {
  let [sum, x, y] = [0, 0, 0]
  raster.pixels.forEach((value, i) => {
    const ink = 255 - value
    sum += ink
    x += ink * ((i % raster.width) + 0.5)
    y += ink * (Math.floor(i / raster.width) + 0.5)
  })
  return { x: x / sum, y: y / sum }
}

test.each([
  ['rotated by 90', rotateRaster(marked(), 90)],
  ['rotated by 180', rotateRaster(marked(), 180)],
  ['rotated by 270', rotateRaster(marked(), 270)],
  ['enlarged', scaleRaster(marked(), 1.7)],
  ['shrunk', scaleRaster(marked(), 0.43)],
  ['deskewed', deskew(marked(), 5)],
  ['deskewed in the other direction', deskew(marked(), -3)],
])('%s: the transform maps the mark', (_, { raster, toSource }) => {
  const found = mapPoint(toSource, centerOfInk(raster))
  expect(Math.abs(found.x - mark.x)).toBeLessThan(0.1)
  expect(Math.abs(found.y - mark.y)).toBeLessThan(0.1)
})

test('opposite rotations cancel, in pixels and transforms', () => {
  const page = marked()
  for (const rotation of [0, 90, 180, 270] as const) {
    const there = rotateRaster(page, rotation)
    const back = rotateRaster(there.raster, ((360 - rotation) % 360) as Rotation)
    expect(back.raster).toEqual(page)
    const both = compose(there.toSource, back.toSource)
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f'] as const) expect(both[key]).toBeCloseTo(identity[key])
    expect(rotationTransform(page, rotation)).toEqual(there.toSource)
  }
})

test('a clockwise rotation by 90° moves the bottom left corner to the top left', () => {
  const { raster } = rotateRaster({ width: 2, height: 2, pixels: Uint8Array.of(1, 2, 3, 4) }, 90)
  expect([...raster.pixels]).toEqual([3, 1, 4, 2])
})

test('a box is mapped to its axis-aligned box', () => {
  expect(mapBox({ a: 0, b: 1, c: -1, d: 0, e: 100, f: 0 }, { x0: 10, y0: 20, x1: 30, y1: 25 })).toEqual({
    x0: 75,
    y0: 10,
    x1: 80,
    y1: 30,
  })
})

test('scaling keeps the mean and reaches the edges', () => {
  const page = marked()
  const mean = (raster: GrayRaster): number =>
    raster.pixels.reduce((sum, value) => sum + value, 0) / raster.pixels.length
  for (const factor of [0.31, 0.5, 0.9, 1.4, 3])
    expect(Math.abs(mean(scaleRaster(page, factor).raster) - mean(page))).toBeLessThan(1)
  expect(scaleRaster({ width: 1, height: 1, pixels: Uint8Array.of(7) }, 0.1).raster).toEqual({
    width: 1,
    height: 1,
    pixels: Uint8Array.of(7),
  })
})

test('the sample is where the letters are, inside the page', () => {
  const page = emptyRaster(1000, 800)
  for (let x = 720; x < 950; x += 6) fill(page, { x0: x, y0: 500, x1: x + 3, y1: 620 })
  const sample = chooseSampleBox(page, { width: 300, height: 200 })
  expect(sample.x1 - sample.x0).toBe(300)
  expect(sample.x0).toBeLessThanOrEqual(720)
  expect(sample.x1).toBeLessThanOrEqual(1000)
  expect(sample.y0).toBeLessThanOrEqual(500)
  expect(sample.y1).toBeGreaterThanOrEqual(620)
  expect(cropRaster(page, sample).pixels.some((value) => value === 0)).toBe(true)
  expect(chooseSampleBox(emptyRaster(10, 8), { width: 300, height: 200 })).toEqual({ x0: 0, y0: 0, x1: 10, y1: 8 })
})

test.each([
  ['affine', { a: 0.9, b: 0.1, c: -0.2, d: 1.1, e: 30, f: -7 }],
  ['projective', { a: 0.9, b: 0.1, c: -0.2, d: 1.1, e: 30, f: -7, g: 0.0004, h: -0.0002 }],
])('the inverse cancels a transform that is %s', (_, map) => {
  const there = mapPoint(map, mark)
  const back = mapPoint(invert(map), there)
  expect(back.x).toBeCloseTo(mark.x)
  expect(back.y).toBeCloseTo(mark.y)
})
