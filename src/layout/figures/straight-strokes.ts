/** Finds horizontal and vertical strokes as center lines, and larger boxes: axes, ticks and frames of charts. */
import { type Box, centerX, centerY, height, width } from '../../model/geometry.ts'
import type { RawPage } from '../../model/raw-page.ts'
import { isWhite } from '../rulings.ts'
import { splitIntoRuns } from './interval-index.ts'

/** A straight stroke: its position across its direction, and its ends. Points. */
export interface Segment {
  readonly position: number
  readonly from: number
  readonly to: number
}

/**
 * Maximum thickness of a stroke's box and of a filled line. Some engines enlarge the boxes of strokes for pointed
 * corners. Points.
 */
const MAX_STROKE_THICKNESS = 12
const MAX_FILL_THICKNESS = 2.5
/** Minimum length of a stroke, in points. */
const MIN_LENGTH = 1.2
/** Minimum side of the frame of a chart, in points. */
const MIN_FRAME_SIDE = 20
/** Maximum difference of positions that count as equal, in points. */
const POSITION_TOLERANCE = 0.7
/** Bounds the work: more strokes are sampled, and further boxes are ignored. */
const MAX_STROKES = 40_000
const MAX_FRAMES = 2_000

/** Parallel strokes with common ends. */
export interface StrokeRow {
  /** Ascending positions across the strokes. */
  readonly positions: readonly number[]
  readonly from: number
  readonly to: number
}

export function straightStrokes({ paths }: RawPage): { vertical: Segment[]; horizontal: Segment[]; frames: Box[] } {
  const vertical: Segment[] = []
  const horizontal: Segment[] = []
  const frames: Box[] = []
  const step = Math.max(1, Math.ceil(paths.length / MAX_STROKES))
  for (let index = 0; index < paths.length; index += step) {
    const { box, stroked, rectangle, opacity, color } = paths[index] as RawPage['paths'][number]
    if (opacity === 0) continue
    const [wide, high] = [width(box), height(box)]
    const thin = Math.min(wide, high)
    if (thin >= MIN_FRAME_SIDE && frames.length < MAX_FRAMES) frames.push(box)
    if (!rectangle || isWhite(color) || thin > (stroked ? MAX_STROKE_THICKNESS : MAX_FILL_THICKNESS)) continue
    // The box of a stroke reaches beyond both of its ends by half the line width.
    const inset = stroked ? thin / 2 : 0
    const isHorizontal = wide > high
    const segment = isHorizontal
      ? { position: centerY(box), from: box.x0 + inset, to: box.x1 - inset }
      : { position: centerX(box), from: box.y0 + inset, to: box.y1 - inset }
    if (segment.to - segment.from >= MIN_LENGTH) (isHorizontal ? horizontal : vertical).push(segment)
  }
  return { vertical, horizontal, frames }
}

/** Groups strokes with common ends into rows with at least `minCount` positions. */
export function groupParallelStrokes(strokes: readonly Segment[], minCount: number): StrokeRow[] {
  const rows: StrokeRow[] = []
  const sorted = [...strokes].sort((a, b) => a.from - b.from)
  for (const sameStart of splitIntoRuns(sorted, ({ from }) => from, POSITION_TOLERANCE)) {
    const byEnd = sameStart.sort((a, b) => a.to - b.to)
    for (const sameLength of splitIntoRuns(byEnd, ({ to }) => to, POSITION_TOLERANCE)) {
      if (sameLength.length < minCount) continue
      const byPosition = sameLength.sort((a, b) => a.position - b.position)
      const positions = splitIntoRuns(byPosition, ({ position }) => position, POSITION_TOLERANCE).flatMap(([first]) =>
        first === undefined ? [] : [first.position],
      )
      const [first] = sameLength
      if (positions.length >= minCount && first !== undefined) rows.push({ positions, from: first.from, to: first.to })
    }
  }
  return rows
}
