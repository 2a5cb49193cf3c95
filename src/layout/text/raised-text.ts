/** Finds superscripts and subscripts by size and baseline. Spans keep their text for formulas. */
import { isHorizontal, type Span } from '../../model/raw-page.ts'
import { type ScriptLevel, scriptText } from '../../model/superscripts.ts'
import { isFromImage } from '../../model/text-source.ts'

/** Maximum size relative to the text. Scripts have 50–80 %; small capitals are larger. */
export const MAX_SCRIPT_RATIO = 0.85
/** Minimum rise of a superscript; a smaller one is an accent or rounding. */
const MIN_RISE_EM = 0.18
const MIN_DEPTH_EM = 0.07
/** Beyond it is another line or a drop cap. */
const MAX_OFFSET_EM = 0.75

/** By span index, or `null`. `spans` are sorted from left to right; after a space, a span has no base. */
export function findRaisedText(
  spans: readonly Span[],
  hasSpaceBefore: (index: number) => boolean,
): ReadonlyMap<number, string> | null {
  const [first] = spans
  if (first === undefined || spans.every(({ size }) => size === first.size)) return null
  const scripts = new Map<number, string>()
  let base = first
  let before = ''
  spans.forEach((span, at) => {
    if (at > 0 && hasSpaceBefore(at)) before += ' '
    const level = at === 0 ? null : scriptLevelOf(span, base)
    if (level === null) {
      base = span
      before += span.text
      return
    }
    const text = scriptText(before, span.text, level)
    if (text !== span.text) scripts.set(at, text)
    before += text
  })
  return scripts.size === 0 ? null : scripts
}

/** OCR states the baseline of the ink, so a comma would be a subscript. */
function scriptLevelOf(span: Span, base: Span): ScriptLevel | null {
  if (isFromImage(span) || !isHorizontal(span)) return null
  if (span.size > base.size * MAX_SCRIPT_RATIO) return null
  const rise = (base.baseline - span.baseline) / base.size
  if (Math.abs(rise) > MAX_OFFSET_EM) return null
  return rise >= MIN_RISE_EM ? 'super' : rise <= -MIN_DEPTH_EM ? 'sub' : null
}
