/** Splits cells over several rows whose lines match the rows: only the first column is shaded or ruled row by row. */
import { centerY } from '../../../model/geometry.ts'
import { groupIntoRows } from '../text-rows.ts'
import type { TableCell, TableGrid } from '../types.ts'
import { intervalOf } from './intersections.ts'

/** Minimum number of such cells next to each other: a single one is merged. */
const MIN_CELLS = 2

export function splitMergedRows(grid: TableGrid): TableGrid {
  const lines = rowLines(grid)
  const tall = Map.groupBy(
    grid.cells.filter(({ rowSpan }) => rowSpan > 1),
    ({ row, rowSpan }) => row * (grid.rows + 1) + rowSpan,
  )
  const split = new Set(
    [...tall.values()].flatMap((cells) => {
      const columns = cells.reduce((sum, { colSpan }) => sum + colSpan, 0)
      const isSplit =
        cells.length >= MIN_CELLS && columns > grid.cols / 2 && cells.every((cell) => hasLinePerRow(cell, lines))
      return isSplit ? cells : []
    }),
  )
  if (split.size === 0) return grid
  const cells = grid.cells.flatMap((cell) => (split.has(cell) ? splitCell(cell, lines) : [cell]))
  return { ...grid, cells: cells.sort((a, b) => a.row - b.row || a.col - b.col) }
}

/** Y positions of the grid lines from top to bottom. */
function rowLines(grid: TableGrid): number[] {
  const lines = new Array<number>(grid.rows + 1).fill(Number.NaN)
  for (const { row, rowSpan, box } of grid.cells) {
    lines[row] = box.y0
    lines[row + rowSpan] = box.y1
  }
  return lines
}

/** At most one line of text in each of its rows, and one in most of them. */
function hasLinePerRow(cell: TableCell, lines: readonly number[]): boolean {
  const textRows = groupIntoRows(cell.words)
  const rows = new Set(textRows.map(({ box }) => intervalOf(lines, centerY(box))))
  return rows.size === textRows.length && textRows.length > cell.rowSpan / 2
}

function splitCell(cell: TableCell, lines: readonly number[]): TableCell[] {
  return Array.from({ length: cell.rowSpan }, (_, at) => ({
    ...cell,
    row: cell.row + at,
    rowSpan: 1,
    words: cell.words.filter((word) => intervalOf(lines, centerY(word.box)) === cell.row + at),
    box: { ...cell.box, y0: lines[cell.row + at]!, y1: lines[cell.row + at + 1]! },
  }))
}
