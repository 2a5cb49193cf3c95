import { area, type Box, coverage, overlapArea } from '../../model/geometry.ts'
import type { RawPage } from '../../model/raw-page.ts'

/** Minimum overlap of the fill and outline of a shape, which differ by the line width. */
const MIN_OVERLAP_RATIO = 0.8

/** Whether the paths in a box are a single shape: a fill and its outline. */
export function isTextBox(box: Box, { paths, images }: RawPage): boolean {
  const drawn = paths.filter((path) => coverage(path.box, box) > MIN_OVERLAP_RATIO)
  return (
    drawn.length > 0 &&
    drawn.every((path) => area(path.box) >= MIN_OVERLAP_RATIO * area(box)) &&
    !images.some((image) => overlapArea(image.box, box) > 0)
  )
}
