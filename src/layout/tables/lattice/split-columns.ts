import { centerX } from '../../../model/geometry.ts'
import { maxOf, minOf } from '../../../model/statistics.ts'
import { isNumericCell } from '../cell-text.ts'
import { findSeparators } from '../stream/columns.ts'
import { groupIntoRows } from '../text-rows.ts'
import type { Segment, Separator, TableCell, TableGrid, TextRow, Word } from '../types.ts'
import { intervalOf } from './intersections.ts'

const MIN_ROWS = 3
const MIN_GAP_RATIO = 0.6
const MIN_GAP_EM = 0.6
/** Columns without a ruling are numeric, or left-aligned in enough rows. */
const MIN_NUMERIC_RATIO = 0.6
const MIN_ALIGNED_ROWS = 4
const MIN_ALIGNED_RATIO = 0.8
const EDGE_TOLERANCE_EM = 0.3
/** In points. */
const CENTER_TOLERANCE = 2

export function splitColumns(grid: TableGrid, size: number): TableGrid {
  return splitMergedCells(addColumns(grid, size))
}

function addColumns(grid: TableGrid, size: number): TableGrid {
  let complete = grid
  for (let col = grid.cols - 1; col >= 0; col--) {
    const gaps = innerGaps(grid, col, size)
    if (gaps.length > 0) complete = insertColumns(complete, col, gaps)
  }
  return complete
}

function innerGaps(grid: TableGrid, col: number, size: number): Separator[] {
  const own = grid.cells.filter((cell) => cell.col === col && cell.colSpan === 1)
  const cells = own.map(({ words }) => groupIntoRows(words)).filter((rows) => rows.length > 0)
  const hasGap = ({ segments }: TextRow): boolean => segments.length >= 2
  // Lines of a wrapped label have no gap.
  const split = cells.filter((rows) => rows.some(hasGap))
  const rows = cells.flat()
  const core = rows.filter(hasGap)
  if (core.length < MIN_ROWS || split.length < cells.length * MIN_GAP_RATIO) return []
  const gaps = findSeparators(core, size).filter(({ x0, x1 }) => x1 - x0 >= size * MIN_GAP_EM)
  const later = core.flatMap(({ segments }) => segments.slice(1))
  if (later.filter(isNumericCell).length >= later.length * MIN_NUMERIC_RATIO) return gaps
  if (core.length < rows.length * MIN_GAP_RATIO) return []
  const areAligned = gaps.every(
    ({ x1 }) =>
      later.filter(({ box }) => Math.abs(box.x0 - x1) < size * EDGE_TOLERANCE_EM).length >=
      core.length * MIN_ALIGNED_RATIO,
  )
  return areAligned && core.length >= MIN_ALIGNED_ROWS ? gaps : []
}

function insertColumns(grid: TableGrid, col: number, gaps: readonly Separator[]): TableGrid {
  const segments = grid.cells
    .filter((cell) => cell.col === col && cell.colSpan === 1)
    .flatMap(({ words }) => segmentsOf(words))
  const xs = gaps.map((gap) => freeCenter(gap, segments))
  const cells = grid.cells.flatMap((cell): TableCell[] => {
    if (cell.col > col) return [{ ...cell, col: cell.col + gaps.length }]
    if (cell.col + cell.colSpan - 1 < col) return [cell]
    const widened = { ...cell, colSpan: cell.colSpan + gaps.length }
    const own = segmentsOf(cell.words)
    return cell.colSpan > 1 || isCenteredLabel(cell, own) || own.some((segment) => crossesAny(segment, xs))
      ? [widened]
      : splitCell(widened, [cell.box.x0, ...xs, cell.box.x1])
  })
  return { ...grid, cols: grid.cols + gaps.length, cells }
}

/** Whether the only text of a cell is a header over all columns below it. */
function isCenteredLabel(cell: TableCell, [segment, ...others]: readonly Segment[]): boolean {
  return segment !== undefined && others.length === 0 && isCentered(segment, cell)
}

function isCentered({ box }: Segment, cell: TableCell): boolean {
  return Math.abs(centerX(box) - centerX(cell.box)) < CENTER_TOLERANCE
}

function freeCenter({ x0, x1 }: Separator, segments: readonly Segment[]): number {
  const from = Math.max(x0, maxOf(segments.filter(({ box }) => box.x0 <= x0 && box.x1 < x1).map(({ box }) => box.x1)))
  const to = Math.min(x1, minOf(segments.filter(({ box }) => box.x1 >= x1 && box.x0 > x0).map(({ box }) => box.x0)))
  return from < to ? (from + to) / 2 : (x0 + x1) / 2
}

function splitMergedCells(grid: TableGrid): TableGrid {
  const wide = grid.cells.filter(({ colSpan }) => colSpan > 1)
  if (wide.length === 0) return grid
  const lines = columnLines(grid)
  const split = new Set<TableCell>()
  /** Number of rows with split cells, by grid line. */
  const splitRows = new Array<number>(grid.cols + 1).fill(0)
  for (const cell of wide) {
    const segments = segmentsOf(cell.words)
    const columns = new Set(segments.map(({ box }) => intervalOf(lines, centerX(box))))
    if (columns.size < 2 || crossesInner(cell, segments, lines)) continue
    split.add(cell)
    for (const col of innerColumns(cell)) splitRows[col] = splitRows[col]! + cell.rowSpan
  }
  if (split.size === 0) return grid
  // If most rows are split, so are cells with text in one column, unless it is centered.
  const isSplit = (cell: TableCell): boolean =>
    split.has(cell) ||
    (cell.colSpan > 1 &&
      innerColumns(cell).every((col) => splitRows[col]! >= grid.rows * 0.5) &&
      !crossesInner(cell, segmentsOf(cell.words), lines) &&
      !segmentsOf(cell.words).some((segment) => isCentered(segment, cell)))
  const cells = grid.cells.flatMap((cell) =>
    isSplit(cell) ? splitCell(cell, lines.slice(cell.col, cell.col + cell.colSpan + 1)) : [cell],
  )
  return { ...grid, cells }
}

function columnLines(grid: TableGrid): number[] {
  const lines = new Array<number>(grid.cols + 1).fill(Number.NaN)
  for (const { col, colSpan, box } of grid.cells) {
    lines[col] = box.x0
    lines[col + colSpan] = box.x1
  }
  // Grid lines without a cell edge are between their neighbors.
  for (let index = 1; index < lines.length; index++)
    if (Number.isNaN(lines[index])) lines[index] = (lines[index - 1]! + grid.box.x1) / 2
  return lines
}

function innerColumns({ col, colSpan }: TableCell): number[] {
  return Array.from({ length: colSpan - 1 }, (_, at) => col + 1 + at)
}

function crossesInner(cell: TableCell, segments: readonly Segment[], lines: readonly number[]): boolean {
  const inner = lines.slice(cell.col + 1, cell.col + cell.colSpan)
  return segments.some((segment) => crossesAny(segment, inner))
}

function crossesAny({ box }: Segment, xs: readonly number[]): boolean {
  return xs.some((x) => box.x0 < x - 1 && box.x1 > x + 1)
}

function splitCell(cell: TableCell, lines: readonly number[]): TableCell[] {
  return lines.slice(1).map((x1, at) => ({
    ...cell,
    col: cell.col + at,
    colSpan: 1,
    words: cell.words.filter((word) => intervalOf(lines, centerX(word.box)) === at),
    box: { ...cell.box, x0: lines[at]!, x1 },
  }))
}

function segmentsOf(words: readonly Word[]): readonly Segment[] {
  return groupIntoRows(words).flatMap(({ segments }) => segments)
}
