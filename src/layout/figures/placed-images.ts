/** Filters images that show nothing: gradients and soft shadows of printed web pages, and images without ink. */
import { area, type Box, center, contains, height, overlapArea, width } from '../../model/geometry.ts'
import type { Path, RawImage, RawPage } from '../../model/raw-page.ts'

/** The paper. 0xRRGGBB. */
const white = 0xffffff
/**
 * A gradient is a row of at most `maxRow` pixels. Each pixel is stretched to a bar `stretched` times as long as it is
 * broad. Pixels of scan strips are square.
 */
const maxRow = 2
const stretched = 8
/** Narrower ones are edges, in points. */
const edge = 8
/** Boxes that were given as one differ by less, in points. */
const same = 1
/** Minimum share of a shadow that is behind the panel that casts it. */
const panelRatio = 0.5
/** Pairs of an image and something else on the page that are looked at: bounds the work on pages strewn with both. */
const maxPairs = 2e7

const picturesByPage = new WeakMap<RawPage, readonly RawImage[]>()

/**
 * Returns the page's images that show something, or all images on pages with too many pairs to compare. Table and
 * figure detection both use it.
 */
export function picturesOf(raw: RawPage): readonly RawImage[] {
  const known = picturesByPage.get(raw)
  if (known !== undefined) return known
  const { images, paths, spans } = raw
  const veils = images.length === 0 ? [] : paths.filter(({ stroked, opacity }) => !stroked && opacity < 1)
  const isFew = images.length * (images.length + paths.length + spans.length) <= maxPairs
  const pictures = isFew
    ? images.filter((image) => !isUnseen(image, raw) && !isGradient(image, raw) && !isShadow(image, veils, raw))
    : images
  picturesByPage.set(raw, pictures)
  return pictures
}

/** Leaves no ink, and nothing is drawn there that white would show on. */
function isUnseen({ empty, box }: RawImage, { paths, images }: RawPage): boolean {
  if (!empty) return false
  const isBehind = (other: Box): boolean => overlapArea(other, box) > 0.5 * area(box)
  return (
    !images.some((image) => !image.empty && isBehind(image.box)) &&
    !paths.some((path) => path.color !== white && path.opacity > 0 && isBehind(path.box))
  )
}

/** The ground or the edge of a text. */
function isGradient({ box, pixelWidth, pixelHeight }: RawImage, { spans }: RawPage): boolean {
  if (pixelWidth === 0 || pixelHeight === 0 || Math.min(pixelWidth, pixelHeight) > maxRow) return false
  const [across, down] = [width(box) / pixelWidth, height(box) / pixelHeight]
  if (pixelWidth * pixelHeight > 1 && Math.max(across, down) <= stretched * Math.min(across, down)) return false
  return Math.min(width(box), height(box)) < edge || spans.some((span) => contains(box, center(span.box)))
}

/** A veil of just this box, and over most of it the panel whose edge it softens. */
function isShadow({ box }: RawImage, veils: readonly Path[], { paths }: RawPage): boolean {
  const isVeil = ({ box: own }: Path): boolean =>
    Math.max(
      Math.abs(own.x0 - box.x0),
      Math.abs(own.y0 - box.y0),
      Math.abs(own.x1 - box.x1),
      Math.abs(own.y1 - box.y1),
    ) < same
  const isPanel = ({ box: own, opacity, stroked }: Path): boolean =>
    !stroked &&
    opacity === 1 &&
    area(own) <= area(box) &&
    contains(box, center(own)) &&
    overlapArea(own, box) > panelRatio * area(box)
  return veils.some(isVeil) && paths.some(isPanel)
}
