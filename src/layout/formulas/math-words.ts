/**
 * Signs along one baseline → letters, numbers, words and function names. Slanted letters are variables, each one by itself;
 * upright ones that stand together are words, unless the whole formula is upright.
 */
import type { Accent, Formula, LetterStyle } from '../../model/formula.ts'
import { isBold } from '../text/text-style.ts'
import { isComposite, type Part } from './fractions.ts'
import type { Glyph } from './glyphs.ts'
import { isFunctionName, isMathFont, isSlantedSymbol, plainLetter, styleOfFont } from './math-symbols.ts'

/** Letters of a word stand closer than this. Ems. */
const wordGapEm = 0.12
/** Words of one phrase stand closer than this. Ems. */
const phraseGapEm = 0.75
/** Upright letters that stand together are a word from this length on, when nothing in the formula is slanted. */
const longWord = 4

interface Token {
  readonly node: Formula
  readonly x0: number
  readonly x1: number
  readonly size: number
}

const accents: Readonly<Record<string, Accent>> = {
  ˆ: 'hat',
  '^': 'hat',
  '\u0302': 'hat',
  '˜': 'tilde',
  '\u0303': 'tilde',
  '¯': 'bar',
  ˉ: 'bar',
  '\u0304': 'bar',
  '˙': 'dot',
  '\u0307': 'dot',
  '¨': 'ddot',
  '\u0308': 'ddot',
  '\u20d7': 'vec',
  ˇ: 'check',
  '\u030c': 'check',
  '´': 'acute',
  '\u0301': 'acute',
  '`': 'grave',
  '\u0300': 'grave',
  '˘': 'breve',
  '\u0306': 'breve',
}

export const accentOf = (text: string): Accent | undefined => (Object.hasOwn(accents, text) ? accents[text] : undefined)

export function wordsOf(parts: readonly Part[], { slanted }: { slanted: boolean }): Token[] {
  const sorted = [...parts].sort((a, b) => a.x0 - b.x0)
  const tokens: Token[] = []
  for (let index = 0; index < sorted.length; index++) {
    const part = sorted[index] as Part
    if (isComposite(part)) {
      tokens.push({ node: part.node, x0: part.x0, x1: part.x1, size: part.size })
      continue
    }
    const run = runFrom(sorted, index)
    index += run.length - 1
    tokens.push(...tokensOf(run, slanted))
  }
  return joinPhrases(joinPoints(tokens))
}

type Kind = 'digit' | 'upright' | 'other'

/** Signs from `index` on that make one number or word. */
function runFrom(parts: readonly Part[], index: number): Glyph[] {
  const first = parts[index] as Glyph
  const run = [first]
  const kind = kindOf(first)
  if (kind === 'other') return run
  for (let at = index + 1; at < parts.length; at++) {
    const next = parts[at] as Part
    const last = run.at(-1) as Glyph
    if (isComposite(next) || next.x0 - last.x1 > wordGapEm * last.size || next.size < last.size * 0.8) break
    const after = parts[at + 1]
    // A point or comma within a number; a decimal sign stands between digits without a gap.
    const separates =
      kind === 'digit' &&
      /[.,]/.test(next.text) &&
      after !== undefined &&
      !isComposite(after) &&
      kindOf(after) === 'digit' &&
      after.x0 - next.x1 < wordGapEm * next.size
    if (!separates && kindOf(next) !== kind) break
    run.push(next)
  }
  return run
}

function kindOf({ text, span }: Glyph): Kind {
  if (/\p{Nd}/u.test(text) && plainLetter(text) === null) return 'digit'
  if (!/\p{L}/u.test(text) || plainLetter(text) !== null) return 'other'
  const upright =
    !isSlantedSymbol(span.font) && styleOfFont(span.font, text) === null && !/^\p{Script=Greek}/u.test(text)
  return upright && (!isMathFont(span.font) || /[a-z]/.test(text)) ? 'upright' : 'other'
}

function tokensOf(run: readonly Glyph[], slanted: boolean): Token[] {
  const first = run[0] as Glyph
  const text = run.map((glyph) => glyph.text).join('')
  const whole = (node: Formula): Token[] => [{ node, x0: first.x0, x1: (run.at(-1) as Glyph).x1, size: first.size }]
  const kind = kindOf(first)
  if (kind === 'digit') return whole({ kind: 'number', text })
  if (kind === 'upright') {
    if (isFunctionName(text)) return whole({ kind: 'function', name: text })
    // Where nothing is slanted, short upright runs are variables side by side.
    if (run.length > 1 && (slanted || run.length >= longWord)) return whole({ kind: 'words', text })
  }
  return run.map((glyph) => ({ node: single(glyph, slanted), x0: glyph.x0, x1: glyph.x1, size: glyph.size }))
}

function single({ text, span }: Glyph, slanted: boolean): Formula {
  const plain = plainLetter(text)
  if (plain !== null)
    return /\p{Nd}/u.test(plain.text) ? { kind: 'number', text: plain.text } : { kind: 'letter', ...plain }
  if (/\p{L}/u.test(text)) return { kind: 'letter', text, style: letterStyle(text, { span, slanted }) }
  return { kind: 'sign', text: text === '-' || text === '–' ? '−' : text }
}

function letterStyle(
  text: string,
  { span: { font }, slanted }: { span: Glyph['span']; slanted: boolean },
): LetterStyle {
  const own = styleOfFont(font, text)
  if (own !== null) return own
  if (isBold(font)) return 'bold'
  if (/^\p{Script=Greek}/u.test(text) || isSlantedSymbol(font) || isMathFont(font)) return 'italic'
  return slanted ? 'roman' : 'italic'
}

/** Three points are one sign, set apart or not. */
function joinPoints(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  const isSign = (token: Token | undefined, sign: string): boolean =>
    token?.node.kind === 'sign' && token.node.text === sign
  for (let index = 0; index < tokens.length; index++) {
    const [first, last] = [tokens[index] as Token, tokens[index + 2]]
    const sign = first.node.kind === 'sign' ? first.node.text : ''
    const ellipsis = sign === '.' ? '…' : sign === '·' || sign === '⋅' ? '⋯' : null
    if (
      ellipsis !== null &&
      last !== undefined &&
      isSign(tokens[index + 1], sign) &&
      isSign(last, sign) &&
      last.x1 - first.x0 < first.size * 2.5
    ) {
      joined.push({ node: { kind: 'sign', text: ellipsis }, x0: first.x0, x1: last.x1, size: first.size })
      index += 2
    } else joined.push(first)
  }
  return joined
}

/** Words beside each other are one phrase. */
function joinPhrases(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  for (const token of tokens) {
    const last = joined.at(-1)
    if (
      last !== undefined &&
      last.node.kind === 'words' &&
      token.node.kind === 'words' &&
      token.x0 - last.x1 < phraseGapEm * last.size
    )
      joined[joined.length - 1] = {
        node: { kind: 'words', text: `${last.node.text} ${token.node.text}` },
        x0: last.x0,
        x1: token.x1,
        size: last.size,
      }
    else joined.push(token)
  }
  return joined
}
