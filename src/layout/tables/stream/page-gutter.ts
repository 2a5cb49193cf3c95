/** The gap between two columns of text: tables in different columns are not one table, unless its rows span the gap. */
import type { Box } from '../../../model/geometry.ts'
import type { Line } from '../../state.ts'
import type { TablePage, TextRow } from '../types.ts'

/** Lines of running text in each column, and in both. */
const MIN_PROSE_LINES = 4
const MIN_PROSE_LINES_OF_BOTH = 12
/** Minimum width of the gap, in em. */
const MIN_GUTTER = 0.8
/** Part of the rows of a table that have text in both columns. */
const MIN_COMMON_RATIO = 0.6

type Page = Pick<TablePage, 'lines' | 'prose' | 'size'>

/** X position of the gap between two columns of running text. */
export function findPageGutter(indices: readonly number[], { lines, prose, size }: Page): number | null {
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

/** Whether the rows of a run span the gap: most of them have text in both columns, or a segment crosses it. */
export function spansGutter(run: readonly TextRow[], x: number): boolean {
  const both = run.filter(({ box }) => crosses(box, x))
  const hasCommonRows = both.length >= run.length * MIN_COMMON_RATIO
  return run.some(({ segments }) => segments.some(({ box }) => crosses(box, x))) || (hasCommonRows && both.length > 1)
}

/** Lines of the left and of the right column, and those that cross the gap. */
export function splitByGutter(
  indices: readonly number[],
  x: number,
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
