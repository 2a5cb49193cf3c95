/** Colored boxes behind text are found, and the text becomes dark on white. */
import { expect, test } from 'vitest'
import {
  clearEdges,
  findColoredBoxes,
  findLargeShapes,
  removeColoredBackgrounds,
} from '../../src/imaging/colored-backgrounds.ts'
import type { GrayRaster } from '../../src/model/raster.ts'
import { emptyRaster, fill } from './draw.ts'

const cells = [
  { x0: 20, y0: 20, x1: 140, y1: 60 },
  { x0: 142, y0: 20, x1: 280, y1: 60 },
]

const size = { letterHeight: 12 }

function removeBackgrounds(raster: GrayRaster): GrayRaster {
  const boxes = findColoredBoxes(raster, size)
  return clearEdges(removeColoredBackgrounds(raster, boxes), boxes, size)
}

test('boxes of two colors side by side are two; discs and frames are not boxes', () => {
  const raster = emptyRaster(400, 300)
  fill(raster, cells[0]!, 60)
  fill(raster, cells[1]!, 190)
  for (let y = 0; y < 100; y++)
    for (let x = 0; x < 100; x++) if (Math.hypot(x - 50, y - 50) < 48) raster.pixels[(y + 120) * 400 + x + 40] = 60
  for (const box of [
    { x0: 200, y0: 120, x1: 380, y1: 122 },
    { x0: 200, y0: 220, x1: 380, y1: 222 },
    { x0: 200, y0: 120, x1: 202, y1: 222 },
    { x0: 378, y0: 120, x1: 380, y1: 222 },
  ])
    fill(raster, box, 0)
  const boxes = findColoredBoxes(raster, size)
  expect([...boxes].sort((a, b) => a.box.x0 - b.box.x0)).toEqual([
    { box: cells[0], level: 60 },
    { box: cells[1], level: 190 },
  ])
  expect(
    findLargeShapes(raster, { ...size, boxes })
      .map(({ filled }) => Math.round(filled * 10) / 10)
      .sort(),
  ).toEqual([0.1, 0.8])
})

test('light text on a dark box and dark text on a light one become dark on white', () => {
  const raster = emptyRaster(400, 300)
  fill(raster, cells[0]!, 60)
  fill(raster, cells[1]!, 190)
  fill(raster, { x0: 60, y0: 35, x1: 64, y1: 47 }, 255)
  fill(raster, { x0: 200, y0: 35, x1: 204, y1: 47 }, 0)
  const flat = removeBackgrounds(raster)
  const at = (x: number, y: number): number | undefined => flat.pixels[y * 400 + x]
  expect([at(30, 30), at(150, 30), at(10, 10)]).toEqual([255, 255, 255])
  expect([at(61, 40), at(201, 40)]).toEqual([0, 0])
})

test('a cell filled with text up to the corners is a box', () => {
  const raster = emptyRaster(400, 300)
  fill(raster, cells[0]!, 190)
  for (let x = 22; x < 138; x += 12) fill(raster, { x0: x, y0: 22, x1: x + 7, y1: 34 })
  expect(findColoredBoxes(raster, size)).toEqual([{ box: cells[0], level: 190 }])
})

test('light text is detected by the text, not by the level of its box', () => {
  const raster = emptyRaster(400, 300)
  fill(raster, cells[0]!, 170)
  fill(raster, cells[1]!, 110)
  fill(raster, { x0: 60, y0: 35, x1: 64, y1: 47 }, 255)
  fill(raster, { x0: 200, y0: 35, x1: 204, y1: 47 }, 0)
  const flat = removeBackgrounds(raster)
  expect([30, 61, 150, 201].map((x) => flat.pixels[40 * 400 + x])).toEqual([255, 0, 255, 0])
})

test('the border between two colored cells is a thin line after the removal', () => {
  const raster = emptyRaster(400, 300)
  fill(raster, { x0: 140, y0: 20, x1: 142, y1: 60 }, 0)
  for (const cell of cells) fill(raster, cell, 190)
  const lifted = removeColoredBackgrounds(raster, findColoredBoxes(raster, size))
  expect([139, 140, 141, 142].map((x) => lifted.pixels[40 * 400 + x])).toEqual([255, 0, 0, 255])
})

test('a page without color is unchanged', () => {
  const raster = emptyRaster(200, 200)
  fill(raster, { x0: 20, y0: 20, x1: 26, y1: 32 })
  expect(removeBackgrounds(raster)).toBe(raster)
})
