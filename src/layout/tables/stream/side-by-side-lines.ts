/**
 * Lines of a page → whether any stand beside each other, and which: what no line stands beside holds no columns, and need not be cut
 * into words. It looks at baselines and gaps only.
 */
import type { Span } from '../../../model/raw-page.ts'
import type { Line } from '../../state.ts'
import { CELL_GAP } from '../settings.ts'

/** The further lines of what is labelled end within this. Ems. */
const pairReachEm = 9

/** Whether at least two rows of the page hold more than one line, or a line of pieces set apart: without them there is nothing to look for. */
export function hasSideBySideLines(open: readonly number[], lines: readonly Line[]): boolean {
  const sorted = open.map((index) => lines[index] as Line).sort((a, b) => a.baseline - b.baseline)
  if (sorted.filter(isApart).length >= 2) return true
  let rows = 0
  let last = -Infinity
  for (let index = 1; index < sorted.length; index++) {
    const [above, line] = [sorted[index - 1] as Line, sorted[index] as Line]
    if (line.baseline - above.baseline > 0.4 * line.size || line.baseline - last <= 0.4 * line.size) continue
    last = line.baseline
    rows++
  }
  return rows >= 2
}

/** Lines that stand beside another, or of pieces set apart, and those little below: the rest of a page need not be cut into words. */
export function selectTableCandidates(side: readonly number[], lines: readonly Line[]): number[] {
  const sorted = [...side].sort((a, b) => (lines[a] as Line).baseline - (lines[b] as Line).baseline)
  const isBeside = sorted.map((index, at) => {
    const line = lines[index] as Line
    const isLevel = (other: number | undefined): boolean =>
      other !== undefined && Math.abs((lines[other] as Line).baseline - line.baseline) <= 0.4 * line.size
    return isApart(line) || isLevel(sorted[at - 1]) || isLevel(sorted[at + 1])
  })
  let last = -Infinity
  return sorted.filter((index, at) => {
    const { baseline, size } = lines[index] as Line
    if (isBeside[at] === true) last = baseline
    return baseline - last <= pairReachEm * size
  })
}

/** Pieces of one line as far apart as cells: a narrow column of numbers and the names behind it. */
function isApart({ spans }: Line): boolean {
  return spans.some(
    (span, index) => index > 0 && span.box.x0 - (spans[index - 1] as Span).box.x1 > CELL_GAP * span.size,
  )
}
