/** Table rows from the gaps between rows of text, where the lines of a cell are closer to each other than the table rows. */
import { centerY } from '../../../model/geometry.ts'
import { CENTER_TOLERANCE, LINE_LEADING, MOST_ROWS_RATIO, ROW_GAP_RATIO, SAME_LINE } from '../settings.ts'
import { boxOf } from '../text-rows.ts'
import type { CellSegment, GridRow } from '../types.ts'

/** Line spacing within cells: this quantile of the distances. */
const LEADING_QUANTILE = 0.2
/** Part of the distances that must be within cells. */
const MIN_CLOSE_RATIO = 0.3
const MIN_TABLE_ROWS = 3
/** Part of the continuation lines that may fill nearly every column: such lines are table rows with some empty cells. */
const MAX_FULL_RATIO = 0.5
const NEARLY_ALL_COLUMNS = 0.75

interface RowTest {
  readonly cols: number
  /** Whether two lines cannot belong to one table row. */
  readonly hasConflict: (above: GridRow, row: GridRow) => boolean
}

/** Indices of the rows of text that begin a table row; `null` if the gaps do not show them. */
export function findRowStarts(rows: readonly GridRow[], { cols, hasConflict }: RowTest): ReadonlySet<number> | null {
  if (rows.length < 4) return null
  const distances = rows.slice(1).map((row, at) => distance(rows[at]!, row))
  const isOnSameLine = (value: number, at: number): boolean => value <= SAME_LINE * rows[at]!.size
  if (distances.some(isOnSameLine)) return centeredRowStarts(rows, { distances, hasConflict })
  const close = distances.filter((value, at) => value <= LINE_LEADING * rows[at]!.size)
  if (close.length < Math.max(2, distances.length * MIN_CLOSE_RATIO)) return null
  const starts = startsAfterGaps(distances, quantile(close))
  const continuations = rows.flatMap((row, at) => (starts.has(at) ? [] : [{ row, above: rows[at - 1]! }]))
  if (starts.size < MIN_TABLE_ROWS || continuations.length < 2) return null
  if (continuations.some(({ above, row }) => hasConflict(above, row))) return null
  if (areBottomAligned(rows, starts)) return starts
  const full = continuations.filter(
    ({ row }) => cols > 1 && row.segments.length >= (cols > 3 ? cols * NEARLY_ALL_COLUMNS : cols),
  )
  if (full.length > continuations.length * MAX_FULL_RATIO) return null
  const complete = [...starts].filter((at) => hasLabelAndMore(rows[at]!))
  return complete.length >= starts.size * MOST_ROWS_RATIO ? starts : null
}

function startsAfterGaps(distances: readonly number[], leading: number): Set<number> {
  return new Set([0, ...distances.flatMap((value, at) => (value > leading * ROW_GAP_RATIO ? [at + 1] : []))])
}

function quantile(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * LEADING_QUANTILE)]!
}

function hasLabelAndMore({ segments }: GridRow): boolean {
  return segments[0]?.col === 0 && segments.length > 1
}

/** Bottom-aligned cells: the last line of a table row has them all, the lines above continue only the first column. */
function areBottomAligned(rows: readonly GridRow[], starts: ReadonlySet<number>): boolean {
  const ends = rows.filter((_, at) => at === rows.length - 1 || starts.has(at + 1))
  const labels = rows.filter(({ segments }) => segments.length === 1 && segments[0]!.col === 0)
  return (
    ends.filter(hasLabelAndMore).length >= ends.length * MOST_ROWS_RATIO &&
    labels.length >= (rows.length - ends.length) * MOST_ROWS_RATIO
  )
}

/** Vertically centered cells of several lines: their lines alternate, so the line spacing shows within columns only. */
function centeredRowStarts(
  rows: readonly GridRow[],
  { distances, hasConflict }: { distances: readonly number[]; hasConflict: RowTest['hasConflict'] },
): ReadonlySet<number> | null {
  const leadings = rows.flatMap((row, at) => row.segments.flatMap((segment) => leadingBelow(segment, rows, at) ?? []))
  if (leadings.length < 2) return null
  const starts = [...startsAfterGaps(distances, quantile(leadings))]
  const tableRows = starts.map((start, at) => rows.slice(start, starts[at + 1] ?? rows.length))
  if (tableRows.length < MIN_TABLE_ROWS) return null
  if (tableRows.some((lines) => lines.some((line, at) => at > 0 && hasConflict(lines[at - 1]!, line)))) return null
  const complete = tableRows.filter(
    (lines) => lines.some(({ segments }) => segments[0]?.col === 0) && areCentered(lines),
  )
  return complete.length >= tableRows.length * MOST_ROWS_RATIO ? new Set(starts) : null
}

/** Distance to the next line of the same column; `null` if that is not in the same cell. */
function leadingBelow({ col }: CellSegment, rows: readonly GridRow[], at: number): number | null {
  const row = rows[at]!
  for (const below of rows.slice(at + 1)) {
    const value = distance(row, below)
    if (value > LINE_LEADING * row.size) return null
    if (value > SAME_LINE * row.size && below.segments.some((segment) => segment.col === col)) return value
  }
  return null
}

function areCentered(lines: readonly GridRow[]): boolean {
  const cells = Map.groupBy(
    lines.flatMap(({ segments }) => segments),
    ({ col }) => col,
  )
  const centers = [...cells.values()].map((segments) => centerY(boxOf(segments)))
  return centers.length > 1 && Math.max(...centers) - Math.min(...centers) <= CENTER_TOLERANCE * lines[0]!.size
}

function distance(above: GridRow, row: GridRow): number {
  return centerY(row.box) - centerY(above.box)
}
