/**
 * Distinguishes strokes of a drawing from background shapes of text: frames of slides, bars along their edges, boxes
 * with round corners around code. Labels of a drawing are at its strokes, text on a background is not.
 */
import { area, type Box, center, contains, coverage, height, overlapX, width } from '../../model/geometry.ts'
import type { Line } from '../state.ts'
import { labelKind } from '../text/caption-labels.ts'
import { isOnItsSide } from './attach-labels.ts'
import type { Stroke } from './types.ts'

/** Maximum gap between a label and its stroke, in em. */
const labelEm = 1.6
/** Maximum area of a node, as a fraction of the diagram, or its height above that of a line in it, in em. */
const nodeRatio = 0.12
const nodeEm = 4
/** Minimum fraction of a label inside its node: text may cross the long lines that connect nodes. */
const crossing = 0.25
/** Minimum length of a line that counts, in characters: ticks are shorter. */
const minChars = 8
/** Maximum gap between a caption and its figure, in em. */
const captionEm = 2.5
/** Maximum height of a horizontal line, in em, and maximum number of rotated ones: prose is not rotated. */
const uprightEm = 1.8
const maxTurned = 2
/** Minimum number and fraction of lines without a stroke near them that are not labels. */
const minFree = 3
const freeRatio = 0.4
/** Minimum length of an edge or background, as a fraction of the cluster. */
const spanRatio = 0.8
/** Minimum length of an axis or frame side, as a fraction of the cluster: these have no labels. */
const sideRatio = 0.35
/** Maximum thickness of a line, in points. */
const maxLine = 2
/** Maximum size of a bullet and its gap to the text, in points, or in em on slides. */
const maxBullet = 7
const maxBulletEm = 0.6
const bulletGap = 15
const bulletGapEm = 1.2
/** Minimum number of lines outside the ring that would fit in a frame. */
const minCornerLines = 4

/** The lines on a cluster that label neither a stroke nor an image in it; empty if they are few, as notes in a drawing are. */
export function freeLines(
  { box, strokes }: { box: Box; strokes: readonly Stroke[] },
  pictures: readonly Box[],
  lines: readonly Line[],
): Line[] {
  const all = lines.filter((line) => line.text.length >= minChars && contains(box, center(line.box)))
  const inside = all.filter((line) => !isOnItsSide(line) && height(line.box) < uprightEm * line.size)
  if (inside.length < minFree || all.length - inside.length > maxTurned) return []
  const spans = (own: Box, share: number): boolean =>
    width(own) >= share * width(box) || height(own) >= share * height(box)
  const isSide = ({ box: own, curved }: Stroke): boolean =>
    !curved && Math.min(width(own), height(own)) < maxLine && spans(own, sideRatio)
  const details = [...strokes.filter((stroke) => !isSide(stroke)).map((stroke) => stroke.box), ...pictures].filter(
    (own) => !spans(own, spanRatio),
  )
  const maxNode = nodeRatio * area(box)
  const free = inside.filter((line) => !details.some((own) => isAt(own, line, maxNode)))
  return free.length >= minFree && free.length >= freeRatio * inside.length ? free : []
}

/** Whether there is a figure caption right below or above. */
export function hasCaption(box: Box, lines: readonly Line[]): boolean {
  return lines.some(
    (line) =>
      overlapX(line.box, box) > 0 &&
      Math.max(line.box.y0 - box.y1, box.y0 - line.box.y1) < captionEm * line.size &&
      !contains(box, center(line.box)) &&
      labelKind(line.text) === 'figure',
  )
}

/** Whether a line may label a stroke: near it, and not one of several lines in a box. */
function isAt(own: Box, line: Line, maxNode: number): boolean {
  const reach = labelEm * line.size
  const { box } = line
  if (own.x0 > box.x1 + reach || own.x1 < box.x0 - reach || own.y0 > box.y1 + reach || own.y1 < box.y0 - reach)
    return false
  if (coverage(box, own) > crossing) return area(own) <= maxNode || height(own) <= height(box) + nodeEm * line.size
  return !isBulletOf(own, line)
}

/** A box around one of these lines. Rings are not: drawings have rings. */
export function isBackgroundShape({ box, curved }: Stroke, lines: readonly Line[]): boolean {
  if (!lines.some((line) => contains(box, center(line.box)))) return false
  return !curved || isOblong(box) || hasTextInCorners(box, lines)
}

/** Not a ring, which is about as wide as high. */
export function isOblong(box: Box): boolean {
  return Math.max(width(box), height(box)) > 1.3 * Math.min(width(box), height(box))
}

/** Text in the corners, which are outside a ring of this size. */
export function hasTextInCorners(own: Box, lines: readonly Line[]): boolean {
  const { x, y } = center(own)
  const isOutside = ({ box }: Line): boolean =>
    contains(own, center(box)) &&
    [box.x0, box.x1].some((side) => ((side - x) / width(own)) ** 2 + ((center(box).y - y) / height(own)) ** 2 > 0.25)
  return lines.filter(isOutside).length >= minCornerLines
}

/** A small shape right before a line of text. */
export function isBullet(mark: Box, lines: readonly Line[]): boolean {
  return lines.some((line) => isBulletOf(mark, line))
}

function isBulletOf(mark: Box, { box, size }: Line): boolean {
  if (Math.max(width(mark), height(mark)) > Math.max(maxBullet, maxBulletEm * size)) return false
  const { y } = center(mark)
  return box.x0 > mark.x1 - 1 && box.x0 < mark.x1 + Math.max(bulletGap, bulletGapEm * size) && y > box.y0 && y < box.y1
}
