/** Splits spans into glyphs, whose ink is estimated from the character, and finds horizontal bars. */
import { centerY, height, width } from '../../model/geometry.ts'
import type { Font, RawPage, Span } from '../../model/raw-page.ts'
import { edgeAt } from '../text/split-spans.ts'
import { bracketOfPart, hangsBelow, isBigOperator, isIntegral, isMathFont, isSlanted } from './math-symbols.ts'
import type { Bar, Glyph } from './types.ts'

/** Maximum thickness of a fraction bar in points; TeX draws 0.4, Word up to 1. */
const MAX_BAR_THICKNESS = 1.6
/** Minimum length of a bar in points; shorter strokes are dots and serifs. */
const MIN_BAR_LENGTH = 3

/** Some programs draw bars as images of one pixel. */
export function barsOf({ paths, images }: Pick<RawPage, 'paths' | 'images'>): Bar[] {
  return [...paths, ...images]
    .filter(({ box }) => height(box) <= MAX_BAR_THICKNESS && width(box) >= MIN_BAR_LENGTH)
    .map(({ box }) => {
      const y = centerY(box)
      return { x0: box.x0, y0: y, x1: box.x1, y1: y, y }
    })
}

export function glyphsOf(spans: readonly Span[]): Glyph[] {
  const glyphs: Glyph[] = []
  for (const span of spans) {
    const isSingle = isMathFont(span.font) || isSlanted(span.font)
    let index = 0
    for (const text of span.text) {
      const end = index + text.length
      const edges = { x0: edgeAt(span, index), x1: edgeAt(span, end) }
      // A variable and its accent are read separately.
      const parts = isSingle && /\p{L}/u.test(text) ? text.normalize('NFD') : text
      for (const part of parts) if (part.trim() !== '') glyphs.push(makeGlyph(part, span, edges))
      index = end
    }
  }
  return glyphs
}

/** As for all of `glyphsOf`. The first character decides most lines. */
export function areStretchy(spans: readonly Span[]): boolean {
  for (const { text, font } of spans)
    for (const char of text) if (char.trim() !== '' && !isStretchy(char, font)) return false
  return true
}

function makeGlyph(text: string, span: Span, { x0, x1 }: { x0: number; x1: number }): Glyph {
  const { baseline, size, font } = span
  const hanging = hangsBelow(font, text)
  const stretchy = isStretchy(text, font)
  const [ascent, descent] = hanging ? [0, hangingDepth(text, (x1 - x0) / size)] : inkExtent(text)
  return { text, span, x0, y0: baseline - ascent * size, x1, y1: baseline + descent * size, baseline, size, stretchy }
}

function isStretchy(text: string, font: Font): boolean {
  return isBigOperator(text) || bracketOfPart(text) !== undefined || hangsBelow(font, text)
}

/** Maximum widths of the sizes 1.2, 1.8 and 2.4 em of brackets in cmex10, in em; wider ones have 3 em. */
const bracketWidths: readonly (readonly [brackets: string, widths: readonly number[]])[] = [
  ['()', [0.53, 0.67, 0.765]],
  ['[]', [0.445, 0.5, 0.555]],
  ['{}', [0.625, 0.71, 0.78]],
  ['⌊⌋⌈⌉', [0.5, 0.555, 0.61]],
  ['⟨⟩', [0.54, 0.68, 0.78]],
]

/** Returns the depth below the baseline in em, in cmex10, where the width of a glyph shows its size. */
function hangingDepth(text: string, width: number): number {
  if (isIntegral(text)) return width < 0.51 ? 1.1 : 2.2
  if (text === '√') return 1
  if ('∑∏∐⋃⋂⨁⨂⨀'.includes(text)) return width < (text === '∑' ? 1.25 : 1.1) ? 1 : 1.4
  if (bracketOfPart(text) !== undefined) return '⎜⎟⎢⎥⎪⏐'.includes(text) ? 0.6 : 1.8
  const widths = bracketWidths.find(([brackets]) => brackets.includes(text))?.[1]
  return widths === undefined ? 1.8 : 1.2 + 0.6 * widths.filter((max) => width > max).length
}

/** Returns em. */
function inkExtent(text: string): readonly [ascent: number, descent: number] {
  if ('acemnorsuvwxzαεικνοπστυωχ'.includes(text)) return [0.45, 0]
  if ('gpqyημργ'.includes(text)) return [0.45, 0.22]
  if ('jβζξφψ'.includes(text)) return [0.68, 0.22]
  if ('()[]{}|⟨⟩⌊⌋⌈⌉‖'.includes(text)) return [0.75, 0.25]
  if ('=−-+±∓×÷<>≤≥≈∼→←·⋅∗'.includes(text)) return [0.55, 0.05]
  if ('.,;'.includes(text)) return [0.1, 0.15]
  if ('∑∏∫∮⋃⋂√'.includes(text)) return [0.85, 0.3]
  return [0.7, 0]
}
