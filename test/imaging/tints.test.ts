/** Coloured boxes behind print are found, and the print on them ends dark on white. */
import { expect, test } from 'vitest'
import { findTints, flattenTints } from '../../src/imaging/tints.ts'
import { blank, fill } from './draw.ts'

const cells = [
  { x0: 20, y0: 20, x1: 140, y1: 60 },
  { x0: 142, y0: 20, x1: 280, y1: 60 },
]

test('boxes of two colours side by side are two; discs and frames are none', () => {
  const raster = blank(400, 300)
  fill(raster, cells[0]!, 60)
  fill(raster, cells[1]!, 190)
  for (let y = 0; y < 100; y++) for (let x = 0; x < 100; x++) if (Math.hypot(x - 50, y - 50) < 48) raster.pixels[(y + 120) * 400 + x + 40] = 60
  for (const box of [
    { x0: 200, y0: 120, x1: 380, y1: 122 },
    { x0: 200, y0: 220, x1: 380, y1: 222 },
    { x0: 200, y0: 120, x1: 202, y1: 222 },
    { x0: 378, y0: 120, x1: 380, y1: 222 },
  ])
    fill(raster, box, 0)
  const { boxes, others } = findTints(raster, { letterHeight: 12 })
  expect([...boxes].sort((a, b) => a.box.x0 - b.box.x0)).toEqual([
    { box: cells[0], level: 60 },
    { box: cells[1], level: 190 },
  ])
  expect(others.map(({ filled }) => filled).sort()).toEqual([false, true])
})

test('light print on a dark box and dark print on a light one end dark on white', () => {
  const raster = blank(400, 300)
  fill(raster, cells[0]!, 60)
  fill(raster, cells[1]!, 190)
  fill(raster, { x0: 60, y0: 35, x1: 64, y1: 47 }, 255)
  fill(raster, { x0: 200, y0: 35, x1: 204, y1: 47 }, 0)
  const flat = flattenTints(raster, findTints(raster, { letterHeight: 12 }))
  const at = (x: number, y: number): number | undefined => flat.pixels[y * 400 + x]
  expect([at(30, 30), at(150, 30), at(10, 10)]).toEqual([255, 255, 255])
  expect([at(61, 40), at(201, 40)]).toEqual([0, 0])
})

test('a page without colour is handed back as it is', () => {
  const raster = blank(200, 200)
  fill(raster, { x0: 20, y0: 20, x1: 26, y1: 32 })
  expect(flattenTints(raster, findTints(raster, { letterHeight: 12 }))).toBe(raster)
})
