import { expect, test } from 'vitest'
import { isContents } from '../../../../src/layout/tables/scoring/non-table-patterns.ts'
import type { CellSegment, Word } from '../../../../src/layout/tables/types.ts'

const box = { x0: 0, y0: 0, x1: 10, y1: 10 }
const column = (texts: readonly string[]): CellSegment[] =>
  texts.map((text) => {
    const words = text.split(' ').map((word) => ({ text: word, box, line: 0 }) as Word)
    return { col: 0, colSpan: 1, words, box }
  })

test('columns of dots do not count as columns of a table of contents', () => {
  const numbers = column(['2.1', '2.2', '2.3', '2.4'])
  const names = column(['The first things', 'Some other questions', 'Lists of entries', 'All the theorems'])
  const dots = column(['.', '.'])
  const pages = column(['3', '5', '8', '13'])
  expect(isContents([numbers, names, dots, dots, pages])).toBe(true)
  expect(isContents([numbers, names, column(['12', '14']), pages])).toBe(false)
})
