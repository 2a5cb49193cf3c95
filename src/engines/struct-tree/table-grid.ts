/** Assigns rows and columns to tagged cells, whose rows may be ragged and spans wrong. */

import { type Box, center } from '../../model/geometry.ts'
import { median } from '../../model/statistics.ts'
import type { TagCell } from '../../model/tags.ts'

export interface TreeCell {
  readonly id: number
  readonly rowSpan: number
  readonly colSpan: number
  readonly header: boolean
  /** Covered by a merged cell: without content, children and width. */
  readonly isPlaceholder: boolean
}

const MAX_COLUMNS = 1000

/** Places cells as HTML does (WHATWG HTML, 4.9.12 "forming a table"). */
export function placeCells(rows: readonly (readonly TreeCell[])[]): { rows: number; cols: number; cells: TagCell[] } {
  const cells: TagCell[] = []
  const freeFrom: number[] = []
  let cols = 0
  rows.forEach((row, at) => {
    let col = 0
    for (const { id, rowSpan, colSpan, header } of row) {
      while ((freeFrom[col] ?? 0) > at) col++
      let width = 1
      while (width < Math.min(colSpan, MAX_COLUMNS - col) && (freeFrom[col + width] ?? 0) <= at) width++
      const height = Math.min(rowSpan, rows.length - at)
      cells.push({ id, row: at, col, rowSpan: height, colSpan: width, header })
      for (let step = 0; step < width; step++) freeFrom[col + step] = at + height
      col += width
      cols = Math.max(cols, col)
    }
  })
  return { rows: rows.length, cols, cells }
}

/** Infers spans from drawn boxes: LibreOffice Impress writes all grid positions without spans. */
export function mergePlaceholders(
  rows: readonly (readonly TreeCell[])[],
  boxOf: (id: number) => Box | null,
): readonly (readonly TreeCell[])[] {
  const cols = rows[0]?.length ?? 0
  const isComplete = rows.every(
    (row) => row.length === cols && row.every(({ rowSpan, colSpan }) => rowSpan === 1 && colSpan === 1),
  )
  if (!isComplete || !rows.some((row) => row.some(({ isPlaceholder }) => isPlaceholder))) return rows
  const boxes = rows.map((row) => row.map(({ id, isPlaceholder }) => (isPlaceholder ? null : boxOf(id))))
  const medianOf = (values: readonly (number | null)[]): number | null =>
    median(values.filter((value) => value !== null))
  const xs = Array.from({ length: cols }, (_, col) =>
    medianOf(boxes.map((row) => (row[col] == null ? null : center(row[col]).x))),
  )
  const ys = boxes.map((row) => medianOf(row.map((box) => (box === null ? null : center(box).y))))
  const covered = new Set<string>()
  const isFree = (row: number, col: number): boolean =>
    rows[row]?.[col]?.isPlaceholder === true && !covered.has(`${row},${col}`)
  const extend = (cell: TreeCell, { at, col, box }: { at: number; col: number; box: Box | null }): TreeCell => {
    let colSpan = 1
    while (isFree(at, col + colSpan) && reaches(box, 'x', xs[col + colSpan])) colSpan++
    const columns = Array.from({ length: colSpan }, (_, step) => col + step)
    let rowSpan = 1
    while (columns.every((each) => isFree(at + rowSpan, each)) && reaches(box, 'y', ys[at + rowSpan])) rowSpan++
    for (let down = 0; down < rowSpan; down++) for (const each of columns) covered.add(`${at + down},${each}`)
    return { ...cell, colSpan, rowSpan }
  }
  const drawn = rows.map((row, at) =>
    row.map((cell, col) => (cell.isPlaceholder ? cell : extend(cell, { at, col, box: boxes[at]?.[col] ?? null }))),
  )
  // Not every cell has a fill, so remaining placeholders go to a neighbor.
  const merged = drawn.map((row, at) =>
    row.map((cell, col) =>
      cell.isPlaceholder || cell.colSpan > 1 || cell.rowSpan > 1 ? cell : extend(cell, { at, col, box: null }),
    ),
  )
  return merged.map((row, at) => row.filter(({ isPlaceholder }, col) => !isPlaceholder || !covered.has(`${at},${col}`)))
}

function reaches(box: Box | null, axis: 'x' | 'y', position: number | null | undefined): boolean {
  if (box === null || position == null) return true
  return axis === 'x' ? box.x1 > position : box.y1 > position
}
