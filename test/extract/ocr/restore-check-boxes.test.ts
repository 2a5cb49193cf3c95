/** Hollow squares of one size are check boxes, whatever was read. */
import { expect, test } from 'vitest'
import { restoreCheckBoxes } from '../../../src/extract/ocr/restore-check-boxes.ts'
import type { Box } from '../../../src/model/geometry.ts'
import { emptyRaster, fill } from '../../imaging/draw.ts'

interface Row {
  /** Draws the shape whose upper left corner is at this point. */
  readonly shape: (x: number, y: number) => Box[]
  /** The word read in place of the shape. */
  readonly read?: string
  readonly label?: string
}

const SIDE = 20

const square = (x: number, y: number): Box[] => [
  { x0: x, y0: y, x1: x + SIDE, y1: y + 2 },
  { x0: x, y0: y + SIDE - 2, x1: x + SIDE, y1: y + SIDE },
  { x0: x, y0: y, x1: x + 2, y1: y + SIDE },
  { x0: x + SIDE - 2, y0: y, x1: x + SIDE, y1: y + SIDE },
]
const crossed = (x: number, y: number): Box[] => [
  ...square(x, y),
  ...Array.from({ length: 12 }, (_, at) => ({ x0: x + 4 + at, y0: y + 4 + at, x1: x + 6 + at, y1: y + 5 + at })),
]
/** Round corners, as of a letter. */
const letter = (x: number, y: number): Box[] =>
  square(x, y).map(({ x0, y0, x1, y1 }) =>
    x1 - x0 > y1 - y0 ? { x0: x0 + 5, y0, x1: x1 - 5, y1 } : { x0, y0: y0 + 5, x1, y1: y1 - 5 },
  )

/** Serifs that nearly touch, and a bar. */
const serifed = (x: number, y: number): Box[] => [
  ...square(x, y).slice(2),
  ...[y, y + SIDE - 2].flatMap((top) => [
    { x0: x, y0: top, x1: x + 9, y1: top + 2 },
    { x0: x + 11, y0: top, x1: x + SIDE, y1: top + 2 },
  ]),
  { x0: x, y0: y + 9, x1: x + SIDE, y1: y + 11 },
]

/** The words of rows, one below the other: a shape and its label. */
function readRows(rows: readonly Row[]): string[] {
  const raster = emptyRaster(300, 60 * rows.length + 40)
  const words = rows.flatMap(({ shape, read, label }, line) => {
    const y = 20 + line * 60
    for (const box of shape(20, y)) fill(raster, box)
    const text = { x0: 60, y0: y, x1: 160, y1: y + SIDE }
    if (label !== undefined) fill(raster, text)
    const wordOf = (text: string, box: Box) => ({ text, box, confidence: 0.9, line })
    return [
      ...(read === undefined ? [] : [wordOf(read, { x0: 20, y0: y, x1: 20 + SIDE, y1: y + SIDE })]),
      ...(label === undefined ? [] : [wordOf(label, text)]),
    ]
  })
  const lines = rows.map((_, line) => ({
    box: { x0: 60, y0: 20 + line * 60, x1: 160, y1: 40 + line * 60 },
    ...{ slope: 0, offset: 0, height: 24, angle: 0, paragraph: 0, block: line },
  }))
  const result = restoreCheckBoxes({ words, lines, imageRegions: [] }, raster)
  expect(result.words.every(({ line }) => line < result.lines.length)).toBe(true)
  return result.words.map(({ text }) => text)
}

test('boxes read as other signs, and those that were left out', () =>
  expect(
    readRows([
      { shape: square, read: '[]', label: 'Yes' },
      { shape: crossed, read: 'K]', label: 'No' },
      { shape: square, label: 'Unknown' },
    ]),
  ).toEqual(['☐', 'Yes', '☒', 'No', '☐', 'Unknown']))

test('boxes without text next to them are lines of their own', () =>
  expect(
    readRows([{ shape: square, label: 'Yes' }, { shape: crossed }, { shape: square, label: 'No' }]).sort(),
  ).toEqual(['No', 'Yes', '☐', '☐', '☒']))

test('a single square, solid squares, letters and ideographs stay', () => {
  const solid = (x: number, y: number): Box[] => [{ x0: x, y0: y, x1: x + SIDE, y1: y + SIDE }]
  expect(
    readRows([
      { shape: solid, read: '•', label: 'Yes' },
      { shape: solid, read: '•', label: 'No' },
    ]),
  ).toEqual(['•', 'Yes', '•', 'No'])
  expect(readRows([{ shape: square, label: 'Yes' }])).toEqual(['Yes'])
  expect(
    readRows([
      { shape: letter, read: 'O', label: 'Yes' },
      { shape: letter, read: 'O', label: 'No' },
    ]),
  ).toEqual(['O', 'Yes', 'O', 'No'])
  expect(
    readRows([
      { shape: serifed, read: 'H', label: 'Yes' },
      { shape: serifed, read: 'H', label: 'No' },
    ]),
  ).toEqual(['H', 'Yes', 'H', 'No'])
  expect(
    readRows([
      { shape: crossed, read: '日', label: '月' },
      { shape: crossed, read: '日', label: '月' },
    ]),
  ).toEqual(['日', '月', '日', '月'])
})
