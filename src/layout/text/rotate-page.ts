/** Rotates pages with text sideways, upside down or in vertical columns, so that passes know one reading direction. */

import { type Box, mapBoxes } from '../../model/geometry.ts'
import type { RawPage, Span } from '../../model/raw-page.ts'
import { addWeight } from '../../model/statistics.ts'
import { isVertical, toHorizontal } from './vertical-text.ts'

/** Minimum fraction of characters in one direction. */
const MIN_ROTATED_RATIO = 0.8
/** Depth of the font box below the baseline. */
const DESCENT_EM = 0.25

export interface RotatedPage {
  readonly raw: RawPage
  back(box: Box): Box
}

export function unrotatePage(raw: RawPage): RotatedPage | null {
  const vertical = isVertical(raw.spans)
  const rotation = vertical ? 90 : mainRotation(raw.spans)
  if (rotation === 0) return null
  const { width, height } = raw
  const { toRotated, back } = rotationMaps(rotation, width, height)
  const spans = raw.spans.map((span): Span => {
    if (vertical) return toHorizontal(span, toRotated)
    const { edges: _, ...rest } = span
    const box = toRotated(span.box)
    const newRotation = ((span.rotation - rotation + 360) % 360) as Span['rotation']
    return {
      ...rest,
      box,
      rotation: newRotation,
      baseline: newRotation === 0 ? box.y1 - DESCENT_EM * span.size : span.baseline,
    }
  })
  const sideways = rotation !== 180
  return {
    raw: {
      ...raw,
      width: sideways ? height : width,
      height: sideways ? width : height,
      spans,
      paths: mapBoxes(raw.paths, toRotated),
      images: mapBoxes(raw.images, toRotated),
    },
    back,
  }
}

function mainRotation(spans: readonly Span[]): Span['rotation'] {
  const chars = new Map<Span['rotation'], number>()
  let total = 0
  for (const { rotation, text, vertical } of spans) {
    if (vertical) return 0
    addWeight(chars, rotation, text.length)
    total += text.length
  }
  for (const [rotation, count] of chars) if (rotation !== 0 && count >= total * MIN_ROTATED_RATIO) return rotation
  return 0
}

function rotationMaps(
  rotation: 90 | 180 | 270,
  width: number,
  height: number,
): { toRotated(box: Box): Box; back(box: Box): Box } {
  // Text at 90° runs toward +y, and its lines follow one another toward −x.
  if (rotation === 90) {
    return {
      toRotated: ({ x0, y0, x1, y1 }) => ({ x0: y0, y0: width - x1, x1: y1, y1: width - x0 }),
      back: ({ x0, y0, x1, y1 }) => ({ x0: width - y1, y0: x0, x1: width - y0, y1: x1 }),
    }
  }
  if (rotation === 270) {
    return {
      toRotated: ({ x0, y0, x1, y1 }) => ({ x0: height - y1, y0: x0, x1: height - y0, y1: x1 }),
      back: ({ x0, y0, x1, y1 }) => ({ x0: y0, y0: height - x1, x1: y1, y1: height - x0 }),
    }
  }
  const rotateBy180 = ({ x0, y0, x1, y1 }: Box): Box => ({
    x0: width - x1,
    y0: height - y1,
    x1: width - x0,
    y1: height - y0,
  })
  return { toRotated: rotateBy180, back: rotateBy180 }
}
