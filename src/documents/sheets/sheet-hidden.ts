/**
 * A sheet without its hidden rows and columns, and, where its cells lie scattered over a grid that nobody could print, without the
 * empty ones between them.
 */
import { ParseError } from '../../model/errors.ts'
import type { GridCell, Merge } from './sheet-grid.ts'

interface SheetCells {
  readonly cells: ReadonlyMap<number, ReadonlyMap<number, GridCell>>
  readonly merges: readonly Merge[]
  readonly hiddenRows: ReadonlySet<number>
  readonly hiddenColumns: readonly { readonly first: number; readonly last: number }[]
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
  const isHidden = (col: number): boolean => hiddenColumns.some(({ first, last }) => col >= first && col <= last)
  const shownRows = rows.filter((row) => !hiddenRows.has(row))
  const shownColumns = columns.filter((col) => !isHidden(col))
  const left = rows.length - shownRows.length + columns.length - shownColumns.length
  const [firstRow = 0, firstCol = 0] = [shownRows[0], shownColumns[0]]
  const [lastRow = -1, lastCol = -1] = [shownRows.at(-1), shownColumns.at(-1)]
  const isSparse = (lastRow - firstRow + 1) * (lastCol - firstCol + 1) > maxCells
  if (isSparse && shownRows.length * shownColumns.length > maxCells)
    throw new ParseError(1132, `A sheet has ${shownRows.length} × ${shownColumns.length} cells; the limit is ${maxCells}. Split it and send the parts.`)
  if (!isSparse && left === 0 && hiddenRows.size === 0 && hiddenColumns.length === 0) return { cells, merges, left }
  const rowAt = isSparse ? ranks(shownRows) : withoutGaps(firstRow, lastRow, (row) => hiddenRows.has(row))
  const colAt = isSparse ? ranks(shownColumns) : withoutGaps(firstCol, lastCol, isHidden)
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
  return { cells: moved, merges: merges.flatMap((merge) => moveMerge(merge, rowAt, colAt)), left }
}

function ranks(shown: readonly number[]): Map<number, number> {
  return new Map(shown.map((value, at) => [value, at]))
}

/** New numbers for all that is shown between the first and the last. */
function withoutGaps(first: number, last: number, isHidden: (at: number) => boolean): Map<number, number> {
  const numbers = new Map<number, number>()
  for (let at = first; at <= last; at++) if (!isHidden(at)) numbers.set(at, numbers.size)
  return numbers
}

function moveMerge({ row, col, rowSpan, colSpan }: Merge, rowAt: ReadonlyMap<number, number>, colAt: ReadonlyMap<number, number>): Merge[] {
  const rows = shownWithin(rowAt, row, rowSpan)
  const columns = shownWithin(colAt, col, colSpan)
  if (rows === null || columns === null || !rowAt.has(row) || !colAt.has(col)) return []
  return [{ row: rows.first, col: columns.first, rowSpan: rows.count, colSpan: columns.count }]
}

function shownWithin(numbers: ReadonlyMap<number, number>, from: number, span: number): { first: number; count: number } | null {
  let first: number | null = null
  let count = 0
  for (let at = from; at < from + Math.min(span, 100_000); at++) {
    const number = numbers.get(at)
    if (number === undefined) continue
    first ??= number
    count++
  }
  return first === null ? null : { first, count }
}
