/** Restores bullets that the OCR layer of a file has as zeros or signs. */
import { isHorizontal, type Span } from '../../model/raw-page.ts'

/** Signs that are no words; "o" and "e" are words of some languages. */
const misread = /^[0°©¢](?=\s+\p{L}|\s*$)/u
const MIN_BULLETS = 3
/** Maximum for linear work. */
const MAX_BULLETS = 100
const INDENT_EM = 0.3
const BASELINE_EM = 0.2
/** Wider gaps separate columns. */
const MAX_GAP_EM = 4

export function mapMisreadBullets(spans: readonly Span[]): readonly Span[] {
  const found = spans.filter((span) => span.invisible === true && misread.test(span.text) && isHorizontal(span))
  if (found.length < MIN_BULLETS || found.length > MAX_BULLETS) return spans
  const leading = found.filter((span) => beginsLine(span, spans))
  const isSame = (a: Span, b: Span): boolean =>
    a.text[0] === b.text[0] && Math.abs(a.box.x0 - b.box.x0) <= INDENT_EM * a.size
  const bullets = new Set(
    leading.filter((span) => leading.filter((other) => isSame(span, other)).length >= MIN_BULLETS),
  )
  return spans.map((span) => (bullets.has(span) ? { ...span, text: span.text.replace(misread, '•') } : span))
}

/** Whether words follow, and none precede. */
function beginsLine(bullet: Span, spans: readonly Span[]): boolean {
  const { box, baseline, size } = bullet
  const maxGap = MAX_GAP_EM * size
  const others = spans.filter(
    (span) => span !== bullet && Math.abs(span.baseline - baseline) <= BASELINE_EM * size && span.text.trim() !== '',
  )
  const follows = ({ text, box: { x0 } }: Span): boolean =>
    x0 >= box.x1 - BASELINE_EM * size && x0 - box.x1 <= maxGap && /^\p{L}/u.test(text)
  return (
    (/\p{L}/u.test(bullet.text) || others.some(follows)) &&
    !others.some((span) => span.box.x0 < box.x0 && box.x0 - span.box.x1 <= maxGap)
  )
}
