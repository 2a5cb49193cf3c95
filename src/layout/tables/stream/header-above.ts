/** Finds header rows above the first ruling or ruled row of a table. */

import { type Box, centerY } from '../../../model/geometry.ts'
import { sumOf } from '../../../model/statistics.ts'
import { startsCaption } from '../captions.ts'
import { isNumericCell, rowText } from '../cell-text.ts'
import { rowsWithin } from '../text-rows.ts'
import type { Segment, Separator, TablePage, TextRow } from '../types.ts'
import { columnSpan, findSeparators, rowsShowingColumns } from './columns.ts'

const MIN_SEGMENT_GAP_EM = 1
const EDGE_TOLERANCE_EM = 0.35

const MAX_HEADER_ROWS = 8
const MAX_HEADER_WORDS = 6
export const MAX_HEADER_HEIGHT_EM = 12
const MAX_HEADER_LEADING_EM = 2
const MIN_HEADED_RATIO = 0.6
/** Maximum fraction of numbers other than years. */
const MAX_NUMBERS_RATIO = 0.15

/** Rows above a box that may be its header, from bottom to top. */
export function rowsAbove(box: Box, { wordsIn, size }: TablePage): TextRow[] {
  return rowsWithin({ ...box, y0: box.y0 - MAX_HEADER_HEIGHT_EM * size, y1: box.y0 }, wordsIn).reverse()
}

/** From top to bottom. `nearest`: rows above the first ruling, from bottom to top. */
export function headerAbove(nearest: readonly TextRow[], rows: readonly TextRow[], size: number): TextRow[] {
  const separators = findSeparators(rowsShowingColumns(rows), size)
  const label = separators[0]
  if (label === undefined) return []
  const end = nearest.findIndex((row, at) => {
    const below = nearest[at - 1]
    const isFar = below !== undefined && centerY(below.box) - centerY(row.box) > MAX_HEADER_LEADING_EM * size
    return (
      at >= MAX_HEADER_ROWS ||
      isFar ||
      startsCaption(row) ||
      row.segments.some(({ words }) => words.length > MAX_HEADER_WORDS)
    )
  })
  const candidates = nearest.slice(0, end < 0 ? nearest.length : end)
  for (let count = candidates.length; count > 0; count--) {
    const top = candidates[count - 1]!
    // A single segment over the labels is a caption or the end of a paragraph.
    const isTitle = count > 1 && top.segments.length === 1 && top.box.x0 < label.x1
    if (!isTitle && isHeaderOfColumns(candidates.slice(0, count), { rows, separators, size }))
      return candidates.slice(0, count).reverse()
  }
  return []
}

/**
 * Segments are over one column each, most columns have one, and they are aligned, bold, or words over numbers. `above`:
 * from bottom to top.
 */
function isHeaderOfColumns(
  above: readonly TextRow[],
  { rows, separators, size }: { rows: readonly TextRow[]; separators: readonly Separator[]; size: number },
): boolean {
  const inner = rows.flatMap((row) => row.segments)
  const first = rows.find(({ segments }) => segments.length > 1)
  if (first === undefined) return false
  const headers = above.map((row) => row.segments.map((segment) => ({ ...columnSpan(segment, separators), segment })))
  if (headers[0]?.some((header) => header.first !== header.last)) return false
  const headed = new Set(headers.flat().flatMap((header) => (header.first === header.last ? [header.first] : [])))
  // A single header may be over the values of two columns.
  const isValueHeader = separators.length === 1 && headed.size === 1 && headed.has(1)
  if (!isValueHeader && headed.size < Math.max(2, (separators.length + 1) * MIN_HEADED_RATIO)) return false
  const isBold = (row: TextRow): boolean => row.words.every((word) => word.bold)
  const isBoldOnly = above.every(isBold) && !rows.some(isBold)
  // Bold headers may be above an empty first cell.
  const below = new Set((isBoldOnly ? inner : first.segments).map((segment) => columnSpan(segment, separators).first))
  if (![...headed].every((col) => below.has(col))) return false
  if ((above.every(isBold) && !isBold(first)) || above.every((row) => isAligned(row, inner, size))) return true
  const numberCounts = headers.map(
    (row) => row.filter(({ segment }) => isNumericCell(segment) && !isYear(segment)).length,
  )
  const numbers = sumOf(numberCounts)
  // Line breaks may split the year of a date.
  return (
    first.segments.slice(1).some(isNumericCell) &&
    numberCounts[0] === 0 &&
    numbers <= headers.flat().length * MAX_NUMBERS_RATIO
  )
}

function isYear({ words }: Segment): boolean {
  return /^(19|20)\d\d$/.test(rowText(words))
}

export function isAligned(row: TextRow, inner: readonly Segment[], size: number): boolean {
  const isSeparated = row.segments.some(
    (segment, index) =>
      index > 0 && segment.box.x0 - (row.segments[index - 1]?.box.x1 ?? 0) > MIN_SEGMENT_GAP_EM * size,
  )
  const isOnEdge = ({ box: own }: Segment): boolean =>
    inner.some(
      ({ box }) =>
        Math.abs(own.x0 - box.x0) <= EDGE_TOLERANCE_EM * size ||
        Math.abs(own.x1 - box.x1) <= EDGE_TOLERANCE_EM * size ||
        Math.abs(own.x0 + own.x1 - box.x0 - box.x1) <= EDGE_TOLERANCE_EM * size,
    )
  return isSeparated && row.segments.every(isOnEdge)
}
