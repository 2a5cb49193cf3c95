import { centerY } from '../../../model/geometry.ts'
import { clamp, minOf } from '../../../model/statistics.ts'
import { rowText } from '../cell-text.ts'
import { baselineDistances } from '../text-rows.ts'
import type { CellSegment, GridRow } from '../types.ts'
import { countHeaderRows, isBetween, isLabelWithColon, MAX_HEADER_ROWS, startsLowercase } from './count-header-rows.ts'
import { joinHeader, mergeSegments, type RowContext } from './join-header.ts'
import { createFitTest, type FitsOnLine } from './line-wrap.ts'
import {
  type ColumnFacts,
  hasConflictingNumbers,
  isContinuationRow,
  lowercaseColumns,
  numericColumns,
} from './row-continuation.ts'
import { findRowStarts } from './row-gaps.ts'

const MIN_RULING_RATIO = 0.6
/** Maximum rows per ruling if each table row is ruled. */
const MAX_ROWS_PER_RULING = 4
/** Minimum fraction of wrapped lines of text between two rulings. */
const MIN_WRAPPED_RATIO = 0.6
/** Quantile of the distances that is the distance of table rows. */
const ROW_DISTANCE_QUANTILE = 0.75
/** In points. */
const RULING_TOLERANCE = 3

export function mergeRows(
  rows: readonly GridRow[],
  context: RowContext,
): { joined: CellSegment[][]; headerRows: number } {
  const { rowBorders } = context
  if (rowBorders !== undefined) return { joined: splitAtBorders(rows, rowBorders).map(mergeSegments), headerRows: 1 }
  const rulings = fullRulings(context)
  const { separators, cols } = context
  const first = rows.findIndex((row, at) => at > 0 && isBetween(rulings, rows[at - 1]!, row))
  const isHeaderRuled = first > 0 && first <= MAX_HEADER_ROWS
  // Without a full ruling, one over all values ends the header.
  const valueRulings = cols < 3 || !separators[0] ? rulings : fullRulings(context, separators[0].x1)
  const labelRulings = rulings.filter((position) => isOverLabels(position, 1, context))
  const count = countHeaderRows(rows, {
    rulings: isHeaderRuled ? rulings : valueRulings,
    valueRulings,
    labelRulings,
    cols,
  })
  const header = joinHeader(rows.slice(0, count), context)
  const body = joinBody(rows.slice(count), { ...context, fullRulings: rulings, couldFit: createFitTest(rows, context) })
  return { joined: [...header, ...body], headerRows: header.length }
}

function splitAtBorders(rows: readonly GridRow[], borders: readonly number[]): GridRow[][] {
  const parts: GridRow[][] = Array.from({ length: borders.length + 1 }, () => [])
  for (const row of rows) parts[borders.filter((border) => border < centerY(row.box)).length]!.push(row)
  return parts.filter((part) => part.length > 0)
}

function fullRulings({ rulings, box }: RowContext, left = box.x0): number[] {
  const lengths = new Map<number, { position: number; length: number }>()
  for (const { horizontal, position, from, to } of rulings) {
    if (!horizontal) continue
    const length = Math.max(0, Math.min(to, box.x1) - Math.max(from, left))
    const key = Math.round(position / 2)
    const found = lengths.get(key) ?? lengths.get(key - 1) ?? lengths.get(key + 1)
    if (found === undefined) lengths.set(key, { position, length })
    else found.length += length
  }
  return [...lengths.values()]
    .filter(({ length }) => length >= (box.x1 - left) * MIN_RULING_RATIO)
    .map(({ position }) => position)
    .sort((a, b) => a - b)
}

/** Rulings above totals and below group headers do not extend over the labels. */
function isOverLabels(at: number, columns: number, { rulings, separators, box }: RowContext): boolean {
  const end = separators[columns - 1]?.x0 ?? box.x1
  const start = separators[columns - 2]?.x1 ?? box.x0
  return rulings.some(
    ({ horizontal, position, from, to }) =>
      horizontal && Math.abs(position - at) < RULING_TOLERANCE && from < (start + end) / 2 && to > box.x0,
  )
}

function isNewRow(
  above: GridRow,
  { segments }: GridRow,
  { cols, couldFit }: { cols: number; couldFit: FitsOnLine },
): boolean {
  if (segments[0]!.col === 0 && isLabelWithColon(above.segments[0]!)) return true
  if (cols < 3 || above.segments.length !== cols || segments.length !== cols) return false
  const hasDigits = ({ words }: CellSegment): boolean => /^[-‐–—]$|\d/.test(rowText(words))
  if (![...above.segments.slice(1), ...segments.slice(1)].every(hasDigits)) return false
  return couldFit(above.segments[0]!, segments[0]!) && !startsLowercase.test(rowText(segments[0]!.words))
}

function isTextBetweenRulings(
  rows: readonly GridRow[],
  { rulings, couldFit }: { rulings: readonly number[]; couldFit: FitsOnLine },
): boolean {
  let pairs = 0
  let wrapped = 0
  for (const [at, row] of rows.entries()) {
    const above = rows[at - 1]
    if (above === undefined || isBetween(rulings, above, row)) continue
    for (const segment of row.segments) {
      const upper = above.segments.find(({ col }) => col === segment.col)
      if (upper === undefined) continue
      pairs++
      if (!couldFit(upper, segment)) wrapped++
    }
  }
  return pairs > 0 && wrapped >= pairs * MIN_WRAPPED_RATIO
}

function joinBody(
  rows: readonly GridRow[],
  context: RowContext & { fullRulings: readonly number[]; couldFit: FitsOnLine },
): CellSegment[][] {
  if (rows.length === 0) return []
  const { fullRulings: rulings, size, couldFit, cols } = context
  const [firstY, lastY] = [centerY(rows[0]!.box), centerY(rows.at(-1)!.box)]
  const numeric = numericColumns(rows)
  const labels = clamp(minOf(numeric), 1, cols)
  const inner = rulings.filter(
    (position) => position > firstY && position < lastY && isOverLabels(position, labels, context),
  ).length
  const areRowsRuled =
    inner >= 2 && (inner >= rows.length / MAX_ROWS_PER_RULING || isTextBetweenRulings(rows, { rulings, couldFit }))
  // Rows above the first ruling and below the last one are not ruled.
  const isRuled = ({ box }: GridRow): boolean =>
    areRowsRuled && (rows.length < 3 || (rulings[0]! < centerY(box) && rulings.at(-1)! > centerY(box)))
  const facts: ColumnFacts = { cols, size, couldFit, numeric, lowercase: lowercaseColumns(rows, cols) }
  const distances = baselineDistances(rows)
  const rowDistance = distances.toSorted((a, b) => a - b)[Math.floor(distances.length * ROW_DISTANCE_QUANTILE)] ?? 0
  const hasConflict = (above: GridRow, row: GridRow): boolean => hasConflictingNumbers([above], row, numeric)
  const starts = findRowStarts(rows, { cols, hasConflict })
  const tableRows: GridRow[][] = [[rows[0]!]]
  for (const [at, row] of rows.entries()) {
    if (at === 0) continue
    const above = tableRows.at(-1)!
    const [distance, nextDistance] = [distances[at - 1]!, distances[at]]
    const continues = (): boolean => {
      if (isBetween(rulings, rows[at - 1]!, row)) return false
      if (isRuled(row))
        return !hasConflictingNumbers(above, row, numeric) && !isNewRow(above.at(-1)!, row, { cols, couldFit })
      if (starts !== null) return !starts.has(at)
      return isContinuationRow({ above, row, distance, nextDistance, rowDistance }, facts)
    }
    if (continues()) above.push(row)
    else tableRows.push([row])
  }
  return tableRows.map(mergeSegments)
}
