import { expect, test } from 'vitest'
import { mergeCellShading } from '../../src/layout/merge-cell-shading.ts'
import type { Path } from '../../src/model/raw-page.ts'
import { fill, page } from './drawings.ts'

const boxesOf = (paths: readonly Path[]): string[] =>
  mergeCellShading(page({ paths, text: [{ text: 'Total', x: 112, y: 110 }] })).paths.map(({ box }) =>
    [box.x0, box.y0, box.x1, box.y1].join(' '),
  )

test('padding, lines and the rest of a cell are one box', () => {
  const cell = [
    fill(100, 100, 105.4, 124),
    fill(154.6, 100, 160, 124),
    fill(100, 124, 160, 150),
    fill(105.4, 100, 154.6, 112),
    fill(105.4, 112, 154.6, 124),
  ]
  expect(boxesOf(cell)).toEqual(['100 100 160 150'])
  // Another color is another cell.
  expect(boxesOf([...cell.slice(0, 4), fill(105.4, 112, 154.6, 124, 0x123456)])).toHaveLength(5)
})

test('a narrow column is no padding', () => {
  const row = [
    fill(100, 100, 105, 112),
    fill(105, 100, 155, 112),
    fill(155, 100, 160, 112),
    fill(160, 100, 165, 112),
    fill(165, 100, 215, 112),
    fill(215, 100, 220, 112),
  ]
  expect(boxesOf(row)).toHaveLength(6)
})

test('lines of a code box are one box, those of a table are rows', () => {
  const line = (y: number): Path[] => [fill(100, y, 103, y + 11), fill(103, y, 297, y + 11), fill(297, y, 300, y + 11)]
  const lines = [...line(100), ...line(111)]
  expect(boxesOf([fill(100, 97, 300, 100), ...lines, fill(100, 122, 300, 125)])).toEqual(['100 97 300 125'])
  expect(boxesOf(lines)).toHaveLength(6)
})

test('a box with text below a cell is the next cell', () => {
  const stacked = [
    fill(100, 80, 105.4, 92),
    fill(105.4, 80, 154.6, 92),
    fill(154.6, 80, 160, 92),
    fill(100, 92, 160, 120),
  ]
  expect(boxesOf(stacked)).toHaveLength(4)
})
