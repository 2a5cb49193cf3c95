/**
 * Maps glyphs without a Unicode value to bullets when several lines at one indent begin with them. Symbol fonts such
 * as Wingdings are often embedded without a mapping.
 */
import type { Span } from '../../model/raw-page.ts'

/** MuPDF's replacement for an unknown glyph. */
const unknownGlyph = /^\ufffd\s*$/
const unknownCode = 0xfffd
/** Maximum difference between the indents of one list, in em. */
const INDENT_EM = 0.1
/** Maximum distance from a bullet to its text, in em. Wider gaps separate columns of a table. */
const WIDEST_INDENT_EM = 4
/** Maximum difference between baselines of one line, in em. */
const BASELINE_EM = 0.2
/** Minimum number of equal glyphs at one indent. */
const LEAST = 2
/** Maximum number of such glyphs, because the work is quadratic. More mean unreadable text. */
const MOST = 100

/** The spans with a bullet character in place of unknown bullets. */
export function mapBulletGlyphs(spans: readonly Span[]): readonly Span[] {
  const marks = spans.filter(
    (span) =>
      span.text.charCodeAt(0) === unknownCode && unknownGlyph.test(span.text) && span.rotation === 0 && !span.vertical,
  )
  if (marks.length < LEAST || marks.length > MOST) return spans
  const leading = marks.filter((mark) => beginsLine(mark, spans))
  const bullets = new Set(
    leading.filter((mark) => leading.filter((other) => isSameBullet(mark, other)).length >= LEAST),
  )
  return bullets.size === 0
    ? spans
    : spans.map((span) => (bullets.has(span) ? { ...span, text: span.text.replace('\ufffd', '•') } : span))
}

/** Text follows closely on the right, and no text is close on the left. */
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

/** Same font, size and indent. */
function isSameBullet(mark: Span, other: Span): boolean {
  return (
    mark.font.name === other.font.name &&
    Math.abs(mark.size - other.size) <= INDENT_EM * mark.size &&
    Math.abs(mark.box.x0 - other.box.x0) <= INDENT_EM * mark.size
  )
}
