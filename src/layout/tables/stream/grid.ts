/** Builds a grid from rows of text: finds the columns, assigns segments to them and merges lines of one table row. */
import { overlapX } from '../../../model/geometry.ts'
import { boxOf } from '../text-rows.ts'
import type { GridHints, GridRow, Separator, StreamGrid, TextRow, Word } from '../types.ts'
import { columnRows, columnSpan, findSeparators } from './columns.ts'
import { joinRows } from './merge-rows.ts'

/** Minimum number of centered lines that show a column, also as a part of the other rows. */
const MIN_CENTERED_LINES = 3
const MIN_CENTERED_RATIO = 0.5
/** Header rows, rows of a table with such a header, and the part of the body rows that fill the column below it. */
const MAX_HEADER_ROWS = 3
const MIN_ROWS = 5
const MIN_FILLED_RATIO = 0.6

export function buildGrid(rows: readonly TextRow[], size: number, hints: GridHints): StreamGrid {
  const separators = hints.separators ?? findColumns(rows, size)
  const textRows = rows.map((row) => assignColumns(row, separators))
  const box = boxOf(rows)
  const cols = separators.length + 1
  const { rulings, rowBorders } = hints
  const { joined, headerRows } = joinRows(textRows, { cols, separators, rulings, box, size, rowBorders })
  return { cols, separators, rows: joined, headerRows, textRows, box }
}

function findColumns(rows: readonly TextRow[], size: number): readonly Separator[] {
  return withoutHeaderColumns(findSeparators(withCenteredLines(columnRows(rows), rows), size), rows)
}

/** Adds the lines of centered cells of two lines: they are between the other rows, in a column of their own. */
function withCenteredLines(core: readonly TextRow[], rows: readonly TextRow[]): readonly TextRow[] {
  const segments = core.flatMap((row) => row.segments)
  const between = rows.filter(
    (row) =>
      !core.includes(row) && row.segments.every(({ box }) => segments.every((other) => overlapX(box, other.box) === 0)),
  )
  return between.length < Math.max(MIN_CENTERED_LINES, core.length * MIN_CENTERED_RATIO) ? core : [...core, ...between]
}

/**
 * Removes gaps between a header and its column: a header at the left of a wide column does not overlap numbers at the right.
 * One side of such a gap is filled by leading rows only, the other by rows below them.
 */
function withoutHeaderColumns(gaps: readonly Separator[], rows: readonly TextRow[]): readonly Separator[] {
  if (gaps.length < 2 || rows.length < MIN_ROWS) return gaps
  const filled = Array.from({ length: gaps.length + 1 }, () => ({ first: Infinity, last: -1, count: 0 }))
  for (const [at, row] of rows.entries())
    for (const { col, colSpan } of assignColumns(row, gaps).segments) {
      const { first, count } = filled[col]!
      if (colSpan === 1) filled[col] = { first: Math.min(first, at), last: at, count: count + 1 }
    }
  const isHeader = ({ last }: (typeof filled)[number]): boolean => last >= 0 && last < MAX_HEADER_ROWS
  const isBelow = (col: number, header: number): boolean =>
    col > 0 &&
    filled[col]!.first > filled[header]!.last &&
    filled[col]!.count >= (rows.length - MAX_HEADER_ROWS) * MIN_FILLED_RATIO
  const removed = new Set<Separator>()
  const headed = new Set<number>()
  for (const [header, column] of filled.entries()) {
    if (!isHeader(column)) continue
    const gapTo = (col: number): Separator => gaps[Math.min(col, header)]!
    const widthTo = (col: number): number => gapTo(col).x1 - gapTo(col).x0
    const [body] = [header - 1, header + 1]
      .filter((col) => col < filled.length && !headed.has(col) && isBelow(col, header))
      .sort((a, b) => widthTo(a) - widthTo(b))
    if (body === undefined) continue
    headed.add(body)
    removed.add(gapTo(body))
  }
  return gaps.filter((gap) => !removed.has(gap))
}

function assignColumns(row: TextRow, separators: readonly Separator[]): GridRow {
  const cells: { col: number; colSpan: number; words: Word[] }[] = []
  for (const segment of row.segments) {
    const { first, last } = columnSpan(segment, separators)
    const before = cells.at(-1)
    // Segments of one column are one cell, also when one of them crosses a gap.
    if (before !== undefined && before.col + before.colSpan > first) {
      before.words.push(...segment.words)
      before.colSpan = Math.max(before.colSpan, last - before.col + 1)
    } else cells.push({ col: first, colSpan: last - first + 1, words: [...segment.words] })
  }
  return { segments: cells.map((cell) => ({ ...cell, box: boxOf(cell.words) })), box: row.box, size: row.size }
}
