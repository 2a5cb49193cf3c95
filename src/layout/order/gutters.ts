/**
 * Atoms → the white intervals between them on the x axis, and which of these are gutters.
 * Plain interval arithmetic; what a gutter means is decided in `columns.ts` and `across.ts`.
 */
import type { Box } from '../../model/geometry.ts'
import type { LayoutItem } from './layout-items.ts'

/** Atoms that overlap vertically, with white space above and below. */
export interface Strip {
  readonly box: Box
  readonly atoms: readonly LayoutItem[]
}

export interface Interval {
  readonly from: number
  readonly to: number
}

/** Gutters of newspapers are about an em; anything narrower is a gap between words, unless the text runs down its two sides. */
export const GUTTER_EM = 0.8
/** Ragged columns may come as close as this at their longest lines: two blanks. */
const NARROW_GUTTER_EM = 0.5
/** Ink that touches by less than this (in points) does not join two strips: boxes are estimates. */
export const TOUCH = 0.5
/** The x-intervals of the frame that no atom covers. */
export function uncovered(atoms: readonly LayoutItem[], frame: Box): Interval[] {
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
export function streamOf(strips: readonly Strip[]): Stream {
  const written = strips.flatMap(({ atoms }) => atoms).filter((atom) => atom.kind === 'line' && atom.order >= 0)
  return { atoms: written.sort((a, b) => a.order - b.order), runs: new Map() }
}

/** What strips taken together span, and the sizes of their type. */
export interface Extent {
  left: number
  right: number
  /** Of all atoms that have one, sorted. */
  readonly sizes: number[]
}

export function extentOf(strips: readonly Strip[]): Extent {
  const extent: Extent = { left: Infinity, right: -Infinity, sizes: sizesOf(strips.flatMap(({ atoms }) => atoms)) }
  for (const { box } of strips) {
    extent.left = Math.min(extent.left, box.x0)
    extent.right = Math.max(extent.right, box.x1)
  }
  return extent
}

/** Takes one more strip in: columns grow strip by strip, and measuring them anew each time would cost the square of a page. */
export function widen(extent: Extent, strip: Strip): void {
  extent.left = Math.min(extent.left, strip.box.x0)
  extent.right = Math.max(extent.right, strip.box.x1)
  for (const { size } of strip.atoms) if (size > 0) extent.sizes.splice(placeOf(size, extent.sizes), 0, size)
}

/** Where a size keeps the sizes sorted. */
function placeOf(size: number, sizes: readonly number[]): number {
  let low = 0
  let high = sizes.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sizes[middle]! < size) low = middle + 1
    else high = middle
  }
  return low
}

/** The stream of a region, and what is known of the gutters in it. */
export interface Stream {
  readonly atoms: readonly LayoutItem[]
  readonly runs: Map<number, Map<number, boolean>>
}

/** The intervals wide enough for a gutter that have text on both sides. `stream`: that of all that the strips are part of. */
export function interior(intervals: readonly Interval[], { left, right, sizes }: Extent, stream: Stream): Interval[] {
  const size = medianOf(sizes)
  return intervals.filter(({ from, to }) => {
    if (from <= left || to >= right) return false
    const gap = to - from
    return gap >= GUTTER_EM * size || (gap >= NARROW_GUTTER_EM * size && runsDown(stream, { from, to }))
  })
}

/** Rows that a side of a narrow gutter has at least: fewer may end in step by chance. */
const DOWN_ROWS = 5

/** Whether the stream goes down the one side of a gutter and then the other: nobody writes the words of one line so. */
function runsDown({ atoms, runs }: Stream, gutter: Interval): boolean {
  const { from, to } = gutter
  const known = runs.get(from)?.get(to)
  if (known !== undefined) return known
  const found = turnsOnce(atoms, gutter)
  const shelf = runs.get(from) ?? new Map<number, boolean>()
  runs.set(from, shelf.set(to, found))
  return found
}

/** Rows written out of turn, as those of a line in cells below the columns: share of all. */
const STRAY_RATIO = 0.2

function turnsOnce(stream: readonly LayoutItem[], { from, to }: Interval): boolean {
  /** Rows written in one go at one side. */
  const goes: { after: boolean; rows: number }[] = []
  let all = 0
  for (const { box } of stream) {
    const after = box.x0 >= to - TOUCH
    if (!after && box.x1 > from + TOUCH) continue
    all += 1
    const last = goes.at(-1)
    if (last?.after === after) last.rows += 1
    else goes.push({ after, rows: 1 })
  }
  const [first, second] = [...goes].sort((a, b) => b.rows - a.rows)
  if (first === undefined || second === undefined || first.after === second.after) return false
  return second.rows >= DOWN_ROWS && first.rows + second.rows >= (1 - STRAY_RATIO) * all
}

function sizesOf(atoms: readonly LayoutItem[]): number[] {
  const sizes: number[] = []
  for (const { size } of atoms) if (size > 0) sizes.push(size)
  return sizes.length > 1 ? sizes.sort((a, b) => a - b) : sizes
}

function medianOf(sizes: readonly number[]): number {
  return sizes[Math.floor(sizes.length / 2)] ?? 10
}

export function usualSize(atoms: readonly LayoutItem[]): number {
  return medianOf(sizesOf(atoms))
}
