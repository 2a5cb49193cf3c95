import type { Line } from '../../state.ts'

const BASELINE_TOLERANCE_EM = 0.4

/** Whether at least two baselines have several lines. */
export function hasSideBySideLines(indices: readonly number[], lines: readonly Line[]): boolean {
  const sorted = byBaseline(indices, lines)
  let rows = 0
  let last = -Infinity
  for (let at = 1; at < sorted.length; at++) {
    const { line } = sorted[at]!
    if (!isSameRow(line, sorted[at - 1]!.line) || line.baseline - last <= BASELINE_TOLERANCE_EM * line.size) continue
    last = line.baseline
    rows++
  }
  return rows >= 2
}

function byBaseline(indices: readonly number[], lines: readonly Line[]): { index: number; line: Line }[] {
  return indices
    .map((index) => ({ index, line: lines[index] as Line }))
    .sort((a, b) => a.line.baseline - b.line.baseline)
}

function isSameRow(line: Line, other: Line): boolean {
  return Math.abs(line.baseline - other.baseline) <= BASELINE_TOLERANCE_EM * line.size
}
