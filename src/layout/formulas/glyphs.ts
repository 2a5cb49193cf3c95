/**
 * Spans and thin drawn lines → the pieces that a formula is read from: single signs with an estimate of their ink, and bars.
 * Engines report the font's box for every sign; what the sign covers of it is estimated from its shape.
 */
import { type Box, centerY } from '../../model/geometry.ts'
import type { RawPage, Span } from '../../model/raw-page.ts'
import { edgeAt } from '../text/word-spacing.ts'
import { bracketOf, hangsBelow, isBigOperator, isIntegral } from './math-symbols.ts'

export interface Glyph {
  readonly text: string
  readonly span: Span
  readonly x0: number
  readonly x1: number
  /** Estimated ink. */
  readonly top: number
  readonly bottom: number
  readonly baseline: number
  readonly size: number
  /** Operators and brackets of any size: they tell neither size nor baseline of their row. */
  readonly loose: boolean
}

/** A horizontal stroke: of a fraction, a root or over a letter. */
export interface Bar {
  readonly x0: number
  readonly x1: number
  readonly y: number
}

/** Thicker strokes are no fraction bars. Points: TeX's are 0.4, Word's up to 1. */
const maxBarThickness = 1.6
/** Shorter ones are dots and serifs. Points. */
const minBarLength = 3

/** Some writers draw rules as pictures of one pixel. */
export function barsOf({ paths, images }: Pick<RawPage, 'paths' | 'images'>): Bar[] {
  const bars: Bar[] = []
  for (const { box } of [...paths.filter(({ opacity }) => opacity > 0), ...images]) {
    if (box.y1 - box.y0 > maxBarThickness || box.x1 - box.x0 < minBarLength) continue
    bars.push({ x0: box.x0, x1: box.x1, y: centerY(box) })
  }
  return bars
}

export function glyphsOf(spans: readonly Span[]): Glyph[] {
  const glyphs: Glyph[] = []
  for (const span of spans) {
    let index = 0
    for (const text of span.text) {
      const end = index + text.length
      if (text.trim() !== '') glyphs.push(makeGlyph(text, span, { x0: edgeAt(span, index), x1: edgeAt(span, end) }))
      index = end
    }
  }
  return glyphs
}

function makeGlyph(text: string, span: Span, { x0, x1 }: { x0: number; x1: number }): Glyph {
  const { baseline, size, font } = span
  const hanging = hangsBelow(font, text)
  const loose = hanging || isBigOperator(text) || bracketOf(text) !== undefined
  const [up, down] = hanging ? [0, hangingDepth(text)] : inkOf(text)
  return { text, span, x0, x1, top: baseline - up * size, bottom: baseline + down * size, baseline, size, loose }
}

/** Ems below the baseline of a middling size of each sign in cmex10; a lone brace opens cases of two rows at least. */
function hangingDepth(text: string): number {
  if (isIntegral(text)) return 2.2
  if (text === '√') return 1
  if ('∑∏∐⋃⋂⨁⨂⨀'.includes(text)) return 1.4
  if (bracketOf(text) !== undefined) return '⎜⎟⎢⎥⎪⏐'.includes(text) ? 0.6 : 1.8
  return text === '{' ? 2.4 : 1.8
}

/** Ems of ink above and below the baseline, by the sign's shape. */
function inkOf(text: string): readonly [number, number] {
  if ('acemnorsuvwxzαεικνοπστυωχ'.includes(text)) return [0.45, 0]
  if ('gpqyημργ'.includes(text)) return [0.45, 0.22]
  if ('jβζξφψ'.includes(text)) return [0.68, 0.22]
  if ('()[]{}|⟨⟩⌊⌋⌈⌉‖'.includes(text)) return [0.75, 0.25]
  if ('=−-+±∓×÷<>≤≥≈∼→←·⋅∗'.includes(text)) return [0.55, 0.05]
  if ('.,;'.includes(text)) return [0.1, 0.15]
  if ('∑∏∫∮⋃⋂√'.includes(text)) return [0.85, 0.3]
  return [0.7, 0]
}

export function inkOfGlyphs(
  glyphs: readonly Pick<Glyph, 'x0' | 'x1' | 'top' | 'bottom'>[],
  bars: readonly Bar[] = [],
): Box {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const glyph of glyphs) {
    x0 = Math.min(x0, glyph.x0)
    y0 = Math.min(y0, glyph.top)
    x1 = Math.max(x1, glyph.x1)
    y1 = Math.max(y1, glyph.bottom)
  }
  for (const bar of bars) {
    x0 = Math.min(x0, bar.x0)
    x1 = Math.max(x1, bar.x1)
    y0 = Math.min(y0, bar.y)
    y1 = Math.max(y1, bar.y)
  }
  return { x0, y0, x1, y1 }
}
