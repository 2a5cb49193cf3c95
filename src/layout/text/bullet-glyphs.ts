/**
 * Marks without a Unicode value that begin several lines at one indent → bullets. Fonts of pictures (Wingdings and its
 * like) are often embedded without saying what their glyphs mean; what such a mark is there for shows in its place.
 */
import type { Span } from '../../model/raw-page.ts'

/** What the engine gives where it knows nothing of a glyph. */
const unknownMark = /^\ufffd\s*$/
const unknownCode = 0xfffd
/** Two marks, in em: rounding apart, items of one list begin at the same place. */
const INDENT_EM = 0.1
/** From a mark to its text; wider indents are columns of a table. Em. */
const WIDEST_INDENT_EM = 4
/** Baselines nearer than this are one, as in `lines.ts`. Em. */
const BASELINE_EM = 0.2
/** One such mark may be anything, a second at the same indent makes a list. */
const LEAST = 2
/** More of them than a page has lines are a text that cannot be read; it bounds the work, which grows with their square. */
const MOST = 100

/** The spans, with a bullet's character in place of the marks that are bullets. */
export function mapBulletGlyphs(spans: readonly Span[]): readonly Span[] {
  const marks = spans.filter(
    (span) =>
      span.text.charCodeAt(0) === unknownCode && unknownMark.test(span.text) && span.rotation === 0 && !span.vertical,
  )
  if (marks.length < LEAST || marks.length > MOST) return spans
  const leading = marks.filter((mark) => beginsLine(mark, spans))
  const bullets = new Set(leading.filter((mark) => leading.filter((other) => isTwin(mark, other)).length >= LEAST))
  return bullets.size === 0
    ? spans
    : spans.map((span) => (bullets.has(span) ? { ...span, text: span.text.replace('\ufffd', '•') } : span))
}

/** A text stands to the right of the mark, close to it, and nothing close to its left. */
function beginsLine({ box, baseline, size }: Span, spans: readonly Span[]): boolean {
  const beside = spans.filter(
    (span) => Math.abs(span.baseline - baseline) <= BASELINE_EM * size && span.text.trim() !== '',
  )
  const reach = WIDEST_INDENT_EM * size
  return (
    beside.some(
      (span) =>
        span.box.x0 >= box.x1 - BASELINE_EM * size && span.box.x0 - box.x1 <= reach && /[\p{L}\p{N}]/u.test(span.text),
    ) && !beside.some((span) => span.box.x0 < box.x0 && box.x0 - span.box.x1 <= reach)
  )
}

/** Of one font and size, at one indent; a mark is its own twin. */
function isTwin(mark: Span, other: Span): boolean {
  return (
    mark.font.name === other.font.name &&
    Math.abs(mark.size - other.size) <= INDENT_EM * mark.size &&
    Math.abs(mark.box.x0 - other.box.x0) <= INDENT_EM * mark.size
  )
}
