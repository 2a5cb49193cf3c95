/** Removes text that is only near a table: notes and titles over its full width, notes in the margin of its rulings. */
import { type Box, centerX, width } from '../../../model/geometry.ts'
import { median } from '../../../model/statistics.ts'
import type { Ruling } from '../../state.ts'
import { boxOf, groupIntoRows } from '../text-rows.ts'
import type { CellSegment, StreamGrid, TextRow } from '../types.ts'

/** Part of the rows that continue beyond the rulings where these are drawn over some columns only. */
const MIN_LABELED_RATIO = 0.6

/** Removes leading and trailing rows over all columns. */
export function trimNotes(grid: StreamGrid): StreamGrid {
  if (grid.cols < 2) return grid
  let { rows, headerRows } = grid
  const isNote = ([segment, ...others]: readonly CellSegment[]): boolean =>
    segment !== undefined &&
    others.length === 0 &&
    (segment.colSpan >= grid.cols || /^[_\W]*$/.test(segment.words.map((word) => word.text).join('')))
  while (rows.length > 2 && isNote(rows.at(-1)!)) rows = rows.slice(0, -1)
  while (rows.length > 2 && isNote(rows[0]!)) {
    rows = rows.slice(1)
    headerRows = Math.max(0, headerRows - 1)
  }
  return rows.length === grid.rows.length ? grid : { ...grid, rows, headerRows, box: boxOf(rows.flat()) }
}

/** Removes words outside rulings of one extent above and below the rows. */
export function trimToRulings(rows: readonly TextRow[], rulings: readonly Ruling[]): readonly TextRow[] {
  const box = boxOf(rows)
  const size = median(rows.map((row) => row.size)) ?? 10
  const near = rulings.filter(
    ({ horizontal, shading, position, from, to }) =>
      horizontal &&
      !shading &&
      position > box.y0 - 1.5 * size &&
      position < box.y1 + 1.5 * size &&
      to - from > width(box) * 0.5,
  )
  const from = Math.min(...near.map((ruling) => ruling.from))
  const to = Math.max(...near.map((ruling) => ruling.to))
  const hasOneExtent = near.every((ruling) => Math.abs(ruling.from - from) < size && Math.abs(ruling.to - to) < size)
  if (near.length < 2 || !hasOneExtent || (from - size <= box.x0 && to + size >= box.x1)) return rows
  const isInside = (word: { box: Box }): boolean => centerX(word.box) > from - size && centerX(word.box) < to + size
  // Totals are ruled below the numbers only: then the words outside are the labels of the rows.
  const labeled = rows.filter(({ words }) => words.some(isInside) && !words.every(isInside))
  if (labeled.length >= rows.length * MIN_LABELED_RATIO) return rows
  return groupIntoRows(rows.flatMap(({ words }) => words.filter(isInside)))
}
