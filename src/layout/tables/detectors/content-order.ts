/**
 * Finds tables that were written cell by cell: all lines of a cell, then the next cell of the row, then the next row.
 * Word processors, browsers and typesetting programs write in this order. `content-order-score.ts` decides whether the
 * rows are a table.
 */

import { type Box, overlapX, union } from '../../../model/geometry.ts'
import type { Line } from '../../state.ts'
import { rowText } from '../cell-text.ts'
import {
  BASELINE_TOLERANCE_EM,
  bottomOf,
  boxOfCell,
  isTable,
  MIN_GAP_EM,
  MIN_LINE_DISTANCE_EM,
  MIN_ROWS,
  type StreamCell,
  type StreamRow,
  type StreamSegment,
  topOf,
} from '../scoring/content-order-score.ts'
import { isNonTable, isRuledBelowHeader } from '../scoring/table-score.ts'
import { MAX_COLUMNS } from '../settings.ts'
import { rulingsAcross, sizeOf, tableFromGrid } from '../stream/candidates.ts'
import { buildGrid } from '../stream/grid.ts'
import { trimNotes } from '../stream/trim-region.ts'
import { boxOf, groupIntoRows } from '../text-rows.ts'
import type { Candidate, Separator, TableDetector, TablePage, TextRow } from '../types.ts'

/** Maximum distance between lines of a cell, and from a row to the next one, between baselines in em. */
const MAX_LEADING_EM = 1.9
const MAX_ROW_STEP_EM = 4.5
/** Maximum distance from the row above to a label at the center or bottom of a tall row, in em. */
const MAX_LABEL_STEP_EM = 16
/** Maximum distance between the edges of lines of one cell, in em. */
const EDGE_TOLERANCE_EM = 0.4
/** Minimum step to a new row, as a multiple of the leading within cells. */
const MIN_ROW_STEP_RATIO = 1.12
/** Maximum difference between the font sizes of lines of one cell, as a ratio. */
const MAX_SIZE_DIFFERENCE_RATIO = 0.12
/** Maximum width of a space in a justified line, in em. */
const MAX_SPACE_EM = 4
/** Maximum number of header rows, whose cells may span several columns. */
const MAX_HEADER_ROWS = 2

interface ContentOrderRegion {
  readonly rows: readonly TextRow[]
  /** Y positions between its rows. */
  readonly rowBorders: readonly number[]
  /** The gaps between its columns. */
  readonly separators: readonly Separator[]
}

export const contentOrder: TableDetector = {
  method: 'stream/content-order',
  detect: (page) => contentOrderRegions(page).map((region) => readRegion(region, page)),
}

/** Reads the table. Its rows are already scored. */
function readRegion({ rows, rowBorders, separators }: ContentOrderRegion, page: TablePage): Candidate {
  const size = sizeOf(rows)
  const grid = trimNotes(buildGrid(rows, size, { rulings: [], separators, rowBorders }))
  if (isNonTable(grid)) return { table: null, box: grid.box, refusal: 'not a table' }
  const hasHeaderRow = isRuledBelowHeader(grid, rulingsAcross(grid.box, page.rulings(), size))
  return { table: tableFromGrid({ ...grid, headerRows: hasHeaderRow ? 1 : 0 }) }
}

function contentOrderRegions({ streamLines, lines, wordsOf }: TablePage): ContentOrderRegion[] {
  const segments = [...streamLines()]
    .sort((a, b) => a - b)
    .flatMap((index): StreamSegment[] => {
      const { box, baseline, size, spans } = lines[index] as Line
      const [span] = spans
      if (span?.source !== 'text_layer') return []
      const colon = spans.some(({ text }) => /[:：]/.test(text))
      return [{ box, baseline, size, bold: span.font.bold, mono: span.font.mono, colon, words: () => wordsOf(index) }]
    })
  return groupIntoRuns(segments)
    .flatMap(splitRun)
    .flatMap((part) => toRegion(part) ?? [])
}

/** Groups segments in content order into runs of rows that follow each other downward. */
function groupIntoRuns(segments: readonly StreamSegment[]): StreamRow[][] {
  const runs: StreamRow[][] = []
  let run: StreamSegment[][][] = []
  let minBaseline = -Infinity
  for (const segment of segments) {
    const row = run.at(-1)
    const step = row === undefined ? 'none' : nextStep(segment, row, { minBaseline, above: run.at(-2) })
    if (row === undefined || step === 'none') {
      run = [[[segment]]]
      runs.push(run)
      minBaseline = -Infinity
    } else if (step === 'next line') (row.at(-1) as StreamSegment[]).push(segment)
    else if (typeof step === 'number')
      row.splice(step, Infinity, [
        ...row[step]!.slice(0, -1),
        joinSegments(row.slice(step).map((cell) => cell.at(-1)!)),
        segment,
      ])
    else if (step === 'next cell') {
      if (row.length === 1) run.splice(-1, 1, ...splitOffText(row[0]!, segment))
      run.at(-1)!.push([segment])
    } else {
      minBaseline = bottomOf(row)
      run.push([[segment]])
    }
  }
  return runs
}

/**
 * Splits a paragraph directly above a table from the first cell in the same column: only the lines that end before the
 * next cell belong to the cell.
 */
function splitOffText(cell: StreamCell, next: StreamSegment): StreamSegment[][][] {
  const from = cell.findLastIndex(({ box, size }) => box.x1 + MIN_GAP_EM * size > next.box.x0) + 1
  return [cell.slice(0, from), cell.slice(from)].flatMap((lines) => (lines.length === 0 ? [] : [[lines]]))
}

type Step = 'next line' | 'next cell' | 'next row' | 'none' | number

/**
 * Whether a segment continues the cell above it, begins the next cell of its row or the next row, or none of these. A
 * number is the index of the cell that it continues when the segments after that cell are on its line.
 */
function nextStep(
  segment: StreamSegment,
  row: StreamRow,
  { minBaseline, above }: { minBaseline: number; above: StreamRow | undefined },
): Step {
  const cell = row.at(-1) as StreamCell
  const last = cell.at(-1) as StreamSegment
  const size = Math.max(last.size, segment.size)
  if (segment.box.x0 >= (row.length === 1 ? last.box : boxOfCell(cell)).x1 + MIN_GAP_EM * size)
    return segment.baseline - last.baseline <= MIN_LINE_DISTANCE_EM * size &&
      segment.baseline > minBaseline + MIN_LINE_DISTANCE_EM * size
      ? 'next cell'
      : 'none'
  if (
    continuesCell(segment, cell) &&
    row.slice(0, -1).every((before) => boxOfCell(before).x1 < segment.box.x0) &&
    !isTitle(row, above)
  )
    return 'next line'
  const below = segment.baseline - bottomOf(row)
  if (below <= MIN_LINE_DISTANCE_EM * size) return cellOfBrokenLine(segment, row) ?? 'none'
  return below <= MAX_LABEL_STEP_EM * size ? 'next row' : 'none'
}

/**
 * Whether a row is a single line over several columns, or one that ends in a colon: the following line is another
 * cell.
 */
function isTitle(row: StreamRow, above: StreamRow | undefined): boolean {
  if (row.length > 1) return false
  const cell = row[0]!
  const last = cell.at(-1)!
  return spansCells(cell, above) || (last.colon && /[:：]$/.test(rowText(last.words())))
}

/**
 * In a justified cell, spaces stretch until a line breaks into segments. A further line next to other cells of its
 * row shows that.
 */
function cellOfBrokenLine(segment: StreamSegment, row: StreamRow): number | null {
  const index = row.findIndex((cell, index) => index > 0 && index < row.length - 1 && continuesCell(segment, cell))
  const last = row[index]?.at(-1)
  return last !== undefined &&
    row.slice(index + 1).every((cell) => cell.length === 1 && isOnSameBaseline(cell[0]!, last))
    ? index
    : null
}

const isOnSameBaseline = (a: StreamSegment, b: StreamSegment): boolean =>
  Math.abs(a.baseline - b.baseline) <= BASELINE_TOLERANCE_EM * a.size

function joinSegments(segments: readonly StreamSegment[]): StreamSegment {
  const words = segments.flatMap((segment) => segment.words())
  return { ...segments[0]!, box: boxOf(segments), colon: segments.some(({ colon }) => colon), words: () => words }
}

/**
 * Whether a segment is the next line of a cell: below the last, on a common edge or center, in the same weight, and as
 * close as the lines before it.
 */
function continuesCell(segment: StreamSegment, cell: StreamCell): boolean {
  const last = cell.at(-1) as StreamSegment
  const step = segment.baseline - last.baseline
  if (
    step <= MIN_LINE_DISTANCE_EM * segment.size ||
    step > MAX_LEADING_EM * segment.size ||
    overlapX(segment.box, last.box) <= 0
  )
    return false
  if (Math.abs(segment.size - last.size) > MAX_SIZE_DIFFERENCE_RATIO * segment.size || segment.bold !== last.bold)
    return false
  const before = cell.at(-2)
  if (before !== undefined && step > (last.baseline - before.baseline) * MIN_ROW_STEP_RATIO) return false
  const [left, right] = [segment.box.x0 - last.box.x0, segment.box.x1 - last.box.x1]
  return Math.min(Math.abs(left), Math.abs(right), Math.abs(left + right) / 2) <= EDGE_TOLERANCE_EM * segment.size
}

/**
 * Splits a run at wide gaps, and at lines that span several cells of the row above or below: titles and text between
 * tables.
 */
function splitRun(run: readonly StreamRow[]): StreamRow[][] {
  const parts: StreamRow[][] = [[]]
  for (const [index, row] of run.entries()) {
    const above = run[index - 1]
    if (above !== undefined && topOf(row) - bottomOf(above) > MAX_ROW_STEP_EM * row[0]![0]!.size) parts.push([])
    if (row.length === 1 && [above, run[index + 1]].some((other) => spansCells(row[0] as StreamCell, other)))
      parts.push([])
    else (parts.at(-1) as StreamRow[]).push(row)
  }
  return parts
}

/** Whether a cell spans the first two cells of a row. */
function spansCells(cell: StreamCell, row: StreamRow | undefined): boolean {
  const box = boxOfCell(cell)
  return row !== undefined && row.length > 1 && row.slice(0, 2).every((other) => overlapX(boxOfCell(other), box) > 0)
}

/** The region of the rows, or `null` if they are not a table. */
function toRegion(run: readonly StreamRow[]): ContentOrderRegion | null {
  const rows = tableRows(run)
  if (rows === null) return null
  const found = columnsOf(rows)
  const table = tableRows(groupIntoRuns(joinSameBaseline(rows.flat(2), found))[0] ?? [])
  if (table === null) return null
  const columns = columnsOf(table)
  const { size } = table[0]![0]![0]!
  const separators = columns.slice(1).map(({ x0 }, index): Separator => ({ x0: columns[index]!.x1, x1: x0 }))
  if (columns.length < 2 || separators.some(({ x0, x1 }) => x1 - x0 < MIN_GAP_EM * size) || !isTable(table, columns))
    return null
  const rowBorders = table.slice(1).map((row, index) => (bottomOf(table[index]!) + topOf(row)) / 2 - 0.3 * size)
  return { rows: groupIntoRows(table.flat(2).flatMap(({ words }) => words())), rowBorders, separators }
}

/**
 * The rows from the first to the last with several cells, without the text above, or `null` if they are too few.
 */
function tableRows(run: readonly StreamRow[]): StreamRow[] | null {
  const isFull = (row: StreamRow): boolean => row.length > 1
  const rows = run.slice(Math.max(0, run.findIndex(isFull)), run.findLastIndex(isFull) + 1)
  return rows.filter(isFull).length < MIN_ROWS ? null : withoutTextAbove(rows)
}

/** Removes short lines above the first row: only as many as are next to its other cells belong to the first cell. */
function withoutTextAbove(rows: readonly StreamRow[]): StreamRow[] {
  const [stub, ...others] = rows[0]!
  const cell = stub!
  const last = cell.at(-1)!
  const otherCells = boxOf(others.flat())
  const top = Math.min(otherCells.y0, last.box.y0) - MIN_LINE_DISTANCE_EM * last.size
  const kept = cell.filter(({ box }) => box.y0 >= top)
  return [[kept.length > 0 ? kept : [last], ...others], ...rows.slice(1)]
}

/** Extents of the columns: the union of cells above each other, without headings over several columns. */
function columnsOf(rows: readonly StreamRow[]): Box[] {
  let best: Box[] = []
  for (let skipped = 0; skipped <= MAX_HEADER_ROWS && rows.length - skipped >= MIN_ROWS; skipped++) {
    const extents = mergeOverlapping(rows.slice(skipped).flatMap((row) => row.map(boxOfCell)))
    if (extents.length > MAX_COLUMNS) return []
    const columns = mergeHeaderColumns(extents, rows)
    if (columns.length > best.length) best = columns
  }
  return best
}

interface Column {
  readonly box: Box
  /** Whether the column has a cell, by row. */
  readonly filledRows: readonly boolean[]
}

/**
 * A heading at the left of its column and numbers at the right may not overlap. An extent that only the heading fills
 * therefore joins the nearest column without one.
 */
function mergeHeaderColumns(extents: readonly Box[], rows: readonly StreamRow[]): Box[] {
  const cells = rows.map((row) => row.map(boxOfCell))
  const columns = extents.map(
    (box): Column => ({ box, filledRows: cells.map((row) => row.some((cell) => overlapX(cell, box) > 0)) }),
  )
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index]!
    if (!isHeaderOnly(column)) continue
    const [target] = [index - 1, index + 1]
      .filter(
        (other) =>
          columns[other] !== undefined &&
          !isHeaderOnly(columns[other]) &&
          !columns[other].filledRows.some((filled, row) => filled && column.filledRows[row]),
      )
      .sort((a, b) => gapBetween(column.box, columns[a]!.box) - gapBetween(column.box, columns[b]!.box))
    if (target === undefined) continue
    const { box, filledRows } = columns[target]!
    columns.splice(Math.min(index, target), 2, {
      box: union(column.box, box),
      filledRows: filledRows.map((filled, row) => filled || column.filledRows[row]!),
    })
    // The merged column may be closer to a header before it.
    index = -1
  }
  return columns.map(({ box }) => box)
}

function isHeaderOnly({ filledRows }: Column): boolean {
  return filledRows.every((filled, row) => !filled || row < MAX_HEADER_ROWS)
}

const gapBetween = (a: Box, b: Box): number => Math.max(a.x0 - b.x1, b.x0 - a.x1)

function mergeOverlapping(boxes: readonly Box[]): Box[] {
  const columns: Box[] = []
  for (const box of [...boxes].sort((a, b) => a.x0 - b.x0)) {
    const last = columns.at(-1)
    if (last !== undefined && box.x0 < last.x1) columns[columns.length - 1] = union(last, box)
    else columns.push(box)
  }
  return columns
}

/** Joins segments on one baseline in one column, which are one line of a justified cell. */
function joinSameBaseline(segments: readonly StreamSegment[], columns: readonly Box[]): StreamSegment[] {
  const lines: StreamSegment[] = []
  for (const segment of segments) {
    const last = lines.at(-1)
    const gap = last === undefined ? -1 : segment.box.x0 - last.box.x1
    const isSameLine =
      last !== undefined && isOnSameBaseline(segment, last) && gap >= 0 && gap <= MAX_SPACE_EM * segment.size
    if (isSameLine && columns.some((column) => overlapX(column, last.box) > 0 && overlapX(column, segment.box) > 0))
      lines[lines.length - 1] = joinSegments([last, segment])
    else lines.push(segment)
  }
  return lines
}
