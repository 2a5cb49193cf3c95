/** Text boxes of a program that knows its own text: a shape that is drawn once and holds nothing but words is what they stand on. */
import { area, type Box, coverage, overlapArea } from '../../model/geometry.ts'
import type { RawPage } from '../../model/raw-page.ts'

/** Fill and outline of one shape differ by the width of the pen. */
const sameBox = 0.8

/** Whether what the eye took for a drawing is one shape, its fill, its outline and no more. */
export function isPanel(box: Box, { paths, images }: RawPage): boolean {
  const drawn = paths.filter((path) => path.opacity > 0 && coverage(path.box, box) > sameBox)
  return (
    drawn.length > 0 &&
    drawn.every((path) => area(path.box) >= sameBox * area(box)) &&
    !images.some((image) => overlapArea(image.box, box) > 0)
  )
}
