/**
 * A ruled grid whose columns are not all ruled → the same grid with every column: merged cells cut where their words
 * stand apart on the grid's own lines, and columns that hold several columns of words cut at the white between them.
 * It never cuts through a piece of text.
 */

import { centerX, centerY } from '../../../model/geometry.ts'
import { isNumeric, rowText } from '../cell-text.ts'
import { findSeparators } from '../stream/columns.ts'
import { groupIntoRows } from '../text-rows.ts'
import type { Segment, Separator, TableCell, TableGrid, Word } from '../types.ts'

/** A column of words needs this many rows to show itself within a ruled column. */
const minRows = 3
/** Share of a ruled column's rows that must stand apart at the same place. */
const apartRatio = 0.6

export function splitColumns(grid: TableGrid, size: number): TableGrid {
  return splitMerged(refine(grid, size))
}

/** Columns over which rows that only some columns show go on: most of a band's, and at least so many. */
const minCutColumns = 2

/**
 * Cuts cells over several rows whose lines keep to those rows: only the first column is shaded or ruled row by row.
 * One cell alone over its rows is merged; when most columns of a band are, their borders are merely not drawn.
 */
export function cutRows(grid: TableGrid): TableGrid {
  const lines = rowLines(grid)
  const cut = new Set<TableCell>()
  const bands = Map.groupBy(
    grid.cells.filter((cell) => cell.rowSpan > 1),
    (cell) => cell.row * (grid.rows + 1) + cell.rowSpan,
  )
  for (const high of bands.values()) {
    const keeping = high.filter((cell) => keepsToRows(cell, lines))
    const columns = high.reduce((sum, cell) => sum + cell.colSpan, 0)
    if (keeping.length >= minCutColumns && keeping.length === high.length && columns > grid.cols / 2)
      for (const cell of high) cut.add(cell)
  }
  if (cut.size === 0) return grid
  const cells = grid.cells.flatMap((cell) => (cut.has(cell) ? cutAcross(cell, lines) : [cell]))
  return { ...grid, cells: cells.sort((a, b) => a.row - b.row || a.col - b.col) }
}

function rowLines(grid: TableGrid): number[] {
  const lines = new Array<number>(grid.rows + 1).fill(Number.NaN)
  for (const { row, rowSpan, box } of grid.cells) {
    lines[row] = box.y0
    lines[row + rowSpan] = box.y1
  }
  return lines
}

/** One line of text, or none, in each of its rows, and in most of them one. */
function keepsToRows(cell: TableCell, lines: readonly number[]): boolean {
  const visual = groupIntoRows(cell.words)
  const rows = new Set(visual.map(({ box }) => rowAt(centerY(box), lines)))
  return rows.size === visual.length && visual.length > cell.rowSpan / 2
}

function rowAt(y: number, lines: readonly number[]): number {
  let row = 0
  while (row < lines.length - 2 && y >= (lines[row + 1] as number)) row++
  return row
}

function cutAcross(cell: TableCell, lines: readonly number[]): TableCell[] {
  return Array.from({ length: cell.rowSpan }, (_, index) => {
    const row = cell.row + index
    const words = cell.words.filter((word) => rowAt(centerY(word.box), lines) === row)
    return {
      ...cell,
      row,
      rowSpan: 1,
      words,
      box: { ...cell.box, y0: lines[row] as number, y1: lines[row + 1] as number },
    }
  })
}

/** Inner lines of the grid, left to right: x of the line before each column, then the right edge. */
function columnLines(grid: TableGrid): number[] {
  const lines = new Array<number>(grid.cols + 1).fill(Number.NaN)
  for (const { col, colSpan, box } of grid.cells) {
    lines[col] = box.x0
    lines[col + colSpan] = box.x1
  }
  // Lines that no cell ends at (all merged) lie between their neighbors.
  for (let index = 1; index < lines.length; index++)
    if (Number.isNaN(lines[index])) lines[index] = ((lines[index - 1] as number) + grid.box.x1) / 2
  return lines
}

function segmentsIn(words: readonly Word[]): readonly Segment[] {
  return groupIntoRows(words).flatMap((row) => row.segments)
}

/** Cuts cells over several columns whose pieces keep to those columns. */
function splitMerged(grid: TableGrid): TableGrid {
  const wide = grid.cells.filter((cell) => cell.colSpan > 1)
  if (wide.length === 0) return grid
  const lines = columnLines(grid)
  const cuttable = new Map<TableCell, readonly Segment[]>()
  const cutAt = new Array<number>(grid.cols + 1).fill(0)
  for (const cell of wide) {
    const segments = segmentsIn(cell.words)
    const inner = lines.slice(cell.col + 1, cell.col + cell.colSpan)
    const crossed = segments.some(({ box }) => inner.some((x) => box.x0 < x - 1 && box.x1 > x + 1))
    const filled = new Set(segments.map(({ box }) => columnOf(centerX(box), lines)))
    if (crossed || filled.size < 2) continue
    cuttable.set(cell, segments)
    for (let col = cell.col + 1; col < cell.col + cell.colSpan; col++)
      cutAt[col] = (cutAt[col] as number) + cell.rowSpan
  }
  if (cuttable.size === 0) return grid
  const cells = grid.cells.flatMap((cell) => {
    const isCut = cuttable.has(cell) || (cell.colSpan > 1 && followsCuts(cell, { cutAt, lines, rows: grid.rows }))
    return isCut ? cutCell(cell, lines) : [cell]
  })
  return { ...grid, cells }
}

/** Most rows are cut here, and this one's text keeps to one of the columns: its neighbors are merely empty. */
function followsCuts(
  cell: TableCell,
  { cutAt, lines, rows }: { cutAt: readonly number[]; lines: readonly number[]; rows: number },
): boolean {
  for (let col = cell.col + 1; col < cell.col + cell.colSpan; col++)
    if ((cutAt[col] as number) < rows * 0.5) return false
  const inner = lines.slice(cell.col + 1, cell.col + cell.colSpan)
  const segments = segmentsIn(cell.words)
  if (segments.some(({ box }) => inner.some((x) => box.x0 < x - 1 && box.x1 > x + 1))) return false
  // Text in the very middle was set over the whole cell.
  const middle = centerX(cell.box)
  return !segments.some(({ box }) => Math.abs(centerX(box) - middle) < 2)
}

function cutCell(cell: TableCell, lines: readonly number[]): TableCell[] {
  return Array.from({ length: cell.colSpan }, (_, index) => {
    const col = cell.col + index
    const words = cell.words.filter((word) => clampColumn(centerX(word.box), { lines, cell }) === col)
    return {
      ...cell,
      col,
      colSpan: 1,
      words,
      box: { ...cell.box, x0: lines[col] as number, x1: lines[col + 1] as number },
    }
  })
}

function clampColumn(x: number, { lines, cell }: { lines: readonly number[]; cell: TableCell }): number {
  return Math.min(cell.col + cell.colSpan - 1, Math.max(cell.col, columnOf(x, lines)))
}

function columnOf(x: number, lines: readonly number[]): number {
  let col = 0
  while (col < lines.length - 2 && x >= (lines[col + 1] as number)) col++
  return col
}

/** Adds the undrawn columns within drawn ones. */
function refine(grid: TableGrid, size: number): TableGrid {
  let refined = grid
  for (let col = grid.cols - 1; col >= 0; col--) {
    const separators = innerSeparators(grid, col, size)
    if (separators.length > 0) refined = insertLines(refined, col, separators)
  }
  return refined
}

function innerSeparators(grid: TableGrid, col: number, size: number): Separator[] {
  const own = grid.cells.filter((cell) => cell.col === col && cell.colSpan === 1 && cell.words.length > 0)
  const rows = own.flatMap((cell) => groupIntoRows(cell.words))
  const core = rows.filter((row) => row.segments.length >= 2)
  if (core.length < minRows || core.length < rows.length * apartRatio) return []
  const separators = findSeparators(core, size).filter(({ x0, x1 }) => x1 - x0 >= size * 0.6)
  if (separators.length === 0) return []
  // Figures are sure not to be words of one sentence, nor are pieces on a common left edge.
  const pieces = core.flatMap((row) => row.segments.slice(1))
  if (pieces.filter((segment) => isNumeric(rowText(segment.words))).length >= pieces.length * 0.6) return separators
  const aligned = separators.every(
    ({ x1 }) => pieces.filter(({ box }) => Math.abs(box.x0 - x1) < size * 0.3).length >= core.length * 0.8,
  )
  return aligned && core.length >= 4 ? separators : []
}

function insertLines(grid: TableGrid, col: number, separators: readonly Separator[]): TableGrid {
  const extra = separators.length
  // A cell of several lines may hold a heading over the very columns: it must not choose their borders.
  const single = grid.cells
    .filter((cell) => cell.col === col && cell.colSpan === 1)
    .map((cell) => groupIntoRows(cell.words))
  const pieces = single.flatMap(([row, ...more]) => (row === undefined || more.length > 0 ? [] : row.segments))
  const xs = separators.map((strip) => freeMiddle(strip, pieces))
  const cells = grid.cells.flatMap((cell): TableCell[] => {
    if (cell.col > col) return [{ ...cell, col: cell.col + extra }]
    if (cell.col + cell.colSpan - 1 < col) return [cell]
    const widened = { ...cell, colSpan: cell.colSpan + extra }
    if (cell.colSpan > 1) return [widened]
    const crossed = segmentsIn(cell.words).some(({ box }) => xs.some((x) => box.x0 < x - 1 && box.x1 > x + 1))
    return crossed ? [widened] : cutCell(widened, linesWith(cell, col, xs))
  })
  return { ...grid, cols: grid.cols + extra, cells }
}

/** The middle of what is left of a strip by the pieces that reach into it from its sides: a long word of a heading may, where all others are short. */
function freeMiddle({ x0, x1 }: Separator, pieces: readonly Segment[]): number {
  const from = pieces.reduce((edge, { box }) => (box.x0 <= x0 && box.x1 < x1 ? Math.max(edge, box.x1) : edge), x0)
  const to = pieces.reduce((edge, { box }) => (box.x1 >= x1 && box.x0 > x0 ? Math.min(edge, box.x0) : edge), x1)
  return from < to ? (from + to) / 2 : (x0 + x1) / 2
}

/** Lines indexed as after the insertion; only those of this cell are set. */
function linesWith(cell: TableCell, col: number, xs: readonly number[]): number[] {
  const lines = new Array<number>(col).fill(Number.NEGATIVE_INFINITY)
  lines.push(cell.box.x0, ...xs, cell.box.x1)
  return lines
}
