/**
 * Finds axes of charts: ticks of one length on a common line with labels centered at them, or evenly spaced grid lines
 * with numbers at their ends. Table cells are between rulings instead.
 */
import { type Box, unionAll } from '../../model/geometry.ts'
import type { RawPage } from '../../model/raw-page.ts'
import type { Line } from '../state.ts'
import { within } from './interval-index.ts'
import { type Row, rowsOf, type Segment, straightStrokes } from './straight-strokes.ts'
import { type Label, labelsAt, labelsOf, maxLabelSize } from './tick-labels.ts'

export interface Axis {
  readonly horizontal: boolean
  /** Where it lies across its direction: y of a horizontal axis, x of an upright one. Points. */
  readonly position: number
  readonly from: number
  readonly to: number
  /** Ticks and labels included. */
  readonly box: Box
}

/** Maximum length of a tick, in points and in em of its label. */
const maxTick = 14
const tickEm = 1
/** Maximum gap between parts of one line, in points. */
const joinGap = 0.7
/** Maximum gap between a tick and its axis, in points: half of the box of a stroked frame. */
const toSpine = 4
/** Minimum number of ticks, and number and fraction of those with labels: dense ticks may have none. */
const minTicks = 3
const minLabels = 2
const labelledRatio = 0.3
/** Maximum length of an axis, as a multiple of the range of its ticks. */
const maxOverhang = 2
/** Maximum gap and overlap of a tick and its label, in em. */
const labelGapEm = 2.2
const labelOverEm = 0.35
/** Grid lines: minimum number, minimum length in points, minimum fraction of them with numbers at their ends. */
const minGrid = 3
const minGridLength = 40
const gridRatio = 0.4
/** Maximum difference between the steps of grid lines, as a fraction. */
const stepSlack = 0.12
/** Bounds the work: number of rows of ticks. */
const maxRows = 1_000

export function findAxes(raw: RawPage, lines: readonly Line[]): Axis[] {
  const { upright, level, frames } = straightStrokes(raw)
  const standing = rowsOf(upright, minTicks)
  const lying = rowsOf(level, minTicks)
  if (standing.length + lying.length === 0 || standing.length + lying.length > maxRows) return []
  const labels = labelsOf(lines)
  const sides = frames.flatMap(({ x0, x1, y0, y1 }) => {
    return {
      level: [y0, y1].map((at) => ({ at, from: x0, to: x1 })),
      upright: [x0, x1].map((at) => ({ at, from: y0, to: y1 })),
    }
  })
  return [
    ...axesAlong(standing, {
      spines: [...level, ...sides.flatMap((side) => side.level)],
      labels: labels.level,
      horizontal: true,
    }),
    ...axesAlong(lying, {
      spines: [...upright, ...sides.flatMap((side) => side.upright)],
      labels: labels.upright,
      horizontal: false,
    }),
  ]
}

interface Side {
  /** Lines that may carry the ticks. */
  readonly spines: readonly Segment[]
  readonly labels: readonly Label[]
  readonly horizontal: boolean
}

function axesAlong(rows: readonly Row[], { spines, labels, horizontal }: Side): Axis[] {
  if (rows.length === 0 || labels.length < minLabels) return []
  const byPlace = [...spines].sort((a, b) => a.at - b.at)
  const byStart = [...labels].sort((a, b) => a.from - b.from)
  const byEnd = [...labels].sort((a, b) => a.to - b.to)
  const reach = labelGapEm * maxLabelSize
  return rows.flatMap((row): Axis[] => {
    const behind = within(byStart, { measure: ({ from }) => from, from: row.to - reach, to: row.to + reach }).filter(
      (label) => isBehind(label.from - row.to, label),
    )
    const before = within(byEnd, { measure: ({ to }) => to, from: row.from - reach, to: row.from + reach }).filter(
      (label) => isBehind(row.from - label.to, label),
    )
    if (behind.length < minLabels && before.length < minLabels) return []
    if (row.to - row.from > maxTick) return gridAxes(row, { behind, before, horizontal })
    const near = [row.from, row.to].flatMap((end) =>
      within(byPlace, { measure: ({ at }) => at, from: end - toSpine, to: end + toSpine }),
    )
    return stretchesOf(near).flatMap((stretch) => {
      const places = row.places.filter((place) => place >= stretch.from - toSpine && place <= stretch.to + toSpine)
      if (places.length < minTicks) return []
      const isShort = ({ size }: Label): boolean => row.to - row.from <= tickEm * size
      return [behind, before].flatMap((side) => axisOf(places, side.filter(isShort), { row, stretch, horizontal }))
    })
  })
}

function isBehind(gap: number, { size }: Label): boolean {
  return gap >= -labelOverEm * size && gap <= labelGapEm * size
}

/** Lines that overlap, joined. */
function stretchesOf(spines: readonly Segment[]): Segment[] {
  const joined: Segment[] = []
  for (const spine of [...spines].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last !== undefined && spine.from <= last.to + joinGap)
      joined[joined.length - 1] = { ...last, to: Math.max(last.to, spine.to) }
    else joined.push(spine)
  }
  return joined.filter(({ from, to }) => to - from > maxTick)
}

interface Found {
  readonly row: Row
  readonly stretch: Segment
  readonly horizontal: boolean
}

function axisOf(places: readonly number[], side: readonly Label[], { row, stretch, horizontal }: Found): Axis[] {
  const own = labelsAt(places, side)
  if (own.size < Math.max(minLabels, labelledRatio * places.length)) return []
  const [first, last] = [places[0] as number, places.at(-1) as number]
  const isOwn = stretch.to - stretch.from <= maxOverhang * (last - first)
  return [
    toAxis(
      isOwn ? { from: Math.min(first, stretch.from), to: Math.max(last, stretch.to) } : { from: first, to: last },
      {
        at: stretch.at,
        row,
        own,
        horizontal,
      },
    ),
  ]
}

/** Lines over the whole of a chart: evenly spaced, with figures at their ends. */
function gridAxes(
  row: Row,
  { behind, before, horizontal }: { behind: readonly Label[]; before: readonly Label[]; horizontal: boolean },
): Axis[] {
  const { places, from, to } = row
  if (to - from < minGridLength || places.length < minGrid) return []
  const steps = places.slice(1).map((place, at) => place - (places[at] as number))
  const [least, most] = [Math.min(...steps), Math.max(...steps)]
  if (most - least > stepSlack * most) return []
  return [
    { side: before, at: from },
    { side: behind, at: to },
  ].flatMap(({ side, at }) => {
    const own = labelsAt(
      places,
      side.filter(({ numeric }) => numeric),
    )
    if (own.size < Math.max(minGrid, gridRatio * places.length)) return []
    return [toAxis({ from: places[0] as number, to: places.at(-1) as number }, { at, row, own, horizontal })]
  })
}

function toAxis(
  { from, to }: { from: number; to: number },
  { at, row, own, horizontal }: { at: number; row: Row; own: ReadonlyMap<number, Label>; horizontal: boolean },
): Axis {
  const [near, far] = [Math.min(at, row.from), Math.max(at, row.to)]
  const ticks = horizontal ? { x0: from, x1: to, y0: near, y1: far } : { x0: near, x1: far, y0: from, y1: to }
  return { horizontal, position: at, from, to, box: unionAll([ticks, ...[...own.values()].map(({ box }) => box)]) }
}
