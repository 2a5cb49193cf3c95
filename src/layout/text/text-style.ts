import { cached } from '../../model/cached.ts'
import { charsOf } from '../../model/character-classes.ts'
import type { BlockStyle } from '../../model/document.ts'
import { eastAsianLetter } from '../../model/east-asian.ts'
import type { Span } from '../../model/raw-page.ts'
import { addWeight, maxOf, median, minOf, mostFrequent } from '../../model/statistics.ts'
import type { Line, Row } from '../state.ts'

/** Rounding step of sizes in points: engines report 9.96 and 10.02 for the same size. */
const SIZE_STEP = 0.25

export function roundSize(size: number): number {
  return Math.round(size / SIZE_STEP) * SIZE_STEP
}

/** Rounded size of most characters, in points. */
export function mostFrequentSize(
  texts: readonly { readonly size: number; readonly text: string }[],
  fallback: number,
): number {
  const sizes = new Map<number, number>()
  for (const { size, text } of texts) addWeight(sizes, roundSize(size), text.length)
  return mostFrequent(sizes, fallback)
}

export function spansOf(rows: readonly Row[]): Span[] {
  return rows.flatMap(({ lines }) => lines.flatMap(({ spans }) => spans))
}

/** Mean over the characters; 1 without text. */
export function confidenceOf(spans: readonly Span[]): number {
  const chars = charsOf(spans)
  return chars === 0 ? 1 : spans.reduce((sum, { confidence, text }) => sum + confidence * text.length, 0) / chars
}

const MIN_STYLED_RATIO = 0.8

/** Maximum letters that are examined. */
const MAX_LETTERS = 200

/** Sizes are in points. */
export function styleOf(spans: readonly Span[], lineCount: number): BlockStyle {
  const [first] = spans
  if (
    first !== undefined &&
    spans.every(({ font, size, color }) => font === first.font && size === first.size && color === first.color)
  )
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
    addWeight(fonts, span.font.name, weight)
    if (span.font.bold) bold += weight
    if (span.font.italic) italic += weight
    if (span.font.mono) mono += weight
    if (letters.length < MAX_LETTERS) letters += span.text
  }
  const size = mostFrequent(sizes, 0)
  const uppercaseSize = sizes.size === 2 && lineCount <= MAX_SMALL_CAPS_LINES ? smallCapsSize(spans) : null
  return {
    size: uppercaseSize ?? size,
    bold: total > 0 && (bold >= total * MIN_STYLED_RATIO || isBoldNumbered(spans)),
    italic: total > 0 && italic >= total * MIN_STYLED_RATIO,
    mono: total > 0 && mono >= total * MIN_STYLED_RATIO,
    caps: uppercaseSize !== null || isCaps(letters),
    color: mostFrequent(colors, 0),
    font: mostFrequent(fonts, ''),
    lineCount,
  }
}

const boldNumber = /^\s*\d{1,2}(?:\.\d{1,2})+\.?\s*$/

/** East Asian fonts often have no bold variant: of a heading, only the number is bold. */
function isBoldNumbered([number, ...title]: readonly Span[]): boolean {
  return (
    number?.font.bold === true &&
    boldNumber.test(number.text) &&
    title.every(({ text, font }) => font.bold || eastAsianLetter.test(text))
  )
}

/** Height relative to uppercase letters. */
const SMALL_CAPS_RATIO = [0.6, 0.9] as const
const MAX_SMALL_CAPS_LINES = 3

/** The size of the uppercase letters, or `null`. The larger size of small caps has no lowercase letters. */
export function smallCapsSize(spans: readonly Span[]): number | null {
  const sizes = new Set(spans.map((span) => roundSize(span.size)))
  const [large, small] = [maxOf(sizes), minOf(sizes)]
  if (sizes.size !== 2 || small < large * SMALL_CAPS_RATIO[0] || small > large * SMALL_CAPS_RATIO[1]) return null
  let hasUppercase = false
  for (const { size, text } of spans) {
    if (roundSize(size) === small ? !/^[\p{L}\s'\u2019&,-]+$/u.test(text) : /\p{Ll}/u.test(text)) return null
    hasUppercase ||= roundSize(size) === large && /\p{Lu}\s*$/u.test(text)
  }
  return hasUppercase ? large : null
}

function uniformStyle({ font, size, color }: Span, spans: readonly Span[], lineCount: number): BlockStyle {
  let letters = ''
  for (const { text } of spans) if (letters.length < MAX_LETTERS) letters += text
  const { name, bold, italic, mono } = font
  return { size: roundSize(size), bold, italic, mono, caps: isCaps(letters), color, font: name, lineCount }
}

export function styleOfLines(lines: readonly Line[]): BlockStyle {
  return styleOf(
    lines.flatMap((line) => line.spans),
    lines.length,
  )
}

/** Scripts without case and single letters never count. */
function isCaps(text: string): boolean {
  const second = text.charCodeAt(1)
  if (second >= 0x61 && second <= 0x7a) return false
  return !/\p{Ll}/u.test(text) && /\p{Lu}.*\p{Lu}/u.test(text)
}

const styleByRow = new WeakMap<Row, BlockStyle>()

export function styleOfRow(row: Row): BlockStyle {
  return cached(styleByRow, row, () => styleOfLines(row.lines))
}

/** In points; 10 without lines. */
export function medianSize(lines: readonly Line[]): number {
  return median(lines.map(({ size }) => size)) ?? 10
}
