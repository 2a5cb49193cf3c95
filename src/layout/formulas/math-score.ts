/**
 * How much a line of text looks like mathematics: relations, signs, variables and scripts against words.
 * It reads one line by itself; where the line stands is for others to judge.
 */
import type { Span } from '../../model/raw-page.ts'
import type { Line } from '../state.ts'
import {
  hangsBelow,
  isFunctionName,
  isMathFont,
  isMathItalic,
  isMathSymbol,
  isOperation,
  isRelation,
  isSlantedSymbol,
} from './math-symbols.ts'

export interface MathScore {
  /** Signs other than blanks. */
  readonly chars: number
  /** Of them figures, points and brackets, which say nothing. */
  readonly neutral: number
  /** Signs that running text hardly has: mathematical fonts and characters, single slanted letters, raised or lowered signs. */
  readonly math: number
  /** Characters in words of three letters or more that are no function names. */
  readonly words: number
  /** Words of four letters or more. */
  readonly longWords: number
  readonly relation: boolean
  readonly operation: boolean
  /** Some sign is in a font, or of a kind, that only mathematics uses. */
  readonly certain: boolean
}

/** Products of two letters are common (`dx`); words of two letters come with longer ones. */
const shortestWord = 3
/** Signs this much smaller than their line, or off its baseline, are scripts. */
const scriptSize = 0.85
const scriptShiftEm = 0.15

/** The span that tells a line's size and baseline: its largest, for scripts may outnumber what they hang on. */
export function mainSpan(line: Line): Span | undefined {
  let main: Span | undefined
  for (const span of line.spans)
    if (!hangsBelow(span.font, span.text) && (main === undefined || span.size > main.size * 1.05)) main = span
  return main ?? line.spans[0]
}

export function scoreMath(line: Line): MathScore {
  const main = mainSpan(line) ?? { size: line.size, baseline: line.baseline }
  let chars = 0
  let neutral = 0
  let math = 0
  let words = 0
  let longWords = 0
  let relation = false
  let operation = false
  let certain = false
  for (const span of line.spans) {
    const mathFont = isMathFont(span.font)
    const slanted = isSlantedSymbol(span.font)
    const script =
      span.size < main.size * scriptSize && Math.abs(span.baseline - main.baseline) > scriptShiftEm * main.size
    for (const [token] of span.text.matchAll(/\p{L}+|\p{Nd}+|\S/gu)) {
      const length = token.length
      chars += length
      if (/^[\p{Nd}.,;:()[\]]/u.test(token)) neutral += length
      const sign = isMathSymbol(token)
      if (isRelation(token)) relation = true
      else if (isOperation(token)) operation = true
      if (sign || (mathFont && !/^[\p{Nd}•.,;:]/u.test(token))) {
        certain = true
        math += length
      } else if (script) math += length
      else if (/^\p{L}/u.test(token)) {
        if (length === 1 ? slanted : slanted && length <= 2 && isMathItalic(span.font)) math += length
        else if (length >= shortestWord && !isFunctionName(token)) {
          words += length
          if (length >= 4) longWords++
        }
      }
    }
  }
  return { chars, neutral, math, words, longWords, relation, operation, certain }
}

/** Evidence of several lines together. */
export function sumMathScores(all: readonly MathScore[]): MathScore {
  return all.reduce(
    (sum, one) => ({
      chars: sum.chars + one.chars,
      neutral: sum.neutral + one.neutral,
      math: sum.math + one.math,
      words: sum.words + one.words,
      longWords: sum.longWords + one.longWords,
      relation: sum.relation || one.relation,
      operation: sum.operation || one.operation,
      certain: sum.certain || one.certain,
    }),
    { chars: 0, neutral: 0, math: 0, words: 0, longWords: 0, relation: false, operation: false, certain: false },
  )
}
