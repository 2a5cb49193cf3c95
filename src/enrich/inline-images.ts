/** Inserts a private character for each inline image, which `inline-image-positions.ts` converts after layout. */
import { edgeAt, subspan } from '../layout/text/split-spans.ts'
import { type Box, centerX, height, overlapY, shortSide, width } from '../model/geometry.ts'
import { type ParseOptions, wantsImages } from '../model/options.ts'
import type { RawImage, RawPage, Span } from '../model/raw-page.ts'
import type { MarkedContentRun } from '../model/tags.ts'

/** First code point, in the last private plane, which no font encoding uses. */
const FIRST_PLACEHOLDER = 0x100000
/** Maximum images of a page; more are the parts of a drawing. */
const MAX_PLACEHOLDERS = 400
/** In points. */
const MIN_SIDE = 3
/** Maximum size relative to adjacent text; the widest are formulas. */
const MAX_HEIGHT_EM = 3
const MAX_WIDTH_EM = 20
const MAX_GAP_EM = 1.5
const ASCENT_EM = 0.8
const DESCENT_EM = 0.25
const MIN_LINE_OVERLAP_RATIO = 0.5

/** Tags refer to spans by index. */
type Content = Pick<RawPage, 'spans' | 'images' | 'tags'>

export function insertImagePlaceholders(raw: RawPage, options: ParseOptions): RawPage {
  if (!options.features.enable_inline_image || !wantsImages(options)) return raw
  const changed = { ...raw, ...insertPlaceholders(raw) }
  return raw.deskewed === undefined
    ? changed
    : { ...changed, deskewed: { ...raw.deskewed, ...insertPlaceholders(raw.deskewed) } }
}

export function placeholderImage(char: string, images: readonly RawImage[]): RawImage | undefined {
  return images[(char.codePointAt(0) ?? 0) - FIRST_PLACEHOLDER]
}

export const placeholderPattern = /[\u{100000}-\u{10fffd}]/gu

function insertPlaceholders({ spans, images, tags }: Content): Content {
  const changed = [...spans]
  const markedContent = tags === undefined ? null : [...tags.markedContent]
  let count = 0
  for (const [index, { box }] of images.entries()) {
    if (count === MAX_PLACEHOLDERS) break
    if (shortSide(box) < MIN_SIDE) continue
    const found = findPosition(changed, box)
    if (found === null) continue
    count++
    const { at, adjacent, offset } = found
    const end = adjacent.text.length
    const placeholder = placeholderSpan(adjacent, box, String.fromCodePoint(FIRST_PLACEHOLDER + index))
    changed.splice(
      at,
      1,
      ...(offset === 0 ? [] : [subspan(adjacent, 0, offset)]),
      placeholder,
      ...(offset === end ? [] : [subspan(adjacent, offset, end)]),
    )
    const runs = markedContent?.[at] ?? []
    markedContent?.splice(
      at,
      1,
      ...(offset === 0 ? [] : [sliceRuns(runs, 0, offset)]),
      sliceRuns(runs, Math.max(0, offset - 1), offset),
      ...(offset === end ? [] : [sliceRuns(runs, offset, end)]),
    )
  }
  return {
    spans: changed,
    images,
    ...(tags === undefined || markedContent === null ? {} : { tags: { ...tags, markedContent } }),
  }
}

function findPosition(spans: readonly Span[], box: Box): { at: number; adjacent: Span; offset: number } | null {
  let best: { at: number; adjacent: Span; gap: number } | null = null
  for (const [at, span] of spans.entries()) {
    if (!isOnLine(span, box)) continue
    const gap = Math.max(0, box.x0 - span.box.x1, span.box.x0 - box.x1)
    if (gap > MAX_GAP_EM * span.size) continue
    if (hasTextOnImage(span, box)) return null
    if (best === null || gap < best.gap) best = { at, adjacent: span, gap }
  }
  if (
    best === null ||
    height(box) > MAX_HEIGHT_EM * best.adjacent.size ||
    width(box) > MAX_WIDTH_EM * best.adjacent.size
  )
    return null
  return { at: best.at, adjacent: best.adjacent, offset: offsetAt(best.adjacent, centerX(box)) }
}

function sliceRuns(runs: readonly MarkedContentRun[], from: number, to: number): MarkedContentRun[] {
  const inside = runs
    .filter(({ start }) => start > from && start < to)
    .map(({ start, mcid }) => ({ start: start - from, mcid }))
  const before = runs.findLast(({ start }) => start <= from)
  return before === undefined ? inside : [{ start: 0, mcid: before.mcid }, ...inside]
}

function isOnLine(span: Span, box: Box): boolean {
  if (span.rotation !== 0 || span.vertical || isPlaceholder(span)) return false
  const lineBox = { ...span.box, y0: span.baseline - ASCENT_EM * span.size, y1: span.baseline + DESCENT_EM * span.size }
  return overlapY(lineBox, box) >= MIN_LINE_OVERLAP_RATIO * Math.min(height(lineBox), height(box))
}

function isPlaceholder({ text }: Span): boolean {
  return (text.codePointAt(0) ?? 0) >= FIRST_PLACEHOLDER
}

function hasTextOnImage(span: Span, box: Box): boolean {
  for (let index = 0; index < span.text.length; index++) {
    if (/\s/.test(span.text[index] ?? ' ')) continue
    const x = (edgeAt(span, index) + edgeAt(span, index + 1)) / 2
    if (x > box.x0 && x < box.x1) return true
  }
  return false
}

function offsetAt(span: Span, x: number): number {
  let index = 0
  while (index < span.text.length && (edgeAt(span, index) + edgeAt(span, index + 1)) / 2 < x) index++
  return index
}

function placeholderSpan(adjacent: Span, box: Box, placeholder: string): Span {
  const { x0, x1 } = box
  return { ...adjacent, text: placeholder, box: { ...adjacent.box, x0, x1 }, edges: Float32Array.of(x0, x1, x1) }
}
