/** Infers from advance widths whether a font is monospaced, and the real size of Type 3 fonts. */
import { cached } from '../../model/cached.ts'
import { type Font, isHorizontal, type Span } from '../../model/raw-page.ts'
import { addWeight, mostFrequent } from '../../model/statistics.ts'

/** MuPDF's name of a Type 3 font, or pdfTeX's number. */
const type3Name = /^(?:Type3 |F\d+$)/
/** Widths of a–z and A–Z in an average text font, in hundredths of an em. */
const lowercaseWidths = [
  50, 56, 44, 56, 44, 31, 50, 56, 28, 31, 53, 28, 83, 56, 50, 56, 53, 39, 39, 39, 56, 53, 72, 53, 53, 44,
]
const uppercaseWidths = [
  75, 71, 72, 76, 68, 65, 78, 75, 36, 51, 78, 62, 92, 75, 78, 68, 78, 74, 56, 72, 75, 75, 103, 75, 75, 61,
]
/** In hundredths of an em. */
const DIGIT_WIDTH = 50
const MONO_WIDTH = 52.5
/** Maximum ratio of measured to stated size, above that of extended fonts. */
const MAX_SIZE_RATIO = 2
/** Rounding step of measured sizes, in points. */
const SIZE_STEP = 0.5
const MIN_LETTERS = 4
const WIDTH_TOLERANCE_RATIO = 0.02
const MIN_OTHERS = 2
/** Range of advance widths; fonts without them give every letter a whole em. */
const MONO_EM = { least: 0.4, most: 0.75 } as const
const narrow = /[ijl]/
const other = /[a-eghm-qu-zA-HK-Z]/
/** Minimum width of a space; kerning is narrower. */
const SPACE_EM = 0.12
const ASCENT_EM = 0.75
const DESCENT_EM = 0.22

interface AdvanceStatistics {
  readonly isType3: boolean
  letters: number
  /** Sums in points, and in a text font of one point. */
  width: number
  expected: number
  least: number
  most: number
  narrow: number
  readonly others: Set<string>
}

/** Returns the same array if no font is in doubt. */
export function inferFontMetrics(spans: readonly Span[]): readonly Span[] {
  const statistics = new Map<Font, AdvanceStatistics>()
  for (const span of spans) addStatistics(span, statistics)
  const fonts = new Map<Font, Font>()
  const scales = new Map<Font, number>()
  /** For fonts with too few letters. */
  const sizesByClaimedSize = new Map<number, Map<number, number>>()
  for (const { font, size, text } of spans) {
    const metrics = statistics.get(font)
    if (metrics === undefined || metrics.letters < MIN_LETTERS) continue
    const mono = isMono(metrics) && (metrics.isType3 || hasMonoWidth(metrics, size))
    if (mono && !font.mono && !fonts.has(font)) fonts.set(font, { ...font, mono: true })
    if (!metrics.isType3) continue
    const measured = (metrics.width / (mono ? metrics.letters * MONO_WIDTH : metrics.expected)) * 100
    if (measured < size * MAX_SIZE_RATIO && measured > size / MAX_SIZE_RATIO) continue
    const measuredSize = Math.max(SIZE_STEP, Math.round(measured / SIZE_STEP) * SIZE_STEP)
    scales.set(font, measuredSize / size)
    addWeight(
      cached(sizesByClaimedSize, roundClaimedSize(size), () => new Map()),
      measuredSize,
      text.length,
    )
  }
  if (fonts.size === 0 && scales.size === 0) return spans
  return spans.map((span) => {
    const metrics = statistics.get(span.font)
    const font = fonts.get(span.font)
    const scale = scales.get(span.font)
    const weights =
      metrics?.isType3 && metrics.letters < MIN_LETTERS
        ? sizesByClaimedSize.get(roundClaimedSize(span.size))
        : undefined
    const size =
      scale === undefined ? (weights === undefined ? span.size : mostFrequent(weights, span.size)) : span.size * scale
    if (size !== span.size) return withMeasuredSize(span, size, font ?? span.font)
    return font === undefined ? span : { ...span, font }
  })
}

/** Removes spaces that the engine derived from kerning. */
function withMeasuredSize(span: Span, size: number, font: Font): Span {
  const { edges, text } = span
  const whole = { ...span, font, size, box: boxOfSize(span, size) }
  if (edges === undefined || !text.includes(' ')) return whole
  const kept = [...text].map(
    (letter, at) => letter !== ' ' || at + 1 === text.length || edges[at + 1]! - edges[at]! >= SPACE_EM * size,
  )
  if (text.length !== kept.length || !kept.includes(false)) return whole
  return {
    ...whole,
    text: [...text].filter((_, at) => kept[at]).join(''),
    edges: edges.filter((_, at) => kept[at] ?? true),
  }
}

function roundClaimedSize(size: number): number {
  return Math.round(size * 100)
}

function addStatistics(span: Span, statistics: Map<Font, AdvanceStatistics>): void {
  const { text, edges, font } = span
  if (edges === undefined || !isHorizontal(span)) return
  const sum = cached(statistics, font, ({ name }) => ({
    isType3: type3Name.test(name),
    letters: 0,
    width: 0,
    expected: 0,
    least: Infinity,
    most: 0,
    narrow: 0,
    others: new Set(),
  }))
  // Other fonts state their size correctly.
  if (!sum.isType3 && (font.mono || sum.most - sum.least > WIDTH_TOLERANCE_RATIO * sum.most)) return
  for (let at = 0; at < text.length; at++) {
    const expected = expectedWidth(text.charCodeAt(at))
    const width = edges[at + 1]! - edges[at]!
    if (expected === 0 || width <= 0) continue
    sum.letters += 1
    sum.width += width
    sum.expected += expected
    sum.least = Math.min(sum.least, width)
    sum.most = Math.max(sum.most, width)
    const letter = text[at]!
    if (narrow.test(letter)) sum.narrow += 1
    else if (other.test(letter)) sum.others.add(letter)
  }
}

function expectedWidth(code: number): number {
  if (code >= 0x61 && code <= 0x7a) return lowercaseWidths[code - 0x61]!
  if (code >= 0x41 && code <= 0x5a) return uppercaseWidths[code - 0x41]!
  return code >= 0x30 && code <= 0x39 ? DIGIT_WIDTH : 0
}

function isMono({ least, most, narrow: narrowLetters, others }: AdvanceStatistics): boolean {
  return most - least <= WIDTH_TOLERANCE_RATIO * most && narrowLetters > 0 && others.size >= MIN_OTHERS
}

function hasMonoWidth({ least, most }: AdvanceStatistics, size: number): boolean {
  return least >= MONO_EM.least * size && most <= MONO_EM.most * size
}

function boxOfSize(span: Span, size: number): Span['box'] {
  const { box, baseline } = span
  return !isHorizontal(span) ? box : { ...box, y0: baseline - ASCENT_EM * size, y1: baseline + DESCENT_EM * size }
}
