/**
 * A page's text layer → without what nobody sees: drawn without ink, in the color of its ground, or under a picture.
 * Cheap signs name suspects; the page is drawn only when there are some, and what shows ink stays. The text layer under a scan is no junk.
 */

import type { PageHandle } from '../../engines/mupdf/document.ts'
import { mayUsePatterns } from '../../engines/mupdf/pdf-patterns.ts'
import { isSpace, isUnreadable } from '../../engines/stext/characters.ts'
import type { StextImage, StextPage } from '../../engines/stext/stext.ts'
import {
  area,
  type Box,
  center,
  clip,
  contains,
  grow,
  height,
  overlapArea,
  unionAll,
  width,
} from '../../model/geometry.ts'
import type { GrayRaster } from '../../model/raster.ts'
import type { Path, Span } from '../../model/raw-page.ts'
import { drawGrayRegion } from '../draw-page.ts'

/** Levels of 255 between a letter and its ground that a reader still sees at all. */
const leastContrast = 16
/** Levels by which two colors may differ and be one. */
const sameColor = 12
/** Channels of white, and of what passes for it. */
const white = 0xffffff
/** A picture that covers more of the page is a scan, and text under it is what OCR read there. */
const scanRatio = 0.8
/** Enough to see whether a box holds ink. */
const pixelsPerPoint = 1.25
const maxPixels = 2_000_000
/** Part of the em that letters fill: above and below the baseline. */
const ascentEm = 0.7
const descentEm = 0.1
/** Points by which ink may reach over its box: half the width of a line, a pixel's edge. */
const bareMargin = 1
/** Fills looked at per span; a page of more is a drawing, not a few covered lines. */
const maxFills = 2000

export function withoutHidden(page: PageHandle, text: StextPage): StextPage {
  const suspects = findSuspects(text, page.frame)
  const hidden = findHidden(page, suspects, text)
  if (hidden.size === 0) return text
  const lost = { chars: 0, unreadable: 0, invisible: 0 }
  for (const span of hidden)
    for (const char of span.text) {
      const code = char.codePointAt(0) ?? 0
      if (isSpace(code)) continue
      lost.chars++
      if (isUnreadable(code)) lost.unreadable++
      if (span.invisible) lost.invisible++
    }
  return {
    ...text,
    spans: text.spans.filter((span) => !hidden.has(span)),
    charCount: text.charCount - lost.chars,
    unreadableCount: text.unreadableCount - lost.unreadable,
    invisibleCount: text.invisibleCount - lost.invisible,
  }
}

/** Those of the suspects that really can't be seen. Drawing runs the whole page, so it waits until someone needs it. */
function findHidden(page: PageHandle, suspects: ReadonlySet<Span>, text: StextPage): Set<Span> {
  const hidden = new Set<Span>()
  const unsure: Span[] = []
  const bare: Span[] = []
  for (const span of suspects) {
    // Without ink, and no picture (see `findSuspects`) or drawing in its place: nothing to look at.
    if (span.invisible && !text.paths.some((path) => overlapArea(path.box, span.box) > 0)) hidden.add(span)
    else if (isOnBarePaper(span, text, page.frame)) bare.push(span)
    else unsure.push(span)
  }
  // Only what structured text does not tell of can lie under these.
  if (bare.length > 0 && mayUsePatterns(page)) unsure.push(...bare)
  else for (const span of bare) hidden.add(span)
  const box = clip(unionAll(unsure.map(inkBox)), { x0: 0, y0: 0, x1: page.frame.width, y1: page.frame.height })
  if (unsure.length === 0 || area(box) === 0) return hidden
  const raster = page.mupdf.withoutProfiles(() => drawGrayRegion(page, { box, scale: pixelsPerPoint, maxPixels }))
  for (const span of unsure) if (!showsInk(span, raster, box)) hidden.add(span)
  return hidden
}

/** White text in a place where the page has nothing else. */
function isOnBarePaper(
  span: Span,
  { spans, paths, images }: StextPage,
  frame: { width: number; height: number },
): boolean {
  if (span.invisible || !isClose(span.color, white)) return false
  const box = grow(inkBox(span), bareMargin)
  if (area(clip(box, { x0: 0, y0: 0, x1: frame.width, y1: frame.height })) < area(box)) return false
  const touches = (other: { box: Box }): boolean => overlapArea(grow(other.box, bareMargin), box) > 0
  return (
    !paths.some(touches) &&
    !images.some(touches) &&
    !spans.some((other) => !isClose(other.color, white) && touches(other))
  )
}

/** Spans that may be invisible. */
function findSuspects(
  { spans, paths, images, invisibleCount }: StextPage,
  size: { width: number; height: number },
): Set<Span> {
  const suspects = new Set<Span>()
  const covers = images.filter((image) => area(image.box) < scanRatio * size.width * size.height)
  const light = spans.some((span) => isClose(span.color, white))
  if (invisibleCount === 0 && covers.length === 0 && !light && paths.length === 0) return suspects
  const fills = groundsOf(paths)
  const grounds = new Set([white, ...fills.map(({ color }) => color)])
  /** By color: whether there is a ground of it anywhere. */
  const losable = new Map<number, boolean>()
  const mayBeLost = ({ color }: Span): boolean => {
    const known = losable.get(color)
    if (known !== undefined) return known
    const found = [...grounds].some((ground) => isClose(ground, color))
    losable.set(color, found)
    return found
  }
  for (const span of spans) {
    const middle = center(span.box)
    const onPicture = images.some((image) => contains(image.box, middle))
    if (span.invisible) {
      if (!onPicture) suspects.add(span)
    } else if (
      !onPicture ? mayBeLost(span) && isLostOnGround(span, fills) : covers.some((image) => isOver(image, span))
    )
      suspects.add(span)
  }
  return suspects
}

/** Filled areas large enough to stand behind a line. */
function groundsOf(paths: readonly Path[]): readonly Path[] {
  const grounds = paths.filter(
    ({ box, stroked, opacity }) => !stroked && opacity > 0.5 && height(box) >= 4 && width(box) >= 4,
  )
  return grounds.length > maxFills ? [] : grounds
}

/** The ground under the span is of its color, as far as one can tell without drawing. */
function isLostOnGround(span: Span, fills: readonly Path[]): boolean {
  const middle = center(span.box)
  let ground = white
  for (const fill of fills) if (contains(fill.box, middle)) ground = fill.color
  return isClose(span.color, ground)
}

/** The picture was drawn after the span's text, and lies over it. */
function isOver(image: StextImage, span: Span): boolean {
  return span.engineBlock < image.blocksBefore && contains(image.box, center(span.box))
}

function isClose(a: number, b: number): boolean {
  const apart = (shift: number): number => Math.abs(((a >> shift) & 0xff) - ((b >> shift) & 0xff))
  return apart(16) <= sameColor && apart(8) <= sameColor && apart(0) <= sameColor
}

/** Whether the raster, which shows `region` of the page, has light and dark where the span stands. */
function showsInk(span: Span, raster: GrayRaster, region: Box): boolean {
  const box = inkBox(span)
  const scaleX = raster.width / width(region)
  const scaleY = raster.height / height(region)
  const left = Math.max(0, Math.floor((box.x0 - region.x0) * scaleX))
  const right = Math.min(raster.width, Math.ceil((box.x1 - region.x0) * scaleX))
  const bottom = Math.min(raster.height, Math.ceil((box.y1 - region.y0) * scaleY))
  let darkest = 255
  let lightest = 0
  for (let y = Math.max(0, Math.floor((box.y0 - region.y0) * scaleY)); y < bottom; y++)
    for (let x = left; x < right; x++) {
      const level = raster.pixels[y * raster.width + x] ?? 255
      if (level < darkest) darkest = level
      if (level > lightest) lightest = level
      if (lightest - darkest >= leastContrast) return true
    }
  return false
}

/** Where the letters are: the font's own box reaches into the lines around. */
function inkBox({ box, baseline, size, rotation, vertical }: Span): Box {
  return rotation === 0 && !vertical
    ? { ...box, y0: Math.max(box.y0, baseline - ascentEm * size), y1: Math.min(box.y1, baseline + descentEm * size) }
    : box
}
