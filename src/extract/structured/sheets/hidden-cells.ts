/** Removes hidden rows and columns, and empty ones from a sparse, too large grid. */
import { lowerBound } from '../../../model/binary-search.ts'
import { ParseError } from '../../../model/errors.ts'
import { mergeRanges, type NumberRange } from '../../../model/ranges.ts'
import type { CellRange } from '../types.ts'
import type { SheetCells } from './sheet-grid.ts'

export interface SheetWithHidden {
  readonly cells: SheetCells
  readonly merges: readonly CellRange[]
  readonly hiddenRows: ReadonlySet<number>
  readonly hiddenColumns: readonly NumberRange[]
}

interface VisibleSheet {
  readonly cells: SheetCells
  readonly merges: readonly CellRange[]
  readonly hiddenCount: number
}

export function withoutHidden(sheet: SheetWithHidden, maxCells: number): VisibleSheet {
  const { cells, merges, hiddenRows, hiddenColumns } = sheet
  const rows = [...cells.keys()].sort((a, b) => a - b)
  const columns = [...new Set([...cells.values()].flatMap((line) => [...line.keys()]))].sort((a, b) => a - b)
  const isHiddenRow = (row: number): boolean => hiddenRows.has(row)
  const isHiddenColumn = createRangeTest(hiddenColumns)
  const visibleRows = rows.filter((row) => !isHiddenRow(row))
  const visibleColumns = columns.filter((col) => !isHiddenColumn(col))
  const hiddenCount = rows.length - visibleRows.length + columns.length - visibleColumns.length
  const isSparse = extent(visibleRows) * extent(visibleColumns) > maxCells
  if (isSparse && visibleRows.length * visibleColumns.length > maxCells)
    throw new ParseError(
      1132,
      `A sheet has ${visibleRows.length} × ${visibleColumns.length} cells; the limit is ${maxCells}. Split it and send the parts.`,
    )
  if (!isSparse && hiddenCount === 0 && hiddenRows.size === 0 && hiddenColumns.length === 0)
    return { cells, merges, hiddenCount }
  const keptRows = isSparse ? visibleRows : fillGaps(visibleRows, isHiddenRow)
  const keptColumns = isSparse ? visibleColumns : fillGaps(visibleColumns, isHiddenColumn)
  return {
    cells: moveCells(cells, keptRows, keptColumns),
    merges: merges.flatMap((merge) => moveRange(merge, keptRows, keptColumns) ?? []),
    hiddenCount,
  }
}

function extent(sorted: readonly number[]): number {
  return sorted.length === 0 ? 0 : sorted.at(-1)! - sorted[0]! + 1
}

function createRangeTest(ranges: readonly NumberRange[]): (value: number) => boolean {
  const disjoint = mergeRanges(ranges)
  const firsts = disjoint.map(({ first }) => first)
  return (value) => (disjoint[countBelow(firsts, value + 1) - 1]?.last ?? -1) >= value
}

function fillGaps(sorted: readonly number[], isHidden: (value: number) => boolean): number[] {
  const filled: number[] = []
  for (let value = sorted[0] ?? 0; value <= (sorted.at(-1) ?? -1); value++) if (!isHidden(value)) filled.push(value)
  return filled
}

function moveCells(cells: SheetCells, keptRows: readonly number[], keptColumns: readonly number[]): SheetCells {
  const newColumns = new Map(keptColumns.map((col, at) => [col, at]))
  return new Map(
    keptRows.flatMap((row, at) => {
      const line = cells.get(row)
      if (line === undefined) return []
      const moved = [...line].flatMap(([col, cell]) => {
        const newCol = newColumns.get(col)
        return newCol === undefined ? [] : [[newCol, cell] as const]
      })
      return [[at, new Map(moved)] as const]
    }),
  )
}

function moveRange(
  { row, col, rowSpan, colSpan }: CellRange,
  keptRows: readonly number[],
  keptColumns: readonly number[],
): CellRange | null {
  const rows = moveSpan(keptRows, row, rowSpan)
  const columns = moveSpan(keptColumns, col, colSpan)
  return rows === null || columns === null
    ? null
    : { row: rows.first, col: columns.first, rowSpan: rows.span, colSpan: columns.span }
}

/** Spans can be a million long, so the search is binary. */
function moveSpan(kept: readonly number[], from: number, span: number): { first: number; span: number } | null {
  const first = countBelow(kept, from)
  return kept[first] === from ? { first, span: countBelow(kept, from + span) - first } : null
}

function countBelow(sorted: readonly number[], limit: number): number {
  return lowerBound(sorted, (value) => value >= limit)
}
