/** Replaces words without Unicode values, such as chart labels, by OCR. */
import { isUnreadable } from '../../engines/stext/characters.ts'
import { center, contains } from '../../model/geometry.ts'
import type { Span } from '../../model/raw-page.ts'

/** Minimum number and ratio of unreadable characters; single ones are symbols and bullets. */
const MIN_SPAN_CHARS = 3
const MIN_SPAN_RATIO = 0.5
const MIN_PAGE_CHARS = 20
/** Minimum OCR confidence of a replacement, and the distance it may be outside, in em. */
const MIN_CONFIDENCE = 0.6
const MARGIN_EM = 0.5

export function hasUnreadableWords(spans: readonly Span[]): boolean {
  return spans.reduce((sum, span) => sum + (isUnreadableSpan(span) ? span.text.length : 0), 0) >= MIN_PAGE_CHARS
}

export function replaceUnreadable(spans: readonly Span[], words: readonly Span[]): Span[] {
  const unreadable = spans.filter(isUnreadableSpan)
  const certainWords = words.filter(({ confidence }) => confidence >= MIN_CONFIDENCE)
  const added = certainWords.filter((word) => unreadable.some((span) => isIn(word, span)))
  const isReplaced = (span: Span): boolean => isUnreadableSpan(span) && added.some((word) => isIn(word, span))
  const last = { line: 0, block: 0 }
  for (const { engineLine, engineBlock } of spans) {
    last.line = Math.max(last.line, engineLine + 1)
    last.block = Math.max(last.block, engineBlock + 1)
  }
  return [
    ...spans.filter((span) => !isReplaced(span)),
    ...added.map((word) => ({
      ...word,
      engineLine: word.engineLine + last.line,
      engineBlock: word.engineBlock + last.block,
    })),
  ]
}

function isUnreadableSpan({ text }: Span): boolean {
  let count = 0
  for (const char of text) if (isUnreadable(char.codePointAt(0)!)) count++
  return count >= MIN_SPAN_CHARS && count >= MIN_SPAN_RATIO * text.length
}

function isIn(word: Span, { box, size }: Span): boolean {
  const margin = MARGIN_EM * size
  const area = { x0: box.x0 - margin, y0: box.y0 - margin, x1: box.x1 + margin, y1: box.y1 + margin }
  return contains(area, center(word.box))
}
