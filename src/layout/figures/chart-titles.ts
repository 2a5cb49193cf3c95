/** Finds titles above a chart and axis titles below it: centered lines, in a font that prose does not have. */
import { type Box, center, contains, width } from '../../model/geometry.ts'
import type { Line } from '../state.ts'
import { isOnItsSide } from './attach-labels.ts'
import { faceOf } from './captioned-drawings.ts'

/** Names are hardly longer. Characters. */
const maxName = 70
/** Maximum distance of a plot's names above and below it. Ems of their own size. */
const aboveEm = 3.2
const belowEm = 2.4
/** The nearest, in the type of the text. */
const nearEm = 1.6
/** The middles of a name and of its plot differ by less. Share of the plot's width; ems. */
const middleRatio = 0.06
const middleEm = 1
/** Names are hardly larger than the text, and hardly wider than their plot. Shares of these. */
const maxRatio = 1.7
const maxWidth = 1.3
/** Lines of running text are longer on average. Characters. */
const maxTitleLine = 35

interface Around {
  /** Lines that are neither running text nor captions. */
  readonly free: readonly Line[]
  /** Type of the labels that running text does not have. */
  readonly faces: ReadonlySet<string>
  /** Body size in points. */
  readonly size: number
}

/** `spans`: what the axes span, together and each; `box`: all that belongs to the plot already. */
export function namesOf(
  { box, spans }: { readonly box: Box; readonly spans: readonly Box[] },
  { free, faces, size }: Around,
): Box[] {
  const isOverMiddle = (line: Line): boolean =>
    spans.some(
      (span) =>
        Math.abs(center(line.box).x - center(span).x) <= Math.max(middleRatio * width(span), middleEm * line.size),
    )
  return free
    .filter((line) => {
      if (line.text.length > maxName || line.size > maxRatio * size || isOnItsSide(line)) return false
      if (!isOverMiddle(line)) return false
      if (width(line.box) > maxWidth * width(box)) return false
      const isFaced = faces.has(faceOf(line))
      const { y } = center(line.box)
      if (y < center(box).y) return isFaced && box.y0 - line.box.y1 <= aboveEm * line.size
      return line.box.y0 - box.y1 <= (isFaced ? belowEm : nearEm) * line.size
    })
    .map((line) => line.box)
}

/** Faces of the labels in these boxes that no running text has: titles over panels may look like two lines of it, but are shorter. */
export function labelFaces(
  boxes: readonly Box[],
  { lines, prose }: { readonly lines: readonly Line[]; readonly prose: ReadonlySet<number> },
): Set<string> {
  const isWithin = ({ box }: Line): boolean => boxes.some((own) => contains(own, center(box)))
  const faces = new Set(lines.filter((line, index) => !prose.has(index) && isWithin(line)).map(faceOf))
  const lengths = new Map<string, number[]>()
  for (const index of prose) {
    const line = lines[index]
    if (line === undefined) continue
    const face = faceOf(line)
    const known = lengths.get(face)
    if (known === undefined) lengths.set(face, [line.text.length])
    else known.push(line.text.length)
  }
  for (const [face, own] of lengths)
    if (own.reduce((sum, length) => sum + length, 0) > maxTitleLine * own.length) faces.delete(face)
  return faces
}
