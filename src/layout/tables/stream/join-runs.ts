import { centerX } from '../../../model/geometry.ts'
import { minOf } from '../../../model/statistics.ts'
import { isNumericCell } from '../cell-text.ts'
import { hasCellGap } from '../text-rows.ts'
import type { Segment, TextRow } from '../types.ts'

const MAX_LABEL_ROWS = 8
const MAX_INDENT_EM = 3
/** Minimum fraction of values aligned with the other part, and tolerance. */
const MIN_COMMON_RATIO = 0.7
const EDGE_TOLERANCE_EM = 0.6

/** Indices, both inclusive. */
export interface RowRange {
  readonly first: number
  readonly last: number
}

type AreSeparate = (above: TextRow, below: TextRow) => boolean

/** Joins two parts of a table between which rows have a label only. */
export function joinRuns(ranges: readonly RowRange[], rows: readonly TextRow[], areSeparate: AreSeparate): RowRange[] {
  const joined: RowRange[] = []
  for (const range of ranges) {
    const before = joined.at(-1)
    if (before !== undefined && areParts(before, range, { rows, areSeparate }))
      joined[joined.length - 1] = { first: before.first, last: range.last }
    else joined.push(range)
  }
  return joined
}

function areParts(
  upper: RowRange,
  lower: RowRange,
  { rows, areSeparate }: { rows: readonly TextRow[]; areSeparate: AreSeparate },
): boolean {
  const between = rows.slice(upper.last + 1, lower.first)
  if (between.length === 0 || between.length > MAX_LABEL_ROWS) return false
  const above = rows.slice(upper.first, upper.last + 1).filter(hasCellGap)
  const below = rows.slice(lower.first, lower.last + 1).filter(hasCellGap)
  const [start] = below
  if (start === undefined || !valuesOf(start).some(isNumericCell)) return false
  const edge = minOf(above.map(({ box }) => box.x0))
  const isLabel = (row: TextRow): boolean =>
    row.segments.length === 1 &&
    Math.abs(row.box.x0 - edge - MAX_INDENT_EM * row.size * 0.4) <= MAX_INDENT_EM * row.size * 0.6
  if (!between.every(isLabel)) return false
  for (let at = upper.last; at < lower.first; at++) if (areSeparate(rows[at]!, rows[at + 1]!)) return false
  const values = below.flatMap(valuesOf)
  const known = above.flatMap(valuesOf)
  const tolerance = EDGE_TOLERANCE_EM * start.size
  const isKnown = ({ box }: Segment): boolean =>
    known.some(
      (other) =>
        Math.abs(other.box.x1 - box.x1) <= tolerance || Math.abs(centerX(other.box) - centerX(box)) <= tolerance,
    )
  return values.filter(isKnown).length >= values.length * MIN_COMMON_RATIO
}

function valuesOf({ segments }: TextRow): readonly Segment[] {
  return segments.slice(1)
}
