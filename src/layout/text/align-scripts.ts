/** Gives scripts, shifted letters and drop caps the baseline of their line. */
import { overlapY } from '../../model/geometry.ts'
import { MAX_SCRIPT_RATIO } from './raised-text.ts'
import type { SpanPart } from './split-spans.ts'
import { mostFrequentSize } from './text-style.ts'

export const BASELINE_TOLERANCE_EM = 0.2
/** Maximum overlap from kerning; a larger one is a different layer. */
export const MAX_OVERLAP_EM = 0.5
const MAX_SCRIPT_GAP_EM = 0.35
const MAX_SCRIPTS = 12
/** Maximum shift and gap of a lowered letter ("TeX") or a raised underscore. */
const MAX_SHIFT_EM = 0.35
const MAX_LETTER_GAP_EM = 0.1
/** Minimum size of a drop cap, in line heights. */
const MIN_DROP_CAP_LINES = 1.8

export interface PositionedPart {
  readonly part: SpanPart
  baseline: number
}

/** The base of a script is its neighbor in content order. */
export function alignScripts(parts: readonly SpanPart[]): PositionedPart[] {
  const positioned = parts.map((part) => ({ part, baseline: part.span.baseline }))
  /** `right`: edge of the base with its scripts so far. */
  const attachScript = (
    script: PositionedPart,
    base: PositionedPart | undefined,
    side: 'left' | 'right',
    right = base?.part.span.box.x1 ?? 0,
  ): boolean => {
    if (base === undefined) return false
    const scriptSpan = script.part.span
    const baseSpan = base.part.span
    if (scriptSpan.size > baseSpan.size * MAX_SCRIPT_RATIO) return false
    const gap = side === 'left' ? scriptSpan.box.x0 - right : baseSpan.box.x0 - scriptSpan.box.x1
    if (gap > MAX_SCRIPT_GAP_EM * baseSpan.size || gap < -MAX_OVERLAP_EM * baseSpan.size) return false
    const centerY = scriptSpan.baseline - scriptSpan.size * 0.35
    if (centerY < base.baseline - baseSpan.size || centerY > base.baseline + baseSpan.size * 0.35) return false
    script.baseline = base.baseline
    return true
  }
  positioned.forEach((script, index) => {
    const before = positioned[index - 1]
    // A script after a script, such as an index and a power, has the same base.
    if (
      before !== undefined &&
      before.baseline !== before.part.span.baseline &&
      Math.abs(before.part.span.size - script.part.span.size) < 0.5
    ) {
      const base = positioned
        .slice(Math.max(0, index - MAX_SCRIPTS), index)
        .findLast((other) => other.baseline === other.part.span.baseline)
      if (
        base !== undefined &&
        script.part.span.box.x0 - before.part.span.box.x1 < MAX_SCRIPT_GAP_EM * base.part.span.size &&
        attachScript(
          script,
          base,
          'left',
          Math.max(base.part.span.box.x1, Math.min(before.part.span.box.x1, script.part.span.box.x0)),
        )
      )
        return
    }
    if (
      !attachScript(script, before, 'left') &&
      !attachScript(script, positioned[index + 1], 'right') &&
      isShifted(script, before, positioned[index + 1])
    )
      script.baseline = before!.baseline
  })
  return positioned
}

function isShifted(
  { part: { span } }: PositionedPart,
  before: PositionedPart | undefined,
  after: PositionedPart | undefined,
): boolean {
  if (before === undefined || after === undefined || span.text.length > 1) return false
  const { size, box, baseline } = span
  const isNear = (gap: number): boolean => gap < MAX_LETTER_GAP_EM * size && gap > -MAX_OVERLAP_EM * size
  const isUnderscore = span.text === '_'
  const shift = isUnderscore ? Math.abs(baseline - before.baseline) : baseline - before.baseline
  const [left, right] = [isNear(box.x0 - before.part.span.box.x1), isNear(after.part.span.box.x0 - box.x1)]
  return (
    before.baseline === after.baseline &&
    shift > BASELINE_TOLERANCE_EM * size &&
    shift < MAX_SHIFT_EM * size &&
    (isUnderscore ? left || right : left && right)
  )
}

/** A drop cap belongs to the first of the lines next to it. */
export function alignDropCaps(positioned: readonly PositionedPart[]): void {
  const usual = mostFrequentSize(
    positioned.map(({ part }) => part.span),
    0,
  )
  for (const cap of positioned) {
    const { span } = cap.part
    if (span.size < usual * MIN_DROP_CAP_LINES || span.text.length > 2 || !/^\p{Lu}/u.test(span.text)) continue
    const first = positioned
      .filter(({ part }) => {
        const other = part.span
        const gap = other.box.x0 - span.box.x1
        return (
          other.size * MIN_DROP_CAP_LINES <= span.size &&
          gap > -MAX_OVERLAP_EM * other.size &&
          gap < other.size &&
          other.baseline <= span.baseline + 1 &&
          overlapY(other.box, span.box) > 0
        )
      })
      .reduce<PositionedPart | undefined>(
        (top, other) => (top === undefined || other.baseline < top.baseline ? other : top),
        undefined,
      )
    // Without a second line, it is a large initial.
    if (first !== undefined && span.baseline - first.baseline > first.part.span.size * 0.5)
      cap.baseline = first.baseline
  }
}
