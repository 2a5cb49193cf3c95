import { type Box, height, union, width } from '../../model/geometry.ts'
import type { Path } from '../../model/raw-page.ts'

/** Minimum height and width of a box, in points; thinner ones are rulings. */
const MIN_HEIGHT = 4
/** In points. */
const MAX_LINE_GAP = 1.5
/** Maximum boxes; some drawings have thousands of rectangles. */
const MAX_BOXES = 200

/** Merges backgrounds that are drawn line by line. */
export function findTextBoxes(paths: readonly Path[]): Box[] {
  const drawn = paths
    .filter(({ rectangle, box }) => rectangle && height(box) >= MIN_HEIGHT && width(box) >= MIN_HEIGHT)
    .slice(0, MAX_BOXES)
  const frames = drawn.filter(({ stroked }) => stroked).map(({ box }) => box)
  const backgrounds = drawn.filter(({ stroked }) => !stroked).sort((a, b) => a.box.y0 - b.box.y0)
  const merged: { box: Box; color: number }[] = []
  for (const { box, color } of backgrounds) {
    const above = merged.findLast((other) => other.color === color && continues(other.box, box))
    if (above === undefined) merged.push({ box, color })
    else above.box = union(above.box, box)
  }
  return [...frames, ...merged.map(({ box }) => box)]
}

function continues(above: Box, below: Box): boolean {
  return (
    Math.abs(above.x0 - below.x0) <= MAX_LINE_GAP &&
    Math.abs(above.x1 - below.x1) <= MAX_LINE_GAP &&
    below.y0 <= above.y1 + MAX_LINE_GAP
  )
}
