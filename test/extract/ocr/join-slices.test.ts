/** Slices of a page joined: positions, numbers, and the order of columns that continue from slice to slice. */
import { expect, test } from 'vitest'
import { joinSlices } from '../../../src/extract/ocr/join-slices.ts'
import type { OcrResult } from '../../../src/model/ocr-result.ts'

/** The words of a line with their left edges; words are 80 wide. */
type Row = readonly (readonly [text: string, x: number])[]

/** Lines at a distance of 10 from `top`. */
interface Run {
  readonly top: number
  readonly rows: readonly Row[]
}

function slice(...runs: readonly Run[]): OcrResult {
  const rows = runs.flatMap(({ top, rows }) => rows.map((row, index) => ({ row, y: top + 10 * index })))
  return {
    lines: rows.map(({ row, y }) => ({
      box: { x0: row[0]![1], y0: y, x1: row.at(-1)![1] + 80, y1: y + 8 },
      slope: 0,
      offset: -2,
      height: 8,
      angle: 0,
      paragraph: 0,
      block: 0,
    })),
    words: rows.flatMap(({ row, y }, line) =>
      row.map(([text, x]) => ({ text, box: { x0: x, y0: y, x1: x + 80, y1: y + 8 }, confidence: 0.9, line })),
    ),
    imageRegions: [],
  }
}

const column = (name: string, x: number, count = 6): Run => ({
  top: 0,
  rows: Array.from({ length: count }, (_, row): Row => [[`${name}${row}`, x]]),
})
const slices = [
  { y0: 0, y1: 100 },
  { y0: 100, y1: 200 },
]
const texts = ({ words }: OcrResult): string => words.map(({ text }) => text).join(' ')
const column6 = (name: string): string => Array.from({ length: 6 }, (_, row) => `${name}${row}`).join(' ')

test('positions are relative to the page, lines and blocks are numbered through it', () => {
  const { words, lines } = joinSlices([slice(column('a', 0, 2)), slice(column('b', 0, 1))], slices)
  expect(words.map(({ box, line }) => [box.y0, line])).toEqual([
    [0, 0],
    [10, 1],
    [100, 2],
  ])
  expect(lines.map(({ paragraph, block }) => [paragraph, block])).toEqual([
    [0, 0],
    [0, 0],
    [1, 1],
  ])
})

test('a column continues in the next slice before the next column begins', () => {
  const page = joinSlices([slice(column('a', 0), column('b', 100)), slice(column('c', 0), column('d', 100))], slices)
  expect(texts(page)).toBe(['a', 'c', 'b', 'd'].map(column6).join(' '))
  expect(page.words.every(({ box, line }) => page.lines[line]?.box.y0 === box.y0)).toBe(true)
})

test('the last column may end earlier', () => {
  const page = joinSlices([slice(column('a', 0), column('b', 100)), slice(column('c', 0))], slices)
  expect(texts(page)).toBe(['a', 'c', 'b'].map(column6).join(' '))
})

test('lines across all columns end them', () => {
  const wide: Run = {
    top: 0,
    rows: [
      [
        ['over', 0],
        ['all', 60],
      ],
    ],
  }
  const page = joinSlices([slice(column('a', 0), column('b', 100)), slice(wide)], slices)
  expect(texts(page)).toBe(`${column6('a')} ${column6('b')} over all`)
})

test('a few lines side by side are not columns', () => {
  const page = joinSlices([slice(column('a', 0, 2), column('b', 100, 2)), slice(column('c', 0))], slices)
  expect(texts(page)).toBe(`a0 a1 b0 b1 ${column6('c')}`)
})
