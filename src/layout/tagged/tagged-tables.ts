/** Reads a tagged table. */
import type { TablePart } from '../../model/document.ts'
import { type Box, centerY, unionAll } from '../../model/geometry.ts'
import type { TagCell, TagGrid } from '../../model/tags.ts'
import { boxOfRows } from '../order/layout-items.ts'
import type { DetectedTable, Line, Ruling } from '../state.ts'
import { assignImagesToCells } from './cell-images.ts'
import { type FilledCell, toDetectedTable } from './filled-cells.ts'
import { findRepeatedHeader } from './repeated-header.ts'
import type { TaggedContent } from './tagged-content.ts'
import type { TaggedItem } from './tagged-items.ts'

type TableItem = Extract<TaggedItem, { kind: 'table' }>

interface TaggedTable {
  readonly table: DetectedTable
  readonly headerLines: readonly Line[]
}

/** Minimum fraction of neighboring cells in grid order. */
const MIN_ORDERED_RATIO = 0.9
/** Minimum fraction of the grid that the cells cover, and of its lines that are drawn. */
const MIN_COVERED_RATIO = 0.95
const MIN_RULED_RATIO = 0.8

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
