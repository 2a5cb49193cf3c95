/** Finds the repeated header of a continued table, which is not in the structure tree, by its position. */
import { type Box, unionAll } from '../../model/geometry.ts'
import type { TagCell, TagGrid } from '../../model/tags.ts'
import { boxOfRows } from '../order/layout-items.ts'
import type { Line, Row } from '../state.ts'
import { compareLines } from '../text/lines.ts'
import { columnEdges, type FilledCell } from './filled-cells.ts'

const MAX_CELL_LEADING_EM = 1.35
/** Maximum distance of a header row from the first row. */
const MAX_ROW_GAP_EM = 3.5

interface RepeatedHeader {
  readonly cells: readonly FilledCell[]
  readonly rows: number
  readonly lines: readonly Line[]
}

export function findRepeatedHeader(
  grid: TagGrid,
  filled: readonly FilledCell[],
  untagged: readonly Line[],
): RepeatedHeader | null {
  let rows = 0
  while (rows < grid.firstRow && isHeaderRow(grid, rows)) rows++
  const boxes = filled.flatMap(({ box }) => box ?? [])
  if (rows === 0 || boxes.length === 0) return null
  const all = unionAll(boxes)
  // Outer columns extend to the page edges, because an empty one can have a header.
  const edges = [-Infinity, ...columnEdges(filled, grid.cols).slice(1, -1), Infinity]
  const above = linesAbove(all, untagged, rows)
  const cells = grid.cells.filter(({ row }) => row < rows)
  const lines = new Map<TagCell, Line[]>()
  for (const line of [...above].sort(compareLines)) {
    const matching = cells.filter(
      ({ col, colSpan }) => line.box.x0 >= edges[col]! - 1 && line.box.x0 < edges[col + colSpan]!,
    )
    const cell = matching.find((each) => !lines.has(each)) ?? matching.at(-1)
    if (cell === undefined) return null
    lines.set(cell, [...(lines.get(cell) ?? []), line])
  }
  if (lines.size === 0) return null
  return {
    rows,
    lines: above,
    cells: cells.map((cell): FilledCell => {
      const own = (lines.get(cell) ?? []).map((line): Row => ({ ...line, lines: [line] }))
      return { cell, rows: own, box: own.length === 0 ? null : boxOfRows(own) }
    }),
  }
}

function linesAbove(box: Box, lines: readonly Line[], rows: number): Line[] {
  const found: Line[] = []
  let count = 0
  let last: { baseline: number; size: number } | null = null
  for (const line of lines.filter((each) => each.box.y1 <= box.y0 + 1).sort((a, b) => b.baseline - a.baseline)) {
    const step = (last?.baseline ?? box.y0) - line.baseline
    if (step > MAX_ROW_GAP_EM * line.size) break
    if (last === null || step > MAX_CELL_LEADING_EM * line.size) count++
    if (count > rows) break
    found.push(line)
    last = line
  }
  return found
}

function isHeaderRow({ cells }: TagGrid, row: number): boolean {
  const cellsOfRow = cells.filter((cell) => cell.row <= row && cell.row + cell.rowSpan > row)
  return cellsOfRow.length > 0 && cellsOfRow.every(({ header }) => header)
}
