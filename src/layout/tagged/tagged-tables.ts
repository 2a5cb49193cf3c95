/** Reads a tagged table. Repeated header rows are not in the tree, so they are found by position. */

import type { Cell, TablePart } from '../../model/document.ts'
import { type Box, centerY, unionAll } from '../../model/geometry.ts'
import { joinBrokenLines } from '../../model/join-text.ts'
import { maxOf, minOf } from '../../model/statistics.ts'
import type { TagCell, TagGrid } from '../../model/tags.ts'
import { boxOfRows } from '../order/layout-items.ts'
import type { DetectedTable, Line, Row, Ruling } from '../state.ts'
import { compareLines } from '../text/lines.ts'
import { confidenceOf, spansOf } from '../text/text-style.ts'
import { assignImagesToCells } from './cell-images.ts'
import type { TaggedContent } from './tagged-content.ts'
import type { TaggedItem } from './tagged-items.ts'

type TableItem = Extract<TaggedItem, { kind: 'table' }>

interface TaggedTable {
  readonly table: DetectedTable
  readonly headerLines: readonly Line[]
}

const MAX_CELL_LEADING_EM = 1.35
/** Maximum distance of a header row from the first row. */
const MAX_ROW_GAP_EM = 3.5
/** Minimum fraction of neighboring cells in grid order. */
const MIN_ORDERED_RATIO = 0.9
/** Minimum fraction of the grid that the cells cover, and of its lines that are drawn. */
const MIN_COVERED_RATIO = 0.95
const MIN_RULED_RATIO = 0.8

interface FilledCell {
  readonly cell: TagCell
  readonly rows: readonly Row[]
  readonly box: Box | null
}

export interface TablePageParts {
  readonly untagged: readonly Line[]
  readonly rulings: readonly Ruling[]
}

/** Returns `null` if the cells do not form a grid. */
export function readTable(
  item: TableItem,
  content: TaggedContent,
  { untagged, rulings }: TablePageParts,
): TaggedTable | null {
  const { grid } = item
  const filled = grid.cells
    .filter(({ row, rowSpan }) => row <= grid.lastRow && row + rowSpan > grid.firstRow)
    .map((cell): FilledCell => {
      const rows = content.rowsOf(item.cells.get(cell.id) ?? [])
      const clipped = clipToPage(cell, grid)
      return { cell: clipped, rows, box: rows.length === 0 ? null : boxOfRows(rows) }
    })
  const shown = filled.filter(({ box }) => box !== null).length
  // Exact tags need no check.
  if (shown === 0 || (!content.exact && (shown < 2 || !isInGridOrder(filled)))) return null
  if (!content.exact && lacksCells(filled, grid) && isRuled(filled, grid, rulings)) return null
  const header = grid.firstRow > 0 ? findRepeatedHeader(grid, filled, untagged) : null
  const cells = [
    ...(header?.cells ?? []),
    ...filled.map((each) => ({ ...each, cell: { ...each.cell, row: each.cell.row + (header?.rows ?? 0) } })),
  ]
  const part: TablePart = {
    element: item.element.id,
    firstRow: grid.firstRow,
    lastRow: grid.lastRow,
    ...(grid.firstCol === undefined ? {} : { firstCol: grid.firstCol }),
    repeated: header?.rows ?? 0,
    continued: grid.cells
      .filter(({ row, rowSpan }) => row < grid.firstRow && row + rowSpan > grid.firstRow)
      .map(({ col }) => col),
  }
  const shownCells = assignImagesToCells(cells, content.images)
  return {
    table: { ...toDetectedTable(shownCells, grid.lastRow - grid.firstRow + 1 + part.repeated, grid.cols), part },
    headerLines: header?.lines ?? [],
  }
}

/** Some programs write merged cells without their spans. */
function lacksCells(filled: readonly FilledCell[], { firstRow, lastRow, cols }: TagGrid): boolean {
  const expected = (lastRow - firstRow + 1) * cols
  const covered = filled.reduce((sum, { cell }) => sum + cell.rowSpan * cell.colSpan, 0)
  return covered < expected * MIN_COVERED_RATIO
}

/** Whether the lattice of a table shows its cells. */
function isRuled(filled: readonly FilledCell[], grid: TagGrid, rulings: readonly Ruling[]): boolean {
  const box = unionAll(filled.flatMap((cell) => cell.box ?? []))
  const inside = rulings.filter(({ horizontal, position }) =>
    horizontal ? position > box.y0 && position < box.y1 : position > box.x0 && position < box.x1,
  )
  const rows = countPositions(inside.filter(({ horizontal }) => horizontal))
  const columns = countPositions(inside.filter(({ horizontal }) => !horizontal))
  return rows >= (grid.lastRow - grid.firstRow) * MIN_RULED_RATIO && columns >= (grid.cols - 1) * MIN_RULED_RATIO
}

function countPositions(rulings: readonly Ruling[]): number {
  return new Set(rulings.map(({ position }) => Math.round(position))).size
}

function clipToPage(cell: TagCell, { firstRow, lastRow }: TagGrid): TagCell {
  const from = Math.max(cell.row, firstRow)
  const to = Math.min(cell.row + cell.rowSpan - 1, lastRow)
  return { ...cell, row: from - firstRow, rowSpan: to - from + 1 }
}

function isInGridOrder(cells: readonly FilledCell[]): boolean {
  let right = 0
  let left = 0
  let down = 0
  let up = 0
  const byRow = Map.groupBy(
    cells.filter(({ box }) => box !== null),
    ({ cell }) => cell.row,
  )
  let above: Box | null = null
  for (const [, row] of [...byRow].sort(([a], [b]) => a - b)) {
    row.forEach(({ box }, index) => {
      const before = row[index - 1]?.box
      if (before == null || box === null) return
      if (box.x0 >= before.x1 - 1) right++
      else if (box.x1 <= before.x0 + 1) left++
      else up++
    })
    const single = row.filter(({ cell }) => cell.rowSpan === 1)
    const box = unionAll((single.length > 0 ? single : row).map((each) => each.box!))
    if (above !== null && centerY(box) > centerY(above)) down++
    else if (above !== null) up++
    above = box
  }
  const horizontalSteps = Math.max(right, left)
  return horizontalSteps + down >= MIN_ORDERED_RATIO * (right + left + down + up)
}

interface RepeatedHeader {
  readonly cells: readonly FilledCell[]
  readonly rows: number
  readonly lines: readonly Line[]
}

function findRepeatedHeader(
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

function columnEdges(filled: readonly FilledCell[], cols: number): number[] {
  return edgesOf(
    filled.flatMap(({ cell, box }) =>
      box === null ? [] : [{ from: cell.col, to: cell.col + cell.colSpan, low: box.x0, high: box.x1 }],
    ),
    cols,
  )
}

interface Extent {
  readonly from: number
  readonly to: number
  readonly low: number
  readonly high: number
}

function edgesOf(extents: readonly Extent[], count: number): number[] {
  const low = minOf(extents.map((each) => each.low))
  const high = maxOf(extents.map((each) => each.high))
  const edges: (number | null)[] = Array.from({ length: count + 1 }, (_, edge) => {
    if (edge === 0) return low
    if (edge === count) return high
    const before = extents.filter(({ to }) => to === edge).map((each) => each.high)
    const after = extents.filter(({ from }) => from === edge).map((each) => each.low)
    if (before.length === 0 && after.length === 0) return null
    if (before.length === 0) return minOf(after)
    if (after.length === 0) return maxOf(before)
    return (maxOf(before) + minOf(after)) / 2
  })
  // Unknown edges are interpolated, and edges never decrease.
  let last = 0
  for (let edge = 1; edge <= count; edge++) {
    if (edges[edge] === null) continue
    const from = edges[last]!
    const to = Math.max(from, edges[edge]!)
    edges[edge] = to
    for (let between = last + 1; between < edge; between++)
      edges[between] = from + ((to - from) * (between - last)) / (edge - last)
    last = edge
  }
  return edges.map((edge) => edge ?? high)
}

function toDetectedTable(filled: readonly FilledCell[], rows: number, cols: number): DetectedTable {
  const columns = columnEdges(filled, cols)
  const lines = edgesOf(
    filled.flatMap(({ cell, box }) =>
      box === null ? [] : [{ from: cell.row, to: cell.row + cell.rowSpan, low: box.y0, high: box.y1 }],
    ),
    rows,
  )
  const cells = filled.map(
    ({ cell, rows: text }): Cell => ({
      row: cell.row,
      col: cell.col,
      rowSpan: cell.rowSpan,
      colSpan: cell.colSpan,
      header: cell.header,
      box: {
        x0: columns[cell.col]!,
        y0: lines[cell.row]!,
        x1: columns[cell.col + cell.colSpan]!,
        y1: lines[cell.row + cell.rowSpan]!,
      },
      text: joinBrokenLines(text),
    }),
  )
  cells.sort((a, b) => a.row - b.row || a.col - b.col)
  return {
    box: unionAll(cells.map(({ box }) => box)),
    rows,
    cols,
    cells,
    confidence: confidenceOf(spansOf(filled.flatMap(({ rows: own }) => own))),
    source: 'tagged',
    method: 'tagged',
  }
}
