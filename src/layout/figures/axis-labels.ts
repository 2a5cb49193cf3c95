import { type Box, centerX, centerY, height, width } from '../../model/geometry.ts'
import { maxOf, minOf } from '../../model/statistics.ts'
import type { Line } from '../state.ts'
import {
  ALIGNMENT_EM,
  isBetween,
  isRotated,
  MAX_LINE_SPACING_EM,
  MAX_NAME_CHARS,
  MAX_SIDE_CHARS,
} from './label-lines.ts'

const MIN_TICKS = 3
const MAX_AXIS_GAP_EM = 2

/** Labels are evenly spaced, in a row below the drawing or in a column at its side. */
export function findAxisLabels(box: Box, free: readonly Line[], size: number): Box[] {
  const tolerance = ALIGNMENT_EM * size
  const maxGap = MAX_AXIS_GAP_EM * size
  const short = free.filter((line) => !isRotated(line) && line.text.length <= MAX_NAME_CHARS && line.size <= size * 1.3)
  const atHeight = short.filter((line) => isBetween(centerY(line.box), box.y0 - tolerance, box.y1 + tolerance))
  const atWidth = short.filter(
    (line) =>
      isBetween(centerX(line.box), box.x0 - tolerance, box.x1 + tolerance) && line.text.length <= MAX_SIDE_CHARS,
  )
  const groups = [
    largestAlignedGroup(
      atHeight.filter((line) => isBetween(box.x0 - line.box.x1, -tolerance, maxGap)),
      (line) => line.box.x1,
      tolerance,
    ),
    largestAlignedGroup(
      atHeight.filter((line) => isBetween(line.box.x0 - box.x1, -tolerance, maxGap)),
      (line) => line.box.x0,
      tolerance,
    ),
    largestAlignedGroup(
      atWidth.filter((line) => isBetween(line.box.y0 - box.y1, -line.size, maxGap)),
      (line) => line.baseline,
      tolerance,
    ),
  ]
  return groups.filter((group) => isEvenlySpaced(group, box)).flatMap((group) => group.map((line) => line.box))
}

function largestAlignedGroup(lines: readonly Line[], measure: (line: Line) => number, tolerance: number): Line[] {
  let best: Line[] = []
  for (const line of lines) {
    const group = lines.filter((other) => Math.abs(measure(other) - measure(line)) <= tolerance)
    if (group.length > best.length) best = group
  }
  return best
}

function isEvenlySpaced(group: readonly Line[], box: Box): boolean {
  if (group.length < MIN_TICKS) return false
  const isHorizontal = group.every((line) => Math.abs(line.baseline - (group[0] as Line).baseline) < line.size)
  const positions = group.map((line) => (isHorizontal ? centerX(line.box) : centerY(line.box))).sort((a, b) => a - b)
  const steps = positions.slice(1).map((position, index) => position - (positions[index] as number))
  const [minStep, maxStep] = [minOf(steps), maxOf(steps)]
  const size = (group[0] as Line).size
  const length = (positions.at(-1) as number) - (positions[0] as number)
  return (
    minStep > MAX_LINE_SPACING_EM * size &&
    maxStep < 1.5 * minStep &&
    length > 0.5 * (isHorizontal ? width(box) : height(box))
  )
}
