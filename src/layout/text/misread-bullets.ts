/** Restores bullets that the OCR layer of a file has as zeros or signs. */
import type { Span } from '../../model/raw-page.ts'
import { MAX_GAP_EM, markBullets } from './mark-bullets.ts'

/** Signs that are no words; "o" and "e" are words of some languages. */
const misread = /^[0°©¢](?=\s+\p{L}|\s*$)/u
const MIN_BULLETS = 3
const INDENT_EM = 0.3

export function mapMisreadBullets(spans: readonly Span[]): readonly Span[] {
  return markBullets(spans, {
    pattern: misread,
    minCount: MIN_BULLETS,
    isCandidate: ({ invisible }) => invisible === true,
    isSame: (a, b) => a.text[0] === b.text[0] && Math.abs(a.box.x0 - b.box.x0) <= INDENT_EM * a.size,
    isMarked: ({ text, box, size }, later) =>
      /\p{L}/u.test(text) ||
      later.some((span) => span.box.x0 - box.x1 <= MAX_GAP_EM * size && /^\p{L}/u.test(span.text)),
  })
}
