/** Maps between rasters: every step that moves pixels must say exactly where they came from. */
import { expect, test } from 'vitest'
import { compose, identity, invert, mapBox, mapPoint } from '../../src/imaging/coordinate-map.ts'
import { straighten } from '../../src/imaging/deskew.ts'
import { chooseSample, cropRaster, oppositeRotation, rotateRaster, rotationMap } from '../../src/imaging/rotate.ts'
import { scaleRaster } from '../../src/imaging/scale.ts'
import type { GrayRaster } from '../../src/model/raster.ts'
import { blank, fill } from './draw.ts'

/** A page with one black mark, and where the mark's center of gravity is. */
function marked(): GrayRaster {
  const page = blank(300, 200)
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
  ['turned by 90', rotateRaster(marked(), 90)],
  ['turned by 180', rotateRaster(marked(), 180)],
  ['turned by 270', rotateRaster(marked(), 270)],
  ['enlarged', scaleRaster(marked(), 1.7)],
  ['shrunk', scaleRaster(marked(), 0.43)],
  ['straightened', straighten(marked(), 5)],
  ['straightened the other way', straighten(marked(), -3)],
])('%s: the mark is where the map says', (_, { raster, toSource }) => {
  const found = mapPoint(toSource, centerOfInk(raster))
  expect(Math.abs(found.x - mark.x)).toBeLessThan(0.1)
  expect(Math.abs(found.y - mark.y)).toBeLessThan(0.1)
})

test('quarter turns undo each other, pixels and maps', () => {
  const page = marked()
  for (const turn of [0, 90, 180, 270] as const) {
    const there = rotateRaster(page, turn)
    const back = rotateRaster(there.raster, oppositeRotation(turn))
    expect(back.raster).toEqual(page)
    const both = compose(there.toSource, back.toSource)
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f'] as const) expect(both[key]).toBeCloseTo(identity[key])
    expect(rotationMap(page, turn)).toEqual(there.toSource)
  }
})

test('a clockwise quarter turn brings the bottom left corner to the top left', () => {
  const { raster } = rotateRaster({ width: 2, height: 2, pixels: Uint8Array.of(1, 2, 3, 4) }, 90)
  expect([...raster.pixels]).toEqual([3, 1, 4, 2])
})

test('a box around the turned box', () => {
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

test('the sample lies where the letters are, whole inside the page', () => {
  const page = blank(1000, 800)
  for (let x = 720; x < 950; x += 6) fill(page, { x0: x, y0: 500, x1: x + 3, y1: 620 })
  const sample = chooseSample(page, { width: 300, height: 200 })
  expect(sample.x1 - sample.x0).toBe(300)
  expect(sample.x0).toBeLessThanOrEqual(720)
  expect(sample.x1).toBeLessThanOrEqual(1000)
  expect(sample.y0).toBeLessThanOrEqual(500)
  expect(sample.y1).toBeGreaterThanOrEqual(620)
  expect(cropRaster(page, sample).pixels.some((value) => value === 0)).toBe(true)
  expect(chooseSample(blank(10, 8), { width: 300, height: 200 })).toEqual({ x0: 0, y0: 0, x1: 10, y1: 8 })
})

test.each([
  ['affine', { a: 0.9, b: 0.1, c: -0.2, d: 1.1, e: 30, f: -7 }],
  ['of a photographed sheet', { a: 0.9, b: 0.1, c: -0.2, d: 1.1, e: 30, f: -7, g: 0.0004, h: -0.0002 }],
])('a map that is %s is undone by its inverse', (_, map) => {
  const there = mapPoint(map, mark)
  const back = mapPoint(invert(map), there)
  expect(back.x).toBeCloseTo(mark.x)
  expect(back.y).toBeCloseTo(mark.y)
})
