/**
 * A table → which of its cells are headers: rows above the first ruling of the whole width, bold or shaded first rows,
 * words over figures. It marks leading rows only and never a whole table.
 */
import { type Box, coverage } from '../../model/geometry.ts'
import { isNumeric, rowText } from './cell-text.ts'
import type { TableCell, TableGrid } from './types.ts'

export function findHeaderCells(grid: TableGrid, shades: readonly Box[]): Set<TableCell> {
  const rows = Array.from({ length: grid.rows }, (_, row) => grid.cells.filter((cell) => cell.row === row))
  let count = Math.max(
    grid.headerRows,
    leadingRows(rows, isBoldRow),
    leadingShaded(rows, shades),
    leadingWords(rows),
    leadingSpans(rows, grid.cols),
  )
  // Spans that begin in a header row stay whole.
  for (let row = 0; row < count; row++)
    for (const cell of rows[row] ?? [])
      if (row + cell.rowSpan > count && row + cell.rowSpan < grid.rows) count = row + cell.rowSpan
  if (count >= grid.rows) count = 0
  return new Set(grid.cells.filter((cell) => cell.row < count))
}

/** Leading rows that have a property the row after them has not. */
function leadingRows(rows: readonly TableCell[][], has: (row: readonly TableCell[]) => boolean): number {
  let count = 0
  while (count < rows.length && has(rows[count] as TableCell[])) count++
  return count <= Math.max(1, Math.min(4, rows.length / 2)) ? count : 0
}

function isBoldRow(row: readonly TableCell[]): boolean {
  const filled = row.filter((cell) => cell.words.length > 0)
  return filled.length > 0 && filled.every((cell) => cell.words.every((word) => word.bold))
}

function leadingShaded(rows: readonly TableCell[][], shades: readonly Box[]): number {
  if (shades.length === 0) return 0
  const isShaded = (row: readonly TableCell[]): boolean =>
    row.length > 0 && row.every((cell) => shades.some((shade) => coverage(cell.box, shade) > 0.6))
  const first = leadingRows(rows, isShaded)
  // Stripes shade every other row: a shaded first row says something only when the third is not shaded too.
  return first === 1 && rows[2] !== undefined && isShaded(rows[2]) ? 0 : first
}

/** A first row whose cells head several columns of the row below. */
function leadingSpans(rows: readonly TableCell[][], cols: number): number {
  const [first, second] = rows
  if (first === undefined || second === undefined || rows.length < 3) return 0
  const isHeading = first.some((cell) => cell.colSpan > 1 && cell.colSpan < cols && cell.words.length > 0)
  const worded = [...first, ...second].every((cell) => cell.words.length === 0 || !isNumeric(rowText(cell.words)))
  return isHeading && worded ? 2 : 0
}

/** One row of words above rows of figures. */
function leadingWords(rows: readonly TableCell[][]): number {
  const [first, ...body] = rows
  if (first === undefined || body.length < 2) return 0
  const figures = (row: readonly TableCell[]): number =>
    row.filter((cell) => cell.col > 0 && cell.words.length > 0 && isNumeric(rowText(cell.words))).length
  const filled = first.filter((cell) => cell.words.length > 0)
  if (filled.length < 2 || figures(first) > 0) return 0
  return body.filter((row) => figures(row) > 0).length >= body.length * 0.6 ? 1 : 0
}
