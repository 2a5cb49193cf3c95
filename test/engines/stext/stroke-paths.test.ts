/** Strokes have their true width in files that scale, which MuPDF's structured text does not regard. */
import { expect, test } from 'vitest'
import { loadMupdf } from '../../../src/engines/mupdf/mupdf.ts'
import type { Stroke, Subpath } from '../../../src/engines/mupdf/stroke-device.ts'
import { readStructuredText } from '../../../src/engines/stext/stext.ts'
import { strokePaths } from '../../../src/engines/stext/stroke-paths.ts'
import type { Path } from '../../../src/model/raw-page.ts'
import { pagesPdf } from '../../fixtures/pdf-writer.ts'

/** A page of 595 × 842 points. */
async function pathsOf(content: string): Promise<readonly Path[]> {
  const mupdf = await loadMupdf()
  const document = mupdf.openDocument(pagesPdf([{ content }]), 'application/pdf')
  try {
    return mupdf.withPage(document, 0, (page, frame) => readStructuredText(mupdf, page, { frame }).paths)
  } finally {
    mupdf.dropDocument(document)
  }
}

const rounded = ({ box: { x0, y0, x1, y1 } }: Path): number[] =>
  [x0, y0, x1, y1].map((value) => Math.round(value * 100) / 100)

test('a ruling of half a point is half a point thick at a scale of 0.1', async () => {
  const [ruling, ...rest] = await pathsOf('q 0.1 0 0 0.1 0 0 cm 5 w 1000 1000 m 4000 1000 l S Q')
  expect(rest).toEqual([])
  expect(ruling).toMatchObject({ stroked: true, rectangle: true, color: 0, opacity: 1 })
  expect(rounded(ruling!)).toEqual([99.75, 741.75, 400.25, 742.25])
})

test('a line in units of 1/12,700 point that ends one unit lower is a ruling', async () => {
  const [ruling] = await pathsOf('q 0.0000787 0 0 0.0000787 30 600 cm 9525 w 1 j 0 0 m 6000000 1 l S Q')
  expect(ruling?.rectangle).toBe(true)
  expect(rounded(ruling!)).toEqual([29.63, 241.63, 502.57, 242.37])
})

test('each straight segment of a path is a ruling, an outline is one rectangle, and the rest is one box', async () => {
  const paths = await pathsOf(
    `q 0.1 0 0 0.1 0 0 cm 20 w 1000 1000 m 2000 1000 l 2000 1500 l 3000 3000 500 400 re
     1000 5000 m 1500 5500 l 1000 6000 m 1200 6100 1300 6100 1500 6000 c S Q`,
  )
  expect(paths.map(({ rectangle }) => rectangle)).toEqual([true, true, true, false])
  expect(paths.map(rounded)).toEqual([
    [99, 741, 201, 743],
    [199, 691, 201, 743],
    [299, 501, 351, 543],
    [99, 231, 151, 343],
  ])
})

test('clips limit the boxes, and the colors of all device color spaces are converted', async () => {
  const paths = await pathsOf(
    `q 100 100 200 200 re W n 5 w 1 0 0 RG 0 150 m 600 150 l S Q
     5 w 1 0 0 0 K 0 450 m 600 450 l S 0.5 G 0 550 m 600 550 l S`,
  )
  expect(paths.map(({ color }) => color.toString(16))).toEqual(['ff0000', 'ffff', '808080'])
  expect(rounded(paths[0]!)).toEqual([100, 689.5, 300, 694.5])
})

test('fills are kept where strokes are replaced', async () => {
  const paths = await pathsOf('0 1 0 rg 100 100 50 50 re f q 0.1 0 0 0.1 0 0 cm 40 w 1000 2000 m 4000 2000 l S Q')
  expect(paths.map(({ stroked }) => stroked)).toEqual([false, true])
  expect(rounded(paths[0]!)).toEqual([100, 692, 150, 742])
})

test('the steps of a curve in a chart are no rulings, but the sides of a comb are', async () => {
  const steps = await pathsOf('100 100 m 140 100 l 140 130 l 180 130 l 180 150 l 220 150 l 220 180 l S')
  expect(steps.map(({ rectangle }) => rectangle)).toEqual([false])
  const comb = await pathsOf('100 100 m 200 100 l 200 130 l 100 130 l 100 160 l 200 160 l 200 190 l S')
  expect(comb.every(({ rectangle }) => rectangle)).toBe(true)
})

test('a line that returns to its start is not open', async () => {
  const [line, frame] = await pathsOf('100 100 m 150 160 l 300 120 l S 100 300 m 150 360 l 300 320 l 100 300 l S')
  expect([line?.open, frame?.open]).toEqual([true, undefined])
})

const square: Subpath = { points: [10, 10, 60, 10, 60, 60, 10, 60], closed: true, curved: false }
const strokeOf = (subpaths: readonly Subpath[], changes: Partial<Stroke> = {}): Stroke => ({
  subpaths,
  width: 1,
  color: 0,
  opacity: 1,
  clip: { x0: 0, y0: 0, x1: 600, y1: 800 },
  ...changes,
})
const pathsOfStroke = (subpaths: readonly Subpath[], changes?: Partial<Stroke>): Path[] =>
  strokePaths([strokeOf(subpaths, changes)], { x: 0, y: 0, width: 600, height: 800 })

test('closed squares are one rectangle, and open ones three sides', () => {
  const { points } = square
  expect(pathsOfStroke([square])).toHaveLength(1)
  expect(pathsOfStroke([{ ...square, closed: false }])).toHaveLength(3)
  expect(pathsOfStroke([{ points: [...points, 10, 10], closed: false, curved: false }])).toHaveLength(1)
  expect(pathsOfStroke([{ points: [...points, 10, 20], closed: false, curved: false }])).toHaveLength(4)
  expect(
    pathsOfStroke([{ points: [10, 10, 60, 10, 60, 60, 20, 60, 20, 10], closed: false, curved: false }]),
  ).toHaveLength(4)
  expect(pathsOfStroke([{ points: [...points, 10, 20, 10, 10], closed: false, curved: false }])).toHaveLength(5)
})

test('invisible strokes and points are no paths', () => {
  expect(pathsOfStroke([square], { opacity: 0 })).toEqual([])
  expect(pathsOfStroke([square], { clip: { x0: 100, y0: 0, x1: 600, y1: 800 } })).toEqual([])
  expect(pathsOfStroke([square], { clip: { x0: 0, y0: 100, x1: 600, y1: 800 } })).toEqual([])
  expect(pathsOfStroke([{ points: [10, 10], closed: false, curved: false }])).toEqual([])
})

test('a path that goes up and down on one vertical is straight', () => {
  const line: Subpath = { points: [10, 10, 10, 60, 10, 20, 10, 80], closed: false, curved: false }
  expect(pathsOfStroke([line]).every(({ rectangle }) => rectangle)).toBe(true)
})
