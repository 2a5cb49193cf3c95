/**
 * Finds listings in a monospaced font in OCR: words begin at multiples of one advance width. Only program text is
 * marked, because a letter in a monospaced font is not code.
 */
import { cached } from '../../model/cached.ts'
import { width } from '../../model/geometry.ts'
import { type Font, isHorizontal, type Span } from '../../model/raw-page.ts'
import { meanOf, median, sumOf } from '../../model/statistics.ts'
import { isProgramOutput, mayBeStatement } from './program-text.ts'

/** Range of advance widths in em. */
const MIN_PITCH_EM = 0.45
const MAX_PITCH_EM = 0.75
/** Wider gaps are several spaces. */
const MAX_SPACE_EM = 1.2
/** Minimum gaps and characters that show the advance width of a line. */
const MIN_GAPS = 3
const MIN_CHARS = 6
/** Maximum mean errors: of the starts of words, and of their widths, in characters. */
const MAX_START_ERROR = 0.12
const MAX_WIDTH_ERROR = 0.3
/** Tolerances of a line without such gaps: of the width of a word in characters, or relative, and of all words. */
const WORD_TOLERANCE = 0.4
const WORD_TOLERANCE_RATIO = 0.06
const LINE_TOLERANCE_RATIO = 0.08
const MIN_FITTING_WORDS = 0.7
/** Side bearings of a word, in characters. */
const BEARINGS = 0.2
/** Maximum line spacing in a listing, and at its ends, where a heading may follow. */
const MAX_LEADING_EM = 2.5
const MAX_END_LEADING_EM = 1.8
/** Maximum lines of single characters, such as braces, that follow one another. */
const MAX_SHORT_LINES = 2
const MIN_LINES = 2
/** Minimum fraction of lines that can be statements. */
const MIN_STATEMENT_RATIO = 0.3

interface OcrLine {
  readonly words: readonly Span[]
  readonly x0: number
  readonly x1: number
  readonly baseline: number
  readonly size: number
  /** Advance width in points, or `null` if the line is too short or proportional. */
  readonly pitch: number | null
}

/** Returns the same array without a listing. A listing has one font size, which OCR estimates line by line. */
export function markMonospacedOcr(spans: readonly Span[]): readonly Span[] {
  const sizes = new Map<Span, number>()
  for (const listing of findListings(ocrLines(spans))) {
    const size = median(listing.map((line) => line.size))!
    for (const { words } of listing) for (const word of words) sizes.set(word, size)
  }
  if (sizes.size === 0) return spans
  const fonts = new Map<Font, Font>()
  const monospaced = (font: Font): Font => cached(fonts, font, () => ({ ...font, mono: true }))
  return spans.map((span) => {
    const size = sizes.get(span)
    return size === undefined ? span : { ...span, size, font: monospaced(span.font) }
  })
}

function ocrLines(spans: readonly Span[]): OcrLine[] {
  const words = spans.filter((span) => span.source === 'ocr' && isHorizontal(span))
  const lines = [...Map.groupBy(words, ({ engineLine }) => engineLine).values()].map((group): OcrLine => {
    const sorted = group.toSorted((a, b) => a.box.x0 - b.box.x0)
    const [first, last] = [sorted[0]!, sorted.at(-1)!]
    const { baseline, size } = first
    return { words: sorted, x0: first.box.x0, x1: last.box.x1, baseline, size, pitch: measurePitch(sorted, size) }
  })
  return lines.sort((a, b) => a.baseline - b.baseline)
}

function measurePitch(words: readonly Span[], size: number): number | null {
  const steps = words.slice(1).map((word, at) => {
    const before = words[at]!
    return {
      distance: word.box.x0 - before.box.x0,
      chars: before.text.length + 1,
      isSpace: word.box.x0 - before.box.x1 < MAX_SPACE_EM * size,
    }
  })
  const spaced = steps.filter(({ isSpace }) => isSpace)
  const chars = spaced.reduce((sum, step) => sum + step.chars, 0)
  if (steps.length < MIN_GAPS || chars < MIN_CHARS) return null
  const pitch = spaced.reduce((sum, step) => sum + step.distance, 0) / chars
  if (pitch < MIN_PITCH_EM * size || pitch > MAX_PITCH_EM * size) return null
  const errors = steps.map((step) => {
    const expected = step.isSpace ? step.chars : Math.round(step.distance / pitch)
    return Math.abs(step.distance / pitch - expected)
  })
  const isRegular = meanOf(errors) <= MAX_START_ERROR && widthError(words, pitch) <= MAX_WIDTH_ERROR
  return isRegular ? pitch : null
}

/** Mean, in characters; infinite without a word of two characters. */
function widthError(words: readonly Span[], pitch: number): number {
  const errors = words
    .filter(({ text }) => text.length > 1)
    .map(({ text, box }) => Math.abs(width(box) / pitch - (text.length - BEARINGS)))
  return errors.length === 0 ? Infinity : meanOf(errors)
}

/** Grows from lines that show the advance width. `lines` are sorted from top to bottom. */
function findListings(lines: readonly OcrLine[]): OcrLine[][] {
  const used = new Set<OcrLine>()
  const listings: OcrLine[][] = []
  for (const [at, seed] of lines.entries()) {
    if (seed.pitch === null || used.has(seed)) continue
    const above = grow(seed, lines.slice(0, at).toReversed(), used)
    const listing = trimEnds([...above.toReversed(), seed, ...grow(seed, lines.slice(at + 1), used)])
    for (const line of listing) used.add(line)
    if (isListing(listing)) listings.push(listing)
  }
  return listings
}

function grow(seed: OcrLine, others: readonly OcrLine[], used: ReadonlySet<OcrLine>): OcrLine[] {
  const found: OcrLine[] = []
  let short: OcrLine[] = []
  let last = seed
  for (const line of others) {
    if (Math.abs(line.baseline - last.baseline) > MAX_LEADING_EM * seed.size) break
    if (line.x0 >= seed.x1 && line.x0 > last.x1) continue
    if (line.x1 <= Math.min(seed.x0, last.x0)) continue
    if (used.has(line)) break
    const fit = fitOf(line, seed.pitch!)
    if (fit === 'none' || (fit === 'unknown' && short.length === MAX_SHORT_LINES)) break
    last = line
    if (fit === 'unknown') short.push(line)
    else {
      found.push(...short, line)
      short = []
    }
  }
  // A brace may end the listing.
  return [...found, ...short.slice(0, 1)]
}

function trimEnds(lines: readonly OcrLine[]): OcrLine[] {
  const isSeparate = (line: OcrLine, next: OcrLine | undefined): boolean =>
    next !== undefined &&
    Math.abs(next.baseline - line.baseline) > MAX_END_LEADING_EM * line.size &&
    !mayBeStatement(textOf(line))
  const from = isSeparate(lines[0]!, lines[1]) ? 1 : 0
  return lines.slice(from, isSeparate(lines.at(-1)!, lines.at(-2)) ? -1 : undefined)
}

function textOf({ words }: OcrLine): string {
  return words.map(({ text }) => text).join(' ')
}

/** Unknown without a word of two characters. */
function fitOf({ words }: OcrLine, pitch: number): 'full' | 'none' | 'unknown' {
  const long = words.filter(({ text }) => text.length > 1)
  if (long.length === 0) return 'unknown'
  const expected = long.map(({ text }) => (text.length - BEARINGS) * pitch)
  const total = long.reduce((sum, { box }) => sum + width(box), 0)
  const ratio = total / sumOf(expected)
  const fitting = long.filter(({ text, box }, at) => {
    const tolerance = Math.max(WORD_TOLERANCE, WORD_TOLERANCE_RATIO * text.length)
    return Math.abs(width(box) - expected[at]!) <= tolerance * pitch
  })
  const isFull = Math.abs(ratio - 1) <= LINE_TOLERANCE_RATIO && fitting.length >= MIN_FITTING_WORDS * long.length
  return isFull ? 'full' : 'none'
}

function isListing(lines: readonly OcrLine[]): boolean {
  if (lines.length < MIN_LINES) return false
  const texts = lines.map(textOf)
  return isProgramOutput(texts.join('\n')) || texts.filter(mayBeStatement).length >= MIN_STATEMENT_RATIO * texts.length
}
