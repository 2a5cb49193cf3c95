/**
 * Lines around a plot → those that name it: titles above it and names of its axes below, which stand further off than ticks do. They are
 * in the middle of what they name, in type that running text does not have; where all is in one type, only the nearest is sure.
 */
import { type Box, centre, width } from '../../model/geometry.ts'
import type { Line } from '../draft.ts'
import { faceOf } from './captioned.ts'
import { isOnItsSide } from './figure-labels.ts'

/** Names are hardly longer. Characters. */
const maxName = 70
/** How far above and below a plot its names stand. Ems of their own size. */
const aboveEm = 3.2
const belowEm = 2.4
/** The nearest, in the type of the text. */
const nearEm = 1.6
/** The middles of a name and of its plot differ by less. Share of the plot's width; ems. */
const middleShare = 0.06
const middleEm = 1
/** Names are hardly larger than the text. */
const maxRatio = 1.7

interface Around {
  /** Lines that are neither running text nor captions. */
  readonly free: readonly Line[]
  /** Type of the labels that running text does not have. */
  readonly faces: ReadonlySet<string>
  /** Body size in points. */
  readonly size: number
}

/** `span`: what the axes span, `box`: all that belongs to the plot already. */
export function namesOf({ box, span }: { readonly box: Box; readonly span: Box }, { free, faces, size }: Around): Box[] {
  const middle = centre(span).x
  return free
    .filter((line) => {
      if (line.text.length > maxName || line.size > maxRatio * size || isOnItsSide(line)) return false
      if (Math.abs(centre(line.box).x - middle) > Math.max(middleShare * width(span), middleEm * line.size)) return false
      if (width(line.box) > 1.3 * width(box)) return false
      const isFaced = faces.has(faceOf(line))
      const { y } = centre(line.box)
      if (y < centre(box).y) return isFaced && box.y0 - line.box.y1 <= aboveEm * line.size
      return line.box.y0 - box.y1 <= (isFaced ? belowEm : nearEm) * line.size
    })
    .map((line) => line.box)
}

/** Faces of the labels in these boxes that no line of running text has. */
export function labelFaces(boxes: readonly Box[], { free, text }: { readonly free: readonly Line[]; readonly text: readonly Line[] }): Set<string> {
  const inBoxes = free.filter((line) => {
    const { x, y } = centre(line.box)
    return boxes.some((box) => x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1)
  })
  const faces = new Set(inBoxes.map(faceOf))
  for (const line of text) faces.delete(faceOf(line))
  return faces
}
