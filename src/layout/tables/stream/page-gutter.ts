/** The gap between two columns of text: tables in different columns are not one table, unless its rows span the gap. */
import type { Box } from '../../../model/geometry.ts'
import { maxOf, minOf } from '../../../model/statistics.ts'
import type { Line } from '../../state.ts'
import type { PageGutter, TablePage, TextRow } from '../types.ts'

/** Lines of running text in each column, and in both. */
const MIN_PROSE_LINES = 4
const MIN_PROSE_LINES_OF_BOTH = 12
/** Minimum number of lines of a column that are consecutive in the content stream. */
const MIN_STREAM_LINES = 8
/** Minimum width of the gap, in em. */
const MIN_GUTTER = 0.8
/** Part of the rows of a table that have text in both columns, and their number: two may be a short table of contents. */
const MIN_COMMON_RATIO = 0.6
const MIN_COMMON_ROWS = 3

type Page = Pick<TablePage, 'lines' | 'prose' | 'size'>

export function findPageGutter(indices: readonly number[], page: Page): PageGutter | null {
  const x = proseGutter(indices, page)
  if (x !== null) return { x, isColumnWise: false }
  const streamX = streamGutter(indices, page)
  return streamX === null ? null : { x: streamX, isColumnWise: true }
}

/** Between two columns of running text. */
function proseGutter(indices: readonly number[], { lines, prose, size }: Page): number | null {
  const boxes = indices.filter((index) => prose.has(index)).map((index) => (lines[index] as Line).box)
  if (boxes.length < MIN_PROSE_LINES_OF_BOTH) return null
  boxes.sort((a, b) => a.x0 - b.x0)
  let reach = -Infinity
  for (const [at, { x0, x1 }] of boxes.entries()) {
    const isBetween = at >= MIN_PROSE_LINES && boxes.length - at >= MIN_PROSE_LINES
    if (isBetween && x0 - reach > size * MIN_GUTTER) return (x0 + reach) / 2
    reach = Math.max(reach, x1)
  }
  return null
}

/**
 * Where the content stream jumps back up: formulas, lists and tables of contents are set in columns, too, with some running
 * text in one of them.
 */
function streamGutter(indices: readonly number[], { lines, prose, size }: Page): number | null {
  const stream = [...indices].sort((a, b) => a - b)
  const boxes = stream.map((index) => (lines[index] as Line).box)
  let start = 0
  let highest = 0
  for (let at = MIN_STREAM_LINES; at <= boxes.length - MIN_STREAM_LINES; at++) {
    const jump = boxes[at - 1]!.y0 - boxes[at]!.y0
    if (jump > highest) [start, highest] = [at, jump]
  }
  if (start === 0) return null
  const right = boxes.slice(start)
  const from = minOf(right.map(({ x0 }) => x0))
  const top = minOf(right.map(({ y0 }) => y0))
  const bottom = maxOf(right.map(({ y1 }) => y1))
  const left = boxes.slice(0, start).filter(({ y0, y1 }) => y1 > top && y0 < bottom)
  const to = maxOf(left.map(({ x1 }) => x1))
  const proseLines = (part: readonly number[]): number => part.filter((index) => prose.has(index)).length
  const hasProse = Math.max(proseLines(stream.slice(0, start)), proseLines(stream.slice(start))) >= MIN_PROSE_LINES
  return left.length >= MIN_STREAM_LINES && hasProse && from - to > size * MIN_GUTTER ? (from + to) / 2 : null
}

/** Whether the rows of a run span the gap: most of them have text in both columns, or a segment crosses it. */
export function spansGutter(run: readonly TextRow[], { x, isColumnWise }: PageGutter): boolean {
  const both = run.filter(({ box }) => crosses(box, x))
  const hasCommonRows = both.length >= run.length * MIN_COMMON_RATIO
  if (isColumnWise) {
    const continued = both.filter((row) => isWrittenAcross(row, x))
    return hasCommonRows && both.length >= MIN_COMMON_ROWS && continued.length >= both.length * MIN_COMMON_RATIO
  }
  return run.some(({ segments }) => segments.some(({ box }) => crosses(box, x))) || (hasCommonRows && both.length > 1)
}

/** Whether the content stream continues from one column to the other within a row. */
function isWrittenAcross({ segments }: TextRow, gutter: number): boolean {
  const right = segments.findIndex(({ box }) => box.x1 > gutter)
  const before = segments[right - 1]?.words.at(-1)?.line
  const after = segments[right]?.words[0]?.line
  return before === undefined || after === undefined || Math.abs(after - before) <= 1
}

/** Lines of the left and of the right column, and those that cross the gap. */
export function splitByGutter(
  indices: readonly number[],
  { x }: PageGutter,
  lines: readonly Line[],
): { columns: number[][]; crossing: number[] } {
  const boxOf = (index: number): Box => (lines[index] as Line).box
  return {
    columns: [indices.filter((index) => boxOf(index).x1 <= x), indices.filter((index) => boxOf(index).x0 >= x)],
    crossing: indices.filter((index) => crosses(boxOf(index), x)),
  }
}

function crosses(box: Box, x: number): boolean {
  return box.x0 < x && box.x1 > x
}
