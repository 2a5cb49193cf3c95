/** Replaces signs that begin several lines by bullets. */
import { isHorizontal, type Span } from '../../model/raw-page.ts'

/** Maximum for linear work; more are text. */
const MAX_BULLETS = 100
const BASELINE_EM = 0.2
/** Wider gaps separate columns. */
export const MAX_GAP_EM = 4

interface Bullets {
  /** The sign at the start of a span. */
  readonly pattern: RegExp
  readonly minCount: number
  isCandidate?(span: Span): boolean
  isSame(bullet: Span, other: Span): boolean
  /** Whether words follow; `later` are the spans behind the bullet on its line. */
  isMarked(bullet: Span, later: readonly Span[]): boolean
}

export function markBullets(spans: readonly Span[], bullets: Bullets): readonly Span[] {
  const { pattern, minCount, isCandidate = () => true, isSame } = bullets
  const found = spans.filter((span) => isCandidate(span) && pattern.test(span.text) && isHorizontal(span))
  if (found.length < minCount || found.length > MAX_BULLETS) return spans
  const leading = found.filter((span) => beginsLine(span, spans, bullets))
  const marked = new Set(leading.filter((span) => leading.filter((other) => isSame(span, other)).length >= minCount))
  if (marked.size === 0) return spans
  return spans.map((span) => (marked.has(span) ? { ...span, text: span.text.replace(pattern, '•') } : span))
}

function beginsLine(bullet: Span, spans: readonly Span[], { isMarked }: Bullets): boolean {
  const { box, baseline, size } = bullet
  const others = spans.filter(
    (span) => span !== bullet && Math.abs(span.baseline - baseline) <= BASELINE_EM * size && span.text.trim() !== '',
  )
  const later = others.filter((span) => span.box.x0 >= box.x1 - BASELINE_EM * size)
  const hasTextBefore = others.some((span) => span.box.x0 < box.x0 && box.x0 - span.box.x1 <= MAX_GAP_EM * size)
  return isMarked(bullet, later) && !hasTextBefore
}
