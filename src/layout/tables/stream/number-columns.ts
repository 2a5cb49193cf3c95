/** Separates narrow columns of numbers, whose gaps are no wider than a space. */
import { unionOf } from '../../../model/geometry.ts'
import { groupAdjacent } from '../../../model/group-adjacent.ts'
import { isNumeric, rowText } from '../cell-text.ts'
import { splitSegments } from '../text-rows.ts'
import type { Segment, Separator, TextRow } from '../types.ts'
import { findSeparators, rowsShowingColumns } from './columns.ts'

/** Minimum number and fraction of rows with numbers on both sides of a gap. */
const MIN_PAIRS = 4
const MIN_PAIRS_RATIO = 0.75
/** Tolerance of the edges of a gap, in points. */
const TOLERANCE = 0.5

export function splitNumbers(rows: readonly TextRow[], size: number): readonly TextRow[] {
  const wordRows = rowsShowingColumns(rows.map((row) => ({ ...row, segments: splitSegments(row.words, 0) })))
  if (wordRows.length < MIN_PAIRS) return rows
  const joined = findSeparators(wordRows, size).filter((gap) => rows.some(({ segments }) => isInside(gap, segments)))
  if (joined.length === 0) return rows
  const betweenNumbers = joined.filter((gap) => separatesNumbers(gap, wordRows))
  if (betweenNumbers.length === 0) return rows
  const gaps = joined.filter((gap) => betweenNumbers.includes(gap) || isBeforeNumbers(gap, wordRows, betweenNumbers))
  return rows.map((row) => ({ ...row, segments: row.segments.flatMap((segment) => splitSegment(segment, gaps)) }))
}

function isInside({ x0, x1 }: Separator, segments: readonly Segment[]): boolean {
  return segments.some(({ box }) => box.x0 < x0 && box.x1 > x1)
}

function neighbors(gap: Separator, rows: readonly TextRow[]): (readonly [string, string])[] {
  return rows.flatMap(({ segments }) => {
    const at = segments.findIndex(({ box }) => box.x0 >= gap.x1 - 0.01)
    return at > 0 ? [[rowText(segments[at - 1]!.words), rowText(segments[at]!.words)] as const] : []
  })
}

function separatesNumbers(gap: Separator, rows: readonly TextRow[]): boolean {
  const pairs = neighbors(gap, rows)
  const numbers = pairs.filter(([left, right]) => isNumeric(left) && isNumeric(right))
  if (numbers.length < Math.max(MIN_PAIRS, pairs.length * MIN_PAIRS_RATIO)) return false
  // A space also separates thousands, but not in headers.
  return (
    pairs.length > numbers.length ||
    numbers.some(([left, right]) => !/^[-–−(]?\d{1,3}$/.test(left) || !/^\d{3}(?:[.,)%]|$)/.test(right))
  )
}

function isBeforeNumbers(gap: Separator, rows: readonly TextRow[], numbers: readonly Separator[]): boolean {
  const pairs = neighbors(gap, rows)
  return (
    numbers.some(({ x0 }) => x0 > gap.x1) &&
    pairs.filter(([left, right]) => /\p{L}/u.test(left) && isNumeric(right)).length >=
      Math.max(MIN_PAIRS, pairs.length * MIN_PAIRS_RATIO)
  )
}

function splitSegment(segment: Segment, gaps: readonly Separator[]): Segment[] {
  const parts = groupAdjacent(
    splitSegments(segment.words, 0),
    ({ box }, { box: left }) => !gaps.some(({ x0, x1 }) => left.x1 <= x0 + TOLERANCE && box.x0 >= x1 - TOLERANCE),
  )
  return parts.length === 1
    ? [segment]
    : parts.map((own) => ({ words: own.flatMap(({ words }) => words), box: unionOf(own) }))
}
