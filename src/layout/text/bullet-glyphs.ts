/** Maps glyphs of symbol fonts, and unknown glyphs that begin several lines at one indent. */
import type { Span } from '../../model/raw-page.ts'
import { symbolText } from '../../model/symbol-fonts.ts'
import { markBullets } from './mark-bullets.ts'

const symbolFont = /^wingdings|^(?:itc)?zapf ?dingbats/i
/** Also in the private use area, as written by Word. */
const symbolCode = /[\u0021-\u00ff\uf021-\uf0ff]/g
/** MuPDF's replacement for an unknown glyph. */
const unknownGlyph = /^\ufffd(?=\s*$)/
const INDENT_EM = 0.1
const MIN_BULLETS = 2

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
  return markBullets(spans, {
    pattern: unknownGlyph,
    minCount: MIN_BULLETS,
    isSame: (glyph, other) =>
      glyph.font.name === other.font.name && Math.abs(glyph.box.x0 - other.box.x0) <= INDENT_EM * glyph.size,
    isMarked: (_, later) => later.some(({ text }) => /[\p{L}\p{N}]/u.test(text)),
  })
}
