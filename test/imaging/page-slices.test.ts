/** Slices of a page: cut at empty rows, never through columns that begin or end near the cut. */
import { expect, test } from 'vitest'
import { planSlices } from '../../src/imaging/page-slices.ts'
import type { GrayRaster } from '../../src/model/raster.ts'
import { emptyRaster, fill } from './draw.ts'

const letter = 14
const row = 32
const letters = { height: letter, count: 4000 }

/** Sixty rows of strokes that represent letters; two columns in the rows from `first` to `last`. */
function written(first: number, last: number): GrayRaster {
  const page = emptyRaster(1200, 60 * row + 80)
  for (let line = 0; line < 60; line++)
    for (let x = 80; x < 1120; x += 8) {
      if (line >= first && line <= last && x > 570 && x < 630) continue
      fill(page, { x0: x, y0: 40 + line * row, x1: x + 4, y1: 40 + line * row + letter })
    }
  return page
}

const rowsOfCuts = (page: GrayRaster): number[] =>
  planSlices(page, letters)
    .slice(1)
    .map(({ y0 }) => (y0 - 40) / row)

test('have even work and begin at empty rows', () => {
  const cuts = rowsOfCuts(written(60, 60))
  expect(cuts).toHaveLength(3)
  for (const [index, cut] of cuts.entries()) expect(Math.abs(cut - 15 * (index + 1))).toBeLessThan(2)
})

test('are two rather than three', () => {
  expect(planSlices(written(60, 60), { height: letter, count: 1900 })).toHaveLength(2)
})

test('columns over the whole page are cut where each part has enough rows', () => {
  const cuts = rowsOfCuts(written(0, 59))
  expect(cuts).toHaveLength(1)
  expect(Math.abs(cuts[0]! - 30)).toBeLessThan(4)
})

test('columns with few rows above or below are not cut', () => {
  const cuts = rowsOfCuts(written(36, 43))
  expect(cuts.length).toBeGreaterThan(0)
  for (const cut of cuts) expect(cut < 36.5 || cut > 43).toBe(true)
})

test('a short page stays whole', () => {
  expect(planSlices(written(60, 60), { height: letter, count: 900 })).toHaveLength(1)
})
