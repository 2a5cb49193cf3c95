/**
 * A region's visual rows → a grid of cells: columns from white strips, pieces to columns, visual rows joined to the
 * rows a reader sees. It works on any region given and does not ask whether the region is a table.
 */
import { overlapX, unionAll } from '../../../model/geometry.ts'
import type { GridHints, GridRow, Separator, StreamGrid, TextRow, Word } from '../types.ts'
import { columnRows, columnSpan, findSeparators } from './columns.ts'
import { joinRows } from './merge-rows.ts'

/** Fewer lines beside all others, also for the core rows, are titles. */
const minCenteredLines = 3
const centerdRatio = 0.5

/** Heads stand in so many leading rows; below them are so many rows at least in all, most of which fill the column that is headed. */
const maxHeadRows = 3
const minHeadedRows = 5
const headedRatio = 0.6

export function buildGrid(rows: readonly TextRow[], size: number, hints: GridHints): StreamGrid {
  const core = withCentered(columnRows(rows), rows)
  const separators = hints.drawn ?? withoutHeadStrips(findSeparators(core, size), rows)
  const textRows = rows.map((row) => assignColumns(row, separators))
  const box = unionAll(rows.map((row) => row.box))
  const { joined, headerRows } = joinRows(textRows, {
    cols: separators.length + 1,
    separators,
    rulings: hints.rulings,
    box,
    size,
    cuts: hints.cuts,
  })
  return { cols: separators.length + 1, separators, rows: joined, headerRows, textRows, box }
}

/** Cells of two lines stand between the rows of the others: what lies beside all pieces of the core rows is a column that they do not show. */
function withCentered(core: readonly TextRow[], rows: readonly TextRow[]): readonly TextRow[] {
  const pieces = core.flatMap((row) => row.segments)
  const between = rows.filter(
    (row) =>
      !core.includes(row) && row.segments.every(({ box }) => pieces.every((other) => overlapX(box, other.box) === 0)),
  )
  return between.length < Math.max(minCenteredLines, core.length * centerdRatio) ? core : [...core, ...between]
}

/**
 * Heads may stand clear of the figures that they head: set to the middle or the left of a wide column over figures at its right. A strip goes when on
 * one of its sides stand only leading rows and on the other only rows below them.
 */
function withoutHeadStrips(strips: readonly Separator[], rows: readonly TextRow[]): readonly Separator[] {
  if (strips.length < 2 || rows.length < minHeadedRows) return strips
  const filled = Array.from({ length: strips.length + 1 }, () => ({ first: Infinity, last: -1, count: 0 }))
  for (const [at, row] of rows.entries())
    for (const { col, colSpan } of assignColumns(row, strips).segments) {
      const column = filled[col]!
      if (colSpan === 1) filled[col] = { first: Math.min(column.first, at), last: at, count: column.count + 1 }
    }
  const isHead = (col: number): boolean => filled[col]!.last >= 0 && filled[col]!.last < maxHeadRows
  const isUnder = (col: number, head: number): boolean =>
    col > 0 &&
    filled[col]!.first > filled[head]!.last &&
    filled[col]!.count >= (rows.length - maxHeadRows) * headedRatio
  const gone = new Set<Separator>()
  const headed = new Set<number>()
  for (let head = 0; head < filled.length; head++) {
    if (!isHead(head)) continue
    const stripTo = (col: number): Separator => strips[Math.min(col, head)]!
    const [body] = [head - 1, head + 1]
      .filter((col) => col < filled.length && !headed.has(col) && isUnder(col, head))
      .sort((a, b) => widthOf(stripTo(a)) - widthOf(stripTo(b)))
    if (body === undefined) continue
    headed.add(body)
    gone.add(stripTo(body))
  }
  return strips.filter((strip) => !gone.has(strip))
}

const widthOf = ({ x0, x1 }: Separator): number => x1 - x0

function assignColumns(row: TextRow, separators: readonly Separator[]): GridRow {
  const segments: { col: number; colSpan: number; words: Word[] }[] = []
  for (const segment of row.segments) {
    const { first, last } = columnSpan(segment, separators)
    const before = segments.at(-1)
    if (before !== undefined && before.col + before.colSpan > first) {
      // Two pieces in one column are one cell; a piece that starts where another ends across a strip joins it too.
      before.words.push(...segment.words)
      before.colSpan = Math.max(before.colSpan, last - before.col + 1)
    } else segments.push({ col: first, colSpan: last - first + 1, words: [...segment.words] })
  }
  return {
    segments: segments.map((segment) => ({ ...segment, box: unionAll(segment.words.map((word) => word.box)) })),
    box: row.box,
    size: row.size,
  }
}
