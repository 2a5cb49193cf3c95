/** Figures of a scan: ink larger than letters, outside the words. */
import { expect, test } from 'vitest'
import { findFigureRegions } from '../../src/imaging/figure-regions.ts'
import { emptyRaster, fill } from './draw.ts'

const letterHeight = 20
const photo = { x0: 100, y0: 100, x1: 300, y1: 260 }
const pageWith = (...boxes: readonly { x0: number; y0: number; x1: number; y1: number }[]) => {
  const page = emptyRaster(800, 1000)
  for (const box of boxes) fill(page, box)
  return page
}

test('parts close to each other are one figure, without letters', () => {
  const right = { x0: 305, y0: 120, x1: 400, y1: 240 }
  const letter = { x0: 600, y0: 600, x1: 612, y1: 620 }
  const found = findFigureRegions(pageWith(photo, right, letter), { letterHeight, words: [] })
  expect(found).toHaveLength(1)
  expect(found[0]?.x0).toBeCloseTo(100, -1)
  expect(found[0]?.x1).toBeCloseTo(400, -1)
})

test('lines are no figures', () => {
  expect(findFigureRegions(pageWith({ x0: 50, y0: 50, x1: 700, y1: 54 }), { letterHeight, words: [] })).toEqual([])
})

test('large letters of a word are no figure, and a word inside a figure changes nothing', () => {
  const initial = { x0: 100, y0: 100, x1: 180, y1: 190 }
  expect(findFigureRegions(pageWith(initial), { letterHeight, words: [initial] })).toEqual([])
  const label = { x0: 150, y0: 150, x1: 200, y1: 170 }
  expect(findFigureRegions(pageWith(photo), { letterHeight, words: [label] })).toHaveLength(1)
})

test('a region that words cover is no figure', () => {
  const [left, right] = [
    { ...photo, x1: 140 },
    { ...photo, x0: 260 },
  ]
  const bridge = { ...photo, y1: 110 }
  const words = [{ x0: 145, y0: 115, x1: 255, y1: 250 }]
  expect(findFigureRegions(pageWith(left, bridge, right), { letterHeight, words })).toEqual([])
})

test('the frame of a page is no figure', () => {
  const frame = pageWith(
    { x0: 5, y0: 5, x1: 795, y1: 12 },
    { x0: 5, y0: 5, x1: 12, y1: 995 },
    { x0: 788, y0: 5, x1: 795, y1: 995 },
  )
  expect(findFigureRegions(frame, { letterHeight, words: [] })).toEqual([])
})

test('a page without letters has none', () => {
  expect(findFigureRegions(pageWith(photo), { letterHeight: 0, words: [] })).toEqual([])
})
