/**
 * A sheet without its hidden rows and columns, and, where its cells lie scattered over a grid that nobody could print, without the
 * empty ones between them.
 */
import { ParseError } from '../../../model/errors.ts'
import type { GridCell, Merge } from './sheet-grid.ts'

interface SheetCells {
  readonly cells: ReadonlyMap<number, ReadonlyMap<number, GridCell>>
  readonly merges: readonly Merge[]
  readonly hiddenRows: ReadonlySet<number>
  readonly hiddenColumns: readonly Columns[]
}

/** Both inclusive. */
interface Columns {
  readonly first: number
  readonly last: number
}

interface ShownCells {
  readonly cells: ReadonlyMap<number, ReadonlyMap<number, GridCell>>
  readonly merges: readonly Merge[]
  /** Rows and columns with words that were left out. */
  readonly left: number
}

export function withoutHidden({ cells, merges, hiddenRows, hiddenColumns }: SheetCells, maxCells: number): ShownCells {
  const rows = [...cells.keys()].sort((a, b) => a - b)
  const columns = [...new Set([...cells.values()].flatMap((line) => [...line.keys()]))].sort((a, b) => a - b)
  const isHidden = within(hiddenColumns)
  const shownRows = rows.filter((row) => !hiddenRows.has(row))
  const shownColumns = columns.filter((col) => !isHidden(col))
  const left = rows.length - shownRows.length + columns.length - shownColumns.length
  const [firstRow = 0, firstCol = 0] = [shownRows[0], shownColumns[0]]
  const [lastRow = -1, lastCol = -1] = [shownRows.at(-1), shownColumns.at(-1)]
  const isSparse = (lastRow - firstRow + 1) * (lastCol - firstCol + 1) > maxCells
  if (isSparse && shownRows.length * shownColumns.length > maxCells)
    throw new ParseError(
      1132,
      `A sheet has ${shownRows.length} × ${shownColumns.length} cells; the limit is ${maxCells}. Split it and send the parts.`,
    )
  if (!isSparse && left === 0 && hiddenRows.size === 0 && hiddenColumns.length === 0) return { cells, merges, left }
  const keptRows = isSparse ? shownRows : withoutGaps(firstRow, lastRow, (row) => hiddenRows.has(row))
  const keptColumns = isSparse ? shownColumns : withoutGaps(firstCol, lastCol, isHidden)
  const [rowAt, colAt] = [ranks(keptRows), ranks(keptColumns)]
  const moved = new Map(
    shownRows.map((row) => [
      rowAt.get(row)!,
      new Map(
        [...cells.get(row)!].flatMap(([col, cell]) => {
          const at = colAt.get(col)
          return at === undefined ? [] : [[at, cell] as const]
        }),
      ),
    ]),
  )
  return { cells: moved, merges: merges.flatMap((merge) => moveMerge(merge, keptRows, keptColumns)), left }
}

/** Whether a column lies in one of the ranges, of which a file may name any number, one upon the other. */
function within(ranges: readonly Columns[]): (col: number) => boolean {
  const apart: { first: number; last: number }[] = []
  for (const { first, last } of ranges.toSorted((a, b) => a.first - b.first)) {
    const before = apart.at(-1)
    if (before !== undefined && first <= before.last) before.last = Math.max(before.last, last)
    else apart.push({ first, last })
  }
  const firsts = apart.map(({ first }) => first)
  return (col) => (apart[countBelow(firsts, col + 1) - 1]?.last ?? -1) >= col
}

/** New numbers: a place's is that of the kept ones before it. */
function ranks(kept: readonly number[]): Map<number, number> {
  return new Map(kept.map((value, at) => [value, at]))
}

/** All that is shown between the first and the last. */
function withoutGaps(first: number, last: number, isHidden: (at: number) => boolean): number[] {
  const kept: number[] = []
  for (let at = first; at <= last; at++) if (!isHidden(at)) kept.push(at)
  return kept
}

/** A merge whose first cell, which has its text, is hidden is none. */
function moveMerge(
  { row, col, rowSpan, colSpan }: Merge,
  keptRows: readonly number[],
  keptColumns: readonly number[],
): Merge[] {
  const rows = keptWithin(keptRows, row, rowSpan)
  const columns = keptWithin(keptColumns, col, colSpan)
  return rows === null || columns === null
    ? []
    : [{ row: rows.first, col: columns.first, rowSpan: rows.count, colSpan: columns.count }]
}

/** New number of a place, and how many of the `span` places from it on are kept (a merge may reach over a million); `null` when it is hidden itself. */
function keptWithin(kept: readonly number[], from: number, span: number): { first: number; count: number } | null {
  const first = countBelow(kept, from)
  return kept[first] === from ? { first, count: countBelow(kept, from + span) - first } : null
}

/** How many of the sorted numbers are below a limit. */
function countBelow(sorted: readonly number[], limit: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < limit) low = middle + 1
    else high = middle
  }
  return low
}
