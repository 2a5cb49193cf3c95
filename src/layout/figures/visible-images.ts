/** Excludes empty images, gradients and soft shadows. */

import { cached } from '../../model/cached.ts'
import { area, type Box, containsCenter, height, overlapArea, shortSide, width } from '../../model/geometry.ts'
import type { Path, RawImage, RawPage } from '../../model/raw-page.ts'

const WHITE = 0xffffff
/** Maximum side of a gradient in pixels, and minimum stretch; pixels of scans are square. */
const MAX_GRADIENT_PIXELS = 2
const MIN_STRETCH = 8
/** Maximum side of a gradient at the edge of a box, in points. */
const MAX_EDGE_SIDE = 8
/** In points. */
const BOX_TOLERANCE = 1
/** Minimum fraction of a shadow behind its panel. */
const MIN_PANEL_RATIO = 0.5
const MAX_PAIRS = 2e7

const imagesByPage = new WeakMap<RawPage, readonly RawImage[]>()

export function visibleImages(raw: RawPage): readonly RawImage[] {
  return cached(imagesByPage, raw, findVisibleImages)
}

function findVisibleImages(raw: RawPage): readonly RawImage[] {
  const { images, paths, spans } = raw
  const overlays = images.length === 0 ? [] : paths.filter(({ stroked, opacity }) => !stroked && opacity < 1)
  const isWithinLimit = images.length * (images.length + paths.length + spans.length) <= MAX_PAIRS
  return isWithinLimit
    ? images.filter((image) => !isInvisible(image, raw) && !isGradient(image, raw) && !isShadow(image, overlays, raw))
    : images
}

/** Whether it covers neither a colored path nor another image. Fixture: pdf-hidden-text. */
function isInvisible({ empty, box }: RawImage, { paths, images }: RawPage): boolean {
  if (!empty) return false
  const isBehind = (other: Box): boolean => overlapArea(other, box) > 0.5 * area(box)
  return (
    !images.some((image) => !image.empty && isBehind(image.box)) &&
    !paths.some((path) => path.color !== WHITE && isBehind(path.box))
  )
}

function isGradient({ box, pixelWidth, pixelHeight }: RawImage, { spans }: RawPage): boolean {
  if (pixelWidth === 0 || Math.min(pixelWidth, pixelHeight) > MAX_GRADIENT_PIXELS) return false
  const [scaleX, scaleY] = [width(box) / pixelWidth, height(box) / pixelHeight]
  if (pixelWidth * pixelHeight > 1 && Math.max(scaleX, scaleY) <= MIN_STRETCH * Math.min(scaleX, scaleY)) return false
  return shortSide(box) < MAX_EDGE_SIDE || spans.some((span) => containsCenter(box, span.box))
}

function isShadow({ box }: RawImage, overlays: readonly Path[], { paths }: RawPage): boolean {
  const isOverlay = ({ box: own }: Path): boolean =>
    Math.max(
      Math.abs(own.x0 - box.x0),
      Math.abs(own.y0 - box.y0),
      Math.abs(own.x1 - box.x1),
      Math.abs(own.y1 - box.y1),
    ) < BOX_TOLERANCE
  const isPanel = ({ box: own, opacity }: Path): boolean =>
    opacity === 1 && area(own) <= area(box) && overlapArea(own, box) > MIN_PANEL_RATIO * area(box)
  return overlays.some(isOverlay) && paths.some(isPanel)
}
