import { type Box, centerY, unionOf, width } from '../../../model/geometry.ts'
import { maxOf, minOf } from '../../../model/statistics.ts'
import { continuesNumber, isNumericCell, rowText } from '../cell-text.ts'
import { mergeSegments } from '../stream/join-header.ts'
import { mergeRows } from '../stream/merge-rows.ts'
import { findRowStarts } from '../stream/row-gaps.ts'
import { groupIntoRows } from '../text-rows.ts'
import type { CellSegment, GridRow, TableCell, TableGrid, TextRow } from '../types.ts'

const MIN_ROW_DISTANCE_EM = 1.6
/** Minimum consecutive numbers in a column, and their fraction of the lines. */
const MIN_NUMBERS = 3
const MIN_NUMBERS_RATIO = 0.4
const MIN_LINES_OF_RULED_ROWS = 4
/** Minimum lines of a full cell per baseline, and maximum baselines per line of the tallest cell. */
const MIN_FULL_RATIO = 0.7
const MAX_LINES_RATIO = 1.3
/** Maximum ruled rows of a table of header and body; minimum lines of the body. */
const MAX_OPEN_ROWS = 3
const MIN_OPEN_LINES = 4
/** Minimum distance of labels relative to the line spacing of the texts next to them. */
const MIN_LABEL_STEP_RATIO = 1.8
/** Width of padding and of a space. */
const PADDING_EM = 0.3
/** Minimum fraction of ruled rows with a line of a spanning cell. */
const MIN_FILLED_RATIO = 0.6
const MAX_CELL_WORDS = 4

export function splitRows(grid: TableGrid, size: number): TableGrid {
  const cells: TableCell[] = []
  let extra = 0
  for (let row = 0; row < grid.rows; ) {
    const end = rowGroupEnd(grid, row)
    const rowGroup = grid.cells.filter((cell) => cell.row >= row && cell.row < end)
    const rows = tableRows(rowGroup, { size, ruledRows: grid.rows, rowSpan: end - row, isFirst: row === 0 })
    if (rows === null)
      cells.push(...splitAtRuledRows(rowGroup, end - row).map((cell) => ({ ...cell, row: cell.row + extra })))
    else {
      cells.push(...cellsOfRows(rowGroup, rows, row + extra))
      extra += rows.length - (end - row)
    }
    row = end
  }
  if (extra === 0 && cells.length === grid.cells.length) return grid
  return { ...grid, rows: grid.rows + extra, cells: cells.sort((a, b) => a.row - b.row || a.col - b.col) }
}

function rowGroupEnd(grid: TableGrid, row: number): number {
  let end = row + 1
  for (const cell of grid.cells) if (cell.row >= row && cell.row < end) end = Math.max(end, cell.row + cell.rowSpan)
  return end
}

function tableRows(
  rowGroup: readonly TableCell[],
  { size, ruledRows, rowSpan, isFirst }: { size: number; ruledRows: number; rowSpan: number; isFirst: boolean },
): CellSegment[][] | null {
  const cells = columnsOf(rowGroup)
  const filled = cells?.filter(({ words }) => words.length > 0) ?? []
  if (cells === null || filled.length < 2) return null
  const columns = filled.map(({ words }) => groupIntoRows(words))
  const counts = columns.map((lines) => lines.length)
  const most = maxOf(counts)
  if (most < 2 || columns.some(isBrokenNumber)) return null
  const rows = groupIntoRows(filled.flatMap(({ words }) => words)).map((row) => gridRow(row, cells))
  const separate = rowSpan > 1 ? null : separateRows(rows, { columns: filled.length, counts })
  if (separate !== null) return separate
  const join = (): CellSegment[][] | null => {
    const { joined } = mergeRows(rows, { cols: cells.length, separators: [], rulings: [], box: unionOf(rows), size })
    return joined.length > 1 ? joined : null
  }
  if (!isFirst && rowSpan === 1 && haveIntendedLines(filled, columns)) return rows.map((row) => mergeSegments([row]))
  const minNumbers = Math.max(MIN_NUMBERS, rows.length * MIN_NUMBERS_RATIO)
  if (rowSpan === 1 && columns.filter((lines) => lines.length >= minNumbers && lines.every(isNumericCell)).length > 1)
    return join()
  // If rows are ruled, two or three lines of a cell are one text.
  const areRowsRuled = ruledRows > MAX_OPEN_ROWS || rowSpan > 1
  if (!areRowsRuled && haveSpacedLabels(columns)) return join()
  if (areRowsRuled && rows.length < Math.max(MIN_LINES_OF_RULED_ROWS, rowSpan * 2)) return null
  // Table rows fill most cells on common baselines.
  const full = counts.filter((count) => count >= rows.length * MIN_FULL_RATIO).length
  if (full < 2 || rows.length > most * MAX_LINES_RATIO) return null
  const hasNumbers = columns.some(
    (lines) =>
      lines.length >= Math.max(2, rows.length * 0.6) && lines.filter(isNumericCell).length >= lines.length * 0.8,
  )
  const areShort =
    rows.length >= MIN_OPEN_LINES &&
    full >= Math.max(2, filled.length * 0.75) &&
    columns.every((lines) => lines.every(({ words }) => words.length <= MAX_CELL_WORDS))
  const isOpen = !areRowsRuled && rows.length >= MIN_OPEN_LINES && haveSameLines(columns, rows.length)
  return hasNumbers || areShort || isOpen ? join() : null
}

/** Whether a narrow cell breaks a number. A sign above a number may be a value. */
function isBrokenNumber(lines: readonly TextRow[]): boolean {
  const [first = '', second = '', third = ''] = lines.slice(0, 3).map(({ words }) => rowText(words))
  return /\d/.test(first) ? continuesNumber(first, second) : continuesNumber(first + second, third)
}

/** Paragraphs, unlike table rows, differ in length. See test/layout/tables/index.test.ts. */
function haveSameLines(columns: readonly (readonly TextRow[])[], count: number): boolean {
  return (
    columns.every((lines) => lines.length === count) && columns[0]!.every(({ words }) => words.length <= MAX_CELL_WORDS)
  )
}

/** Labels with an empty line between them, next to the lines of their texts. */
function haveSpacedLabels([labels = [], ...others]: readonly (readonly TextRow[])[]): boolean {
  const leading = minOf(
    others.flat().map(({ box }, at, all) => (at === 0 ? Infinity : stepBetween(all[at - 1]!.box, box))),
  )
  return (
    labels.length > 1 &&
    labels.every(
      ({ words, box }, at) =>
        words.length <= MAX_CELL_WORDS &&
        (at === 0 || stepBetween(labels[at - 1]!.box, box) >= MIN_LABEL_STEP_RATIO * leading),
    )
  )
}

function stepBetween(above: Box, below: Box): number {
  const step = centerY(below) - centerY(above)
  return step > 0 ? step : Infinity
}

/** The next word would have fitted on the line. */
function haveIntendedLines(cells: readonly TableCell[], columns: readonly (readonly TextRow[])[]): boolean {
  const count = columns[0]!.length
  if (cells[0]!.col !== 0 || columns.length < 3 || columns.some((lines) => lines.length !== count)) return false
  const hasDigits = (lines: readonly TextRow[]): boolean =>
    lines.every(({ words }) => /^[-–—]$|\d/.test(rowText(words)))
  return (
    columns.slice(1).every(hasDigits) &&
    columns[0]!.slice(1).every((line, above) => couldFit(columns[0]![above]!, line, cells[0]!))
  )
}

function couldFit(above: TextRow, line: TextRow, cell: TableCell): boolean {
  const [first] = line.words
  const space = width(cell.box) - 2 * PADDING_EM * line.size
  return first !== undefined && width(above.box) + width(first.box) + PADDING_EM * line.size <= space
}

/** Finds rows separated by whitespace. See page-021 and page-080 in test/fixtures/tables. */
function separateRows(
  rows: readonly GridRow[],
  { columns, counts }: { columns: number; counts: readonly number[] },
): CellSegment[][] | null {
  const starts = findRowStarts(rows, { cols: columns, hasConflict: () => false })
  if (starts !== null) {
    const borders = [...starts]
    return borders.map((start, at) => mergeSegments(rows.slice(start, borders[at + 1])))
  }
  if (counts.some((count) => count !== rows.length)) return null
  const areDistant = rows.every(
    ({ box, size }, at) => at === 0 || centerY(box) - centerY(rows[at - 1]!.box) >= MIN_ROW_DISTANCE_EM * size,
  )
  return areDistant ? rows.map((row) => mergeSegments([row])) : null
}

/** A cell may span rows that are ruled in other columns, with a number on most of them. */
function splitAtRuledRows(rowGroup: readonly TableCell[], count: number): readonly TableCell[] {
  const first = minOf(rowGroup.map(({ row }) => row))
  const whole = rowGroup.filter(({ rowSpan, words }) => rowSpan === count && words.length > 0)
  const ys = Array.from({ length: count }, (_, at) =>
    rowGroup.find(({ row, rowSpan }) => row === first + at && rowSpan === 1),
  )
  if (count < 3 || ys.some((cell) => cell === undefined)) return rowGroup
  const rows = ys.map((cell) => cell!.box)
  const rowOf = (y: number): number =>
    Math.max(
      0,
      rows.findLastIndex(({ y0 }) => y >= y0),
    )
  const hasRows = ({ words }: TableCell): boolean => {
    const lines = groupIntoRows(words)
    const used = new Set(lines.filter(isNumericCell).map(({ box }) => rowOf(centerY(box))))
    return lines.every(isNumericCell) && used.size >= count * MIN_FILLED_RATIO
  }
  if (!whole.some(hasRows)) return rowGroup
  return rowGroup.flatMap((cell): TableCell[] =>
    whole.includes(cell)
      ? rows.map((box, at) => ({
          ...cell,
          row: first + at,
          rowSpan: 1,
          box: { ...cell.box, y0: box.y0, y1: box.y1 },
          words: cell.words.filter((word) => rowOf(centerY(word.box)) === at),
        }))
      : [cell],
  )
}

function columnsOf(rowGroup: readonly TableCell[]): TableCell[] | null {
  const columns = [...Map.groupBy(rowGroup, ({ col }) => col).values()]
  if (columns.some((cells) => cells.some(({ colSpan }) => colSpan !== cells[0]!.colSpan))) return null
  const merged = columns
    .map((cells) => ({ ...cells[0]!, words: cells.flatMap(({ words }) => words), box: unionOf(cells) }))
    .sort((a, b) => a.col - b.col)
  const overlap = merged.some(({ col }, at) => at > 0 && col < merged[at - 1]!.col + merged[at - 1]!.colSpan)
  return overlap ? null : merged
}

function gridRow(row: TextRow, cells: readonly TableCell[]): GridRow {
  const segments = cells.flatMap((cell): CellSegment[] => {
    const words = row.words.filter((word) => cell.words.includes(word))
    return words.length === 0 ? [] : [{ col: cell.col, colSpan: 1, words, box: unionOf(words) }]
  })
  return { segments, box: row.box, size: row.size }
}

function cellsOfRows(
  rowGroup: readonly TableCell[],
  rows: readonly (readonly CellSegment[])[],
  firstRow: number,
): TableCell[] {
  const tops = rows.map((segments) => unionOf(segments).y0)
  const columns = [...Map.groupBy(rowGroup, ({ col }) => col).values()].map((cells) => ({
    col: cells[0]!.col,
    colSpan: maxOf(cells.map(({ colSpan }) => colSpan)),
    box: unionOf(cells),
  }))
  return rows.flatMap((segments, at) =>
    columns.map(
      ({ col, colSpan, box }): TableCell => ({
        row: firstRow + at,
        col,
        rowSpan: 1,
        colSpan,
        box: { ...box, y0: at === 0 ? box.y0 : tops[at]!, y1: tops[at + 1] ?? box.y1 },
        words: segments.find((segment) => segment.col === col)?.words ?? [],
      }),
    ),
  )
}
