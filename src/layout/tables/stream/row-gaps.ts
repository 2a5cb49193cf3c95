import { centerY } from '../../../model/geometry.ts'
import { MAX_LINE_LEADING_EM, MAX_SAME_ROW_EM, MOST_ROWS_RATIO, ROW_GAP_RATIO } from '../tolerances.ts'
import type { GridRow } from '../types.ts'

/** Quantile of the distances that is the line spacing. */
const LEADING_QUANTILE = 0.2
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
  const distances = rows.slice(1).map((row, at) => distance(rows[at]!, row))
  if (distances.some((value, at) => value <= MAX_SAME_ROW_EM * rows[at]!.size)) return null
  const close = distances.filter((value, at) => value <= MAX_LINE_LEADING_EM * rows[at]!.size)
  if (close.length < Math.max(2, distances.length * MIN_CLOSE_RATIO)) return null
  const starts = startsAfterGaps(distances, quantile(close))
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

function quantile(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * LEADING_QUANTILE)]!
}

function hasLabelAndMore({ segments }: GridRow): boolean {
  return segments[0]?.col === 0 && segments.length > 1
}

function distance(above: GridRow, row: GridRow): number {
  return centerY(row.box) - centerY(above.box)
}
