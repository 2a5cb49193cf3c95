import { expect, test } from 'vitest'
import { rowsInColumns } from '../../../../src/layout/tables/stream/rows-in-columns.ts'
import { groupIntoRows } from '../../../../src/layout/tables/text-rows.ts'
import { wordsByLine } from '../../../../src/layout/tables/words.ts'
import { columns } from '../../drawings.ts'
import { layoutState, rawPage } from '../../raw-pages.ts'

test('rows end above a caption', () => {
  const rows = [
    ['USHORT', 'glyph'],
    ['USHORT', 'index'],
    ['Table 13: Lookup', ''],
  ]
  const { lines } = layoutState(rawPage(columns(rows, { xs: [50, 150], y: 100 })))
  const wordsOf = wordsByLine(lines)
  const found = groupIntoRows(lines.flatMap((_, line) => wordsOf(line)))
  const gaps = [{ x0: 130, x1: 145 }]
  expect(found).toHaveLength(3)
  expect(rowsInColumns(found, { gaps, from: 90, size: 10 }).rows).toHaveLength(2)
})

test('rows may leave either side of a gap free', () => {
  const rows = [
    ['jar', 'a file'],
    ['module', 'the first module that is resolved'],
  ]
  const { lines } = layoutState(rawPage(columns(rows, { xs: [50, 150], y: 100 })))
  const wordsOf = wordsByLine(lines)
  const found = groupIntoRows(lines.flatMap((_, line) => wordsOf(line)))
  // The label of the second column is centered above its values.
  const result = rowsInColumns(found, { gaps: [{ x0: 90, x1: 240 }], from: 90, size: 10 })
  expect(result.rows).toHaveLength(2)
  expect(result.gaps.map(({ x1 }) => x1)).toEqual([150])
})
