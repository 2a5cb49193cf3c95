/** Hashes small figures to find repeated logos. */
import { fingerprint } from '../../model/fingerprint.ts'
import { area, type Box, containsCenter, height } from '../../model/geometry.ts'
import type { RawPage } from '../../model/raw-page.ts'
import type { DetectedFigure, PageGroups } from '../state.ts'

/** Maximum height of a logo relative to the page. */
const MAX_HEIGHT_RATIO = 0.2
/** Maximum area of an unexamined image relative to the page, such as a letter of a logo. */
const MAX_UNEXAMINED_RATIO = 0.004
/** Maximum pairs of figures and images or paths. */
const MAX_PAIRS = 2e7

export function fingerprintFigures(state: PageGroups): PageGroups {
  const fingerprints = computeFingerprints(
    state.figures.map(({ box }) => box),
    state.raw,
  )
  const figures = state.figures.map((figure, index): DetectedFigure => {
    const fingerprint = fingerprints[index]
    return fingerprint === undefined ? figure : { ...figure, fingerprint }
  })
  return { ...state, figures }
}

/** `undefined`: no logo, contains an unexamined image, or the page has too many shapes. */
export function computeFingerprints(boxes: readonly Box[], raw: RawPage): (number | undefined)[] {
  const isSmall = boxes.map((box) => height(box) <= MAX_HEIGHT_RATIO * raw.height)
  const isWithinLimit = isSmall.filter(Boolean).length * (raw.images.length + raw.paths.length) <= MAX_PAIRS
  return boxes.map((box, at) => (isWithinLimit && isSmall[at] ? computeFingerprint(box, raw) : undefined))
}

function computeFingerprint(box: Box, page: RawPage): number | undefined {
  const { images, paths } = page
  const inside = <T extends { readonly box: Box }>(drawn: readonly T[]): T[] =>
    drawn.filter((item) => containsCenter(box, item.box))
  /** In whole points. */
  const roundedOffsets = ({ x0, y0, x1, y1 }: Box): number[] =>
    [x0 - box.x0, y0 - box.y0, x1 - box.x0, y1 - box.y0].map(Math.round)
  const values: number[] = []
  for (const image of inside(images)) {
    if (image.fingerprint === undefined && area(image.box) >= MAX_UNEXAMINED_RATIO * page.width * page.height)
      return undefined
    values.push(image.fingerprint ?? image.pixelWidth, image.pixelHeight, ...roundedOffsets(image.box))
  }
  for (const path of inside(paths)) values.push(path.color, ...roundedOffsets(path.box))
  return fingerprint(values)
}
