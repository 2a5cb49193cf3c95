import type { DetectedTable, TableMethod } from '../state.ts'
import { confidenceOf } from '../text/text-style.ts'
import { cellText, endsWithLeader, rowText, withoutShortLeader } from './cell-text.ts'
import { findHeaderCells } from './header-cells.ts'
import type { TableGrid, TablePage } from './types.ts'

export function buildTable(grid: TableGrid, { method, page }: { method: TableMethod; page: TablePage }): DetectedTable {
  const { box, rows, cols, cells } = grid
  const headers = findHeaderCells(grid, page.filledRects)
  const lines = new Set(cells.flatMap(({ words }) => words.map(({ line }) => line)))
  const spans = [...lines].flatMap((line) => page.lines[line]?.spans ?? [])
  const leaderColumns = new Set(cells.flatMap(({ col, words }) => (endsWithLeader(rowText(words)) ? [col] : [])))
  return {
    box,
    rows,
    cols,
    cells: cells.map((cell) => ({
      row: cell.row,
      col: cell.col,
      rowSpan: cell.rowSpan,
      colSpan: cell.colSpan,
      header: headers.has(cell),
      box: cell.box,
      text: leaderColumns.has(cell.col) ? withoutShortLeader(cellText(cell.words)) : cellText(cell.words),
    })),
    confidence: confidenceOf(spans),
    source: spans[0]?.source ?? 'text_layer',
    method,
  }
}
