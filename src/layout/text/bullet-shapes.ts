/** Replaces small shapes and images that are bullets, as of browsers and of Beamer's balls, by characters. */
import { center, height, longSide, shortSide } from '../../model/geometry.ts'
import type { Path, RawImage, RawPage, Span } from '../../model/raw-page.ts'
import { horizontalSpansAt } from './visible-spans.ts'

const MIN_SIZE_EM = 0.15
const MAX_SIZE_EM = 0.6
const MAX_GAP_EM = 1.5
const MAX_ASPECT_RATIO = 1.25
/** For a short thick line, whose box can be longer than its ink. */
const MAX_STROKE_ASPECT_RATIO = 2.1
const MIN_RISE_EM = 0.05
const MAX_RISE_EM = 0.6
const MIN_CLEARANCE_EM = 4
/** Maximum difference of equal bullets, in points. */
const TOLERANCE = 0.5
/** Maximum side of a bullet, in points. */
const MAX_SIDE = 12
/** Maximum small shapes; more are a drawing or a map. */
const MAX_SHAPES = 300

type Shape = Path | RawImage

interface Bullet {
  readonly shape: Shape
  readonly span: Span
}

/** Requires two bullets at one indent. Tagged pages mark bullets themselves. */
export function mapBulletShapes(page: RawPage): RawPage {
  if (page.tags !== undefined) return page
  const shapes = [...page.paths, ...page.images].filter(isSmallAndRound)
  if (shapes.length < 2 || shapes.length > MAX_SHAPES) return page
  const bullets = shapes.flatMap((shape) => findItem(shape, page.spans) ?? [])
  const listed = bullets.filter((bullet) => {
    const equal = bullets.filter((other) => isSameKind(bullet, other))
    return equal.some((one) => equal.some((other) => one !== other && hasSameIndent(one, other)))
  })
  if (listed.length === 0) return page
  const drawn = new Set<Shape>(listed.map(({ shape }) => shape))
  return {
    ...page,
    paths: page.paths.filter((path) => !drawn.has(path)),
    images: page.images.filter((image) => !drawn.has(image)),
    spans: [...page.spans, ...listed.map(toSpan)],
  }
}

function isSmallAndRound(shape: Shape): boolean {
  const { box } = shape
  const isLine = 'stroked' in shape && shape.stroked && shape.rectangle
  const maxRatio = isLine ? MAX_STROKE_ASPECT_RATIO : MAX_ASPECT_RATIO
  const [narrow, wide] = [shortSide(box), longSide(box)]
  return narrow > 0 && wide <= MAX_SIDE && wide <= maxRatio * narrow
}

function findItem(shape: Shape, spans: readonly Span[]): Bullet | null {
  const { box } = shape
  const { y } = center(box)
  const onLine = horizontalSpansAt(y, spans)
  const right = onLine.filter((span) => span.box.x0 >= box.x1)
  const span = right.reduce<Span | null>(
    (best, each) => (best === null || each.box.x0 < best.box.x0 ? each : best),
    null,
  )
  if (span === null || span.box.x0 - box.x1 > MAX_GAP_EM * span.size || !/[\p{L}\p{N}]/u.test(span.text)) return null
  const size = shortSide(box) / span.size
  const rise = (span.baseline - y) / span.size
  if (size < MIN_SIZE_EM || size > MAX_SIZE_EM || rise < MIN_RISE_EM || rise > MAX_RISE_EM) return null
  const clearance = MIN_CLEARANCE_EM * span.size
  return onLine.some((each) => each.box.x0 < box.x1 && each.box.x1 > box.x0 - clearance) ? null : { shape, span }
}

function isSameKind({ shape }: Bullet, { shape: other }: Bullet): boolean {
  return colorOf(shape) === colorOf(other) && Math.abs(height(shape.box) - height(other.box)) <= TOLERANCE
}

function colorOf(shape: Shape): number | null {
  return 'color' in shape ? shape.color : null
}

function hasSameIndent({ shape }: Bullet, { shape: other }: Bullet): boolean {
  return Math.abs(shape.box.x0 - other.box.x0) <= TOLERANCE
}

function toSpan({ shape, span }: Bullet): Span {
  const { edges: _, ...properties } = span
  const box = { x0: shape.box.x0, x1: shape.box.x1, y0: span.box.y0, y1: span.box.y1 }
  return { ...properties, text: '•', box, color: colorOf(shape) ?? span.color }
}
