/** Light lines are rulings if they form a grid; frames, chart lines and the edges of shaded areas do not count. */
import { expect, test } from 'vitest'
import { eraseFaintRulings, findFaintRulings } from '../../src/imaging/faint-rulings.ts'
import type { GrayRaster } from '../../src/model/raster.ts'
import { emptyRaster, fill } from './draw.ts'

const faint = 235

function drawLines(
  raster: GrayRaster,
  { rows, columns }: { rows: readonly number[]; columns: readonly number[] },
): void {
  for (const y of rows) fill(raster, { x0: 50, y0: y, x1: 451, y1: y + 1 }, faint)
  for (const x of columns) fill(raster, { x0: x, y0: 50, x1: x + 2, y1: 251 }, faint)
}

test('a faint grid is found line by line', () => {
  const page = emptyRaster(500, 300)
  drawLines(page, { rows: [50, 150, 250], columns: [50, 250, 449] })
  const found = findFaintRulings(page, { dpi: 150, rulings: [], fills: [] })
  expect(found.filter(({ horizontal }) => horizontal).map(({ box }) => box)).toEqual([
    { x0: 52, y0: 50, x1: 449, y1: 51 },
    { x0: 52, y0: 150, x1: 449, y1: 151 },
    { x0: 52, y0: 250, x1: 449, y1: 251 },
  ])
  expect(found.filter(({ horizontal }) => !horizontal).map(({ box: { x0, x1 } }) => [x0, x1])).toEqual([
    [50, 52],
    [250, 252],
    [449, 451],
  ])
})

test('faint lines complete a grid of dark ones, which are not reported again', () => {
  const page = emptyRaster(500, 300)
  drawLines(page, { rows: [150, 250], columns: [250] })
  const rulings = [
    { horizontal: true, box: { x0: 52, y0: 50, x1: 449, y1: 52 } },
    { horizontal: false, box: { x0: 50, y0: 50, x1: 52, y1: 251 } },
  ]
  expect(findFaintRulings(page, { dpi: 150, rulings, fills: [] })).toHaveLength(3)
})

test.each([
  ['a frame', { rows: [50, 250], columns: [50, 449] }],
  ['a set of chart lines', { rows: [50, 100, 150, 200, 250], columns: [] }],
])('%s is no grid', (_, lines) => {
  const page = emptyRaster(500, 300)
  drawLines(page, lines)
  expect(findFaintRulings(page, { dpi: 150, rulings: [], fills: [] })).toEqual([])
})

test('the edges of shaded areas and noise are no lines', () => {
  const page = emptyRaster(500, 300)
  for (const y of [50, 150]) for (const x of [50, 250]) fill(page, { x0: x, y0: y, x1: x + 100, y1: y + 50 }, faint)
  let state = 1
  for (let i = 0; i < page.pixels.length; i++) {
    state = (state * 48271) % 2147483647
    page.pixels[i] = Math.max(0, page.pixels[i]! - (state % 7))
  }
  expect(findFaintRulings(page, { dpi: 150, rulings: [], fills: [] })).toEqual([])
})

test('faint lines below shaded cells count', () => {
  const page = emptyRaster(500, 300)
  drawLines(page, { rows: [150, 250], columns: [] })
  const cells = [
    { x0: 50, y0: 110, x1: 240, y1: 148 },
    { x0: 260, y0: 110, x1: 450, y1: 148 },
  ]
  const found = findFaintRulings(page, { dpi: 150, rulings: [], fills: cells })
  expect(found.map(({ box }) => box)).toEqual([{ x0: 50, y0: 150, x1: 451, y1: 151 }])
})

test('an erased line has the level of its sides; letters that touch it stay', () => {
  const page = emptyRaster(100, 100)
  fill(page, { x0: 0, y0: 40, x1: 100, y1: 70 }, 221)
  for (const [x, level] of [226, 190, 199, 225].entries()) {
    fill(page, { x0: 49 + x, y0: 10, x1: 50 + x, y1: 90 }, level)
    fill(page, { x0: 49 + x, y0: 40, x1: 50 + x, y1: 70 }, level - 30)
  }
  fill(page, { x0: 51, y0: 80, x1: 60, y1: 84 }, 20)
  const erased = eraseFaintRulings(page, [{ horizontal: false, box: { x0: 49, y0: 10, x1: 53, y1: 90 } }])
  const rowAt = (y: number): number[] => [...erased.pixels.subarray(y * 100 + 48, y * 100 + 54)]
  expect(rowAt(20)).toEqual([255, 255, 255, 255, 255, 255])
  expect(rowAt(50)).toEqual([221, 221, 221, 221, 221, 221])
  expect(rowAt(82)).toEqual([255, 255, 255, 20, 20, 20])
})
