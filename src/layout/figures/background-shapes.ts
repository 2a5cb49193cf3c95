/**
 * Strokes and the lines among them → whether the strokes draw something or only decorate the text: frames of slides,
 * bars along their edges, boxes with round corners around code. Labels of a drawing stand at its strokes; text on a
 * backdrop stands free.
 */

import { area, type Box, center, contains, coverage, height, overlapX, width } from '../../model/geometry.ts'
import type { Line } from '../state.ts'
import { labelKind } from '../text/caption-labels.ts'
import { isOnItsSide } from './attach-labels.ts'
import type { Stroke } from './types.ts'

/** A label stands this near to what it names. Ems of its own size. */
const labelEm = 1.6
/** A node of a diagram is this small a share of it, or no higher than so many ems more than a line in it; other boxes hold text. */
const nodeRatio = 0.12
const nodeEm = 4
/** A label stands within what it names or beside it; running text lies across the long lines that join the parts of a drawing. Share of the line. */
const crossing = 0.25
/** Shorter lines are ticks and signs, which stand anywhere. Characters. */
const minChars = 8
/** A caption stands this near below or above its figure. Ems. */
const captionEm = 2.5
/** The boxes of slanted lines are higher. Nobody turns running text: so many turned lines are labels of a drawing. Ems; lines. */
const uprightEm = 1.8
const maxTurned = 2
/** So many lines that stand free, and this share of all lines, are not what the strokes draw. */
const minFree = 3
const freeRatio = 0.4
/** Bars and rules that reach over so much of the whole are its edges and grounds. Share of its width or height. */
const spanRatio = 0.8
/** Upright lines that reach over this share of it are axes or sides of frames, and label nothing of themselves. */
const sideRatio = 0.35
/** Thinner boxes are lines. Points. */
const maxLine = 2
/** Bullets drawn before the lines of a list are no drawing: their size, and how near the text is, in points and, on slides, in ems. */
const maxBullet = 7
const maxBulletEm = 0.6
const bulletGap = 15
const bulletGapEm = 1.2
/** So many lines reach beyond the ring that would fit in a frame. */
const minCornerLines = 4

/**
 * The lines on these strokes that neither a stroke nor a picture among them labels; none unless they are too many for
 * notes in a drawing.
 */
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

/** A caption right below or above says that this is a figure, text or not. */
export function hasCaption(box: Box, lines: readonly Line[]): boolean {
  return lines.some(
    (line) =>
      overlapX(line.box, box) > 0 &&
      Math.max(line.box.y0 - box.y1, box.y0 - line.box.y1) < captionEm * line.size &&
      !contains(box, center(line.box)) &&
      labelKind(line.text) === 'figure',
  )
}

/** May be what the line names: near it, and no box that holds more than the line. */
function isAt(own: Box, line: Line, maxNode: number): boolean {
  const reach = labelEm * line.size
  const { box } = line
  if (own.x0 > box.x1 + reach || own.x1 < box.x0 - reach || own.y0 > box.y1 + reach || own.y1 < box.y0 - reach)
    return false
  if (coverage(box, own) > crossing) return area(own) <= maxNode || height(own) <= height(box) + nodeEm * line.size
  return !isBulletOf(own, line)
}

/** A box around one of these lines; a ring around text is none, as drawings have rings. */
export function isBackgroundShape({ box, curved }: Stroke, lines: readonly Line[]): boolean {
  if (!lines.some((line) => contains(box, center(line.box)))) return false
  return !curved || isOblong(box) || hasTextInCorners(box, lines)
}

/** Rings are about as wide as high. */
export function isOblong(box: Box): boolean {
  return Math.max(width(box), height(box)) > 1.3 * Math.min(width(box), height(box))
}

/** Text in the corners, where a ring of this size leaves none. */
export function hasTextInCorners(own: Box, lines: readonly Line[]): boolean {
  const { x, y } = center(own)
  const isOutside = ({ box }: Line): boolean =>
    contains(own, center(box)) &&
    [box.x0, box.x1].some((side) => ((side - x) / width(own)) ** 2 + ((center(box).y - y) / height(own)) ** 2 > 0.25)
  return lines.filter(isOutside).length >= minCornerLines
}

/** A small mark with a line of text right behind it. */
export function isBullet(mark: Box, lines: readonly Line[]): boolean {
  return lines.some((line) => isBulletOf(mark, line))
}

function isBulletOf(mark: Box, { box, size }: Line): boolean {
  if (Math.max(width(mark), height(mark)) > Math.max(maxBullet, maxBulletEm * size)) return false
  const { y } = center(mark)
  return box.x0 > mark.x1 - 1 && box.x0 < mark.x1 + Math.max(bulletGap, bulletGapEm * size) && y > box.y0 && y < box.y1
}
