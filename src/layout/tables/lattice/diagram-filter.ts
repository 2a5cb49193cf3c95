/** Charts, circuits and diagrams of boxes that look like a lattice: their curves and diagonal strokes fill part of it. */
import { area, type Box, center, contains, height, width } from '../../../model/geometry.ts'
import type { Path } from '../../../model/raw-page.ts'
import { captionBelow } from '../../figures/captioned-drawings.ts'
import type { Line } from '../../state.ts'
import type { Word } from '../types.ts'

/** The box is divided into this many squares per side; strokes in this part of them are a drawing. Symbols in cells fill less. */
const MESH = 20
const MIN_DRAWN_RATIO = 0.2
/** A stroke around this part of the box is its frame. */
const MIN_FRAME_RATIO = 0.7
/** Maximum thickness of a line, in points. */
const MAX_LINE_THICKNESS = 3.5
/** Minimum number of diagonal strokes: a check mark has fewer. */
const MIN_DIAGONAL_STROKES = 2
/** Strokes read, to bound the work. */
const MAX_STROKES = 4_000

/** Boxes of strokes that are neither rectangles nor thin lines: some programs draw borders as polygons. */
export function diagramStrokes(paths: readonly Path[]): Box[] {
  return paths
    .filter(
      ({ rectangle, opacity, box }) =>
        !rectangle && opacity > 0 && Math.min(width(box), height(box)) > MAX_LINE_THICKNESS,
    )
    .map(({ box }) => box)
}

export function isDiagram(
  box: Box,
  { strokes, words }: { strokes: readonly Box[]; words: readonly Pick<Word, 'box'>[] },
): boolean {
  const inside = strokes
    .filter((stroke) => contains(box, center(stroke)) && area(stroke) < area(box) * MIN_FRAME_RATIO)
    .slice(0, MAX_STROKES)
  const filled = new Uint8Array(MESH * MESH)
  const square = (value: number, from: number, to: number): number =>
    Math.min(MESH - 1, Math.max(0, Math.floor(((value - from) / (to - from)) * MESH)))
  for (const stroke of inside) {
    // A shape around a word is its background.
    if (words.some((word) => contains(stroke, center(word.box)))) continue
    const [left, right] = [square(stroke.x0, box.x0, box.x1), square(stroke.x1, box.x0, box.x1)]
    for (let row = square(stroke.y0, box.y0, box.y1); row <= square(stroke.y1, box.y0, box.y1); row++)
      filled.fill(1, row * MESH + left, row * MESH + right + 1)
  }
  return filled.reduce((sum, value) => sum + value, 0) >= MESH * MESH * MIN_DRAWN_RATIO
}

/** Boxes in rows with diagonal lines or arrows between them, and the caption of a figure below. */
export function isCaptionedDiagram(
  box: Box,
  { strokes, lines, words }: { strokes: readonly Box[]; lines: readonly Line[]; words: readonly Pick<Word, 'box'>[] },
): boolean {
  const free = strokes
    .filter((stroke) => contains(box, center(stroke)) && !words.some((word) => contains(stroke, center(word.box))))
    .slice(0, MIN_DIAGONAL_STROKES)
  return free.length >= MIN_DIAGONAL_STROKES && captionBelow(box, lines) !== null
}
