/**
 * A candidate run or grid → the same without what only stands near it: margin notes beside the rulings, notes and titles
 * over the whole width. What it takes away stays text of the page.
 */

import { centerX, unionAll } from '../../../model/geometry.ts'
import { median } from '../../../model/statistics.ts'
import type { Ruling } from '../../state.ts'
import { groupIntoRows } from '../text-rows.ts'
import type { StreamGrid, TextRow, Word } from '../types.ts'

/** Share of the rows that go on past the rulings when these are drawn over some of the columns. */
const labelledRatio = 0.6

/** Notes under a table and titles above it run over all its columns: they stay text. */
export function trimNotes(grid: StreamGrid): StreamGrid {
  if (grid.cols < 2) return grid
  let { rows, headerRows } = grid
  const isNote = (segments: readonly { colSpan: number; words: readonly Word[] }[] | undefined): boolean =>
    segments?.length === 1 &&
    ((segments[0]?.colSpan ?? 0) >= grid.cols ||
      /^[_\W]*$/.test(segments[0]?.words.map((word) => word.text).join('') ?? ''))
  while (rows.length > 2 && isNote(rows.at(-1))) rows = rows.slice(0, -1)
  while (rows.length > 2 && isNote(rows[0])) {
    rows = rows.slice(1)
    headerRows = Math.max(0, headerRows - 1)
  }
  if (rows.length === grid.rows.length) return grid
  return {
    ...grid,
    rows,
    headerRows,
    box: unionAll(rows.flatMap((segments) => segments.map((segment) => segment.box))),
  }
}

/** Rulings of one extent above and below say how wide the table is: notes in the margin stay out. */
export function trimToRulings(rows: readonly TextRow[], rulings: readonly Ruling[]): readonly TextRow[] {
  const box = unionAll(rows.map((row) => row.box))
  const size = median(rows.map((row) => row.size)) ?? 10
  const near = rulings.filter(
    (ruling) =>
      ruling.horizontal &&
      !ruling.shading &&
      ruling.position > box.y0 - 1.5 * size &&
      ruling.position < box.y1 + 1.5 * size &&
      ruling.to - ruling.from > (box.x1 - box.x0) * 0.5,
  )
  const from = Math.min(...near.map((ruling) => ruling.from))
  const to = Math.max(...near.map((ruling) => ruling.to))
  const agree = near.filter((ruling) => Math.abs(ruling.from - from) < size && Math.abs(ruling.to - to) < size)
  if (agree.length < 2 || agree.length < near.length || (from - size <= box.x0 && to + size >= box.x1)) return rows
  const isKept = ({ box: own }: Word): boolean => centerX(own) > from - size && centerX(own) < to + size
  // Sums are ruled over the figures only: labels in most of the rows are their first column, no notes.
  const labelled = rows.filter((row) => row.words.some(isKept) && !row.words.every(isKept))
  if (labelled.length >= rows.length * labelledRatio) return rows
  return groupIntoRows(rows.flatMap((row) => row.words.filter(isKept)))
}
