import { centerY } from '../../../model/geometry.ts'
import { endsInColon, isNumericCell, rowText } from '../cell-text.ts'
import { baselineDistances } from '../text-rows.ts'
import type { CellSegment, GridRow } from '../types.ts'
import { isYears } from './join-header.ts'

export const MAX_HEADER_ROWS = 10

export const startsLowercase = /^[\p{Ll}(]/u

/** Y positions below the header, over the values, and over the labels. */
interface HeaderRulings {
  readonly rulings: readonly number[]
  readonly valueRulings: readonly number[]
  readonly labelRulings: readonly number[]
  readonly cols: number
}

export function countHeaderRows(
  rows: readonly GridRow[],
  { rulings, valueRulings, labelRulings, cols }: HeaderRulings,
): number {
  for (let count = 1; count < Math.min(rows.length, MAX_HEADER_ROWS + 1); count++) {
    if (!isBetween(rulings, rows[count - 1]!, rows[count]!)) continue
    const header = rows.slice(0, count)
    if (count > 1 && header.every(isLabelWithValue)) break
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
  // A single segment right above numbers is a group title.
  while (count > 0 && cols > 2 && isGroupTitle(rows[count - 1]!)) count--
  if (rows.slice(0, count).every(isLabelWithValue)) return 0
  return areTableRows(rows.slice(0, count + 1), cols) ? 1 : count
}

function isLabelWithValue({ segments }: GridRow): boolean {
  return segments.length > 1 && isLabelWithColon(segments[0]!)
}

/**
 * Column headers may follow the rulings of their groups, without a label or if the upper ruling is over values only.
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

function areTableRows(rows: readonly GridRow[], cols: number): boolean {
  if (rows.length < 3) return false
  const distances = baselineDistances(rows)
  const isComplete = ({ segments }: GridRow): boolean =>
    segments.length === cols &&
    segments.every(({ words }) => !startsLowercase.test(rowText(words)) && !words.every(({ bold }) => bold))
  return distances.every((value) => value >= distances.at(-1)! * 0.95) && rows.slice(0, -1).every(isComplete)
}

function countBoldRows(rows: readonly GridRow[]): number {
  // The unit of the values is rarely bold.
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

export function isBetween(positions: readonly number[], above: GridRow, below: GridRow): boolean {
  return positions.some((position) => position > centerY(above.box) && position < centerY(below.box))
}

export function isLabelWithColon({ col, words }: CellSegment): boolean {
  return col === 0 && endsInColon(rowText(words))
}
