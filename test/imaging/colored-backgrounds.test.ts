/** Colored boxes behind print are found, and the print on them ends dark on white. */
import { expect, test } from 'vitest'
import { clearEdges, findBoxes, findDrawings, removeColoredBackgrounds } from '../../src/imaging/colored-backgrounds.ts'
import type { GrayRaster } from '../../src/model/raster.ts'
import { blank, fill } from './draw.ts'

const cells = [
  { x0: 20, y0: 20, x1: 140, y1: 60 },
  { x0: 142, y0: 20, x1: 280, y1: 60 },
]

const size = { letterHeight: 12 }

function flatten(raster: GrayRaster): GrayRaster {
  const boxes = findBoxes(raster, size)
  return clearEdges(removeColoredBackgrounds(raster, boxes), boxes)
}

test('boxes of two colours side by side are two; discs and frames are none', () => {
  const raster = blank(400, 300)
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
  const boxes = findBoxes(raster, size)
  expect([...boxes].sort((a, b) => a.box.x0 - b.box.x0)).toEqual([
    { box: cells[0], level: 60 },
    { box: cells[1], level: 190 },
  ])
  expect(
    findDrawings(raster, { ...size, boxes })
      .map(({ filled }) => Math.round(filled * 10) / 10)
      .sort(),
  ).toEqual([0.1, 0.8])
})

test('light print on a dark box and dark print on a light one end dark on white', () => {
  const raster = blank(400, 300)
  fill(raster, cells[0]!, 60)
  fill(raster, cells[1]!, 190)
  fill(raster, { x0: 60, y0: 35, x1: 64, y1: 47 }, 255)
  fill(raster, { x0: 200, y0: 35, x1: 204, y1: 47 }, 0)
  const flat = flatten(raster)
  const at = (x: number, y: number): number | undefined => flat.pixels[y * 400 + x]
  expect([at(30, 30), at(150, 30), at(10, 10)]).toEqual([255, 255, 255])
  expect([at(61, 40), at(201, 40)]).toEqual([0, 0])
})

test('a cell that its text fills up to the corners is a box', () => {
  const raster = blank(400, 300)
  fill(raster, cells[0]!, 190)
  for (let x = 22; x < 138; x += 12) fill(raster, { x0: x, y0: 22, x1: x + 7, y1: 34 })
  expect(findBoxes(raster, size)).toEqual([{ box: cells[0], level: 190 }])
})

test('light print is told by the print, not by how dark its box is', () => {
  const raster = blank(400, 300)
  fill(raster, cells[0]!, 170)
  fill(raster, cells[1]!, 110)
  fill(raster, { x0: 60, y0: 35, x1: 64, y1: 47 }, 255)
  fill(raster, { x0: 200, y0: 35, x1: 204, y1: 47 }, 0)
  const flat = flatten(raster)
  expect([30, 61, 150, 201].map((x) => flat.pixels[40 * 400 + x])).toEqual([255, 0, 255, 0])
})

test('the border between two coloured cells is a thin line once they are lifted', () => {
  const raster = blank(400, 300)
  fill(raster, { x0: 140, y0: 20, x1: 142, y1: 60 }, 0)
  for (const cell of cells) fill(raster, cell, 190)
  const lifted = removeColoredBackgrounds(raster, findBoxes(raster, size))
  expect([139, 140, 141, 142].map((x) => lifted.pixels[40 * 400 + x])).toEqual([255, 0, 0, 255])
})

test('a page without colour is handed back as it is', () => {
  const raster = blank(200, 200)
  fill(raster, { x0: 20, y0: 20, x1: 26, y1: 32 })
  expect(flatten(raster)).toBe(raster)
})
