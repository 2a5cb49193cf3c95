/** Shaded cells with text and bars of charts are filled rectangles; letters, paper, frames and textures are not. */
import { expect, test } from 'vitest'
import { findFilledRectangles } from '../../src/imaging/filled-rectangles.ts'
import { emptyRaster, fill, seeded, textPage } from './draw.ts'

const options = { dpi: 150 }

test('bars have their exact box and level', () => {
  const page = emptyRaster(300, 300)
  fill(page, { x0: 33, y0: 41, x1: 74, y1: 250 }, 120)
  fill(page, { x0: 90, y0: 101, x1: 131, y1: 250 }, 210)
  expect(findFilledRectangles(page, options)).toEqual([
    { box: { x0: 33, y0: 41, x1: 74, y1: 250 }, level: 120 },
    { box: { x0: 90, y0: 101, x1: 131, y1: 250 }, level: 210 },
  ])
})

test('cells next to each other are separate, with dark or white text', () => {
  const page = emptyRaster(400, 100)
  for (const [x0, level, ink] of [
    [20, 110, 255],
    [202, 220, 0],
  ] as const) {
    fill(page, { x0, y0: 20, x1: x0 + 180, y1: 70 }, level)
    for (let letter = 0; letter < 16; letter++)
      fill(page, { x0: x0 + 10 + letter * 10, y0: 35, x1: x0 + 16 + letter * 10, y1: 55 }, ink)
  }
  expect(findFilledRectangles(page, options).map(({ box, level }) => [box.x0, box.x1, level])).toEqual([
    [20, 200, 110],
    [202, 382, 220],
  ])
})

test('a dark cell with JPEG noise around its text', () => {
  const page = emptyRaster(300, 100)
  const random = seeded(5)
  const cell = { x0: 40, y0: 20, x1: 240, y1: 64 }
  fill(page, cell, 113)
  for (let y = 20; y < 64; y++)
    for (let x = 60; x < 220; x++) page.pixels[y * 300 + x] = 113 + Math.round((random() - 0.5) * 26)
  for (let letter = 0; letter < 14; letter++)
    for (const y of [28, 46]) fill(page, { x0: 64 + letter * 11, y0: y, x1: 70 + letter * 11, y1: y + 11 }, 255)
  expect(findFilledRectangles(page, options).map(({ box }) => box)).toEqual([cell])
})

test('an area in the shape of an L is no rectangle', () => {
  const page = emptyRaster(400, 400)
  fill(page, { x0: 40, y0: 40, x1: 80, y1: 360 }, 150)
  fill(page, { x0: 40, y0: 320, x1: 360, y1: 360 }, 150)
  expect(findFilledRectangles(page, options)).toEqual([])
})

test('text, frames, light paper and textures have none', () => {
  expect(findFilledRectangles(textPage(), options)).toEqual([])
  const page = emptyRaster(800, 800, 240)
  fill(page, { x0: 100, y0: 100, x1: 500, y1: 106 }, 0)
  for (let x = 100; x < 700; x += 8) fill(page, { x0: x, y0: 200, x1: x + 4, y1: 600 }, 80)
  expect(findFilledRectangles(page, options)).toEqual([])
})

test('paper that becomes darker in uneven light has no edge', () => {
  const page = emptyRaster(400, 400)
  for (let x = 0; x < 400; x++) fill(page, { x0: x, y0: 0, x1: x + 1, y1: 400 }, Math.min(250, 215 + Math.round(x / 8)))
  expect(findFilledRectangles(page, options)).toEqual([])
})
