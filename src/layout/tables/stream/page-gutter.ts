/** Finds gaps between columns of prose, which a table crosses only if its rows are no lines of them. */
import { type Box, width } from '../../../model/geometry.ts'
import { median } from '../../../model/statistics.ts'
import type { Line } from '../../state.ts'
import { isNumeric, rowText } from '../cell-text.ts'
import type { Gutter, TablePage, TextRow } from '../types.ts'

const MIN_PROSE_LINES = 4
const MIN_PROSE_LINES_OF_ALL = 12
const MIN_GUTTER_EM = 0.8
const MIN_COMMON_RATIO = 0.6
/** Minimum fraction of rows that begin on both edges, and maximum indent. */
const MIN_EDGE_RATIO = 0.75
const MAX_INDENT_EM = 2.5
/** Minimum fraction of rows that fill the left column, and maximum space at their ends. */
const MIN_FULL_RATIO = 0.5
const MAX_SPACE_EM = 4
/** Minimum fractions: of the left column that words of prose fill, and of numbers in a table. */
const MIN_INK_RATIO = 0.5
const MIN_NUMERIC_RATIO = 0.4

type Page = Pick<TablePage, 'lines' | 'prose' | 'size'>

/** Returns gutters from left to right. */
export function findPageGutters(indices: readonly number[], { lines, prose, size }: Page): Gutter[] {
  const boxes = indices.filter((index) => prose.has(index)).map((index) => (lines[index] as Line).box)
  if (boxes.length < MIN_PROSE_LINES_OF_ALL) return []
  boxes.sort((a, b) => a.x0 - b.x0)
  const gutters: Gutter[] = []
  let reach = -Infinity
  let start = 0
  for (const [at, { x0, x1 }] of boxes.entries()) {
    const isBetween = at - start >= MIN_PROSE_LINES && boxes.length - at >= MIN_PROSE_LINES
    if (isBetween && x0 - reach > size * MIN_GUTTER_EM) {
      const left = { x0: median(boxes.slice(start, at).map((box) => box.x0)) ?? x0, x1: reach }
      gutters.push({ x: (x0 + reach) / 2, left, right: { x0 } })
      start = at
    }
    reach = Math.max(reach, x1)
  }
  return gutters
}

/** Rows of words on both edges that fill the left column are prose. */
export function spansGutter(run: readonly TextRow[], { x, left, right }: Gutter, size: number): boolean {
  const both = run.filter(({ box }) => crosses(box, x))
  if (both.length < 2 || both.length < run.length * MIN_COMMON_RATIO) return false
  const startsAt = (edge: number, { segments }: TextRow): boolean =>
    segments.some(({ box }) => box.x0 > edge - 0.5 * size && box.x0 < edge + MAX_INDENT_EM * size)
  const onEdges = both.filter((row) => startsAt(left.x0, row) && startsAt(right.x0, row))
  const full = both.filter(({ segments }) =>
    segments.some(({ box }) => box.x1 < x && box.x1 > left.x1 - MAX_SPACE_EM * size),
  )
  return (
    onEdges.length < both.length * MIN_EDGE_RATIO ||
    full.length < both.length * MIN_FULL_RATIO ||
    numericRatio(both) >= MIN_NUMERIC_RATIO ||
    inkRatio(both, { x, left, right }) < MIN_INK_RATIO
  )
}

function inkRatio(rows: readonly TextRow[], { x, left }: Gutter): number {
  const words = rows.flatMap((row) => row.words.filter(({ box }) => box.x1 < x))
  return words.reduce((sum, { box }) => sum + width(box), 0) / (rows.length * width(left))
}

function numericRatio(rows: readonly TextRow[]): number {
  const texts = rows.flatMap(({ segments }) => segments.map(({ words }) => rowText(words)))
  return texts.filter((text) => /\d/.test(text) && isNumeric(text)).length / texts.length
}

export function splitByGutters(
  indices: readonly number[],
  gutters: readonly Gutter[],
  lines: readonly Line[],
): { columns: number[][]; crossing: number[] } {
  const columns: number[][] = Array.from({ length: gutters.length + 1 }, () => [])
  const crossing: number[] = []
  for (const index of indices) {
    const { box } = lines[index] as Line
    if (gutters.some(({ x }) => crosses(box, x))) crossing.push(index)
    else columns[gutters.filter(({ x }) => box.x0 >= x).length]!.push(index)
  }
  return { columns, crossing }
}

function crosses(box: Box, x: number): boolean {
  return box.x0 < x && box.x1 > x
}
