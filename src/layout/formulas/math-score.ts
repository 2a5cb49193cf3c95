/** Scores a line as mathematics: relations, symbols, variables and scripts against words. */
import type { Span } from '../../model/raw-page.ts'
import type { Line } from '../state.ts'
import {
  hangsBelow,
  isFunctionName,
  isMathFont,
  isMathItalic,
  isMathSymbol,
  isRelation,
  isSlanted,
} from './math-symbols.ts'

/** Numbers of characters, except `longWords`. */
interface MathScore {
  /** Without spaces. */
  readonly chars: number
  /** Digits, punctuation and brackets, which are no signal. */
  readonly neutral: number
  /** Math fonts and symbols, single italic letters, scripts. */
  readonly math: number
  /** Without function names. */
  readonly words: number
  readonly longWords: number
  readonly relation: boolean
  /** Only mathematics uses a font or symbol of the line. */
  readonly certain: boolean
}

/** Minimum length of a word; products of two letters are common (`dx`). */
const MIN_WORD_LENGTH = 3
const MIN_LONG_WORD_LENGTH = 4
/** Maximum size of a script relative to the line, and minimum distance from the baseline. */
const MAX_SCRIPT_RATIO = 0.85
const MIN_SCRIPT_SHIFT_EM = 0.15

/** The largest span decides, because scripts may outnumber their bases. */
export function mainSpan(line: Line): Span | undefined {
  let main: Span | undefined
  for (const span of line.spans)
    if (!hangsBelow(span.font, span.text) && (main === undefined || span.size > main.size * 1.05)) main = span
  return main ?? line.spans[0]
}

export function scoreMath(line: Line): MathScore {
  const { size, baseline } = mainSpan(line) ?? line
  const score = { chars: 0, neutral: 0, math: 0, words: 0, longWords: 0 }
  let vectors = 0
  const signals = { relation: false, certain: false }
  const isBold = line.spans.every(({ font }) => font.bold)
  for (const span of line.spans) {
    const mathFont = isMathFont(span.font)
    const isScript =
      span.size < size * MAX_SCRIPT_RATIO && Math.abs(span.baseline - baseline) > MIN_SCRIPT_SHIFT_EM * size
    for (const [token] of span.text.matchAll(/\p{L}+|\p{Nd}+|\S/gu)) {
      const { length } = token
      score.chars += length
      if (/^[\p{Nd}.,;:()[\]]/u.test(token)) score.neutral += length
      if (isRelation(token)) signals.relation = true
      if (isMathSymbol(token) || (mathFont && !/^[\p{Nd}•.,;:]/u.test(token))) {
        signals.certain = true
        score.math += length
      } else if (isScript || isVariable(token, span)) score.math += length
      else if (!isBold && isVector(token, span)) vectors += length
      else if (/^\p{L}/u.test(token) && length >= MIN_WORD_LENGTH && !isFunctionName(token)) {
        score.words += length
        if (length >= MIN_LONG_WORD_LENGTH) score.longWords++
      }
    }
  }
  return { ...score, math: score.math + (signals.certain ? vectors : 0), ...signals }
}

function isVariable(token: string, { font }: Span): boolean {
  return /^\p{L}/u.test(token) && isSlanted(font) && (token.length === 1 || (token.length === 2 && isMathItalic(font)))
}

/** Vectors are bold letters next to symbols that are certain. */
function isVector(token: string, { font }: Span): boolean {
  return font.bold && token.length === 1 && /^\p{L}/u.test(token)
}

export function sumMathScores(scores: readonly MathScore[]): MathScore {
  const sum = (key: 'chars' | 'neutral' | 'math' | 'words' | 'longWords'): number =>
    scores.reduce((total, score) => total + score[key], 0)
  const some = (key: 'relation' | 'certain'): boolean => scores.some((score) => score[key])
  return {
    chars: sum('chars'),
    neutral: sum('neutral'),
    math: sum('math'),
    words: sum('words'),
    longWords: sum('longWords'),
    relation: some('relation'),
    certain: some('certain'),
  }
}
