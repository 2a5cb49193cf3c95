/** Treats glyphs of drawings and glyphs without Unicode values, such as those of printed music, as drawings. */
import { cached } from '../../model/cached.ts'
import { gapX, width } from '../../model/geometry.ts'
import type { Font, Path, RawPage, Span } from '../../model/raw-page.ts'

/** Ratio of characters without Unicode values: minimum in a font of symbols, maximum on the page. */
const MIN_FONT_RATIO = 0.5
const MAX_PAGE_RATIO = 0.5
/** Minimum letters and maximum advance of a word in a font without Unicode values. */
const MIN_WORD_LETTERS = 4
const MAX_LETTER_ADVANCE_EM = 0.6
/** Height of the bands in which text next to a symbol is looked up, in points. */
const BAND_HEIGHT = 8
/** Maximum distance of the text on its baseline that a symbol belongs to. */
const MAX_TEXT_DISTANCE_EM = 1.5
const MAX_BASELINE_SHIFT_EM = 0.5

/** Lines and circles of LaTeX's `picture` environment. */
const pictureFont = /^(?:LINE|LCIRCLE)W?10$/i

export function drawSymbolGlyphs(raw: RawPage): RawPage {
  const fonts = symbolFonts(raw.spans)
  if (fonts.size === 0) return raw
  const bands = Map.groupBy(
    raw.spans.filter(({ font }) => !fonts.has(font)),
    ({ baseline }) => bandOf(baseline),
  )
  const drawn = new Set(
    raw.spans.filter((span) => {
      if (!fonts.has(span.font)) return false
      if (pictureFont.test(span.font.name)) return true
      const shift = MAX_BASELINE_SHIFT_EM * span.size
      for (let band = bandOf(span.baseline - shift); band <= bandOf(span.baseline + shift); band++)
        if (bands.get(band)?.some((other) => isNextTo(span, other))) return false
      return true
    }),
  )
  if (drawn.size === 0) return raw
  const paths = [...drawn].map(({ box, color }): Path => ({ box, stroked: false, rectangle: false, color, opacity: 1 }))
  const isText = (_: unknown, at: number): boolean => !drawn.has(raw.spans[at]!)
  // Tags refer to spans by their index.
  const tags =
    raw.tags === undefined ? {} : { tags: { ...raw.tags, markedContent: raw.tags.markedContent.filter(isText) } }
  return { ...raw, ...tags, spans: raw.spans.filter(isText), paths: [...raw.paths, ...paths] }
}

function symbolFonts(spans: readonly Span[]): ReadonlySet<Font> {
  const counts = new Map<Font, { unknown: number; all: number }>()
  const textFonts = new Set<Font>()
  for (const span of spans) {
    const { text, font } = span
    if (isUnreadableWord(span)) textFonts.add(font)
    const count = cached(counts, font, () => ({ unknown: 0, all: 0 }))
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code !== 0x20) count.all += 1
      if (code === 0xfffd) count.unknown += 1
    }
  }
  let [unknown, all] = [0, 0]
  for (const count of counts.values()) {
    unknown += count.unknown
    all += count.all
  }
  const pictureFonts = [...counts.keys()].filter(({ name }) => pictureFont.test(name))
  if (unknown === 0 || unknown > MAX_PAGE_RATIO * all) return new Set(pictureFonts)
  const unknownFonts = [...counts].flatMap(([font, count]) =>
    count.unknown > MIN_FONT_RATIO * count.all && !textFonts.has(font) ? [font] : [],
  )
  return new Set([...pictureFonts, ...unknownFonts])
}

function isUnreadableWord({ text, box, size }: Span): boolean {
  return (
    text.length >= MIN_WORD_LETTERS &&
    text.includes('\ufffd'.repeat(MIN_WORD_LETTERS)) &&
    width(box) <= MAX_LETTER_ADVANCE_EM * size * text.length
  )
}

function bandOf(baseline: number): number {
  return Math.floor(baseline / BAND_HEIGHT)
}

function isNextTo(symbol: Span, { box, baseline, text }: Span): boolean {
  return (
    gapX(box, symbol.box) <= MAX_TEXT_DISTANCE_EM * symbol.size &&
    Math.abs(baseline - symbol.baseline) <= MAX_BASELINE_SHIFT_EM * symbol.size &&
    /[\p{L}\p{N}]{2}/u.test(text)
  )
}
