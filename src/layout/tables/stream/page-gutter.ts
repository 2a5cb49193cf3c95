/**
 * Lines of a page set in two columns of running text → the two sides, so that tables which stand beside each other, or beside a
 * title, are not read as one. Rows on common baselines over both columns are one table all the same.
 */
import type { Box } from '../../../model/geometry.ts'
import type { Line } from '../../state.ts'
import type { PageGutter, TablePage, TextRow } from '../types.ts'

/** Lines of running text on each side of the strip, and on both, that show two columns. */
const minSideLines = 4
const minLines = 12
/** The strip is at least this wide. Ems. */
const minGutterEm = 0.8
/** Share of the rows on both sides that makes one table of them. */
const commonRatio = 0.6
/** So many rows across make a table above the columns; two may be the entries of a short contents list. */
const minAcross = 3

/** Lines of a side that were written in one go. */
const minWritten = 8

/** The strip between two columns that share the page; `null` without such. */
export function findPageGutter(free: readonly number[], page: TablePage): PageGutter | null {
  const x = proseGutter(free, page)
  if (x !== null) return { x, written: false }
  const written = writtenGutter(free, page)
  return written === null ? null : { x: written, written: true }
}

/** Running text on both sides. */
function proseGutter(free: readonly number[], { lines, prose, size }: TablePage): number | null {
  const stacked = free.filter((index) => prose.has(index)).map((index) => (lines[index] as Line).box)
  if (stacked.length < minLines) return null
  const sorted = [...stacked].sort((a, b) => a.x0 - b.x0)
  let reach = -Infinity
  for (let index = 0; index < sorted.length; index++) {
    const { x0, x1 } = sorted[index] as Box
    if (index >= minSideLines && sorted.length - index >= minSideLines && x0 - reach > size * minGutterEm)
      return (x0 + reach) / 2
    reach = Math.max(reach, x1)
  }
  return null
}

/**
 * A left side written from top to bottom, and then a right side that begins again above: formulas, lists and contents stand so, too,
 * with some running text on either side. What crosses the strip stands above or below the right side.
 */
function writtenGutter(free: readonly number[], { lines, prose, size }: TablePage): number | null {
  const boxOf = (index: number): Box => (lines[index] as Line).box
  const stream = [...free].sort((a, b) => a - b)
  let turn = 0
  let highest = 0
  for (let at = minWritten; at <= stream.length - minWritten; at++) {
    const jump = boxOf(stream[at - 1]!).y0 - boxOf(stream[at]!).y0
    if (jump > highest) [turn, highest] = [at, jump]
  }
  if (turn === 0) return null
  const right = stream.slice(turn)
  const from = Math.min(...right.map((index) => boxOf(index).x0))
  const top = Math.min(...right.map((index) => boxOf(index).y0))
  const bottom = Math.max(...right.map((index) => boxOf(index).y1))
  const beside = stream.slice(0, turn).filter((index) => boxOf(index).y1 > top && boxOf(index).y0 < bottom)
  const to = Math.max(...beside.map((index) => boxOf(index).x1))
  const written = [stream.slice(0, turn), right].map((side) => side.filter((index) => prose.has(index)).length)
  if (beside.length < minWritten || Math.max(...written) < minSideLines || from - to <= size * minGutterEm) return null
  return (from + to) / 2
}

/** Whether a run of rows reads across the gutter: most of its rows have pieces on both sides, or one runs over it. */
export function readsAcross(run: readonly TextRow[], { x: gutter, written }: PageGutter): boolean {
  if (written) return isWrittenAcross(run, gutter)
  if (run.some((row) => row.segments.some(({ box }) => box.x0 < gutter && box.x1 > gutter))) return true
  const both = run.filter((row) => row.box.x0 < gutter && row.box.x1 > gutter)
  return both.length >= run.length * commonRatio && both.length > 1
}

/** The stream goes from piece to piece of most rows over the gutter: a table above or between columns, which were written apart from it. */
function isWrittenAcross(run: readonly TextRow[], gutter: number): boolean {
  const both = run.filter((row) => row.box.x0 < gutter && row.box.x1 > gutter)
  const across = both.filter(({ segments }) => {
    const right = segments.findIndex(({ box }) => box.x1 > gutter)
    const [before, after] = [segments[right - 1]?.words.at(-1)?.line, segments[right]?.words[0]?.line]
    return before === undefined || after === undefined || Math.abs(after - before) <= 1
  })
  return (
    both.length >= run.length * commonRatio && both.length >= minAcross && across.length >= both.length * commonRatio
  )
}

/** Lines left and right of the gutter; those that cross it stand on neither side. */
export function sidesOf(
  open: readonly number[],
  { x: gutter }: PageGutter,
  lines: readonly Line[],
): { sides: number[][]; crossing: number[] } {
  const boxOf = (index: number): Box => (lines[index] as Line).box
  return {
    sides: [open.filter((index) => boxOf(index).x1 <= gutter), open.filter((index) => boxOf(index).x0 >= gutter)],
    crossing: open.filter((index) => boxOf(index).x0 < gutter && boxOf(index).x1 > gutter),
  }
}
