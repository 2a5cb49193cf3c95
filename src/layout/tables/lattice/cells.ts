import { center, height, width } from '../../../model/geometry.ts'
import { maxOf, minOf, sumOf } from '../../../model/statistics.ts'
import { isNumericCell } from '../cell-text.ts'
import { groupIntoRows } from '../text-rows.ts'
import type { TableCell, TableGrid, Word } from '../types.ts'
import { intervalOf, type Lattice } from './intersections.ts'
import { splitColumns } from './split-columns.ts'
import { splitRows } from './split-rows.ts'

/** Minimum fraction of cells with text; calendars and empty forms have less. */
const MIN_FILLED_RATIO = 0.2
const MIN_FILLED_CELLS = 3
/** Minimum rows of a table with few values, and minimum fraction with a label. */
const MIN_LABELED_ROWS = 4
const MIN_LABELED_RATIO = 0.8
/** Minimum fraction of cells with a filled neighbor; boxes of a diagram are separate. */
const MIN_TOUCHING_RATIO = 0.5
/** Minimum size of empty columns and rows; smaller ones are double lines or spacers. */
const MIN_EMPTY_COLUMN_EM = 2.5
const MIN_EMPTY_ROW_EM = 0.9
const MAX_CELL_WORDS = 60
const MAX_CELL_WORDS_RATIO = 0.9
const MAX_FRAME_CELLS = 5
/** Limits of tables with one column: rows, words of a cell, ratio of the highest to the lowest row. */
const MIN_LIST_ROWS = 4
const MAX_LIST_WORDS = 15
const MAX_LIST_HEIGHT_RATIO = 2.2

/** Returns `null` for frames. A single column is a table if it lists short texts. */
export function readLattice(lattice: Lattice, words: readonly Word[], size: number): TableGrid | null {
  const drawn = dropEmptyLines(assignWords(lattice, words), size)
  const complete = dropEmptyLines(splitRows(splitColumns(drawn, size), size), size)
  return isTable(complete) ? complete : null
}

function assignWords({ xs, ys, box, cells }: Lattice, words: readonly Word[]): TableGrid {
  const [rows, cols] = [ys.length - 1, xs.length - 1]
  const cellAt = new Map<number, number>()
  for (const [index, { row, col, rowSpan, colSpan }] of cells.entries())
    for (let r = row; r < row + rowSpan; r++) for (let c = col; c < col + colSpan; c++) cellAt.set(r * cols + c, index)
  const wordsOf = Map.groupBy(words, (word) => {
    const { x, y } = center(word.box)
    return cellAt.get(intervalOf(ys, y) * cols + intervalOf(xs, x))
  })
  const withWords = cells.map(
    (cell, index): TableCell => ({
      ...cell,
      words: wordsOf.get(index) ?? [],
      box: { x0: xs[cell.col]!, y0: ys[cell.row]!, x1: xs[cell.col + cell.colSpan]!, y1: ys[cell.row + cell.rowSpan]! },
    }),
  )
  return { box, rows, cols, cells: withWords, headerRows: 0 }
}

function isTable({ rows, cols, cells }: TableGrid): boolean {
  if (rows < 2) return false
  if (cols < 2) return isList(cells)
  const filled = cells.filter(({ words }) => words.length > 0)
  // A financial table may have few values, but has all labels.
  const labels = new Set(filled.filter(({ col }) => col === 0).map(({ row }) => row))
  const minFilled = rows >= MIN_LABELED_ROWS && labels.size >= rows * MIN_LABELED_RATIO ? 0 : MIN_FILLED_RATIO
  if (filled.length < Math.max(MIN_FILLED_CELLS, cells.length * minFilled) || areSeparate(filled)) return false
  const counts = filled.map(({ words }) => words.length)
  const total = sumOf(counts)
  const most = maxOf(counts)
  return most <= MAX_CELL_WORDS || most <= total * MAX_CELL_WORDS_RATIO || filled.length >= MAX_FRAME_CELLS
}

function isList(cells: readonly TableCell[]): boolean {
  const heights = cells.map(({ box }) => height(box))
  return (
    cells.length >= MIN_LIST_ROWS &&
    cells.every((cell) => cell.words.length > 0 && cell.words.length <= MAX_LIST_WORDS && !isNumericCell(cell)) &&
    cells.every(({ words }) => groupIntoRows(words).every(({ segments }) => segments.length === 1)) &&
    maxOf(heights) <= MAX_LIST_HEIGHT_RATIO * minOf(heights)
  )
}

/** Flowcharts in test/layout/figures/background-shapes.test.ts and test/layout/table-regions.test.ts. */
function areSeparate(filled: readonly TableCell[]): boolean {
  const isBefore = (a: TableCell, b: TableCell): boolean =>
    (a.col + a.colSpan === b.col && a.row < b.row + b.rowSpan && b.row < a.row + a.rowSpan) ||
    (a.row + a.rowSpan === b.row && a.col < b.col + b.colSpan && b.col < a.col + a.colSpan)
  const touches = (a: TableCell, b: TableCell | undefined): boolean =>
    b !== undefined && (isBefore(a, b) || isBefore(b, a))
  const hasNeighbor = (cell: TableCell, at: number): boolean => {
    for (let step = 1; step < filled.length; step++)
      if (touches(cell, filled[at + step]) || touches(cell, filled[at - step])) return true
    return false
  }
  return filled.filter(hasNeighbor).length < filled.length * MIN_TOUCHING_RATIO
}

function dropEmptyLines(grid: TableGrid, size: number): TableGrid {
  const usedRows = new Set<number>()
  const usedCols = new Set<number>()
  for (const { row, col, rowSpan, colSpan, box, words } of grid.cells) {
    if (rowSpan === 1 && (words.length > 0 || height(box) >= size * MIN_EMPTY_ROW_EM)) usedRows.add(row)
    if (colSpan === 1 && (words.length > 0 || width(box) >= size * MIN_EMPTY_COLUMN_EM)) usedCols.add(col)
  }
  for (const { row, col, rowSpan, colSpan, words } of grid.cells) {
    if (words.length === 0) continue
    if (!hasAny(usedRows, row, rowSpan)) usedRows.add(row)
    if (!hasAny(usedCols, col, colSpan)) usedCols.add(col)
  }
  if (usedRows.size === grid.rows && usedCols.size === grid.cols) return grid
  const newRow = renumber(usedRows, grid.rows)
  const newCol = renumber(usedCols, grid.cols)
  const cells = grid.cells.flatMap((cell): TableCell[] => {
    const [row, col] = [newRow[cell.row]!, newCol[cell.col]!]
    const rowSpan = newRow[cell.row + cell.rowSpan]! - row
    const colSpan = newCol[cell.col + cell.colSpan]! - col
    return rowSpan === 0 || colSpan === 0 ? [] : [{ ...cell, row, col, rowSpan, colSpan }]
  })
  return { ...grid, rows: usedRows.size, cols: usedCols.size, cells }
}

function hasAny(used: ReadonlySet<number>, from: number, count: number): boolean {
  for (let index = from; index < from + count; index++) if (used.has(index)) return true
  return false
}

function renumber(used: ReadonlySet<number>, count: number): number[] {
  const numbers = [0]
  for (let index = 0; index < count; index++) numbers.push(numbers[index]! + (used.has(index) ? 1 : 0))
  return numbers
}
