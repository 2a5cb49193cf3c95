/** Finds horizontal and vertical strokes as center lines, and larger boxes: axes, ticks and frames of charts. */
import { type Box, centerX, centerY, height, width } from '../../model/geometry.ts'
import type { RawPage } from '../../model/raw-page.ts'
import { isWhite } from '../rulings.ts'
import { runsOf } from './interval-index.ts'

/** A straight stroke: where it lies across its direction, and its ends. Points. */
export interface Segment {
  readonly at: number
  readonly from: number
  readonly to: number
}

/**
 * Maximum thickness of a stroke's box and of a filled line. Some engines enlarge the boxes of strokes for pointed
 * corners. Points.
 */
const maxPen = 12
const maxFill = 2.5
/** Minimum length of a stroke that is used. Points. */
const minLength = 1.2
/** Frames and panels of plots have sides of this length. Points. */
const minFrame = 20
/** Places that differ by less are one. Points. */
const same = 0.7
/** More strokes than this are thinned, of more boxes the first are taken: bounds the work. */
const maxStrokes = 40_000
const maxFrames = 2_000

/** Strokes of one length, side by side. */
export interface Row {
  /** Ascending, across the strokes. */
  readonly places: readonly number[]
  readonly from: number
  readonly to: number
}

export function straightStrokes({ paths }: RawPage): { upright: Segment[]; level: Segment[]; frames: Box[] } {
  const upright: Segment[] = []
  const level: Segment[] = []
  const frames: Box[] = []
  const step = Math.max(1, Math.ceil(paths.length / maxStrokes))
  for (let index = 0; index < paths.length; index += step) {
    const { box, stroked, rectangle, opacity, color } = paths[index] as RawPage['paths'][number]
    if (opacity === 0) continue
    const [wide, high] = [width(box), height(box)]
    const thin = Math.min(wide, high)
    if (thin >= minFrame && frames.length < maxFrames) frames.push(box)
    if (!rectangle || isWhite(color) || thin > (stroked ? maxPen : maxFill)) continue
    // The pen reaches over both ends of its stroke by half its box.
    const inset = stroked ? thin / 2 : 0
    const isLevel = wide > high
    const segment = isLevel
      ? { at: centerY(box), from: box.x0 + inset, to: box.x1 - inset }
      : { at: centerX(box), from: box.y0 + inset, to: box.y1 - inset }
    if (segment.to - segment.from >= minLength) (isLevel ? level : upright).push(segment)
  }
  return { upright, level, frames }
}

/** Groups strokes of one length into rows with at least `minPlaces` places. */
export function rowsOf(strokes: readonly Segment[], minPlaces: number): Row[] {
  const rows: Row[] = []
  const sorted = [...strokes].sort((a, b) => a.from - b.from)
  for (const starting of runsOf(sorted, ({ from }) => from, same)) {
    const byEnd = starting.sort((a, b) => a.to - b.to)
    for (const alike of runsOf(byEnd, ({ to }) => to, same)) {
      if (alike.length < minPlaces) continue
      const byPlace = alike.sort((a, b) => a.at - b.at)
      const places = runsOf(byPlace, ({ at }) => at, same).flatMap(([first]) => (first === undefined ? [] : [first.at]))
      const [first] = alike
      if (places.length >= minPlaces && first !== undefined) rows.push({ places, from: first.from, to: first.to })
    }
  }
  return rows
}
