/** Splits a line into tokens, and finds the mathematical ones by font, symbol and size. */
import { width } from '../../model/geometry.ts'
import type { Span } from '../../model/raw-page.ts'
import type { Line } from '../state.ts'
import { edgeAt } from '../text/split-spans.ts'
import {
  isBigOperator,
  isClosing,
  isFunctionName,
  isMathFont,
  isMathSymbol,
  isOpening,
  isOperation,
  isRelation,
  isSlanted,
} from './math-symbols.ts'
import type { Bar } from './types.ts'

/** Maximum size of a script relative to the line. */
const MAX_SCRIPT_RATIO = 0.86
const MIN_SCRIPT_SHIFT_EM = 0.08
const MAX_BAR_OVERHANG_EM = 0.2

/** `text` ends a formula. */
type Role = 'operand' | 'operator' | 'opening' | 'closing' | 'separator' | 'function' | 'script' | 'text'

export interface InlineToken {
  readonly span: Span
  /** UTF-16 units; `end` is exclusive. */
  readonly start: number
  readonly end: number
  readonly text: string
  readonly x0: number
  readonly x1: number
  readonly role: Role
  /** `certain`: a math font or symbol; `likely`: a single letter in its own style. */
  readonly evidence: 'certain' | 'likely' | 'none'
  /** Punctuation in a math font is part of a formula. */
  readonly mathFont: boolean
  /** Widest fraction or root bar over or under the token. */
  readonly bar: Bar | undefined
}

/** Small symbols above and below one of the `bars` are certainly mathematics. */
export function inlineTokens({ spans, size, baseline }: Line, bars: readonly Bar[]): InlineToken[] {
  const main = spans.reduce((widest, span) => (span.text.length > widest.text.length ? span : widest))
  // Bars below the baseline are underlines.
  const raised = bars.filter(({ y }) => y < baseline).sort((a, b) => width(b) - width(a))
  return [...spans]
    .sort((a, b) => a.box.x0 - b.box.x0)
    .flatMap((span) => {
      const isScript =
        span.size < size * MAX_SCRIPT_RATIO && Math.abs(span.baseline - baseline) > MIN_SCRIPT_SHIFT_EM * size
      const pattern = isMathFont(span.font) ? /\p{Nd}+|\p{Ll}{2,}|\S\p{M}*/gu : /\p{L}[\p{L}\p{M}]*|\p{Nd}+|\S/gu
      return [...span.text.matchAll(pattern)].map((match): InlineToken => {
        const [text] = match
        const { index: start } = match
        const end = start + text.length
        const [x0, x1] = [edgeAt(span, start), edgeAt(span, end)]
        const isOnBar = isScript && barOf({ text, x0, x1 }, bars, size) !== undefined
        const evidence = isOnBar ? 'certain' : evidenceOf(text, span, main)
        const role = isOnBar ? 'operand' : isScript ? 'script' : roleOf(text, evidence)
        const bar = barOf({ text, x0, x1 }, raised, size)
        return { span, start, end, text, x0, x1, role, evidence, mathFont: isMathFont(span.font), bar }
      })
    })
}

/** A radical sign has the bar that begins at its end. */
function barOf({ text, x0, x1 }: Pick<InlineToken, 'text' | 'x0' | 'x1'>, bars: readonly Bar[], size: number) {
  const reach = MAX_BAR_OVERHANG_EM * size
  const isRadical = text === '√'
  return bars.find((bar) => (isRadical ? Math.abs(bar.x0 - x1) < reach : x0 > bar.x0 - reach && x1 < bar.x1 + reach))
}

/** Bullets and reference marks of math fonts. */
const marks = /^[•·∗*†‡§¶©◦▪■□◆▶✓◃▷⊲⊳]$/u

function evidenceOf(text: string, span: Span, main: Span): InlineToken['evidence'] {
  if (marks.test(text)) return 'none'
  if (isMathFont(span.font) && !/^[\p{Nd}.,;:]/u.test(text)) return 'certain'
  if (isMathSymbol(text) && text.length === [...text][0]?.length) return 'certain'
  const isLetter =
    /^\p{L}\p{M}*$/u.test(text) && /^\p{L}{1,2}$/u.test(span.text.replace(/[\s\p{P}\p{S}\p{Nd}\p{M}]/gu, ''))
  const hasOwnStyle = isSlanted(span.font) !== isSlanted(main.font) || span.font.bold !== main.font.bold
  return isLetter && hasOwnStyle ? 'likely' : 'none'
}

function roleOf(text: string, evidence: InlineToken['evidence']): Role {
  if (isOpening(text)) return 'opening'
  if (isClosing(text)) return 'closing'
  if (isBigOperator(text)) return 'function'
  if (text === '\u0338' || (text !== '-' && isOperation(text)) || isRelation(text) || text === ':') return 'operator'
  if (/^[,;.]$/.test(text)) return 'separator'
  if (isFunctionName(text)) return 'function'
  if (evidence !== 'none' || /^\p{Nd}/u.test(text)) return 'operand'
  return text === '|' || text === '‖' ? 'operand' : 'text'
}
