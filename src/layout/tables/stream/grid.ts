import { unionOf } from '../../../model/geometry.ts'
import { splitAtSpaces } from '../text-rows.ts'
import type { GridHints, GridRow, Separator, StreamGrid, TextRow, Word } from '../types.ts'
import { columnSpan, findSeparators, rowsShowingColumns } from './columns.ts'
import { mergeRows } from './merge-rows.ts'
import { splitNumbers } from './number-columns.ts'

export function buildGrid(lines: readonly TextRow[], size: number, hints: GridHints): StreamGrid {
  const rows = hints.separators === undefined ? splitNumbers(lines, size) : lines
  const separators = hints.separators ?? findSeparators(rowsShowingColumns(rows), size)
  const textRows = rows.map((row) => assignColumns(row, separators))
  const box = unionOf(rows)
  const cols = separators.length + 1
  const { rulings, rowBorders } = hints
  const { joined, headerRows } = mergeRows(textRows, { cols, separators, rulings, box, size, rowBorders })
  return { cols, separators, rows: joined, headerRows, textRows, box }
}

function assignColumns(row: TextRow, separators: readonly Separator[]): GridRow {
  const cells: { col: number; colSpan: number; words: Word[] }[] = []
  for (const segment of splitAtSpaces(row).segments) {
    const { first, last } = columnSpan(segment, separators)
    const before = cells.at(-1)
    // Segments of one column are one cell, even if one crosses a gap.
    if (before !== undefined && before.col + before.colSpan > first) {
      before.words.push(...segment.words)
      before.colSpan = Math.max(before.colSpan, last - before.col + 1)
    } else cells.push({ col: first, colSpan: last - first + 1, words: [...segment.words] })
  }
  return { segments: cells.map((cell) => ({ ...cell, box: unionOf(cell.words) })), box: row.box, size: row.size }
}
