/**
 * Scores whether records (rows of several lines) are a table: a distinct header, rulings between them, columns whose
 * segments begin on common edges. Cards and newspaper columns have gaps between paragraphs too.
 */

import { type Box, coverage } from '../../../model/geometry.ts'
import { isCaptioned } from '../captions.ts'
import { isNumeric, rowText } from '../cell-text.ts'
import { hasSeveralCells, isCentered } from '../stream/multi-line-row-columns.ts'
import { boxOf } from '../text-rows.ts'
import type { Segment, TablePage, TextRow } from '../types.ts'

/** Maximum distance between edges of one column, in em. */
const EDGE_TOLERANCE_EM = 0.45
/** Maximum fraction of the further lines of records that fill all columns. */
const MAX_FULL_LINES_RATIO = 0.8
/** Maximum mean number of words of a record in its first column. */
const MAX_STUB_WORDS = 30
/** Maximum number of words in a header cell. */
const MAX_HEADER_WORDS = 8

export const isBold = (rows: readonly TextRow[]): boolean => rows.every((row) => row.words.every((word) => word.bold))
export const isShaded = (rows: readonly TextRow[], filledRects: readonly Box[]): boolean =>
  filledRects.some((fill) => coverage(boxOf(rows), fill) > 0.8)

/** Score of records that may be a table; `-Infinity` if they cannot be one. */
export function scoreMultiLineRows(
  records: readonly (readonly TextRow[])[],
  { lines, rulings: rulingsOf, filledRects, size, tables: found }: TablePage,
): number {
  const box = boxOf(records.flat())
  const lefts = records.flatMap((record) => firstSegments(record).map(({ box }) => box.x0))
  const columns = commonEdges(lefts, { size, needed: records.length * 0.5 })
  if (columns.length < 2) return -Infinity
  // Segments of a table begin on the edges of columns in every line, not only in the first line of a record.
  const segments = records.flat().flatMap((row) => row.segments)
  const onEdge = segments.filter((segment) =>
    columns.some((edge) => Math.abs(segment.box.x0 - edge) <= size * EDGE_TOLERANCE_EM),
  ).length
  if (onEdge < segments.length * 0.75) return -Infinity
  // Further lines that fill every column are separate rows: cells of one record differ in length.
  const isFullLine = records.flatMap((record) => record.slice(1).map((row) => row.segments.length >= columns.length))
  if (isFullLine.filter(Boolean).length > isFullLine.length * MAX_FULL_LINES_RATIO) return -Infinity
  const header = records[0] as readonly TextRow[]
  const body = records.slice(1)
  const isShortHeader =
    header.every((row) => row.segments.every((segment) => segment.words.length <= MAX_HEADER_WORDS)) &&
    header.length <= 4
  const isDistinct =
    (isBold(header) && !body.some((record) => isBold(record.slice(0, 1)))) ||
    (isShaded(header, filledRects) && !body.some((record) => isShaded(record, filledRects)))
  const gaps = body.map((record, index) => ({
    from: boxOf(records[index] as readonly TextRow[]).y1 - size * 0.4,
    to: (record[0] as TextRow).box.y0 + size * 0.4,
  }))
  const wideRulings = rulingsOf().filter(
    (ruling) =>
      ruling.horizontal && Math.min(ruling.to, box.x1) - Math.max(ruling.from, box.x0) > (box.x1 - box.x0) * 0.7,
  )
  const isRuled = gaps.map(({ from, to }) => wideRulings.some(({ position }) => position > from && position < to))
  const stub = meanWords(body, columns, size)
  const numeric = numericRatio(body, columns, size)
  let score = 0
  score += isShortHeader && isDistinct ? 1.5 : 0
  score += isShortHeader && isRuled[0] === true ? 1 : 0
  score += isRuled.filter(Boolean).length >= isRuled.length * 0.6 ? 2 : 0
  score += isCaptioned(box, lines, { size, tables: found }) ? 1.5 : 0
  score += numeric >= 0.6 ? 1.5 : numeric >= 0.3 ? 0.75 : 0
  score += columns.length >= 3 ? 0.75 : 0
  score += records.length >= 6 ? 0.75 : records.length >= 4 ? 0.5 : 0
  // A first column with more words contains no labels: columns of running text whose paragraphs begin at one height.
  score -= stub.first > MAX_STUB_WORDS && !isDistinct ? 1 : 0
  score += stub.first <= 5 && stub.later > stub.first * 1.5 ? 0.5 : 0
  return score
}

/**
 * The first segment of each column of a record: its first row, or the upper line of each cell if they are vertically
 * centered.
 */
function firstSegments(record: readonly TextRow[]): readonly Segment[] {
  const first = record[0] as TextRow
  if (hasSeveralCells(first) || !isCentered(record)) return first.segments
  const segments = record.flatMap((row) => row.segments)
  return segments.filter(({ box }, at) =>
    segments.slice(0, at).every((other) => other.box.x1 <= box.x0 || other.box.x0 >= box.x1),
  )
}

/** Left edges that at least `needed` segments share, ascending. */
function commonEdges(values: readonly number[], { size, needed }: { size: number; needed: number }): number[] {
  const sorted = [...values].sort((a, b) => a - b)
  const edges: number[] = []
  for (let start = 0; start < sorted.length; ) {
    let end = start
    while (end < sorted.length && (sorted[end] as number) - (sorted[start] as number) <= size * EDGE_TOLERANCE_EM) end++
    if (end - start >= Math.max(2, needed)) edges.push(sorted[start] as number)
    start = end
  }
  return edges
}

/** Fraction of numbers among the first segments after the first column. */
function numericRatio(records: readonly (readonly TextRow[])[], columns: readonly number[], size: number): number {
  const later = records
    .flatMap(firstSegments)
    .filter(({ box }) => box.x0 >= (columns[1] as number) - size * EDGE_TOLERANCE_EM)
  return later.filter(({ words }) => isNumeric(rowText(words))).length / Math.max(1, later.length)
}

/** Mean number of words per record in the first column and in each of the others. */
function meanWords(
  records: readonly (readonly TextRow[])[],
  columns: readonly number[],
  size: number,
): { first: number; later: number } {
  let first = 0
  let later = 0
  for (const segment of records.flat().flatMap((row) => row.segments)) {
    const count = rowText(segment.words).split(' ').length
    if (segment.box.x0 < (columns[1] as number) - size * EDGE_TOLERANCE_EM) first += count
    else later += count
  }
  return { first: first / records.length, later: later / records.length / Math.max(1, columns.length - 1) }
}
