/**
 * Scores whether bands of records are a table: a heading unlike the rest, rulings between the bands, columns whose
 * segments begin on common edges. Bands alone prove nothing: cards and newspaper columns have them too.
 */

import { type Box, coverage } from '../../../model/geometry.ts'
import { isCaptioned } from '../captions.ts'
import { isNumeric, rowText } from '../cell-text.ts'
import { isCentered, isMulti } from '../stream/multi-line-row-columns.ts'
import { boxOf } from '../text-rows.ts'
import type { Segment, TablePage, TextRow } from '../types.ts'

/** Maximum distance between edges of one column, in em. */
const edgeEm = 0.45
/** Maximum part of the further lines of records that fill all columns. */
const maxFullLines = 0.8
/** Maximum mean number of words of a record in its first column. */
const maxStubWords = 30
/** Maximum number of words in a heading. */
const maxHeadingWords = 8

export const isBold = (rows: readonly TextRow[]): boolean => rows.every((row) => row.words.every((word) => word.bold))
export const isShaded = (rows: readonly TextRow[], shades: readonly Box[]): boolean =>
  shades.some((shade) => coverage(boxOf(rows), shade) > 0.8)

/** Score of bands that may be a table; `-Infinity` for those that cannot be one. */
export function scoreMultiLineRows(
  bands: readonly (readonly TextRow[])[],
  { lines, rulings: rulingsOf, filledRects: shades, size, tables: found }: TablePage,
): number {
  const box = boxOf(bands.flat())
  const pieces = bands.flatMap((band) => firstPieces(band).map(({ box }) => box.x0))
  const columns = edgesOf(pieces, { size, needed: bands.length * 0.5 })
  if (columns.length < 2) return -Infinity
  // Bold titles of cards begin every band, column headers only the first. Segments begin on the edges of columns in
  // every line, not only in the first.
  const all = bands.flat().flatMap((row) => row.segments)
  const onEdge = all.filter((segment) =>
    columns.some((edge) => Math.abs(segment.box.x0 - edge) <= size * edgeEm),
  ).length
  if (onEdge < all.length * 0.75) return -Infinity
  // Further lines that fill every column are rows of their own, in groups: cells of one record differ in length.
  const further = bands.flatMap((band) => band.slice(1).map((row) => row.segments.length >= columns.length))
  if (further.filter(Boolean).length > further.length * maxFullLines) return -Infinity
  const head = bands[0] as readonly TextRow[]
  const body = bands.slice(1)
  const isHeading =
    head.every((row) => row.segments.every((segment) => segment.words.length <= maxHeadingWords)) && head.length <= 4
  const differs =
    (isBold(head) && !body.some((band) => isBold(band.slice(0, 1)))) ||
    (isShaded(head, shades) && !body.some((band) => isShaded(band, shades)))
  const cuts = body.map((band, index) => ({
    from: boxOf(bands[index] as readonly TextRow[]).y1 - size * 0.4,
    to: (band[0] as TextRow).box.y0 + size * 0.4,
  }))
  const wide = rulingsOf().filter(
    (ruling) =>
      ruling.horizontal && Math.min(ruling.to, box.x1) - Math.max(ruling.from, box.x0) > (box.x1 - box.x0) * 0.7,
  )
  const ruled = cuts.map(({ from, to }) => wide.some(({ position }) => position > from && position < to))
  const stub = bodyWords(body, columns, size)
  const figures = figureRatio(body, columns, size)
  let points = 0
  points += isHeading && differs ? 1.5 : 0
  points += isHeading && ruled[0] === true ? 1 : 0
  points += ruled.filter(Boolean).length >= ruled.length * 0.6 ? 2 : 0
  points += isCaptioned(box, lines, { size, tables: found }) ? 1.5 : 0
  points += figures >= 0.6 ? 1.5 : figures >= 0.3 ? 0.75 : 0
  points += columns.length >= 3 ? 0.75 : 0
  points += bands.length >= 6 ? 0.75 : bands.length >= 4 ? 0.5 : 0
  // A first column with more words contains no labels: columns of running text whose paragraphs begin at one height.
  points -= stub.first > maxStubWords && !differs ? 1 : 0
  points += stub.first <= 5 && stub.later > stub.first * 1.5 ? 0.5 : 0
  return points
}

/**
 * The first segment of each column of a band: its first row, or the upper line of each cell where these are
 * vertically centered.
 */
function firstPieces(band: readonly TextRow[]): readonly Segment[] {
  const first = band[0] as TextRow
  if (isMulti(first) || !isCentered(band)) return first.segments
  const pieces = band.flatMap((row) => row.segments)
  return pieces.filter(({ box }, at) =>
    pieces.slice(0, at).every((other) => other.box.x1 <= box.x0 || other.box.x0 >= box.x1),
  )
}

/** Left edges that at least `needed` segments share, ascending. */
function edgesOf(values: readonly number[], { size, needed }: { size: number; needed: number }): number[] {
  const sorted = [...values].sort((a, b) => a - b)
  const edges: number[] = []
  for (let start = 0; start < sorted.length; ) {
    let end = start
    while (end < sorted.length && (sorted[end] as number) - (sorted[start] as number) <= size * edgeEm) end++
    if (end - start >= Math.max(2, needed)) edges.push(sorted[start] as number)
    start = end
  }
  return edges
}

/** Part of the first segments after the first column that are numbers. */
function figureRatio(bands: readonly (readonly TextRow[])[], columns: readonly number[], size: number): number {
  const later = bands.flatMap(firstPieces).filter(({ box }) => box.x0 >= (columns[1] as number) - size * edgeEm)
  return later.filter(({ words }) => isNumeric(rowText(words))).length / Math.max(1, later.length)
}

/** Mean number of words per band in the first column and in the others. */
function bodyWords(
  bands: readonly (readonly TextRow[])[],
  columns: readonly number[],
  size: number,
): { first: number; later: number } {
  let first = 0
  let later = 0
  for (const segment of bands.flat().flatMap((row) => row.segments)) {
    const count = rowText(segment.words).split(' ').length
    if (segment.box.x0 < (columns[1] as number) - size * edgeEm) first += count
    else later += count
  }
  return { first: first / bands.length, later: later / bands.length / Math.max(1, columns.length - 1) }
}
