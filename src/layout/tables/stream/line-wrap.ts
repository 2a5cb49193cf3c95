import type { CellSegment, GridRow } from '../types.ts'

/** The blank before the next word, and what the width of a column may be off by. Ems. */
const blankEm = 0.25
const slackEm = 0.15
/** Left edges of one column agree within this; a column of which so many pieces begin at its edge is set to the left. */
const edgeEm = 0.4
const leftRatio = 0.6

export type FitsOnLine = (upper: CellSegment, lower: CellSegment) => boolean

interface Extent {
  readonly left: number
  readonly right: number
  readonly widest: number
  readonly isLeft: boolean
}

/** Judges by the widest piece of each column: a column is at least as wide. */
export function createFitTest(visual: readonly GridRow[], { cols, size }: { cols: number; size: number }): FitsOnLine {
  const pieces: CellSegment[][] = Array.from({ length: cols }, () => [])
  for (const { segments } of visual)
    for (const segment of segments) if (segment.colSpan === 1) pieces[segment.col]?.push(segment)
  const extents = pieces.map((own): Extent => {
    const left = Math.min(...own.map(({ box }) => box.x0))
    return {
      left,
      right: Math.max(...own.map(({ box }) => box.x1)),
      widest: Math.max(...own.map(({ box }) => box.x1 - box.x0)),
      isLeft: own.filter(({ box }) => box.x0 - left <= edgeEm * size).length >= own.length * leftRatio,
    }
  })
  return (upper, lower) => {
    const extent = extents[upper.col]
    const next = lower.words[0]
    const last = upper.words.at(-1)
    if (extent === undefined || next === undefined || last === undefined || upper.colSpan > 1 || lower.colSpan > 1)
      return false
    // Words are also broken behind such signs, without a blank.
    if (/[-‐/–—_]$/u.test(last.text)) return false
    const needed = next.box.x1 - next.box.x0 + (blankEm + slackEm) * size
    if (extent.isLeft) return upper.box.x1 + needed <= extent.right
    return upper.box.x1 - upper.box.x0 + needed <= extent.widest
  }
}
