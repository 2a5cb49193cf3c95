/**
 * Finds the structure of records (rows of several lines): their columns, the leading within cells, vertically centered
 * cells and the header. Uses positions only.
 */
import { type Box, centerY } from '../../../model/geometry.ts'
import { startsCaption } from '../captions.ts'
import { boxOf } from '../text-rows.ts'
import type { Segment, Separator, TextRow } from '../types.ts'
import { columnRows, columnSpan, findSeparators } from './columns.ts'

/** Maximum distance between baselines of one cell, in em. */
export const MAX_LEADING_EM = 1.75
/** Minimum gap between two segments of a row, in em. */
const MIN_CELL_GAP_EM = 0.75
/** Minimum distance of lines below each other, in em: closer lines are next to each other. */
const MIN_LINE_DISTANCE_EM = 0.8
/** Maximum distance between the centers of cells of a record, in em. */
const CENTER_TOLERANCE_EM = 0.35
/** Maximum gap between a header and its columns, and between lines of the header, between boxes in em. */
const MAX_HEADER_GAP_EM = 2.2
const MAX_HEADER_LINE_GAP_EM = 1.2
/** Maximum number of lines of a header, and of words in one of its segments. */
const MAX_HEADER_ROWS = 4
const MAX_HEADER_WORDS = 6
/** Minimum fraction of the columns with a header. */
const MIN_HEADED_RATIO = 0.5

/** Maximum gap between lines of one cell, between boxes in em. Levels of a header have wider gaps. */
const MAX_CELL_LINE_GAP_EM = 0.5

export function hasSeveralCells(row: TextRow): boolean {
  return row.segments.some(
    (segment, index) =>
      index > 0 && segment.box.x0 - (row.segments[index - 1] as Segment).box.x1 > MIN_CELL_GAP_EM * row.size,
  )
}

/** Whether two rows are so close that their segments are next to each other, not below each other. */
export function isSideBySide(above: TextRow, row: TextRow): boolean {
  return centerY(row.box) - centerY(above.box) <= MIN_LINE_DISTANCE_EM * row.size
}

/**
 * The columns of the first row, or of the first lines that are next to each other; `null` if there is only one column.
 */
export function columnsAtStart(rows: readonly TextRow[]): Box[] | null {
  for (const [at, row] of rows.entries()) {
    const above = rows[at - 1]
    if (above !== undefined && centerY(row.box) - centerY(above.box) > MAX_LEADING_EM * row.size) return null
    if (!hasSeveralCells(row) && (above === undefined || !isSideBySide(above, row))) continue
    const columns = columnBoxes(rows.slice(0, at + 1))
    return columns.length > 1 ? columns : null
  }
  return null
}

/** Extents of the columns from left to right: the union of segments above each other. */
function columnBoxes(rows: readonly TextRow[]): Box[] {
  const columns: Box[] = []
  const segments = rows
    .flatMap((row) => row.segments.map(({ box }) => ({ box, maxGap: MIN_CELL_GAP_EM * row.size })))
    .sort((a, b) => a.box.x0 - b.box.x0)
  for (const { box, maxGap } of segments) {
    const last = columns.at(-1)
    if (last !== undefined && box.x0 - last.x1 <= maxGap) columns[columns.length - 1] = boxOf([{ box: last }, { box }])
    else columns.push(box)
  }
  return columns
}

/**
 * The leading within cells: a low quantile of the distances of lines below each other, because gaps between records
 * are wider.
 */
export function commonLeading(run: readonly TextRow[]): number | null {
  const distances = run.flatMap((row, at) => row.segments.flatMap((segment) => distanceBelow(segment, run, at) ?? []))
  if (distances.length < 2) return null
  return distances.sort((a, b) => a - b)[Math.floor(distances.length * 0.2)] ?? null
}

function distanceBelow({ box }: Segment, run: readonly TextRow[], at: number): number | null {
  const row = run[at] as TextRow
  for (let below = at + 1; below < run.length; below++) {
    const other = run[below] as TextRow
    const distance = centerY(other.box) - centerY(row.box)
    if (distance > MAX_LEADING_EM * row.size) return null
    if (
      distance > MIN_LINE_DISTANCE_EM * row.size &&
      other.segments.some((segment) => segment.box.x0 < box.x1 && segment.box.x1 > box.x0)
    )
      return distance
  }
  return null
}

/** Whether cells of several columns are vertically centered, with any number of lines. */
export function isCentered(record: readonly TextRow[]): boolean {
  const columns = columnBoxes(record)
  const centers = columns.map((box) => centerY(box))
  return (
    columns.length > 1 &&
    Math.max(...centers) - Math.min(...centers) <= CENTER_TOLERANCE_EM * (record[0] as TextRow).size
  )
}

/**
 * The header of a table: rows directly above its columns, from top to bottom. Each segment is over one column, or
 * over several that have headers in the rows below it. Most columns must have a header.
 */
export function findHeader(above: readonly TextRow[], rows: readonly TextRow[]): readonly TextRow[] {
  const separators = findSeparators(columnRows(rows), (rows[0] as TextRow).size)
  const columnSpans = (row: TextRow) =>
    row.segments.map((segment) => ({ ...columnSpan(segment, separators), words: segment.words.length }))
  const header: TextRow[] = []
  for (let at = above.length - 1; at >= 0 && header.length < MAX_HEADER_ROWS; at--) {
    const row = above[at] as TextRow
    const below = header[0] ?? (rows[0] as TextRow)
    // The lines of a header are closer to each other than to the columns.
    if (below.box.y0 - row.box.y1 > (header.length === 0 ? MAX_HEADER_GAP_EM : MAX_HEADER_LINE_GAP_EM) * row.size) break
    if (
      startsCaption(row) ||
      columnSpans(row).some(
        ({ first, last, words }) => words > MAX_HEADER_WORDS || (first < last && (first === 0 || header.length === 0)),
      )
    ) {
      // The last line of that text is directly below it.
      if (below.box.y0 - row.box.y1 <= MAX_CELL_LINE_GAP_EM * row.size && below.segments.length === 1) header.shift()
      break
    }
    header.unshift(row)
  }
  const headedColumns = new Set(
    header.flatMap((row) =>
      columnSpans(row).flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at)),
    ),
  )
  if (separators.length === 0 || ![...headedColumns].some((col) => col > 0)) return []
  return headedColumns.size >= (separators.length + 1) * MIN_HEADED_RATIO || isSpanningHeader(header, rows, separators)
    ? header
    : []
}

/** Whether one segment is centered over all columns but the first. */
function isSpanningHeader(
  header: readonly TextRow[],
  rows: readonly TextRow[],
  separators: readonly Separator[],
): boolean {
  const [row] = header
  if (header.length !== 1 || row === undefined || row.segments.length !== 1 || separators.length < 2) return false
  return Math.abs(row.box.x0 + row.box.x1 - (separators[0] as Separator).x1 - boxOf(rows).x1) <= 2 * row.size
}

/** Y positions between the levels of a header, and between it and its columns. Closely spaced lines are one level. */
export function headerBorders(header: readonly TextRow[], first: TextRow): number[] {
  return header.flatMap((row, at) => {
    const below = header[at + 1] ?? first
    return at + 1 === header.length || below.box.y0 - row.box.y1 > MAX_CELL_LINE_GAP_EM * row.size
      ? [(row.box.y1 + below.box.y0) / 2]
      : []
  })
}
