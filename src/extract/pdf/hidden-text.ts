/** Removes text without ink, in its background's color, or under an image. */

import type { PageHandle } from '../../engines/mupdf/document.ts'
import { mayUsePatterns } from '../../engines/mupdf/pdf-patterns.ts'
import { isSpace, isUnreadable } from '../../engines/stext/characters.ts'
import type { StextImage, StextPage } from '../../engines/stext/stext.ts'
import { cached } from '../../model/cached.ts'
import {
  area,
  type Box,
  boxOfSize,
  center,
  clip,
  contains,
  grow,
  height,
  overlapArea,
  type Size,
  unionAll,
  width,
} from '../../model/geometry.ts'
import type { GrayRaster } from '../../model/raster.ts'
import type { Path, Span } from '../../model/raw-page.ts'
import { drawGrayRegion } from '../draw-page.ts'

/** In levels of 255. */
const MIN_CONTRAST = 16
/** In levels per channel. */
const COLOR_TOLERANCE = 12
const WHITE = 0xffffff
const MIN_SCAN_RATIO = 0.8
const PIXELS_PER_POINT = 1.25
const MAX_PIXELS = 2_000_000
/** Extent of letters above and below the baseline. */
const ASCENT_EM = 0.7
const DESCENT_EM = 0.1
/** Distance that ink may exceed its box, in points. */
const INK_MARGIN = 1
/** A page with more is a drawing. */
const MAX_FILLS = 2000

export function removeHiddenText(page: PageHandle, text: StextPage): StextPage {
  const candidates = findCandidates(text, page.frame)
  const hidden = findHidden(page, candidates, text)
  if (hidden.size === 0) return text
  const removed = { chars: 0, unreadable: 0, invisible: 0 }
  for (const span of hidden)
    for (const char of span.text) {
      const code = char.codePointAt(0) ?? 0
      if (isSpace(code)) continue
      removed.chars++
      if (isUnreadable(code)) removed.unreadable++
      if (span.invisible) removed.invisible++
    }
  return {
    ...text,
    spans: text.spans.filter((span) => !hidden.has(span)),
    charCount: text.charCount - removed.chars,
    unreadableCount: text.unreadableCount - removed.unreadable,
    invisibleCount: text.invisibleCount - removed.invisible,
  }
}

/** Text below the image of a scan, as some OCR programs write it, is marked as invisible. */
export function markTextBelowScan(text: StextPage, size: Size): StextPage {
  const page = boxOfSize(size)
  const scan = text.images.findLast(
    ({ box, isOpaque }) => isOpaque && overlapArea(box, page) >= MIN_SCAN_RATIO * area(page),
  )
  if (scan === undefined) return text
  let covered = 0
  const spans = text.spans.map((span) => {
    if (span.invisible || !coversSpan(scan, span)) return span
    for (const char of span.text) if (!isSpace(char.codePointAt(0) ?? 0)) covered++
    return { ...span, invisible: true as const }
  })
  return covered === 0 ? text : { ...text, spans, invisibleCount: text.invisibleCount + covered }
}

function findHidden(page: PageHandle, candidates: ReadonlySet<Span>, text: StextPage): Set<Span> {
  const hidden = new Set<Span>()
  const toInspect: Span[] = []
  const onEmptyPaper: Span[] = []
  for (const span of candidates) {
    if (span.invisible && !text.paths.some((path) => overlapArea(path.box, span.box) > 0)) hidden.add(span)
    else if (isOnEmptyPaper(span, text, page.frame)) onEmptyPaper.push(span)
    else toInspect.push(span)
  }
  if (onEmptyPaper.length > 0 && mayUsePatterns(page)) toInspect.push(...onEmptyPaper)
  else for (const span of onEmptyPaper) hidden.add(span)
  const box = clip(unionAll(toInspect.map(inkBox)), boxOfSize(page.frame))
  if (toInspect.length === 0 || area(box) === 0) return hidden
  const raster = page.mupdf.withoutProfiles(() =>
    drawGrayRegion(page, { box, scale: PIXELS_PER_POINT, maxPixels: MAX_PIXELS }),
  )
  for (const span of toInspect) if (!showsInk(span, raster, box)) hidden.add(span)
  return hidden
}

function isOnEmptyPaper(span: Span, { spans, paths, images }: StextPage, frame: Size): boolean {
  if (span.invisible || !isSimilarColor(span.color, WHITE)) return false
  const box = grow(inkBox(span), INK_MARGIN)
  if (overlapArea(box, boxOfSize(frame)) < area(box)) return false
  const overlapsBox = (other: { box: Box }): boolean => overlapArea(grow(other.box, INK_MARGIN), box) > 0
  return (
    !paths.some(overlapsBox) &&
    !images.some(overlapsBox) &&
    !spans.some((other) => !isSimilarColor(other.color, WHITE) && overlapsBox(other))
  )
}

function findCandidates({ spans, paths, images, invisibleCount }: StextPage, size: Size): Set<Span> {
  const candidates = new Set<Span>()
  const covers = images.filter((image) => area(image.box) < MIN_SCAN_RATIO * size.width * size.height)
  const light = spans.some((span) => isSimilarColor(span.color, WHITE))
  if (invisibleCount === 0 && covers.length === 0 && !light && paths.length === 0) return candidates
  const fills = backgroundFills(paths)
  const backgrounds = new Set([WHITE, ...fills.map(({ color }) => color)])
  const knownColors = new Map<number, boolean>()
  const mayMatchBackground = ({ color }: Span): boolean =>
    cached(knownColors, color, () => [...backgrounds].some((background) => isSimilarColor(background, color)))
  for (const span of spans) {
    const spanCenter = center(span.box)
    const overImage = images.some((image) => contains(image.box, spanCenter))
    if (span.invisible) {
      if (!overImage) candidates.add(span)
    } else if (
      !overImage
        ? mayMatchBackground(span) && isBackgroundColored(span, fills)
        : covers.some((image) => coversSpan(image, span))
    )
      candidates.add(span)
  }
  return candidates
}

function backgroundFills(paths: readonly Path[]): readonly Path[] {
  const backgrounds = paths.filter(
    ({ box, stroked, opacity }) => !stroked && opacity > 0.5 && height(box) >= 4 && width(box) >= 4,
  )
  return backgrounds.length > MAX_FILLS ? [] : backgrounds
}

function isBackgroundColored(span: Span, fills: readonly Path[]): boolean {
  const spanCenter = center(span.box)
  let background = WHITE
  for (const fill of fills) if (contains(fill.box, spanCenter)) background = fill.color
  return isSimilarColor(span.color, background)
}

function coversSpan(image: StextImage, span: Span): boolean {
  return span.engineBlock < image.blocksBefore && contains(image.box, center(span.box))
}

function isSimilarColor(a: number, b: number): boolean {
  const difference = (shift: number): number => Math.abs(((a >> shift) & 0xff) - ((b >> shift) & 0xff))
  return difference(16) <= COLOR_TOLERANCE && difference(8) <= COLOR_TOLERANCE && difference(0) <= COLOR_TOLERANCE
}

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
      if (lightest - darkest >= MIN_CONTRAST) return true
    }
  return false
}

/** The font's box overlaps adjacent lines. */
function inkBox({ box, baseline, size, rotation, vertical }: Span): Box {
  return rotation === 0 && !vertical
    ? { ...box, y0: Math.max(box.y0, baseline - ASCENT_EM * size), y1: Math.min(box.y1, baseline + DESCENT_EM * size) }
    : box
}
