/**
 * Curved and slanted strokes → whether they fill what looks like a ruled table: panels of charts, circuits, trees and diagrams of
 * boxes have frames on common lines, too. Frames with round corners and grounds of words are no such strokes.
 */
import { area, type Box, center, contains, height, width } from '../../../model/geometry.ts'
import type { Path } from '../../../model/raw-page.ts'
import { captionBelow } from '../../figures/captioned-drawings.ts'
import type { Line } from '../../state.ts'

/** The box is looked at in so many squares each way; strokes in this share of them make a drawing. Symbols in the cells of a table fill a tenth. */
const mesh = 20
const drawnRatio = 0.2
/** A stroke around so much of the box is its frame. */
const frameRatio = 0.7
/** Thinner ones are lines. Points. */
const maxThickness = 3.5
/** So many slanted strokes are no tick of a checked cell. */
const minSlanted = 2
/** More strokes than this say no more. */
const maxStrokes = 4_000

/** Strokes that are neither rectangles nor lines along the page: some programs draw borders as polygons. */
export function diagramStrokes(paths: readonly Path[]): Box[] {
  return paths
    .filter(
      ({ rectangle, opacity, box }) => !rectangle && opacity > 0 && Math.min(width(box), height(box)) > maxThickness,
    )
    .map(({ box }) => box)
}

export function isDiagram(
  box: Box,
  { strokes, words }: { strokes: readonly Box[]; words: readonly { readonly box: Box }[] },
): boolean {
  const inside = strokes
    .filter((stroke) => contains(box, center(stroke)) && area(stroke) < area(box) * frameRatio)
    .slice(0, maxStrokes)
  if (inside.length === 0) return false
  const filled = new Uint8Array(mesh * mesh)
  const at = (value: number, from: number, to: number): number =>
    Math.min(mesh - 1, Math.max(0, Math.floor(((value - from) / (to - from)) * mesh)))
  for (const stroke of inside) {
    if (words.some((word) => contains(stroke, center(word.box)))) continue
    const [c0, c1] = [at(stroke.x0, box.x0, box.x1), at(stroke.x1, box.x0, box.x1)]
    for (let row = at(stroke.y0, box.y0, box.y1); row <= at(stroke.y1, box.y0, box.y1); row++)
      filled.fill(1, row * mesh + c0, row * mesh + c1 + 1)
  }
  return filled.reduce((sum, square) => sum + square, 0) >= mesh * mesh * drawnRatio
}

/** Slanted lines or arrows between the cells, and the caption of a figure below: boxes that stand in rows. */
export function isCaptionedDiagram(
  box: Box,
  {
    strokes,
    lines,
    words,
  }: { strokes: readonly Box[]; lines: readonly Line[]; words: readonly { readonly box: Box }[] },
): boolean {
  const free = strokes
    .filter((stroke) => contains(box, center(stroke)) && !words.some((word) => contains(stroke, center(word.box))))
    .slice(0, minSlanted)
  return free.length >= minSlanted && captionBelow(box, lines) !== null
}
