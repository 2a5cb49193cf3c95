/** Replaces squares next to text by characters: ☐, or ☒ with a mark inside. */
import { channelsOf } from '../../model/color.ts'
import {
  type Box,
  center,
  containsCenter,
  gapX,
  grow,
  height,
  longSide,
  overlapX,
  shortSide,
  touches,
  width,
} from '../../model/geometry.ts'
import type { Path, RawPage, Span } from '../../model/raw-page.ts'
import { horizontalSpansAt } from './visible-spans.ts'

/** Side of a check box (`MAX_SIDE` in points), and distance from the text. */
const MIN_SIDE_EM = 0.5
const MAX_SIDE_EM = 1.7
const MAX_SIDE = 24
const MAX_GAP_EM = 1.5
const MAX_ASPECT_RATIO = 1.2
const MIN_MARK_RATIO = 0.3
/** Maximum squares; more are a grid or a drawing. */
const MAX_SQUARES = 300
/** Minimum of each color channel of the background. */
const MIN_BRIGHTNESS = 0xe0
/** Clearance in points; squares of a grid touch. */
const CLEARANCE = 1

/** Crosses and check marks, also as Zapf Dingbats codes. */
const mark = /^[xX×✓✔✕✖✗✘☓√48]$/u

interface CheckBox {
  readonly box: Box
  readonly span: Span
  readonly isChecked: boolean
}

/** Tagged pages mark check boxes themselves. */
export function mapCheckBoxes(page: RawPage): RawPage {
  if (page.tags !== undefined) return page
  const squares = page.paths.filter((path) => isSquareOutline(path))
  if (squares.length === 0 || squares.length > MAX_SQUARES) return page
  const found = squares.flatMap((square) => readCheckBox(square, page) ?? [])
  if (found.length === 0) return page
  const isInside = (box: Box): boolean => found.some((one) => isWithin(box, one.box))
  return {
    ...page,
    paths: page.paths.filter(({ box }) => !isInside(box)),
    spans: [...page.spans.filter(({ box, text }) => !(mark.test(text.trim()) && isInside(box))), ...found.map(toSpan)],
  }
}

function isSquareOutline({ box, rectangle, stroked }: Path): boolean {
  const [narrow, wide] = [shortSide(box), longSide(box)]
  return rectangle && stroked && wide <= MAX_SIDE && narrow > 0 && wide <= MAX_ASPECT_RATIO * narrow
}

const isWithin = (inner: Box, outer: Box): boolean =>
  containsCenter(outer, inner) &&
  width(inner) <= width(outer) + 2 * CLEARANCE &&
  height(inner) <= height(outer) + 2 * CLEARANCE

/** Excludes parts of a drawing, colored squares, and those without text. */
function readCheckBox({ box }: Path, { paths, spans }: RawPage): CheckBox | null {
  const near = paths.filter((path) => touches(path.box, grow(box, CLEARANCE)))
  const inside = near.filter((path) => isWithin(path.box, box))
  if (near.some((path) => path.stroked && !isWithin(path.box, box))) return null
  if (inside.some((path) => !path.stroked && path.rectangle && !isBright(path.color))) return null
  const { y } = center(box)
  const onLine = horizontalSpansAt(y, spans)
  const within = onLine.filter((span) => overlapX(span.box, box) > CLEARANCE)
  if (within.some((span) => !mark.test(span.text.trim()))) return null
  const span = onLine
    .filter((each) => !within.includes(each) && gapX(each.box, box) <= MAX_GAP_EM * each.size)
    .reduce<Span | null>(
      (best, each) => (best === null || gapX(each.box, box) < gapX(best.box, box) ? each : best),
      null,
    )
  if (span === null || !/\p{L}/u.test(span.text)) return null
  if (height(box) < MIN_SIDE_EM * span.size || height(box) > MAX_SIDE_EM * span.size) return null
  const isMark = (path: Path): boolean =>
    !(path.rectangle && isSquareOutline({ ...path, stroked: true })) &&
    longSide(path.box) >= MIN_MARK_RATIO * height(box)
  return { box, span, isChecked: within.length > 0 || inside.some(isMark) }
}

function isBright(color: number): boolean {
  return channelsOf(color).every((channel) => channel >= MIN_BRIGHTNESS)
}

function toSpan({ box, span, isChecked }: CheckBox): Span {
  const { edges: _, ...properties } = span
  return {
    ...properties,
    text: isChecked ? '☒' : '☐',
    box: { x0: box.x0, x1: box.x1, y0: span.box.y0, y1: span.box.y1 },
  }
}
