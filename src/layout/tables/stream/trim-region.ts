import { unionOf } from '../../../model/geometry.ts'
import type { CellSegment, StreamGrid } from '../types.ts'

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
  return rows.length === grid.rows.length ? grid : { ...grid, rows, headerRows, box: unionOf(rows.flat()) }
}
