import { width } from '../../../model/geometry.ts'
import { maxOf, minOf } from '../../../model/statistics.ts'
import { columnSegments } from '../scoring/grid-facts.ts'
import type { CellSegment, GridRow } from '../types.ts'

/** Width of a space, and tolerance of a column's width. */
const SPACE_EM = 0.25
const WIDTH_TOLERANCE_EM = 0.15
/** Tolerance of left edges, and minimum fraction of segments on such an edge. */
const EDGE_TOLERANCE_EM = 0.4
const MIN_LEFT_RATIO = 0.6

export type FitsOnLine = (upper: CellSegment, lower: CellSegment) => boolean

interface Column {
  readonly right: number
  readonly widest: number
  readonly isLeftAligned: boolean
}

/** A column is at least as wide as its widest segment. */
export function createFitTest(rows: readonly GridRow[], { cols, size }: { cols: number; size: number }): FitsOnLine {
  const columns = columnSegments({ cols, textRows: rows }).map((own): Column => {
    const left = minOf(own.map(({ box }) => box.x0))
    return {
      right: maxOf(own.map(({ box }) => box.x1)),
      widest: maxOf(own.map(({ box }) => width(box))),
      isLeftAligned:
        own.filter(({ box }) => box.x0 - left <= EDGE_TOLERANCE_EM * size).length >= own.length * MIN_LEFT_RATIO,
    }
  })
  return (upper, lower) => {
    const column = columns[upper.col]
    const next = lower.words[0]
    const last = upper.words.at(-1)
    if (column === undefined || next === undefined || last === undefined) return false
    // Text also wraps after hyphens and slashes.
    if (/[-‐/–—_]$/u.test(last.text)) return false
    const needed = width(next.box) + (SPACE_EM + WIDTH_TOLERANCE_EM) * size
    return column.isLeftAligned ? upper.box.x1 + needed <= column.right : width(upper.box) + needed <= column.widest
  }
}
