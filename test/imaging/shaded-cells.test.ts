/** Text of shaded cells becomes dark on white; bars and other areas without text stay. */
import { expect, test } from 'vitest'
import type { FilledRectangle } from '../../src/imaging/filled-rectangles.ts'
import { whitenShadedCells } from '../../src/imaging/shaded-cells.ts'
import type { GrayRaster } from '../../src/model/raster.ts'
import { emptyRaster, fill } from './draw.ts'

const dark: FilledRectangle = { box: { x0: 20, y0: 20, x1: 140, y1: 60 }, level: 113 }
const light: FilledRectangle = { box: { x0: 142, y0: 20, x1: 280, y1: 60 }, level: 220 }
const apart: FilledRectangle = { box: { x0: 20, y0: 100, x1: 60, y1: 180 }, level: 113 }
const size = { letterHeight: 12 }

function draw(strokes: readonly { x: number; level: number }[]): GrayRaster {
  const raster = emptyRaster(300, 200)
  for (const { box, level } of [dark, light, apart]) fill(raster, box, level)
  for (const { x, level } of strokes)
    for (const x0 of [x, x + 8]) fill(raster, { x0, y0: 34, x1: x0 + 4, y1: 46 }, level)
  return raster
}

function levelAt(raster: GrayRaster, x: number, y: number): number {
  return raster.pixels[y * raster.width + x]!
}

test('light text on a dark cell and dark text on a light one', () => {
  const raster = draw([
    { x: 60, level: 255 },
    { x: 200, level: 30 },
  ])
  const whitened = whitenShadedCells(raster, [dark, light, apart], size)
  expect([30, 62, 170, 202].map((x) => levelAt(whitened, x, 40))).toEqual([255, 0, 255, 34])
  expect(levelAt(whitened, 40, 140)).toBe(113)
})

test('an empty cell next to one with text', () => {
  const whitened = whitenShadedCells(draw([{ x: 200, level: 30 }]), [dark, light, apart], size)
  expect(levelAt(whitened, 62, 40)).toBe(255)
})

test('rectangles without text stay', () => {
  const raster = draw([])
  expect(whitenShadedCells(raster, [dark, light, apart], size)).toBe(raster)
})

test('a dark area with an icon stays', () => {
  const raster = draw([])
  for (const [x, y] of [
    [60, 30],
    [70, 26],
    [80, 30],
  ] as const)
    fill(raster, { x0: x, y0: y, x1: x + 5, y1: y + 5 }, 255)
  expect(whitenShadedCells(raster, [dark, light, apart], size)).toBe(raster)
})
