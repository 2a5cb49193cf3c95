/** Hashes small figures, so that repeated logos can be found. */
import { fingerprint } from '../../model/fingerprint.ts'
import { type Box, center, contains, height } from '../../model/geometry.ts'
import type { RawPage } from '../../model/raw-page.ts'
import type { DetectedFigure, PageGroups } from '../state.ts'

/** Higher figures are no logos. Share of the page. */
const highest = 0.2
/** Figures times drawn shapes that are compared: bounds the work on pages strewn with both. */
const maxPairs = 2e7

/** Fills `fingerprint` of the figures. */
export function fingerprintFigures(draft: PageGroups): PageGroups {
  const prints = fingerprintsOf(
    draft.figures.map(({ box }) => box),
    draft.raw,
  )
  const figures = draft.figures.map((figure, index): DetectedFigure => {
    const fingerprint = prints[index]
    return fingerprint === undefined ? figure : { ...figure, fingerprint }
  })
  return { ...draft, figures }
}

/**
 * Computes the fingerprint of each box. It is `undefined` for a box that is not a logo, for a box with an image that
 * was not examined, and on pages with too many shapes.
 */
export function fingerprintsOf(boxes: readonly Box[], raw: RawPage): (number | undefined)[] {
  const small = boxes.map((box) => height(box) <= highest * raw.height)
  const isFew = small.filter(Boolean).length * (raw.images.length + raw.paths.length) <= maxPairs
  return boxes.map((box, at) => (isFew && small[at] ? fingerprintOf(box, raw) : undefined))
}

function fingerprintOf(box: Box, { images, paths }: RawPage): number | undefined {
  const inside = <T extends { readonly box: Box }>(drawn: readonly T[]): T[] =>
    drawn.filter((one) => contains(box, center(one.box)))
  /** Whole points from the corner of the figure. */
  const place = ({ x0, y0, x1, y1 }: Box): number[] =>
    [x0 - box.x0, y0 - box.y0, x1 - box.x0, y1 - box.y0].map(Math.round)
  const values: number[] = []
  for (const image of inside(images)) {
    if (image.fingerprint === undefined) return undefined
    values.push(image.fingerprint, ...place(image.box))
  }
  for (const path of inside(paths)) values.push(path.color, ...place(path.box))
  return fingerprint(values)
}
