/**
 * Spans → type statistics (size, weight, caps …), weighted by characters. Answers "what does this text look like";
 * what that means (heading, code, caption) is decided by the rules.
 */
import type { BlockStyle } from '../model/document.ts'
import type { Font, Span } from '../model/page.ts'
import type { Line, Row } from './draft.ts'

/** Weight in the font's name, for the many fonts whose descriptor lacks the flag. */
const boldName = /bold|black|heavy|demi(?!n)|\bbd\b|[-,]b(?:i|oi)?$|cmbx|cmssbx|cmb\d/i
const italicName = /italic|oblique/i
const monoName = /mono|courier|consol|menlo|typewriter|fixed|cmtt|inconsolata|fira ?code|source ?code/i

interface Traits {
  readonly bold: boolean
  readonly italic: boolean
  readonly mono: boolean
}

/** Fonts are few and shared by all spans of a page: their names are read once. */
const traitsByFont = new WeakMap<Font, Traits>()

function traitsOf(font: Font): Traits {
  let traits = traitsByFont.get(font)
  if (traits === undefined) {
    const { name } = font
    traits = { bold: font.bold || boldName.test(name), italic: font.italic || italicName.test(name), mono: font.mono || monoName.test(name) }
    traitsByFont.set(font, traits)
  }
  return traits
}

/** Fonts drawn glyph by glyph have no names, only numbers, and a page holds many of them. */
function familyOf({ name }: Font): string {
  return name.startsWith('Type3 ') ? 'Type3' : name
}

export function isBold(font: Font): boolean {
  return traitsOf(font).bold
}

/** Sizes closer than this are one size: engines report 9.96 and 10.02 for the same type. */
const SIZE_STEP = 0.25

/** The size rounded to a quarter of a point, the key for counting. */
export function roundSize(size: number): number {
  return Math.round(size / SIZE_STEP) * SIZE_STEP
}

/** The key with the largest weight; the first met wins a draw, so that the result does not depend on hashing. */
export function heaviest<key>(weights: ReadonlyMap<key, number>, fallback: key): key {
  let best = fallback
  let most = 0
  for (const [key, weight] of weights) {
    if (weight > most) {
      most = weight
      best = key
    }
  }
  return best
}

export function addWeight<key>(weights: Map<key, number>, key: key, weight: number): void {
  weights.set(key, (weights.get(key) ?? 0) + weight)
}

/** Share of characters that must agree before a run counts as bold, italic or monospaced as a whole. */
const WHOLE_SHARE = 0.8

/** Letters enough to tell capitals from text. */
const MAX_LETTERS = 200

/** Style of a run of spans; `lineCount` is the caller's. Sizes are points. */
export function styleOf(spans: readonly Span[], lineCount: number): BlockStyle {
  const [first] = spans
  if (first !== undefined && spans.every(({ font, size, color }) => font === first.font && size === first.size && color === first.color))
    return uniformStyle(first, spans, lineCount)
  const sizes = new Map<number, number>()
  const colors = new Map<number, number>()
  const fonts = new Map<string, number>()
  let total = 0
  let bold = 0
  let italic = 0
  let mono = 0
  let letters = ''
  for (const span of spans) {
    const weight = span.text.length
    total += weight
    addWeight(sizes, roundSize(span.size), weight)
    addWeight(colors, span.color, weight)
    addWeight(fonts, familyOf(span.font), weight)
    const traits = traitsOf(span.font)
    if (traits.bold) bold += weight
    if (traits.italic) italic += weight
    if (traits.mono) mono += weight
    if (letters.length < MAX_LETTERS) letters += span.text
  }
  return {
    size: heaviest(sizes, 0),
    bold: total > 0 && bold >= total * WHOLE_SHARE,
    italic: total > 0 && italic >= total * WHOLE_SHARE,
    mono: total > 0 && mono >= total * WHOLE_SHARE,
    caps: isCaps(letters),
    color: heaviest(colors, 0),
    font: heaviest(fonts, ''),
    lineCount,
  }
}

/** Most rows are set in one style: nothing to weigh. */
function uniformStyle({ font, size, color }: Span, spans: readonly Span[], lineCount: number): BlockStyle {
  let letters = ''
  for (const { text } of spans) if (letters.length < MAX_LETTERS) letters += text
  return { size: roundSize(size), ...traitsOf(font), caps: isCaps(letters), color, font: familyOf(font), lineCount }
}

export function styleOfLines(lines: readonly Line[]): BlockStyle {
  return styleOf(
    lines.flatMap((line) => line.spans),
    lines.length,
  )
}

/** All letters are capitals, and there are at least two. Scripts without case are never caps. */
export function isCaps(text: string): boolean {
  return !/\p{Ll}/u.test(text) && /\p{Lu}.*\p{Lu}/u.test(text)
}

const styleByRow = new WeakMap<Row, BlockStyle>()

/** The style of one row; several rules ask for it, so it is kept with the row. */
export function styleOfRow(row: Row): BlockStyle {
  let style = styleByRow.get(row)
  if (style === undefined) {
    style = styleOfLines(row.lines)
    styleByRow.set(row, style)
  }
  return style
}
