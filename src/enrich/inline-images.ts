/**
 * Inserts a private character into the text for each inline image, so that layout carries it to its place in paragraph,
 * list or cell. `inline-image-positions.ts` converts the characters.
 */
import { type Box, centerX, height, overlapX, overlapY, width } from '../model/geometry.ts'
import { type ParseOptions, wantsImages } from '../model/options.ts'
import type { RawImage, RawPage, Span } from '../model/raw-page.ts'
import type { MarkedContentRun } from '../model/tags.ts'

/** First private character, in the last private plane, which no font encoding uses. */
const firstMark = 0x100000
/** Maximum number of inline images; more are the parts of a drawing. */
const maxMarks = 400
/** Minimum side, in points. */
const minSide = 3
/** Maximum size in em of adjacent text; the widest are formulas. */
const maxHeightEm = 3
const maxWidthEm = 20
/** Maximum gap to the adjacent word, in em. */
const maxGapEm = 1.5
/** Extent of letters above and below the baseline, in em. */
const ascentEm = 0.8
const descentEm = 0.25
/** Minimum overlap of line and image, as a ratio of the lower one. */
const sameLineRatio = 0.5

/** The changed part of a raw page. Tags refer to spans by index, so they change as well. */
type Content = Pick<RawPage, 'spans' | 'images' | 'tags'>

/** Returns the same page if no images are requested. */
export function insertImagePlaceholders(raw: RawPage, options: ParseOptions): RawPage {
  if (
    !options.features.enable_inline_image ||
    !wantsImages(options) ||
    (raw.images.length === 0 && !raw.deskewed?.images.length)
  )
    return raw
  const marked = { ...raw, ...markContent(raw) }
  return raw.deskewed === undefined
    ? marked
    : { ...marked, deskewed: { ...raw.deskewed, ...markContent(raw.deskewed) } }
}

/** Index in `RawPage.images` of a private character; `null` for other characters. */
export function placeholderImage(char: string, images: readonly RawImage[]): number | null {
  const index = (char.codePointAt(0) ?? 0) - firstMark
  return index >= 0 && index < images.length ? index : null
}

export const anyMark = /[\u{100000}-\u{10fffd}]/gu

function markContent({ spans, images, tags }: Content): Content {
  const marked = [...spans]
  const marks = tags === undefined ? null : [...tags.markedContent]
  let count = 0
  for (const [index, { box }] of images.entries()) {
    if (count === maxMarks) break
    if (Math.min(width(box), height(box)) < minSide) continue
    const found = findPlace(marked, box)
    if (found === null) continue
    count++
    const { at, beside, cut } = found
    const end = beside.text.length
    const mark = markSpan(beside, box, String.fromCodePoint(firstMark + index))
    marked.splice(at, 1, ...sliceSpan(beside, 0, cut), mark, ...sliceSpan(beside, cut, end))
    const runs = marks?.[at] ?? []
    // The character belongs to the element of its word.
    marks?.splice(
      at,
      1,
      ...(cut === 0 ? [] : [sliceRuns(runs, 0, cut)]),
      sliceRuns(runs, Math.max(0, cut - 1), cut),
      ...(cut === end ? [] : [sliceRuns(runs, cut, end)]),
    )
  }
  return {
    spans: marked,
    images,
    ...(tags === undefined || marks === null ? {} : { tags: { ...tags, markedContent: marks } }),
  }
}

/** The span next to an image, and the offset in its text; `null` without a line. */
function findPlace(spans: readonly Span[], box: Box): { at: number; beside: Span; cut: number } | null {
  let best: { at: number; beside: Span; gap: number } | null = null
  for (const [at, span] of spans.entries()) {
    if (!sharesLine(span, box)) continue
    const gap = Math.max(0, box.x0 - span.box.x1, span.box.x0 - box.x1)
    if (gap > maxGapEm * span.size) continue
    if (gap === 0 && overlapX(span.box, box) > 0 && hasTextUnder(span, box)) return null
    if (best === null || gap < best.gap) best = { at, beside: span, gap }
  }
  if (best === null || height(box) > maxHeightEm * best.beside.size || width(box) > maxWidthEm * best.beside.size)
    return null
  return { at: best.at, beside: best.beside, cut: indexAt(best.beside, centerX(box)) }
}

/** The runs of a part of a span, relative to its start. */
function sliceRuns(runs: readonly MarkedContentRun[], from: number, to: number): MarkedContentRun[] {
  const inside = runs
    .filter(({ start }) => start > from && start < to)
    .map(({ start, mcid }) => ({ start: start - from, mcid }))
  const before = runs.findLast(({ start }) => start <= from)
  return before === undefined ? inside : [{ start: 0, mcid: before.mcid }, ...inside]
}

function sharesLine(span: Span, box: Box): boolean {
  if (span.rotation !== 0 || span.vertical || anyMarkOnly(span)) return false
  const band = { ...span.box, y0: span.baseline - ascentEm * span.size, y1: span.baseline + descentEm * span.size }
  return overlapY(band, box) >= sameLineRatio * Math.min(height(band), height(box))
}

function anyMarkOnly({ text }: Span): boolean {
  return text.length === 2 && (text.codePointAt(0) ?? 0) >= firstMark
}

/** Text on the image: then the image is its background. */
function hasTextUnder(span: Span, box: Box): boolean {
  for (let index = 0; index < span.text.length; index++) {
    if (/\s/.test(span.text[index] ?? ' ')) continue
    const x = (edgeOf(span, index) + edgeOf(span, index + 1)) / 2
    if (x > box.x0 && x < box.x1) return true
  }
  return false
}

function edgeOf({ edges, box, text }: Span, index: number): number {
  return edges?.[index] ?? box.x0 + ((box.x1 - box.x0) * index) / (text.length || 1)
}

/** Offset of x in the span's text. */
function indexAt(span: Span, x: number): number {
  let index = 0
  while (index < span.text.length && (edgeOf(span, index) + edgeOf(span, index + 1)) / 2 < x) index++
  return index
}

function sliceSpan(span: Span, from: number, to: number): Span[] {
  if (from === to) return []
  if (from === 0 && to === span.text.length) return [span]
  const { edges, ...rest } = span
  const box = { ...span.box, x0: edgeOf(span, from), x1: Math.max(edgeOf(span, from), edgeOf(span, to)) }
  return [
    {
      ...rest,
      text: span.text.slice(from, to),
      box,
      ...(edges === undefined ? {} : { edges: edges.slice(from, to + 1) }),
    },
  ]
}

/** As wide as the image, but no taller than the line. */
function markSpan(beside: Span, box: Box, mark: string): Span {
  const { x0, x1 } = box
  return { ...beside, text: mark, box: { ...beside.box, x0, x1 }, edges: Float32Array.of(x0, x1, x1) }
}
