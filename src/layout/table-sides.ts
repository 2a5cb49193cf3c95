/**
 * Lines of a page set in two columns of running text → the two sides, so that tables which stand beside each other, or beside a
 * title, are not read as one. Rows on common baselines over both columns are one table all the same.
 */
import type { Box } from '../model/geometry.ts'
import type { Line } from './draft.ts'
import type { VisualRow } from './table-words.ts'

/** Lines of running text on each side of the strip, and on both, that show two columns. */
const minSideLines = 4
const minLines = 12
/** The strip is at least this wide. Ems. */
const minGutterEm = 0.8
/** Share of the rows on both sides that makes one table of them. */
const commonShare = 0.6

export interface SidePage {
  readonly lines: readonly Line[]
  readonly prose: ReadonlySet<number>
  readonly size: number
}

/** The middle of the strip between two columns of running text that share the page; `null` without such. */
export function pageGutter(free: readonly number[], { lines, prose, size }: SidePage): number | null {
  const stacked = free.filter((index) => prose.has(index)).map((index) => (lines[index] as Line).box)
  if (stacked.length < minLines) return null
  const sorted = [...stacked].sort((a, b) => a.x0 - b.x0)
  let reach = -Infinity
  for (let index = 0; index < sorted.length; index++) {
    const { x0, x1 } = sorted[index] as Box
    if (index >= minSideLines && sorted.length - index >= minSideLines && x0 - reach > size * minGutterEm) return (x0 + reach) / 2
    reach = Math.max(reach, x1)
  }
  return null
}

/** Whether a run of rows reads across the gutter: most of its rows have pieces on both sides, or one runs over it. */
export function readsAcross(run: readonly VisualRow[], gutter: number): boolean {
  if (run.some((row) => row.segments.some(({ box }) => box.x0 < gutter && box.x1 > gutter))) return true
  const both = run.filter((row) => row.box.x0 < gutter && row.box.x1 > gutter)
  return both.length >= run.length * commonShare && both.length > 1
}

/** Lines left and right of the gutter; those that cross it stand on neither side. */
export function sidesOf(open: readonly number[], gutter: number, lines: readonly Line[]): { sides: number[][]; crossing: number[] } {
  const boxOf = (index: number): Box => (lines[index] as Line).box
  return {
    sides: [open.filter((index) => boxOf(index).x1 <= gutter), open.filter((index) => boxOf(index).x0 >= gutter)],
    crossing: open.filter((index) => boxOf(index).x0 < gutter && boxOf(index).x1 > gutter),
  }
}
