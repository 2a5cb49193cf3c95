/**
 * The spans of one line → which of them are set as super- or subscripts, and how they are printed. Goes by size and baseline
 * only; spans keep their own text, since formulas are read from it.
 */
import type { Span } from '../../model/raw-page.ts'
import { type ScriptLevel, scriptText } from '../../model/superscripts.ts'

/** Scripts are set at 50–80 % of the text; 0.85 keeps small capitals out. */
export const SCRIPT_SIZE = 0.85
/** Superscripts rise by a third of an em; less is an accent or rounding. */
const RAISED_EM = 0.18
/** Subscripts sink by a tenth to a quarter of an em. */
const LOWERED_EM = 0.07
/** What is a whole em off stands on another line (or beside a drop cap). */
const FAR_EM = 0.75

/**
 * Printed texts of the spans that are scripts, by index; `null` when there are none. `spans` come from left to right;
 * `blankBefore` tells whether a blank parts a span from the one before it: then it hangs on nothing.
 */
export function findRaisedText(
  spans: readonly Span[],
  blankBefore: (index: number) => boolean,
): ReadonlyMap<number, string> | null {
  const [first] = spans
  if (first === undefined || spans.every(({ size }) => size === first.size)) return null
  const printed = new Map<number, string>()
  let base = first
  let before = ''
  spans.forEach((span, at) => {
    if (at > 0 && blankBefore(at)) before += ' '
    const level = at === 0 ? null : levelOf(span, base)
    if (level === null) {
      base = span
      before += span.text
      return
    }
    const text = scriptText(before, span.text, level)
    if (text !== span.text) printed.set(at, text)
    before += text
  })
  return printed.size === 0 ? null : printed
}

/** OCR's sizes and baselines are those of the ink: a comma would be a subscript. */
function levelOf(span: Span, base: Span): ScriptLevel | null {
  if (span.source === 'ocr' || span.rotation !== 0 || span.vertical) return null
  if (span.size > base.size * SCRIPT_SIZE) return null
  const rise = (base.baseline - span.baseline) / base.size
  if (Math.abs(rise) > FAR_EM) return null
  return rise >= RAISED_EM ? 'super' : rise <= -LOWERED_EM ? 'sub' : null
}
