import type { Line } from '../../state.ts'

const BASELINE_TOLERANCE_EM = 0.4

/** Whether at least two baselines have several lines. */
export function hasSideBySideLines(indices: readonly number[], lines: readonly Line[]): boolean {
  const sorted = indices.map((index) => lines[index]!).sort((a, b) => a.baseline - b.baseline)
  let rows = 0
  let last = -Infinity
  for (const [at, { baseline, size }] of sorted.entries()) {
    const above = sorted[at - 1]
    const tolerance = BASELINE_TOLERANCE_EM * size
    if (above === undefined || baseline - above.baseline > tolerance || baseline - last <= tolerance) continue
    last = baseline
    rows++
  }
  return rows >= 2
}
