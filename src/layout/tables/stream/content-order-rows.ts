/** Groups segments in content order into table rows: each cell is written line by line, then the next cell of the row. */
import { overlapX } from '../../../model/geometry.ts'
import { rowText } from '../cell-text.ts'
import {
  BASELINE_TOLERANCE_EM,
  bottomOf,
  boxOfCell,
  MIN_GAP_EM,
  MIN_LINE_DISTANCE_EM,
  type StreamCell,
  type StreamRow,
  type StreamSegment,
} from '../scoring/content-order-score.ts'
import { boxOf } from '../text-rows.ts'

/** Maximum distance between lines of a cell, between baselines in em. */
const MAX_LEADING_EM = 1.9
/** Maximum distance from the row above to a label at the center or bottom of a tall row, in em. */
const MAX_LABEL_STEP_EM = 16
/** Maximum distance between the edges of lines of one cell, in em. */
const EDGE_TOLERANCE_EM = 0.4
/** Minimum step to a new row, as a multiple of the leading within cells. */
const MIN_ROW_STEP_RATIO = 1.12
/** Maximum difference between the font sizes of lines of one cell, as a ratio. */
const MAX_SIZE_DIFFERENCE_RATIO = 0.12

/** Groups segments in content order into runs of rows that follow each other downward. */
export function groupIntoRuns(segments: readonly StreamSegment[]): StreamRow[][] {
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

export const isOnSameBaseline = (a: StreamSegment, b: StreamSegment): boolean =>
  Math.abs(a.baseline - b.baseline) <= BASELINE_TOLERANCE_EM * a.size

export function joinSegments(segments: readonly StreamSegment[]): StreamSegment {
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

/** Whether a cell spans the first two cells of a row. */
export function spansCells(cell: StreamCell, row: StreamRow | undefined): boolean {
  const box = boxOfCell(cell)
  return row !== undefined && row.length > 1 && row.slice(0, 2).every((other) => overlapX(boxOfCell(other), box) > 0)
}
