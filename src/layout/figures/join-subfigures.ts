/** Joins adjacent drawings with nothing but labels between them into one figure, unless each has a caption. */
import { type Box, center, contains, height, overlapX, overlapY, union, width } from '../../model/geometry.ts'
import type { Line } from '../state.ts'
import { labelKind } from '../text/caption-labels.ts'
import { captionBelow } from './captioned-drawings.ts'

/** Maximum gap between panels. Ems of body text. */
const gapEm = 3.5
/** Maximum gap between a figure and a caption at its side. Ems of the caption's own size. */
const besideEm = 8
/** Panels in a row or column are opposite each other by this share of the smaller one's side. */
const oppositeRatio = 0.6
/** A pass joins neighbors; a grid is joined in a few. */
const maxPasses = 8
/** Pairs of drawings times lines that are looked at: bounds the work on pages strewn with both. */
const maxWork = 2e8

interface Around {
  readonly lines: readonly Line[]
  /** Whether the line may be between panels. */
  isLabel(line: Line): boolean
  /** Body size in points. */
  readonly size: number
  /** Whether panels are joined only above a shared caption. Without a caption, neighbors may be a logo and a photo. */
  readonly captioned?: boolean
}

export function joinPanels(drawings: readonly Box[], around: Around): Box[] {
  let current = [...drawings]
  if (current.length * current.length * around.lines.length > maxWork) return current
  for (let pass = 0; pass < maxPasses; pass++) {
    const next: Box[] = []
    for (const box of current) {
      const at = next.findIndex((other) => areOne(other, box, around))
      if (at < 0) next.push(box)
      else next[at] = union(next[at] as Box, box)
    }
    if (next.length === current.length) return next
    current = next
  }
  return current
}

function areOne(a: Box, b: Box, { lines, isLabel, size, captioned = false }: Around): boolean {
  const [dx, dy] = [Math.max(a.x0, b.x0) - Math.min(a.x1, b.x1), Math.max(a.y0, b.y0) - Math.min(a.y1, b.y1)]
  const inRow = dx <= gapEm * size && overlapY(a, b) >= oppositeRatio * Math.min(height(a), height(b))
  const inColumn = dy <= gapEm * size && overlapX(a, b) >= oppositeRatio * Math.min(width(a), width(b))
  if (!inRow && !inColumn) return false
  const whole = union(a, b)
  const between = lines.filter(
    (line) => contains(whole, center(line.box)) && !contains(a, center(line.box)) && !contains(b, center(line.box)),
  )
  if (!between.every(isLabel)) return false
  if (
    captioned &&
    (!isCaptionOf([a, b], captionBelow(whole, lines)) || lines.some((line) => isCaptionBeside(line, whole)))
  )
    return false
  const [first, second] = [captionBelow(a, lines), captionBelow(b, lines)]
  return first === null || second === null || first === second || inColumn
}

/** Below all of them: that of the next column is below one. */
function isCaptionOf(panels: readonly Box[], caption: Line | null): boolean {
  return caption !== null && panels.every((panel) => overlapX(panel, caption.box) > 0)
}

/** The caption of one of them alone, at its side. */
function isCaptionBeside({ box, text, size }: Line, whole: Box): boolean {
  const { y } = center(box)
  const gap = Math.max(whole.x0 - box.x1, box.x0 - whole.x1)
  return y > whole.y0 && y < whole.y1 && gap > -size && gap < besideEm * size && labelKind(text) === 'figure'
}
