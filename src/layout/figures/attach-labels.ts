/** Extends drawings over their labels: ticks, axis titles, legends, values, a title. */
import {
  area,
  type Box,
  center,
  centerY,
  contains,
  coverage,
  gapX,
  gapY,
  grow,
  overlapX,
  type Point,
  union,
} from '../../model/geometry.ts'
import type { Line } from '../state.ts'
import { beginsWithLabel } from '../text/caption-labels.ts'
import { findAxisLabels } from './axis-labels.ts'
import { captionBelow, labelsAboveCaption } from './captioned-drawings.ts'
import { isBetween, isRotated, MAX_LINE_SPACING_EM, MAX_NAME_CHARS, MAX_SIDE_CHARS } from './label-lines.ts'
import { findLegend } from './legend.ts'
import type { LabelContext } from './types.ts'

/** Maximum gap to labels: in general, at the sides (a column may begin), and of rotated axis titles. */
const MAX_GAP_EM = 1.6
const MAX_SIDE_GAP_EM = 1
const MAX_ROTATED_GAP_EM = 3.5
const MAX_CHARS = 40
/** Relative to the body. */
const MAX_SIZE_RATIO = 1.1
/** Maximum layers of labels around a drawing: ticks, axis titles, a title. */
const MAX_LAYERS = 3

/** Images have labels only if they have an axis. */
export function attachLabels(box: Box, context: LabelContext): Box {
  const { lines, prose, size } = context
  const isNearest = (line: Line): boolean =>
    isRotated(line) || !context.others.some((other) => gapBetween(line.box, other) < gapBetween(line.box, box))
  const free = lines.filter((line, index) => !prose.has(index) && !beginsWithLabel(line.text) && isNearest(line))
  const text = lines.filter((_, index) => prose.has(index))
  const blocked = lines
    .filter((line, index) => prose.has(index) || beginsWithLabel(line.text))
    .map((line) => center(line.box))
  const extend = (from: Box, labels: readonly Box[]): Box => extendOver(from, labels, blocked)
  const axes = findAxisLabels(box, free, size)
  if (!context.isDrawing && axes.length === 0) return box
  let grown = extend(box, axes)
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const current = grown
    const labels = free.filter(
      (line) =>
        isNear(line, current, size) ||
        isAtSide(line, { box: current, size, free }) ||
        isRotatedTitle(line, current, context),
    )
    grown = extend(
      current,
      labels.map((line) => line.box),
    )
    if (area(grown) === area(current)) break
  }
  if (!context.isDrawing) return grown
  const caption = captionBelow(grown, lines)
  if (caption !== null) grown = extend(grown, labelsAboveCaption(grown, { free, prose: text }, caption))
  return extend(grown, findLegend(grown, context, free))
}

function extendOver(box: Box, labels: readonly Box[], blocked: readonly Point[]): Box {
  let grown = box
  for (const label of labels) {
    const next = union(grown, label)
    if (!blocked.some((point) => contains(next, point) && !contains(box, point))) grown = next
  }
  return grown
}

function isNear(line: Line, box: Box, size: number): boolean {
  return (
    line.text.length <= MAX_CHARS &&
    line.size <= size * MAX_SIZE_RATIO &&
    coverage(line.box, grow(box, size * MAX_GAP_EM)) > 0.6
  )
}

/** Labels at the side, unlike prose, have no lines above and below. Fixture: pdf-charts. */
function isAtSide(line: Line, { box, size, free }: { box: Box; size: number; free: readonly Line[] }): boolean {
  if (
    line.text.length > MAX_SIDE_CHARS ||
    line.size > size * MAX_SIZE_RATIO ||
    !isBetween(centerY(line.box), box.y0, box.y1)
  )
    return false
  const gap = gapX(line.box, box)
  if (gap < 0 || gap > MAX_SIDE_GAP_EM * size) return false
  return !free.some(
    (other) =>
      Math.abs(other.baseline - line.baseline) < MAX_LINE_SPACING_EM * line.size &&
      Math.abs(other.baseline - line.baseline) > 0.5 * line.size &&
      overlapX(other.box, line.box) > 0,
  )
}

/** A rotated title between two drawings belongs to the right one. */
function isRotatedTitle(line: Line, box: Box, { size, others }: LabelContext): boolean {
  if (!isRotated(line) || line.text.length > MAX_NAME_CHARS) return false
  const isNextTo = (side: number, own: Box): boolean =>
    isBetween(side, -size, MAX_ROTATED_GAP_EM * size) && isBetween(centerY(line.box), own.y0, own.y1)
  if (isNextTo(box.x0 - line.box.x1, box)) return true
  return isNextTo(line.box.x0 - box.x1, box) && !others.some((other) => isNextTo(other.x0 - line.box.x1, other))
}

function gapBetween(a: Box, b: Box): number {
  return Math.hypot(Math.max(0, gapX(a, b)), Math.max(0, gapY(a, b)))
}
