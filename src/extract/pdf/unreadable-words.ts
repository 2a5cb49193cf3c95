/** Replaces words without Unicode values, such as chart labels, by OCR. */
import { isUnreadable } from '../../engines/stext/characters.ts'
import {
  type Box,
  boxOfSize,
  center,
  clip,
  contains,
  grow,
  type Size,
  translate,
  unionAll,
} from '../../model/geometry.ts'
import type { Span } from '../../model/raw-page.ts'
import { maxOf } from '../../model/statistics.ts'

/** Minimum number and ratio of unreadable characters; single ones are symbols and bullets. */
const MIN_SPAN_CHARS = 3
const MIN_SPAN_RATIO = 0.5
const MIN_PAGE_CHARS = 20
/** Minimum OCR confidence of a replacement, and the distance it may be outside, in em. */
const MIN_CONFIDENCE = 0.6
const MARGIN_EM = 0.5
/** Margin of the region for OCR. */
const REGION_MARGIN_EM = 1

export function hasUnreadableWords(spans: readonly Span[]): boolean {
  return spans.reduce((sum, span) => sum + (isUnreadableSpan(span) ? span.text.length : 0), 0) >= MIN_PAGE_CHARS
}

/** The smallest region that OCR has to read, in points. */
export function unreadableRegion(spans: readonly Span[], page: Size): Box {
  const box = unionAll(spans.filter(isUnreadableSpan).map((span) => grow(span.box, REGION_MARGIN_EM * span.size)))
  return clip(box, boxOfSize(page))
}

/** `words` are positioned relative to `region`. */
export function replaceUnreadable(
  spans: readonly Span[],
  { words, region }: { words: readonly Span[]; region: Box },
): Span[] {
  const unreadable = spans.filter(isUnreadableSpan)
  const kept = spans.filter((span) => !isUnreadableSpan(span))
  const certainWords = words
    .filter(({ confidence }) => confidence >= MIN_CONFIDENCE)
    .map((word) => ({
      ...word,
      box: translate(word.box, { x: region.x0, y: region.y0 }),
      baseline: word.baseline + region.y0,
    }))
  const isKept = (word: Span): boolean => kept.some(({ box }) => contains(box, center(word.box)))
  const added = certainWords.filter((word) => unreadable.some((span) => isIn(word, span)) && !isKept(word))
  const isReplaced = (span: Span): boolean => isUnreadableSpan(span) && added.some((word) => isIn(word, span))
  return [...spans.filter((span) => !isReplaced(span)), ...numberedAfter(added, spans)]
}

/** Words of another engine, whose lines and blocks follow those of `spans`. */
export function numberedAfter(words: readonly Span[], spans: readonly Span[]): Span[] {
  const lines = Math.max(0, 1 + maxOf(spans.map(({ engineLine }) => engineLine)))
  const blocks = Math.max(0, 1 + maxOf(spans.map(({ engineBlock }) => engineBlock)))
  return words.map((word) => ({
    ...word,
    engineLine: word.engineLine + lines,
    engineBlock: word.engineBlock + blocks,
  }))
}

function isUnreadableSpan({ text }: Span): boolean {
  let count = 0
  for (const char of text) if (isUnreadable(char.codePointAt(0)!)) count++
  return count >= MIN_SPAN_CHARS && count >= MIN_SPAN_RATIO * text.length
}

function isIn(word: Span, { box, size }: Span): boolean {
  return contains(grow(box, MARGIN_EM * size), center(word.box))
}
