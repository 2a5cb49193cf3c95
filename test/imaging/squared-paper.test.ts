/** The lines of squared paper are erased, and are no table; letters on them stay. */
import { expect, test } from 'vitest'
import { prepare } from '../../src/imaging/prepare-page.ts'
import type { PixelRuling } from '../../src/imaging/remove-rulings.ts'
import { isSquaredPaper } from '../../src/imaging/squared-paper.ts'
import { emptyRaster, mapPixels, textPage } from './draw.ts'

const size = emptyRaster(1000, 1400)

function grid(rows: readonly number[], columns: readonly number[]): PixelRuling[] {
  const [left, right, top, bottom] = [Math.min(...columns), Math.max(...columns), Math.min(...rows), Math.max(...rows)]
  return [
    ...rows.map((y) => ({ horizontal: true, box: { x0: left, y0: y, x1: right, y1: y + 2 } })),
    ...columns.map((x) => ({ horizontal: false, box: { x0: x, y0: top, x1: x + 2, y1: bottom } })),
  ]
}

const evenly = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step)

test('squared paper, also with lines that text hides', () => {
  const rows = evenly(5, 1395, 40)
  expect(isSquaredPaper(grid(rows, evenly(5, 995, 40)), size)).toBe(true)
  expect(isSquaredPaper(grid(rows.toSpliced(7, 1), evenly(5, 995, 40)), size)).toBe(true)
})

test('tables: few lines, another distance of the columns, a wide column for names, a part of the page', () => {
  const rows = evenly(5, 1395, 40)
  expect(isSquaredPaper(grid(evenly(5, 1395, 120), evenly(5, 995, 120)), size)).toBe(false)
  expect(isSquaredPaper(grid(rows, evenly(5, 995, 60)), size)).toBe(false)
  expect(isSquaredPaper(grid(rows, [5, ...evenly(205, 995, 40)]), size)).toBe(false)
  expect(isSquaredPaper(grid(evenly(5, 700, 40), evenly(5, 995, 40)), size)).toBe(false)
})

test('the letters on gray lines are those of the page without lines', () => {
  const page = textPage()
  const squared = mapPixels(page, (pixel, x, y) => (x % 45 < 2 || y % 45 < 2 ? Math.min(pixel, 170) : pixel))
  const options = { dpi: 200, maxPixels: 8_000_000 }
  const prepared = prepare(squared, options)
  expect(prepared.rulings).toEqual([])
  expect(prepared.raster.width).toBe(page.width)
  const different = prepared.raster.pixels.filter((pixel, index) => Math.abs(pixel - page.pixels[index]!) > 100)
  expect(different.length / page.pixels.length).toBeLessThan(0.001)
})
