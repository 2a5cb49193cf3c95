/** Joins adjacent drawings with only labels between them, unless each has a caption. */
import { type Box, containsCenter, gapX, gapY, height, overlapX, overlapY, union, width } from '../../model/geometry.ts'
import type { Line } from '../state.ts'
import { captionBelow } from './captioned-drawings.ts'
import { joinBoxes } from './join-boxes.ts'

const MAX_GAP_EM = 3.5
/** Minimum overlap in a row or column, relative to the smaller side. */
const MIN_OVERLAP_RATIO = 0.6
/** Maximum pairs of drawings times lines. */
const MAX_WORK = 2e8

interface JoinContext {
  readonly lines: readonly Line[]
  isLabel(line: Line): boolean
  /** In points. */
  readonly size: number
}

export function joinSubfigures(drawings: readonly Box[], context: JoinContext): Box[] {
  if (drawings.length * drawings.length * context.lines.length > MAX_WORK) return [...drawings]
  return joinBoxes(drawings, (a, b) => areSubfigures(a, b, context))
}

function areSubfigures(a: Box, b: Box, { lines, isLabel, size }: JoinContext): boolean {
  const inRow = gapX(a, b) <= MAX_GAP_EM * size && overlapY(a, b) >= MIN_OVERLAP_RATIO * Math.min(height(a), height(b))
  const inColumn = gapY(a, b) <= MAX_GAP_EM * size && overlapX(a, b) >= MIN_OVERLAP_RATIO * Math.min(width(a), width(b))
  if (!inRow && !inColumn) return false
  const whole = union(a, b)
  const between = lines.filter(
    (line) => containsCenter(whole, line.box) && !containsCenter(a, line.box) && !containsCenter(b, line.box),
  )
  if (!between.every(isLabel)) return false
  // Without a caption, neighbors may be a logo and a photo.
  if (!isSharedCaption([a, b], captionBelow(whole, lines))) return false
  const [first, second] = [captionBelow(a, lines), captionBelow(b, lines)]
  return first === null || second === null || first === second || inColumn
}

function isSharedCaption(subfigures: readonly Box[], caption: Line | null): boolean {
  return caption !== null && subfigures.every((subfigure) => overlapX(subfigure, caption.box) > 0)
}
