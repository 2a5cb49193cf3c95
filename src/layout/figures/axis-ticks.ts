/** Finds the ticks of two axes: equal short strokes side by side, and one above the other. */
import { cached } from '../../model/cached.ts'
import { type Box, height, width } from '../../model/geometry.ts'
import type { Stroke } from './types.ts'

/** Length and maximum thickness of a tick, in points. */
const TICK_LENGTH = { least: 1.5, most: 9 } as const
const MAX_THICKNESS = 1.6
/** Minimum ticks of an axis. */
const MIN_TICKS = 4
/** Maximum rows of ticks: the dashes of dashed lines form more. */
const MAX_ROWS = 4

export function hasAxisTicks(strokes: readonly Stroke[]): boolean {
  const boxes = strokes.filter(({ filled }) => !filled).map(({ box }) => box)
  const upright = boxes.filter((box) => isTick(height(box), width(box)))
  const level = boxes.filter((box) => isTick(width(box), height(box)))
  return isAxis(upright, ({ x0, y0, y1 }) => [y0, y1, x0]) && isAxis(level, ({ x0, x1, y0 }) => [x0, x1, y0])
}

function isTick(length: number, thickness: number): boolean {
  return length >= TICK_LENGTH.least && length <= TICK_LENGTH.most && thickness <= MAX_THICKNESS
}

/** `measure`: both ends of the tick, and its position on the axis. */
function isAxis(ticks: readonly Box[], measure: (box: Box) => readonly [number, number, number]): boolean {
  const rows = new Map<string, Set<number>>()
  for (const tick of ticks) {
    const [start, end, position] = measure(tick)
    cached(rows, `${Math.round(start)} ${Math.round(end)}`, () => new Set()).add(Math.round(position))
  }
  const axes = [...rows.values()].filter((positions) => positions.size >= MIN_TICKS)
  return axes.length > 0 && axes.length <= MAX_ROWS
}
