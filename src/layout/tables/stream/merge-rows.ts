/** Merges rows of text into table rows, from rulings, spacing and cell text. Counts the header rows. */
import { centerY } from '../../../model/geometry.ts'
import { isNumericCell, rowText } from '../cell-text.ts'
import type { CellSegment, GridRow } from '../types.ts'
import { isYears, joinHeader, mergeSegments, type RowContext } from './header-rows.ts'
import { createFitTest, type FitsOnLine } from './line-wrap.ts'
import {
  type ColumnFacts,
  hasConflictingNumbers,
  isContinuationRow,
  lowercaseColumns,
  numericColumns,
} from './row-continuation.ts'
import { findRowStarts } from './row-gaps.ts'

/** Part of the width of the values that a ruling between two table rows covers. */
const MIN_RULING_RATIO = 0.6
/** Rows of text per ruling, where all table rows are ruled. */
const MAX_ROWS_PER_RULING = 4
/** Part of the lines of text between two rulings that are full. */
const MIN_WRAPPED_RATIO = 0.6
/** Distance of table rows: this quantile of all distances. Lines within cells are closer. */
const ROW_DISTANCE_QUANTILE = 0.75
const MAX_HEADER_ROWS = 10
/** Maximum distance of parts of one ruling, in points. */
const SAME_RULING = 3

const startsLowercase = /^[\p{Ll}(]/u

export function joinRows(
  rows: readonly GridRow[],
  context: RowContext,
): { joined: CellSegment[][]; headerRows: number } {
  const { rowBorders } = context
  if (rowBorders !== undefined) return { joined: splitAtBorders(rows, rowBorders).map(mergeSegments), headerRows: 1 }
  const rulings = fullRulings(context)
  const { separators, cols } = context
  const first = rows.findIndex((row, at) => at > 0 && isBetween(rulings, rows[at - 1]!, row))
  const isHeaderRuled = first > 0 && first <= MAX_HEADER_ROWS
  // Without a ruling over the whole width, one over all values ends the header.
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

/** Y positions of rulings over most of the width right of `left`, ascending. Rulings at one height count together. */
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

/** Whether a full ruling is also over one of the first columns, unlike those above totals and below headers of groups. */
function isOverLabels(at: number, columns: number, { rulings, separators, box }: RowContext): boolean {
  const end = separators[columns - 1]?.x0 ?? box.x1
  const start = separators[columns - 2]?.x1 ?? box.x0
  return rulings.some(
    ({ horizontal, position, from, to }) =>
      horizontal && Math.abs(position - at) < SAME_RULING && from < (start + end) / 2 && to > box.x0,
  )
}

function isBetween(positions: readonly number[], above: GridRow, below: GridRow): boolean {
  return positions.some((position) => position > centerY(above.box) && position < centerY(below.box))
}

/** Y positions of rulings below the header, over the values, and over the labels. */
interface HeaderRulings {
  readonly rulings: readonly number[]
  readonly valueRulings: readonly number[]
  readonly labelRulings: readonly number[]
  readonly cols: number
}

/** Rows above the first ruling below text; otherwise rows of words above rows of numbers. */
function countHeaderRows(
  rows: readonly GridRow[],
  { rulings, valueRulings, labelRulings, cols }: HeaderRulings,
): number {
  for (let count = 1; count < Math.min(rows.length, MAX_HEADER_ROWS + 1); count++) {
    if (!isBetween(rulings, rows[count - 1]!, rows[count]!)) continue
    const header = rows.slice(0, count)
    if (header.some((row) => numericRatio(row) > 0.5 && row.segments.length > 1 && !isYears(row))) break
    const isOpen = !isBetween(labelRulings, rows[count - 1]!, rows[count]!)
    return countBoldRows(header) || countLowerHeaders(rows, { rulings: valueRulings, count, isOpen })
  }
  const first = rows.findIndex((row) => row.segments.slice(1).some(isNumericCell) && !isYears(row))
  if (cols < 2 || first <= 0 || first > MAX_HEADER_ROWS) return 0
  const body = rows.slice(first)
  const numeric = body.filter(({ segments }) => segments.some((segment) => segment.col > 0 && isNumericCell(segment)))
  if (numeric.length < body.length * 0.5) return 0
  let count = first
  // A single segment directly above numbers is the title of a group, not a header.
  while (count > 0 && cols > 2 && isGroupTitle(rows[count - 1]!)) count--
  return areTableRows(rows.slice(0, count + 1), cols) ? 1 : count
}

/**
 * With the headers of columns between the ruling below their groups and the one above numbers: the labels have none, or the
 * upper ruling is over the values only.
 */
function countLowerHeaders(
  rows: readonly GridRow[],
  { rulings, count, isOpen }: { rulings: readonly number[]; count: number; isOpen: boolean },
): number {
  for (let last = count; last < Math.min(rows.length - 1, MAX_HEADER_ROWS); last++) {
    const { segments } = rows[last]!
    if (segments.some(isNumericCell) && !isYears(rows[last]!)) return count
    if (isBetween(rulings, rows[last]!, rows[last + 1]!)) {
      const next = rows.slice(last + 1).find(({ segments }) => segments.length > 1)
      return next !== undefined && numericRatio(next) > 0 ? last + 1 : count
    }
    if (segments[0]!.col === 0 && !isOpen) return count
  }
  return count
}

function isGroupTitle({ segments }: GridRow): boolean {
  return segments.length === 1 && segments[0]!.col === 0
}

/** Rows of words that are table rows, not a header of several lines: they fill every column, evenly spaced. */
function areTableRows(rows: readonly GridRow[], cols: number): boolean {
  if (rows.length < 3) return false
  const distances = distancesOf(rows)
  const isComplete = ({ segments }: GridRow): boolean =>
    segments.length === cols &&
    segments.every(({ words }) => !startsLowercase.test(rowText(words)) && !words.every(({ bold }) => bold))
  return distances.every((value) => value >= distances.at(-1)! * 0.95) && rows.slice(0, -1).every(isComplete)
}

function distancesOf(rows: readonly GridRow[]): number[] {
  return rows.slice(1).map((row, at) => centerY(row.box) - centerY(rows[at]!.box))
}

function countBoldRows(rows: readonly GridRow[]): number {
  // The unit of the values, above the labels, is seldom bold.
  const isBold = ({ segments }: GridRow): boolean =>
    (segments.length > 1 ? segments.filter(({ col }) => col > 0) : segments).every(({ words }) =>
      words.every(({ bold }) => bold),
    )
  const first = rows.findIndex((row) => !isBold(row))
  return first > 0 && rows[first]!.segments.length > 1 && !rows.slice(first).some(isBold) ? first : 0
}

function numericRatio({ segments }: GridRow): number {
  const later = segments.filter(({ col }) => col > 0)
  return later.length === 0 ? 0 : later.filter(isNumericCell).length / later.length
}

/**
 * Whether two complete rows of a label and values with digits are table rows: the first word of the lower label would have
 * fitted above it, and does not continue it.
 */
function isNewRow(
  above: GridRow,
  { segments }: GridRow,
  { cols, couldFit }: { cols: number; couldFit: FitsOnLine },
): boolean {
  if (cols < 3 || above.segments.length !== cols || segments.length !== cols) return false
  const hasDigits = ({ words }: CellSegment): boolean => /^[-‐–—]$|\d/.test(rowText(words))
  if (![...above.segments.slice(1), ...segments.slice(1)].every(hasDigits)) return false
  return couldFit(above.segments[0]!, segments[0]!) && !startsLowercase.test(rowText(segments[0]!.words))
}

/** The first word of most wrapped lines would not have fitted above. */
function areTextBetweenRulings(
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
  const labels = Math.max(1, Math.min(cols, ...numeric))
  const inner = rulings.filter(
    (position) => position > firstY && position < lastY && isOverLabels(position, labels, context),
  ).length
  const areRowsRuled =
    inner >= 2 && (inner >= rows.length / MAX_ROWS_PER_RULING || areTextBetweenRulings(rows, { rulings, couldFit }))
  // Rows above the first ruling and below the last one are not ruled.
  const isRuled = ({ box }: GridRow): boolean =>
    areRowsRuled && (rows.length < 3 || (rulings[0]! < centerY(box) && rulings.at(-1)! > centerY(box)))
  const facts: ColumnFacts = { cols, size, couldFit, numeric, lowercase: lowercaseColumns(rows, cols) }
  const distances = distancesOf(rows)
  const rowDistance = distances.toSorted((a, b) => a - b)[Math.floor(distances.length * ROW_DISTANCE_QUANTILE)] ?? 0
  const starts = findRowStarts(rows, {
    cols,
    hasConflict: (above, row) => hasConflictingNumbers([above], row, numeric),
  })
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
