/** Adds the header above a lattice whose shading or borders start with the first row of values. */
import { unionOf } from '../../../model/geometry.ts'
import { headerAbove, rowsAbove } from '../stream/header-above.ts'
import { groupIntoRows } from '../text-rows.ts'
import type { Segment, TableCell, TableGrid, TablePage } from '../types.ts'

const MAX_GAP_EM = 1
const TOLERANCE_EM = 0.3

export function withHeaderAbove(table: TableGrid, page: TablePage): TableGrid {
  const { size } = page
  const { box, cols, cells } = table
  const rows = groupIntoRows(cells.flatMap(({ words }) => words))
  const nearest = rowsAbove(box, page)
  if (nearest[0] === undefined || box.y0 - nearest[0].box.y1 > MAX_GAP_EM * size) return table
  const header = headerAbove(nearest, rows, size)
  const segments = header.flatMap((row) => row.segments)
  const columns = Array.from({ length: cols }, (_, col) => cells.find((cell) => cell.col === col && cell.colSpan === 1))
  const isOver = ({ box: own }: Segment, cell: TableCell | undefined): boolean =>
    cell !== undefined && own.x0 > cell.box.x0 - TOLERANCE_EM * size && own.x1 < cell.box.x1 + TOLERANCE_EM * size
  if (segments.length === 0 || segments.some((segment) => columns.filter((cell) => isOver(segment, cell)).length !== 1))
    return table
  const y0 = unionOf(segments).y0
  const first = columns.map(
    (cell, col): TableCell => ({
      row: 0,
      col,
      rowSpan: 1,
      colSpan: 1,
      box: { x0: cell?.box.x0 ?? box.x0, x1: cell?.box.x1 ?? box.x1, y0, y1: box.y0 },
      words: segments.filter((segment) => isOver(segment, cell)).flatMap(({ words }) => words),
    }),
  )
  return {
    ...table,
    box: { ...box, y0 },
    rows: table.rows + 1,
    cells: [...first, ...cells.map((cell) => ({ ...cell, row: cell.row + 1 }))],
    headerRows: 1,
  }
}
