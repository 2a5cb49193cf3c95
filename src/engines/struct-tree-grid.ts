/**
 * Rows of cells with spans, as a structure tree has them → a grid with each cell's row and column.
 * Rows may be ragged and spans may lie: cells take the next free place, and nothing ever overlaps.
 */
import type { TagCell } from '../model/tags.ts'

export interface TreeCell {
  readonly id: number
  readonly rowSpan: number
  readonly colSpan: number
  readonly header: boolean
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
