import { maxOf, minOf } from '../../../model/statistics.ts'
import { baselineDistances } from '../text-rows.ts'
import { MAX_LINE_LEADING_EM, MAX_SAME_ROW_EM, MOST_ROWS_RATIO, ROW_GAP_RATIO } from '../tolerances.ts'
import type { GridRow } from '../types.ts'

/** Quantile of the distances that is the line spacing. */
const LEADING_QUANTILE = 0.2
/** Number of closer distances that are the line spacing, if few cells have several lines. */
const MIN_CLOSER = 2
/** Minimum ratio between distances of table rows and of lines within them. */
const MIN_SEPARATION_RATIO = 1.08
/** Minimum fraction of distances within cells. */
const MIN_CLOSE_RATIO = 0.3
const MIN_TABLE_ROWS = 3
/** Maximum fraction of continuation lines with nearly all columns; such lines are table rows. */
const MAX_FULL_RATIO = 0.5
const NEARLY_ALL_COLUMNS = 0.75

interface RowTest {
  readonly cols: number
  readonly hasConflict: (above: GridRow, row: GridRow) => boolean
}

/** First lines of table rows, or `null`. */
export function findRowStarts(rows: readonly GridRow[], { cols, hasConflict }: RowTest): ReadonlySet<number> | null {
  if (rows.length < 4) return null
  const distances = baselineDistances(rows)
  if (distances.some((value, at) => value <= MAX_SAME_ROW_EM * rows[at]!.size)) return null
  const close = distances.filter((value, at) => value <= MAX_LINE_LEADING_EM * rows[at]!.size)
  if (close.length < Math.max(2, distances.length * MIN_CLOSE_RATIO)) return null
  const starts = startsAfterGaps(distances, leadingOf(close))
  if (!areSeparate(distances, starts)) return null
  const continuations = rows.flatMap((row, at) => (starts.has(at) ? [] : [{ row, above: rows[at - 1]! }]))
  if (starts.size < MIN_TABLE_ROWS || continuations.length < 2) return null
  if (continuations.some(({ above, row }) => hasConflict(above, row))) return null
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

/** Distances of one kind vary in OCR, whose boxes depend on the letters. */
function areSeparate(distances: readonly number[], starts: ReadonlySet<number>): boolean {
  const between = distances.filter((_, at) => starts.has(at + 1))
  const within = distances.filter((_, at) => !starts.has(at + 1))
  return minOf(between) >= MIN_SEPARATION_RATIO * maxOf(within)
}

function leadingOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const usual = sorted[Math.floor(sorted.length * LEADING_QUANTILE)]!
  const closer = sorted.filter((value) => value * ROW_GAP_RATIO < usual)
  return closer.length < MIN_CLOSER ? usual : closer.at(-1)!
}

function hasLabelAndMore({ segments }: GridRow): boolean {
  return segments[0]?.col === 0 && segments.length > 1
}
