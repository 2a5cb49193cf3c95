/** Finds table rows whose label and another column have one line, while other columns continue below. */
import type { GridRow } from '../types.ts'
import type { FitsOnLine } from './line-wrap.ts'

/** Columns with one line per table row: minimum fraction of labeled lines, and maximum of others. */
const MIN_LABELED_RATIO = 0.8
const MAX_UNLABELED_RATIO = 0.1
/** Minimum such columns, including the label. */
const MIN_SHORT_COLUMNS = 2
const MIN_FILLED_RATIO = 0.6
const MIN_TABLE_ROWS = 3
const MIN_SEGMENTS_BELOW = 3
/** Minimum fraction of wrapped segments, and their minimum mean length. */
const MIN_WRAPPED_RATIO = 0.75
const MIN_MEAN_WORDS = 2

/** First lines of table rows, or `null`. */
export function findLabelRows(
  rows: readonly GridRow[],
  { cols, couldFit }: { cols: number; couldFit: FitsOnLine },
): ReadonlySet<number> | null {
  if (rows.some(({ segments }) => segments.some(({ colSpan }) => colSpan > 1))) return null
  const filled = rows.map(({ segments }) => new Set(segments.map(({ col }) => col)))
  const labeled = filled.filter((columns) => columns.has(0))
  const others = filled.filter((columns) => !columns.has(0))
  const ratio = (lines: readonly ReadonlySet<number>[], col: number): number =>
    lines.filter((columns) => columns.has(col)).length / lines.length
  const short = Array.from({ length: cols }, (_, col) => col).filter(
    (col) => ratio(labeled, col) >= MIN_LABELED_RATIO && ratio(others, col) <= MAX_UNLABELED_RATIO,
  )
  if (short.length < MIN_SHORT_COLUMNS) return null
  const starts = new Set(
    filled.flatMap((columns, at) =>
      short.filter((col) => columns.has(col)).length >= short.length * MIN_FILLED_RATIO ? [at] : [],
    ),
  )
  if (starts.size < MIN_TABLE_ROWS || !starts.has(0)) return null
  const isShort = new Set(short)
  const below = rows.flatMap((row, at) =>
    starts.has(at)
      ? []
      : row.segments.filter(({ col }) => !isShort.has(col)).map((segment) => ({ segment, above: rows[at - 1]! })),
  )
  const words = below.reduce((sum, { segment }) => sum + segment.words.length, 0)
  const wrapped = below.filter(({ segment, above }) => {
    const upper = above.segments.find(({ col }) => col === segment.col)
    return upper !== undefined && !couldFit(upper, segment)
  })
  const isText = words >= below.length * MIN_MEAN_WORDS && wrapped.length >= below.length * MIN_WRAPPED_RATIO
  return below.length >= MIN_SEGMENTS_BELOW && isText ? starts : null
}
