/**
 * Rows of cells with spans, as a structure tree has them → a grid with each cell's row and column.
 * Rows may be ragged and spans may lie: cells take the next free place, and nothing ever overlaps.
 */

import { type Box, center } from '../../model/geometry.ts'
import { median } from '../../model/statistics.ts'
import type { TagCell } from '../../model/tags.ts'

export interface TreeCell {
  readonly id: number
  readonly rowSpan: number
  readonly colSpan: number
  readonly header: boolean
  /** It has neither content nor elements inside, nor a width; an empty cell has at least an empty paragraph (Impress) or its width (Writer). */
  readonly hollow: boolean
}

/** Tables are no wider than this: spans beyond are nonsense. */
const maxCols = 1000

/** Places the cells as HTML does (WHATWG HTML, 4.9.12 "forming a table"). */
export function placeCells(rows: readonly (readonly TreeCell[])[]): { rows: number; cols: number; cells: TagCell[] } {
  const cells: TagCell[] = []
  /** Per column the first row that is free again. */
  const freeFrom: number[] = []
  let cols = 0
  rows.forEach((row, at) => {
    let col = 0
    for (const { id, rowSpan, colSpan, header } of row) {
      while ((freeFrom[col] ?? 0) > at) col++
      let width = 1
      while (width < Math.min(colSpan, maxCols - col) && (freeFrom[col + width] ?? 0) <= at) width++
      const height = Math.min(rowSpan, rows.length - at)
      cells.push({ id, row: at, col, rowSpan: height, colSpan: width, header })
      for (let step = 0; step < width; step++) freeFrom[col + step] = at + height
      col += width
      cols = Math.max(cols, col)
    }
  })
  return { rows: rows.length, cols, cells }
}

/**
 * Impress names no spans: it writes every place of a table, and those that a merged cell covers stay hollow. Gives the cells that
 * cover them their spans, by the boxes that they are drawn with where there are any, and takes the hollow ones away.
 */
export function mergeHollow(
  rows: readonly (readonly TreeCell[])[],
  boxOf: (id: number) => Box | null,
): readonly (readonly TreeCell[])[] {
  const cols = rows[0]?.length ?? 0
  const full = rows.every(
    (row) => row.length === cols && row.every(({ rowSpan, colSpan }) => rowSpan === 1 && colSpan === 1),
  )
  if (!full || !rows.some((row) => row.some(({ hollow }) => hollow))) return rows
  const boxes = rows.map((row) => row.map(({ id, hollow }) => (hollow ? null : boxOf(id))))
  const middle = (values: readonly (number | null)[]): number | null => median(values.filter((value) => value !== null))
  // Most cells of a row or column are not merged: the middle one of them says where it lies.
  const xs = Array.from({ length: cols }, (_, col) =>
    middle(boxes.map((row) => (row[col] == null ? null : center(row[col]).x))),
  )
  const ys = boxes.map((row) => middle(row.map((box) => (box === null ? null : center(box).y))))
  const taken = new Set<string>()
  const isFree = (row: number, col: number): boolean => rows[row]?.[col]?.hollow === true && !taken.has(`${row},${col}`)
  const spread = (cell: TreeCell, { at, col, box }: { at: number; col: number; box: Box | null }): TreeCell => {
    let colSpan = 1
    while (isFree(at, col + colSpan) && reaches(box, 'x', xs[col + colSpan])) colSpan++
    const columns = Array.from({ length: colSpan }, (_, step) => col + step)
    let rowSpan = 1
    while (columns.every((each) => isFree(at + rowSpan, each)) && reaches(box, 'y', ys[at + rowSpan])) rowSpan++
    for (let down = 0; down < rowSpan; down++) for (const each of columns) taken.add(`${at + down},${each}`)
    return { ...cell, colSpan, rowSpan }
  }
  const drawn = rows.map((row, at) =>
    row.map((cell, col) => (cell.hollow ? cell : spread(cell, { at, col, box: boxes[at]?.[col] ?? null }))),
  )
  // What no drawing reaches belongs to a neighbor all the same: boxes are those of fills, and not every cell is filled.
  const merged = drawn.map((row, at) =>
    row.map((cell, col) =>
      cell.hollow || cell.colSpan > 1 || cell.rowSpan > 1 ? cell : spread(cell, { at, col, box: null }),
    ),
  )
  return merged.map((row, at) => row.filter(({ hollow }, col) => !hollow || !taken.has(`${at},${col}`)))
}

/** Without a box the place tells. */
function reaches(box: Box | null, axis: 'x' | 'y', position: number | null | undefined): boolean {
  if (box === null || position == null) return true
  return axis === 'x' ? box.x1 > position : box.y1 > position
}
