/** Distinguishes drawings, with labels at their strokes, from shapes behind text. */
import {
  area,
  type Box,
  center,
  containsCenter,
  coverage,
  height,
  longSide,
  shortSide,
  width,
} from '../../model/geometry.ts'
import type { Line } from '../state.ts'
import { isRotated } from './label-lines.ts'
import type { Stroke } from './types.ts'

const MAX_LABEL_GAP_EM = 1.6
/** Maximum area of a node relative to the diagram, or its height in excess of a line. */
const MAX_NODE_RATIO = 0.12
const MAX_NODE_HEIGHT_EM = 4
/** Minimum fraction of a label inside its node; text may cross lines. */
const MIN_INSIDE_RATIO = 0.25
/** Minimum length of lines other than ticks. */
const MIN_CHARS = 8
/** Minimum number and fraction of lines that are not labels. */
const MIN_FREE_LINES = 3
const MIN_FREE_RATIO = 0.4
/** Minimum length of an edge or background relative to the cluster. */
const MIN_EDGE_RATIO = 0.8
/** Minimum length of an axis or frame side relative to the cluster. */
const MIN_SIDE_RATIO = 0.35
/** In points. */
const MAX_LINE_THICKNESS = 2
/** Maximum size of a bullet and its gap to the text, in points or, on slides, in em. */
const MAX_BULLET_SIZE = 7
const MAX_BULLET_SIZE_EM = 0.6
const MAX_BULLET_GAP = 15
const MAX_BULLET_GAP_EM = 1.2
export function nonLabelLines(
  { box, strokes }: { box: Box; strokes: readonly Stroke[] },
  images: readonly Box[],
  lines: readonly Line[],
): Line[] {
  const all = lines.filter((line) => line.text.length >= MIN_CHARS && containsCenter(box, line.box))
  const horizontalLines = all.filter((line) => !isRotated(line))
  if (horizontalLines.length < MIN_FREE_LINES) return []
  const spansCluster = (shape: Box, ratio: number): boolean =>
    width(shape) >= ratio * width(box) || height(shape) >= ratio * height(box)
  const isSide = ({ box: shape, curved }: Stroke): boolean =>
    !curved && shortSide(shape) < MAX_LINE_THICKNESS && spansCluster(shape, MIN_SIDE_RATIO)
  const details = [...strokes.filter((stroke) => !isSide(stroke)).map((stroke) => stroke.box), ...images].filter(
    (shape) => !spansCluster(shape, MIN_EDGE_RATIO),
  )
  const maxNode = MAX_NODE_RATIO * area(box)
  const free = horizontalLines.filter((line) => !details.some((shape) => mayLabel(shape, line, maxNode)))
  return free.length >= MIN_FREE_LINES && free.length >= MIN_FREE_RATIO * horizontalLines.length ? free : []
}

function mayLabel(stroke: Box, line: Line, maxNode: number): boolean {
  const reach = MAX_LABEL_GAP_EM * line.size
  const { box } = line
  if (
    stroke.x0 > box.x1 + reach ||
    stroke.x1 < box.x0 - reach ||
    stroke.y0 > box.y1 + reach ||
    stroke.y1 < box.y0 - reach
  )
    return false
  if (coverage(box, stroke) > MIN_INSIDE_RATIO)
    return area(stroke) <= maxNode || height(stroke) <= height(box) + MAX_NODE_HEIGHT_EM * line.size
  return !isBulletBefore(stroke, line)
}

/** Rings around a line are part of drawings. */
export function isBackgroundShape({ box, curved }: Stroke, lines: readonly Line[]): boolean {
  if (!lines.some((line) => containsCenter(box, line.box))) return false
  return !curved || isOblong(box)
}

export function isOblong(box: Box): boolean {
  return longSide(box) > 1.3 * shortSide(box)
}

function isBulletBefore(shape: Box, { box, size }: Line): boolean {
  if (longSide(shape) > Math.max(MAX_BULLET_SIZE, MAX_BULLET_SIZE_EM * size)) return false
  const { y } = center(shape)
  return (
    box.x0 > shape.x1 - 1 &&
    box.x0 < shape.x1 + Math.max(MAX_BULLET_GAP, MAX_BULLET_GAP_EM * size) &&
    y > box.y0 &&
    y < box.y1
  )
}
