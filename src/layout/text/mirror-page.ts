/** Mirrors pages of right-to-left scripts, so that the passes need only one reading direction. */
import { type Box, mapBoxes } from '../../model/geometry.ts'
import { isHorizontal, type RawPage, type Span } from '../../model/raw-page.ts'
import { hasRightToLeft, isRtl } from './right-to-left-text.ts'
import type { RotatedPage } from './rotate-page.ts'

/** Returns `null` if most letters of horizontal text are left-to-right. */
export function mirrorPage(raw: RawPage): RotatedPage | null {
  const texts = raw.spans.filter(isHorizontal).map(({ text }) => text)
  if (!texts.some(hasRightToLeft) || !isRtl(texts.join(' '))) return null
  const mirror = ({ x0, y0, x1, y1 }: Box): Box => ({ x0: raw.width - x1, y0, x1: raw.width - x0, y1 })
  return {
    raw: {
      ...raw,
      spans: raw.spans.map((span) => mirrorSpan(span, raw.width, mirror)),
      paths: mapBoxes(raw.paths, mirror),
      images: mapBoxes(raw.images, mirror),
    },
    back: mirror,
  }
}

function mirrorSpan(span: Span, width: number, mirror: (box: Box) => Box): Span {
  const { edges: _, unitExtents, ...rest } = span
  const mirrored: Span = { ...rest, box: mirror(span.box), mirrored: true }
  if (unitExtents === undefined) return mirrored
  const lefts = unitExtents.filter((_, index) => index % 2 === 1).map((right) => width - right)
  return { ...mirrored, edges: Float32Array.from([...lefts.sort(), mirrored.box.x1]) }
}
