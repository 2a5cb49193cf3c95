/**
 * Finds axes of charts: ticks of one length on a common line with labels centered at them, or evenly spaced grid lines
 * with numbers at their ends. Table cells are between rulings instead.
 */
import { type Box, unionAll } from '../../model/geometry.ts'
import type { RawPage } from '../../model/raw-page.ts'
import type { Line } from '../state.ts'
import { itemsBetween } from './interval-index.ts'
import { groupParallelStrokes, type Segment, type StrokeRow, straightStrokes } from './straight-strokes.ts'
import { findTickLabels, MAX_LABEL_SIZE, matchLabelsToTicks, type TickLabel } from './tick-labels.ts'

export interface Axis {
  readonly horizontal: boolean
  /** y of a horizontal axis, x of a vertical one, in points. */
  readonly position: number
  readonly from: number
  readonly to: number
  /** Ticks and labels included. */
  readonly box: Box
}

/** Maximum length of a tick, in points and in em of its label. */
const MAX_TICK = 14
const MAX_TICK_EM = 1
/** Maximum gap between parts of one line, in points. */
const MAX_JOIN_GAP = 0.7
/** Maximum gap between a tick and its axis, in points: half of the box of a stroked frame. */
const MAX_SPINE_GAP = 4
/** Minimum number of ticks, and number and fraction of those with labels: dense ticks may have none. */
const MIN_TICKS = 3
const MIN_LABELS = 2
const MIN_LABELED_RATIO = 0.3
/** Maximum length of an axis line, as a multiple of the range of its ticks. */
const MAX_LENGTH_RATIO = 2
/** Maximum gap and overlap of a tick and its label, in em. */
const MAX_LABEL_GAP_EM = 2.2
const MAX_LABEL_OVERLAP_EM = 0.35
/** Grid lines: minimum number, minimum length in points, minimum fraction of them with numbers at their ends. */
const MIN_GRID_LINES = 3
const MIN_GRID_LENGTH = 40
const MIN_GRID_RATIO = 0.4
/** Maximum difference between the steps of grid lines, as a fraction. */
const STEP_TOLERANCE = 0.12
/** Bounds the work: number of rows of ticks. */
const MAX_ROWS = 1_000

export function findAxes(raw: RawPage, lines: readonly Line[]): Axis[] {
  const { vertical, horizontal, frames } = straightStrokes(raw)
  const verticalTicks = groupParallelStrokes(vertical, MIN_TICKS)
  const horizontalTicks = groupParallelStrokes(horizontal, MIN_TICKS)
  if (verticalTicks.length + horizontalTicks.length === 0 || verticalTicks.length + horizontalTicks.length > MAX_ROWS)
    return []
  const labels = findTickLabels(lines)
  const sides = frames.flatMap(({ x0, x1, y0, y1 }) => {
    return {
      horizontal: [y0, y1].map((position) => ({ position, from: x0, to: x1 })),
      vertical: [x0, x1].map((position) => ({ position, from: y0, to: y1 })),
    }
  })
  return [
    ...axesAlong(verticalTicks, {
      spines: [...horizontal, ...sides.flatMap((side) => side.horizontal)],
      labels: labels.horizontal,
      horizontal: true,
    }),
    ...axesAlong(horizontalTicks, {
      spines: [...vertical, ...sides.flatMap((side) => side.vertical)],
      labels: labels.vertical,
      horizontal: false,
    }),
  ]
}

interface AxisSearch {
  /** Lines that may carry the ticks. */
  readonly spines: readonly Segment[]
  readonly labels: readonly TickLabel[]
  readonly horizontal: boolean
}

function axesAlong(rows: readonly StrokeRow[], { spines, labels, horizontal }: AxisSearch): Axis[] {
  if (rows.length === 0 || labels.length < MIN_LABELS) return []
  const byPosition = [...spines].sort((a, b) => a.position - b.position)
  const byStart = [...labels].sort((a, b) => a.from - b.from)
  const byEnd = [...labels].sort((a, b) => a.to - b.to)
  const reach = MAX_LABEL_GAP_EM * MAX_LABEL_SIZE
  return rows.flatMap((row): Axis[] => {
    const after = itemsBetween(byStart, {
      measure: ({ from }) => from,
      from: row.to - reach,
      to: row.to + reach,
    }).filter((label) => isNextToTicks(label.from - row.to, label))
    const before = itemsBetween(byEnd, {
      measure: ({ to }) => to,
      from: row.from - reach,
      to: row.from + reach,
    }).filter((label) => isNextToTicks(row.from - label.to, label))
    if (after.length < MIN_LABELS && before.length < MIN_LABELS) return []
    if (row.to - row.from > MAX_TICK) return gridAxes(row, { after, before, horizontal })
    const nearSpines = [row.from, row.to].flatMap((end) =>
      itemsBetween(byPosition, {
        measure: ({ position }) => position,
        from: end - MAX_SPINE_GAP,
        to: end + MAX_SPINE_GAP,
      }),
    )
    return joinCollinear(nearSpines).flatMap((line) => {
      const positions = row.positions.filter(
        (position) => position >= line.from - MAX_SPINE_GAP && position <= line.to + MAX_SPINE_GAP,
      )
      if (positions.length < MIN_TICKS) return []
      const isShort = ({ size }: TickLabel): boolean => row.to - row.from <= MAX_TICK_EM * size
      return [after, before].flatMap((side) => readAxis(positions, side.filter(isShort), { row, line, horizontal }))
    })
  })
}

function isNextToTicks(gap: number, { size }: TickLabel): boolean {
  return gap >= -MAX_LABEL_OVERLAP_EM * size && gap <= MAX_LABEL_GAP_EM * size
}

/** Joins collinear strokes that overlap. */
function joinCollinear(spines: readonly Segment[]): Segment[] {
  const joined: Segment[] = []
  for (const spine of [...spines].sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last !== undefined && spine.from <= last.to + MAX_JOIN_GAP)
      joined[joined.length - 1] = { ...last, to: Math.max(last.to, spine.to) }
    else joined.push(spine)
  }
  return joined.filter(({ from, to }) => to - from > MAX_TICK)
}

interface AxisCandidate {
  readonly row: StrokeRow
  readonly line: Segment
  readonly horizontal: boolean
}

function readAxis(
  positions: readonly number[],
  labels: readonly TickLabel[],
  { row, line, horizontal }: AxisCandidate,
): Axis[] {
  const found = matchLabelsToTicks(positions, labels)
  if (found.size < Math.max(MIN_LABELS, MIN_LABELED_RATIO * positions.length)) return []
  const [first, last] = [positions[0] as number, positions.at(-1) as number]
  const isAxisLine = line.to - line.from <= MAX_LENGTH_RATIO * (last - first)
  return [
    toAxis(isAxisLine ? { from: Math.min(first, line.from), to: Math.max(last, line.to) } : { from: first, to: last }, {
      at: line.position,
      row,
      labels: found,
      horizontal,
    }),
  ]
}

/** Grid lines across a chart: evenly spaced, with numbers at their ends. */
function gridAxes(
  row: StrokeRow,
  { after, before, horizontal }: { after: readonly TickLabel[]; before: readonly TickLabel[]; horizontal: boolean },
): Axis[] {
  const { positions, from, to } = row
  if (to - from < MIN_GRID_LENGTH || positions.length < MIN_GRID_LINES) return []
  const steps = positions.slice(1).map((position, at) => position - (positions[at] as number))
  const [minStep, maxStep] = [Math.min(...steps), Math.max(...steps)]
  if (maxStep - minStep > STEP_TOLERANCE * maxStep) return []
  return [
    { side: before, at: from },
    { side: after, at: to },
  ].flatMap(({ side, at }) => {
    const found = matchLabelsToTicks(
      positions,
      side.filter(({ numeric }) => numeric),
    )
    if (found.size < Math.max(MIN_GRID_LINES, MIN_GRID_RATIO * positions.length)) return []
    return [
      toAxis({ from: positions[0] as number, to: positions.at(-1) as number }, { at, row, labels: found, horizontal }),
    ]
  })
}

function toAxis(
  { from, to }: { from: number; to: number },
  {
    at,
    row,
    labels,
    horizontal,
  }: { at: number; row: StrokeRow; labels: ReadonlyMap<number, TickLabel>; horizontal: boolean },
): Axis {
  const [near, far] = [Math.min(at, row.from), Math.max(at, row.to)]
  const ticks = horizontal ? { x0: from, x1: to, y0: near, y1: far } : { x0: near, x1: far, y0: from, y1: to }
  return { horizontal, position: at, from, to, box: unionAll([ticks, ...[...labels.values()].map(({ box }) => box)]) }
}
