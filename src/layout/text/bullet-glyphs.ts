/** Maps glyphs of symbol fonts, and unknown glyphs that begin several lines at one indent. */
import { isHorizontal, type Span } from '../../model/raw-page.ts'
import { symbolText } from '../../model/symbol-fonts.ts'

const symbolFont = /^wingdings|^(?:itc)?zapf ?dingbats/i
/** Also in the private use area, as written by Word. */
const symbolCode = /[\u0021-\u00ff\uf021-\uf0ff]/g
/** MuPDF's replacement for an unknown glyph. */
const unknownGlyph = /^\ufffd\s*$/
const unknownCode = 0xfffd
const INDENT_EM = 0.1
/** Wider gaps separate table columns. */
const MAX_INDENT_EM = 4
const BASELINE_EM = 0.2
const MIN_BULLETS = 2
/** Maximum for linear work; more are unreadable text. */
const MAX_BULLETS = 100

/** Symbol fonts without Unicode values have letters: "q" is a box. Unknown glyphs are bullets. */
export function mapSymbolFonts(spans: readonly Span[]): readonly Span[] {
  if (!spans.some(({ font }) => symbolFont.test(font.name))) return spans
  return spans.map((span) =>
    symbolFont.test(span.font.name)
      ? {
          ...span,
          text: span.text.replace(symbolCode, (char) => symbolText(span.font.name, char.charCodeAt(0)) || '•'),
        }
      : span,
  )
}

export function mapBulletGlyphs(spans: readonly Span[]): readonly Span[] {
  const glyphs = spans.filter(
    (span) => span.text.charCodeAt(0) === unknownCode && unknownGlyph.test(span.text) && isHorizontal(span),
  )
  if (glyphs.length < MIN_BULLETS || glyphs.length > MAX_BULLETS) return spans
  const leading = glyphs.filter((glyph) => beginsLine(glyph, spans))
  const bullets = new Set(
    leading.filter((glyph) => leading.filter((other) => isSameBullet(glyph, other)).length >= MIN_BULLETS),
  )
  return bullets.size === 0
    ? spans
    : spans.map((span) => (bullets.has(span) ? { ...span, text: span.text.replace('\ufffd', '•') } : span))
}

function beginsLine({ box, baseline, size }: Span, spans: readonly Span[]): boolean {
  const onBaseline = spans.filter(
    (span) => Math.abs(span.baseline - baseline) <= BASELINE_EM * size && span.text.trim() !== '',
  )
  const maxGap = MAX_INDENT_EM * size
  return (
    onBaseline.some((span) => span.box.x0 >= box.x1 - BASELINE_EM * size && /[\p{L}\p{N}]/u.test(span.text)) &&
    !onBaseline.some((span) => span.box.x0 < box.x0 && box.x0 - span.box.x1 <= maxGap)
  )
}

function isSameBullet(glyph: Span, other: Span): boolean {
  return glyph.font.name === other.font.name && Math.abs(glyph.box.x0 - other.box.x0) <= INDENT_EM * glyph.size
}
