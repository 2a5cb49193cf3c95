/**
 * Atoms → the white intervals between them on the x axis, and which of these are gutters.
 * Plain interval arithmetic; what a gutter means is decided in `columns.ts` and `across.ts`.
 */
import type { Box } from '../../model/geometry.ts'
import type { Atom } from './atoms.ts'

/** Atoms that overlap vertically, with white space above and below. */
export interface Strip {
  readonly box: Box
  readonly atoms: readonly Atom[]
}

export interface Interval {
  readonly from: number
  readonly to: number
}

/** Gutters of newspapers are about an em; anything narrower is a gap between words, unless the text runs down its two sides. */
export const GUTTER_EM = 0.8
/** Ragged columns may come as close as this at their longest lines: two blanks. */
export const NARROW_GUTTER_EM = 0.5
/** Ink that touches by less than this (in points) does not join two strips: boxes are estimates. */
export const TOUCH = 0.5
/** The x-intervals of the frame that no atom covers. */
export function uncovered(atoms: readonly Atom[], frame: Box): Interval[] {
  const sorted = [...atoms].sort((a, b) => a.box.x0 - b.box.x0)
  const free: Interval[] = []
  let right = frame.x0 - 1
  for (const { box } of sorted) {
    if (box.x0 > right) free.push({ from: right, to: box.x0 })
    right = Math.max(right, box.x1)
  }
  free.push({ from: right, to: Math.max(right, frame.x1 + 1) })
  return free
}

export function intersect(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  const both: Interval[] = []
  for (const one of a) {
    for (const other of b) {
      const from = Math.max(one.from, other.from)
      const to = Math.min(one.to, other.to)
      if (to > from) both.push({ from, to })
    }
  }
  return both
}

/** The lines of a region in the order in which they were written, where that is known. */
export function streamOf(strips: readonly Strip[]): Atom[] {
  const written = strips.flatMap(({ atoms }) => atoms).filter((atom) => atom.kind === 'line' && atom.order >= 0)
  return written.sort((a, b) => a.order - b.order)
}

/** The intervals wide enough for a gutter that have text on both sides. `stream`: that of all that the strips are part of. */
export function interior(intervals: readonly Interval[], strips: readonly Strip[], stream: readonly Atom[]): Interval[] {
  let left = Infinity
  let right = -Infinity
  for (const { box } of strips) {
    left = Math.min(left, box.x0)
    right = Math.max(right, box.x1)
  }
  const inside = intervals.filter(({ from, to }) => from > left && to < right)
  // Most strips are lines of one column: nothing to measure.
  if (inside.length === 0) return inside
  const size = usualSize(strips.flatMap(({ atoms }) => atoms))
  return inside.filter((gutter) => {
    const gap = gutter.to - gutter.from
    return gap >= GUTTER_EM * size || (gap >= NARROW_GUTTER_EM * size && runsDown(stream, gutter))
  })
}

/** Rows that a side of a narrow gutter has at least: fewer may end in step by chance. */
const DOWN_ROWS = 5

/** Whether the stream goes down the one side of a gutter and then the other: nobody writes the words of one line so. */
function runsDown(stream: readonly Atom[], gutter: Interval): boolean {
  const beside = ({ box }: Atom): boolean => box.x1 <= gutter.from + TOUCH || box.x0 >= gutter.to - TOUCH
  const sides = stream.filter(beside).map(({ box }) => box.x0 >= gutter.to - TOUCH)
  const turn = sides.findIndex((side) => side !== sides[0])
  return turn >= DOWN_ROWS && sides.length - turn >= DOWN_ROWS && sides.indexOf(sides[0]!, turn) < 0
}

export function usualSize(atoms: readonly Atom[]): number {
  const sizes: number[] = []
  for (const { size } of atoms) if (size > 0) sizes.push(size)
  if (sizes.length > 1) sizes.sort((a, b) => a - b)
  return sizes[Math.floor(sizes.length / 2)] ?? 10
}
