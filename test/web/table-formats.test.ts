import { expect, test } from 'vitest'
import { tableCsv, tableHtml, tableMarkdown } from '../../src/web/playground/table-formats.ts'

/** Two cells per row: above the limit of arguments. */
const ROWS = 65_000

test('a table of very many cells is written', () => {
  const cell = { row_span: 1, col_span: 1, header: false, bbox: [0, 0, 1, 1] as const, text: 'x' }
  const cells = Array.from({ length: ROWS }, (_, row) => [0, 1].map((col) => ({ ...cell, row, col }))).flat()
  expect(tableCsv(cells).split('\r\n')).toHaveLength(ROWS + 1)
  expect(tableMarkdown(cells).split('\n')).toHaveLength(ROWS + 2)
  expect(tableHtml(cells).split('<tr>')).toHaveLength(ROWS + 1)
})
