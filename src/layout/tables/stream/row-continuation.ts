import { maxOf } from '../../../model/statistics.ts'
import { isNumericCell, rowText } from '../cell-text.ts'
import { MAX_SAME_ROW_EM } from '../tolerances.ts'
import type { CellSegment, GridRow } from '../types.ts'
import { MAX_CELL_LEADING_EM } from './join-header.ts'
import type { FitsOnLine } from './line-wrap.ts'

/** Maximum distance of wrapped lines relative to table rows, in general and in bottom-aligned cells. */
const MAX_WRAP_RATIO = 0.87
const MAX_BOTTOM_ALIGNED_RATIO = 0.9
/** Minimum distance of lines that can be table rows. */
const MIN_ROW_RATIO = 0.95

const startsLowercase = /^[\p{Ll}(&/]/u
const openNumber = /[±/]$|\([^)]*$|\d\s?[–-]$/
const restOfNumber = /^±/
const openText = /([,;&/\-–]|\b(and|or|of|the|for|in|to|with))$/u

interface RowPair {
  readonly above: readonly GridRow[]
  readonly row: GridRow
  /** Distances to the lines above and below, and of table rows, in points. */
  readonly distance: number
  readonly nextDistance: number | undefined
  readonly rowDistance: number
}

export interface ColumnFacts {
  readonly cols: number
  readonly size: number
  readonly numeric: ReadonlySet<number>
  readonly lowercase: ReadonlySet<number>
  readonly couldFit: FitsOnLine
}

/** Columns with numbers in at least half of the rows. */
export function numericColumns(rows: readonly GridRow[]): Set<number> {
  const segments = rows.flatMap((row) => row.segments).filter(({ colSpan }) => colSpan === 1)
  const columns = [...Map.groupBy(segments, ({ col }) => col)]
  return new Set(columns.flatMap(([col, own]) => (own.filter(isNumericCell).length >= own.length * 0.5 ? [col] : [])))
}

/** Columns with lowercase text in half of the complete rows: names of parameters, word lists. */
export function lowercaseColumns(rows: readonly GridRow[], cols: number): Set<number> {
  const full = rows.filter(({ segments }) => segments.length === cols)
  const isLowercase = (row: GridRow, col: number): boolean =>
    startsLowercase.test(rowText(row.segments[col]?.words ?? []))
  return new Set(
    Array.from({ length: cols }, (_, col) => col).filter(
      (col) => full.length > 1 && full.filter((row) => isLowercase(row, col)).length * 2 >= full.length,
    ),
  )
}

/** Two numbers in one column are in different table rows. */
export function hasConflictingNumbers(
  above: readonly GridRow[],
  row: GridRow,
  numericCols: ReadonlySet<number>,
): boolean {
  const numbers = row.segments.filter((segment) => isNumberIn(segment, numericCols))
  return numbers.some((segment) =>
    above.some(({ segments }) =>
      segments.some((other) => other.col === segment.col && isNumericCell(other) && !areOneNumber(other, segment)),
    ),
  )
}

function areOneNumber(upper: CellSegment, lower: CellSegment): boolean {
  return openNumber.test(rowText(upper.words)) || restOfNumber.test(rowText(lower.words))
}

export function isContinuationRow(pair: RowPair, facts: ColumnFacts): boolean {
  const { above, row, distance, nextDistance, rowDistance } = pair
  const { size, numeric, lowercase, couldFit, cols } = facts
  const lineHeight = Math.max(size, row.size)
  if (distance > MAX_CELL_LEADING_EM * lineHeight || hasConflictingNumbers(above, row, numeric)) return false
  // Numbers at the vertical center of a label.
  if (distance < MAX_SAME_ROW_EM * lineHeight) return true
  const filled = new Set(above.flatMap(({ segments }) => segments.map(({ col }) => col)))
  const first = row.segments[0]!
  const last = above.at(-1)!
  const isCloser = distance < (nextDistance ?? rowDistance) * MAX_WRAP_RATIO
  const shared = row.segments.filter(({ col }) => filled.has(col))
  const fitting = shared.filter((segment) => couldFitAbove(segment, above, couldFit)).length
  const startsRowLowercase =
    lowercase.has(first.col) ||
    above.some(({ segments }) =>
      segments.some(({ col, words }) => col === first.col && startsLowercase.test(rowText(words))),
    )
  const isLowercase = startsLowercase.test(rowText(first.words)) && !(startsRowLowercase && row.segments.length > 1)
  // A label of two lines with its values on the second one.
  const isLabelAlone = filled.size === 1 && filled.has(0) && row.segments.length > 1
  const endsOpen = !/[:：.]$/.test(rowText(last.segments[0]!.words))
  if (isLabelAlone && first.col === 0 && isLowercase && endsOpen && !lowercase.has(0)) return true
  if (!isCloser && fitting > 0) {
    // A word that would have fitted above begins a new cell, but lowercase text may be broken by hand.
    if (!isLowercase || fitting === shared.length) return false
    const isFull = row.segments.length === cols && last.segments.length === cols
    if (isFull && distance >= rowDistance * MIN_ROW_RATIO) return false
  }
  // Bottom-aligned cells: the first lines of the taller cells are above.
  const isBottomAligned =
    shared.length === filled.size &&
    shared.length < row.segments.length &&
    above.every(({ segments }) => segments.every(({ colSpan }) => colSpan === 1))
  const hasNewLabel = !filled.has(0) && first.col === 0
  if (isBottomAligned && fitting === 0 && (hasNewLabel || distance < rowDistance * MAX_BOTTOM_ALIGNED_RATIO))
    return true
  if (row.segments.some((segment) => isNumberIn(segment, numeric))) return false
  const isSubset = shared.length === row.segments.length
  // Lines without a label continue the row above.
  if (first.col > 0) return isSubset || isCloser
  if (!isSubset) return false
  const mostCells = maxOf(above.map(({ segments }) => segments.length))
  if (!isLowercase && row.segments.length >= mostCells && numeric.size > 0) return false
  const upper = last.segments.find(({ col }) => col === first.col)
  return isCloser || isLowercase || (upper !== undefined && openText.test(rowText(upper.words)))
}

function isNumberIn(segment: CellSegment, numericCols: ReadonlySet<number>): boolean {
  return numericCols.has(segment.col) && isNumericCell(segment)
}

function couldFitAbove(segment: CellSegment, above: readonly GridRow[], couldFit: FitsOnLine): boolean {
  const upper = above
    .toReversed()
    .flatMap(({ segments }) => segments)
    .find(({ col }) => col === segment.col)
  return upper !== undefined && couldFit(upper, segment)
}
