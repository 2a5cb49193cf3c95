/** Finds text segments that may be tick labels, with their center along the axis. */
import { type Box, center, unionAll } from '../../model/geometry.ts'
import type { Span } from '../../model/raw-page.ts'
import type { Line } from '../state.ts'
import { splitSpan } from '../text/word-spacing.ts'
import { nearestValue } from './interval-index.ts'

/** Minimum gap between two labels, in em. Words of running text are closer together. */
const MIN_GAP_EM = 0.55
/**
 * Maximum distances between the center of a label and its tick, and minimum extent of the label on each side of the
 * tick. Ems of the label's size.
 */
const MAX_OFFSET_X_EM = 0.6
const MAX_OFFSET_Y_EM = 0.4
const MIN_STRADDLE_EM = 0.08
/** Height of digits and uppercase letters above their baseline, in em. */
const CAP_HEIGHT_EM = 0.68
/** Maximum length of a label, and of a line that consists of labels, in characters. */
const MAX_CHARS = 24
const MAX_LINE_CHARS = 150
/** Maximum font size of a label, in points. Titles are larger. */
export const MAX_LABEL_SIZE = 30

/** A text segment with its position along one axis. */
export interface TickLabel {
  readonly box: Box
  readonly size: number
  /** Its center along the axis, and the maximum distance of its tick from there. */
  readonly position: number
  readonly tolerance: number
  /** Its extent along the axis … */
  readonly first: number
  readonly last: number
  /** … and across it. */
  readonly from: number
  readonly to: number
  /** Whether it is a number, with its sign or unit. */
  readonly numeric: boolean
}

/** Returns the possible labels of horizontal axes and of vertical ones. */
export function findTickLabels(lines: readonly Line[]): { horizontal: TickLabel[]; vertical: TickLabel[] } {
  const segments = lines.flatMap(splitIntoSegments)
  return {
    horizontal: segments.map(({ box, size, text }) => {
      return {
        box,
        size,
        position: center(box).x,
        tolerance: MAX_OFFSET_X_EM * size,
        first: box.x0,
        last: box.x1,
        from: box.y0,
        to: box.y1,
        numeric: isNumber(text),
      }
    }),
    vertical: segments.map(({ box, size, text, centerY }) => {
      return {
        box,
        size,
        position: centerY,
        tolerance: MAX_OFFSET_Y_EM * size,
        first: box.y0,
        last: box.y1,
        from: box.x0,
        to: box.x1,
        numeric: isNumber(text),
      }
    }),
  }
}

/** The label centered nearest at each tick, by tick position. */
export function matchLabelsToTicks(ticks: readonly number[], labels: readonly TickLabel[]): Map<number, TickLabel> {
  const found = new Map<number, TickLabel>()
  for (const label of labels) {
    const tick = nearestValue(ticks, label.position)
    const offset = Math.abs(tick - label.position)
    const previous = found.get(tick)
    const straddles = Math.min(tick - label.first, label.last - tick) >= MIN_STRADDLE_EM * label.size
    if (
      straddles &&
      offset <= label.tolerance &&
      (previous === undefined || offset < Math.abs(tick - previous.position))
    )
      found.set(tick, label)
  }
  return found
}

interface TextSegment {
  readonly box: Box
  readonly size: number
  readonly text: string
  /** y of the center of its digits. */
  readonly centerY: number
}

function splitIntoSegments(line: Line): TextSegment[] {
  const { spans, size, baseline } = line
  const [first] = spans
  if (first === undefined || line.text.length > MAX_LINE_CHARS || size > MAX_LABEL_SIZE) return []
  const isUpright = first.rotation === 0 && !first.vertical
  const parts = isUpright ? spans.flatMap((span) => splitSpan(span, 0, MIN_GAP_EM).map((part) => part.span)) : spans
  const groups: Span[][] = []
  for (const span of parts) {
    const last = groups.at(-1)?.at(-1)
    if (last !== undefined && span.box.x0 - last.box.x1 <= MIN_GAP_EM * size) groups.at(-1)?.push(span)
    else groups.push([span])
  }
  return groups.flatMap((group): TextSegment[] => {
    const text = group.map((span) => span.text).join('')
    if (text.length > MAX_CHARS || !/[\p{L}\p{N}]/u.test(text)) return []
    const box = unionAll(group.map((span) => span.box))
    return [{ box, size, text, centerY: isUpright ? baseline - (CAP_HEIGHT_EM * size) / 2 : center(box).y }]
  })
}

function isNumber(text: string): boolean {
  return /^\s*[\p{Sc}<>≤≥~]?\s*[-−–+]?\s*[\p{Sc}]?\d[\d.,\s]*(?:[%‰°]|\p{L}{1,3}|\p{Sc})?\s*$/u.test(text)
}
