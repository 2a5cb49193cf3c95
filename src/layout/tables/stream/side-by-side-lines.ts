/** Lines that can be rows of a table: with another line on the same baseline, or with gaps as wide as between cells. */
import type { Line } from '../../state.ts'
import { CELL_GAP } from '../settings.ts'

/** Maximum height of a cell whose label is on its first line, in em. */
const MAX_CELL_HEIGHT = 9
/** Tolerance of baselines, in em. */
const BASELINE_TOLERANCE = 0.4

/** Whether at least two rows of the page can be rows of a table. */
export function hasSideBySideLines(indices: readonly number[], lines: readonly Line[]): boolean {
  const sorted = byBaseline(indices, lines)
  if (sorted.filter(({ line }) => hasCellGap(line)).length >= 2) return true
  let rows = 0
  let last = -Infinity
  for (let at = 1; at < sorted.length; at++) {
    const { line } = sorted[at]!
    if (!isSameRow(line, sorted[at - 1]!.line) || line.baseline - last <= BASELINE_TOLERANCE * line.size) continue
    last = line.baseline
    rows++
  }
  return rows >= 2
}

/** Lines that can be rows of a table, and those below them: only these are split into words. */
export function selectTableLines(indices: readonly number[], lines: readonly Line[]): number[] {
  const sorted = byBaseline(indices, lines)
  let last = -Infinity
  return sorted.flatMap(({ index, line }, at) => {
    const isRow = [sorted[at - 1], sorted[at + 1]].some((other) => other !== undefined && isSameRow(line, other.line))
    if (isRow || hasCellGap(line)) last = line.baseline
    return line.baseline - last <= MAX_CELL_HEIGHT * line.size ? [index] : []
  })
}

function byBaseline(indices: readonly number[], lines: readonly Line[]): { index: number; line: Line }[] {
  return indices
    .map((index) => ({ index, line: lines[index] as Line }))
    .sort((a, b) => a.line.baseline - b.line.baseline)
}

function isSameRow(line: Line, other: Line): boolean {
  return Math.abs(line.baseline - other.baseline) <= BASELINE_TOLERANCE * line.size
}

function hasCellGap({ spans }: Line): boolean {
  return spans.some((span, at) => at > 0 && span.box.x0 - spans[at - 1]!.box.x1 > CELL_GAP * span.size)
}
