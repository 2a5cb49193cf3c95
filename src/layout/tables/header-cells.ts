/** Finds header cells: rows above the first full ruling, bold or shaded first rows, words above numbers. */
import { channelsOf } from '../../model/color.ts'
import { coverage } from '../../model/geometry.ts'
import type { FilledRect } from '../rulings.ts'
import { endsInColon, isNumericCell, rowText } from './cell-text.ts'
import type { TableCell, TableGrid } from './types.ts'

const MAX_HEADER_ROWS = 4
const MAX_HEADER_RATIO = 0.5
/** Minimum fraction of a cell that its background covers. */
const MIN_SHADED_RATIO = 0.6
/** Maximum difference of the colors of a header's cells per channel: levels of scans vary. */
const MAX_COLOR_DIFFERENCE = 12
/** Minimum fraction of numeric rows below a header of words. */
const MIN_NUMERIC_ROWS_RATIO = 0.6

type CellRow = readonly TableCell[]

/** Empty if the header would be the whole table. */
export function findHeaderCells(grid: TableGrid, filledRects: readonly FilledRect[]): Set<TableCell> {
  const rows = Array.from({ length: grid.rows }, (_, row) => grid.cells.filter((cell) => cell.row === row))
  let count = Math.max(
    grid.headerRows,
    countLeading(rows, isBold),
    countShaded(rows, filledRects),
    countWordsAboveNumbers(rows),
    countGroupHeaders(rows, grid.cols),
  )
  // A cell belongs to the header with all its rows.
  for (let row = 0; row < count; row++)
    for (const { rowSpan } of rows[row] ?? [])
      if (row + rowSpan > count && row + rowSpan < grid.rows) count = row + rowSpan
  return new Set(count >= grid.rows ? [] : grid.cells.filter((cell) => cell.row < count))
}

function countLeading(rows: readonly CellRow[], has: (row: CellRow) => boolean): number {
  const first = rows.findIndex((row) => !has(row))
  const count = first < 0 ? rows.length : first
  return count <= Math.max(1, Math.min(MAX_HEADER_ROWS, rows.length * MAX_HEADER_RATIO)) ? count : 0
}

function isBold(row: CellRow): boolean {
  const filled = row.filter(({ words }) => words.length > 0)
  return filled.length > 0 && filled.every(({ words }) => words.every(({ bold }) => bold))
}

/** Rows in the color of the first one: rows of the body may be shaded in another color. */
function countShaded(rows: readonly CellRow[], filledRects: readonly FilledRect[]): number {
  const isBehind = ({ box }: TableCell, rect: FilledRect): boolean => coverage(box, rect) > MIN_SHADED_RATIO
  const [first] = rows[0] ?? []
  const header = first === undefined ? undefined : filledRects.findLast((rect) => isBehind(first, rect))
  if (header === undefined) return 0
  const sameColor = filledRects.filter(({ color }) => isSimilar(color, header.color))
  const isShaded = (row: CellRow): boolean =>
    row.length > 0 && row.every((cell) => sameColor.some((rect) => isBehind(cell, rect)))
  const count = countLeading(rows, isShaded)
  // Zebra stripes shade every other row.
  return count === 1 && rows[2] !== undefined && isShaded(rows[2]) ? 0 : count
}

function isSimilar(a: number, b: number): boolean {
  const others = channelsOf(b)
  return channelsOf(a).every((channel, at) => Math.abs(channel - others[at]!) <= MAX_COLOR_DIFFERENCE)
}

/** Headers in the first row may span columns of the second. */
function countGroupHeaders(rows: readonly CellRow[], cols: number): number {
  const [first, second] = rows
  if (first === undefined || second === undefined || rows.length < 3) return 0
  const hasGroups = first.some(({ colSpan, words }) => colSpan > 1 && colSpan < cols && words.length > 0)
  return hasGroups && ![...first, ...second].some(isNumericCell) ? 2 : 0
}

function countWordsAboveNumbers(rows: readonly CellRow[]): number {
  const [first, ...body] = rows
  if (first === undefined || body.length < 2) return 0
  const hasNumbers = (row: CellRow): boolean => row.some((cell) => cell.col > 0 && isNumericCell(cell))
  if (first.filter(({ words }) => words.length > 0).length < 2 || hasNumbers(first)) return 0
  if (endsInColon(rowText(first[0]!.words))) return 0
  return body.filter(hasNumbers).length >= body.length * MIN_NUMERIC_ROWS_RATIO ? 1 : 0
}
