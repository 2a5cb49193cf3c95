/** The letter "o" alone in a cell among numbers is a zero. */
import { expect, test } from 'vitest'
import { restoreZeros } from '../../../src/extract/ocr/restore-zeros.ts'

/** Rows of cells at a distance of 60, or of words at a distance of 5. */
function read(rows: readonly (readonly string[])[], { step = 60 } = {}): string[][] {
  const words = rows.flatMap((row, line) =>
    row.map((text, at) => {
      const x0 = step > 20 ? at * step : row.slice(0, at).reduce((sum, word) => sum + word.length * 8 + step, 0)
      return { text, box: { x0, y0: line * 20, x1: x0 + text.length * 8, y1: line * 20 + 12 }, confidence: 0.9, line }
    }),
  )
  const result = restoreZeros({ words, lines: [], imageRegions: [] })
  return rows.map((_, line) => result.words.filter((word) => word.line === line).map(({ text }) => text))
}

test('a cell between numbers, and below them', () => {
  expect(read([['Alaska', '12', 'o', '3,062', 'o']])[0]).toEqual(['Alaska', '12', '0', '3,062', '0'])
  expect(
    read([
      ['Alabama', '14'],
      ['Alaska', 'o'],
      ['Arizona', '7%'],
    ])[1],
  ).toEqual(['Alaska', '0'])
})

test('a word of a sentence, and a letter without numbers, stay', () => {
  expect(read([['12', 'rios', 'o', '14', 'lagos']], { step: 5 })[0]).toContain('o')
  expect(read([['Alaska', 'o', 'A', 'B']])[0]).toContain('o')
  expect(read([['Alaska', 'o', '12']])[0]).toContain('o')
  expect(read([['Model', 'o', 'O', '12', '14']])[0]).toContain('o')
})

test('a letter within a number is a zero; formulas and ordinals stay', () => {
  expect(read([['2O17', '(1,OO4)', 'O2', '1o', '5OML']])[0]).toEqual(['2017', '(1,004)', 'O2', '1o', '5OML'])
})
