import { cached } from '../../model/cached.ts'
import type { Box } from '../../model/geometry.ts'
import { RunningMedian } from '../../model/running-median.ts'
import { type Band, type Interval, type LayoutItem, TOUCH_TOLERANCE } from './types.ts'

/** Minimum, as in newspapers. */
export const MIN_GUTTER_EM = 0.8
/** Where the content stream shows columns; their longest lines may be two spaces apart. */
const MIN_STREAM_GUTTER_EM = 0.5
const MIN_STREAM_ROWS = 5
/** Maximum fraction of rows out of stream order, such as cells below columns. */
const MAX_STRAY_RATIO = 0.2

/** Maximum gaps of a region that are compared with the content stream. */
const MAX_STREAM_GUTTERS = 1000

/** Returns the parts of the frame's width that no item covers. */
export function freeIntervals(items: readonly LayoutItem[], frame: Box): Interval[] {
  const free: Interval[] = []
  let right = frame.x0 - 1
  for (const { box } of [...items].sort((a, b) => a.box.x0 - b.box.x0)) {
    if (box.x0 > right) free.push({ from: right, to: box.x0 })
    right = Math.max(right, box.x1)
  }
  free.push({ from: right, to: Math.max(right, frame.x1 + 1) })
  return free
}

/** Both are sorted and without overlaps. */
export function intersect(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  const shared: Interval[] = []
  for (let at = 0, other = 0; at < a.length && other < b.length; ) {
    const from = Math.max(a[at]!.from, b[other]!.from)
    const to = Math.min(a[at]!.to, b[other]!.to)
    if (to > from) shared.push({ from, to })
    if (a[at]!.to < b[other]!.to) at++
    else other++
  }
  return shared
}

/** Incremental, because measuring again would be quadratic. */
export class Extent {
  x0 = Infinity
  x1 = -Infinity
  readonly #sizes = new RunningMedian()

  constructor(bands: readonly Band[]) {
    for (const band of bands) this.add(band)
  }

  add({ box, items }: Band): void {
    this.x0 = Math.min(this.x0, box.x0)
    this.x1 = Math.max(this.x1, box.x1)
    for (const { size } of items) if (size > 0) this.#sizes.add(size)
  }

  /** In points. */
  get size(): number {
    return this.#sizes.value ?? 10
  }
}

/** The result selects the gutters among free intervals. */
export function createGutterSearch(
  region: readonly Band[],
): (intervals: readonly Interval[], extent: Extent) => Interval[] {
  const stream = region
    .flatMap(({ items }) => items)
    .filter(({ order }) => order >= 0)
    .sort((a, b) => a.order - b.order)
  const known = new Map<string, boolean>()
  const isStreamGutter = (gutter: Interval): boolean =>
    cached(
      known,
      `${gutter.from} ${gutter.to}`,
      () => known.size < MAX_STREAM_GUTTERS && runsDownEachSide(stream, gutter),
    )
  return (intervals, { x0, x1, size }) =>
    intervals.filter(({ from, to }) => {
      if (from <= x0 || to >= x1) return false
      const width = to - from
      return width >= MIN_GUTTER_EM * size || (width >= MIN_STREAM_GUTTER_EM * size && isStreamGutter({ from, to }))
    })
}

function runsDownEachSide(stream: readonly LayoutItem[], { from, to }: Interval): boolean {
  const runs: { isRight: boolean; rows: number }[] = []
  let rows = 0
  for (const { box } of stream) {
    const isRight = box.x0 >= to - TOUCH_TOLERANCE
    if (!isRight && box.x1 > from + TOUCH_TOLERANCE) continue
    rows += 1
    const last = runs.at(-1)
    if (last?.isRight === isRight) last.rows += 1
    else runs.push({ isRight, rows: 1 })
  }
  const [first, second] = runs.sort((a, b) => b.rows - a.rows)
  if (first === undefined || second === undefined || first.isRight === second.isRight) return false
  return second.rows >= MIN_STREAM_ROWS && first.rows + second.rows >= (1 - MAX_STRAY_RATIO) * rows
}
