/**
 * Reads glyphs of one baseline as letters, numbers, words and function names. Italic letters are variables; upright
 * ones words, unless the whole formula is upright.
 */
import type { Formula, LetterStyle } from '../../model/formula.ts'
import { readMathLetter } from '../../model/math-letters.ts'
import { isFunctionName, isMathFont, isSlanted, styleOfFont } from './math-symbols.ts'
import { isComposite } from './part-metrics.ts'
import type { Glyph, Part } from './types.ts'

const MAX_LETTER_GAP_EM = 0.12
const MAX_WORD_GAP_EM = 0.75
/** Minimum length of a word in a formula without italic letters. */
const MIN_WORD_LENGTH = 4

export interface Token {
  readonly node: Formula
  readonly x0: number
  readonly x1: number
  readonly size: number
}

export function readTokens(parts: readonly Part[], hasItalic: boolean): Token[] {
  const sorted = [...parts].sort((a, b) => startOf(a) - startOf(b))
  const tokens: Token[] = []
  for (let index = 0; index < sorted.length; ) {
    const part = sorted[index] as Part
    const run = isComposite(part) ? [part] : readRun(sorted, index)
    tokens.push(...(isComposite(part) ? [part] : toTokens(run as Glyph[], hasItalic)))
    index += run.length
  }
  return joinPhrases(joinEllipses(joinNegations(tokens)))
}

/** The slash of a negation has no width, and precedes its symbol. */
function startOf(part: Part): number {
  return !isComposite(part) && part.text === SLASH ? part.x0 - 0.05 * part.size : part.x0
}

type GlyphKind = 'digit' | 'upright' | 'other'

function readRun(parts: readonly Part[], index: number): Glyph[] {
  const first = parts[index] as Glyph
  const run = [first]
  const kind = kindOf(first)
  if (kind === 'other') return run
  for (let at = index + 1; at < parts.length; at++) {
    const next = parts[at] as Part
    const last = run.at(-1) as Glyph
    if (isComposite(next) || next.x0 - last.x1 > MAX_LETTER_GAP_EM * last.size) break
    if (kindOf(next) !== kind) break
    run.push(next)
  }
  return run
}

function kindOf({ text, span: { font } }: Glyph): GlyphKind {
  if (readMathLetter(text) !== null) return 'other'
  if (/\p{Nd}/u.test(text)) return 'digit'
  if (!/\p{L}/u.test(text) || /^\p{Script=Greek}/u.test(text)) return 'other'
  if (isSlanted(font) || styleOfFont(font, text) !== null) return 'other'
  return !isMathFont(font) || /[a-z]/.test(text) ? 'upright' : 'other'
}

function toTokens(run: readonly Glyph[], hasItalic: boolean): Token[] {
  const [first, last] = [run[0] as Glyph, run.at(-1) as Glyph]
  const text = run.map((glyph) => glyph.text).join('')
  const kind = kindOf(first)
  const isWord = kind === 'upright' && run.length >= (hasItalic ? 2 : MIN_WORD_LENGTH)
  const node: Formula | null =
    kind === 'digit'
      ? { kind: 'number', text }
      : kind === 'upright' && isFunctionName(text)
        ? { kind: 'function', name: text }
        : isWord
          ? { kind: 'words', text }
          : null
  if (node !== null) return [{ node, x0: first.x0, x1: last.x1, size: first.size }]
  return run.map((glyph) => ({ node: readGlyph(glyph, hasItalic), x0: glyph.x0, x1: glyph.x1, size: glyph.size }))
}

function readGlyph({ text, span }: Glyph, hasItalic: boolean): Formula {
  const plain = readMathLetter(text)
  if (plain !== null) return plain
  if (/\p{L}/u.test(text)) return { kind: 'letter', text, style: letterStyle(text, span, hasItalic) }
  return { kind: 'sign', text: text === '-' || text === '–' ? '−' : text }
}

function letterStyle(text: string, { font }: Glyph['span'], hasItalic: boolean): LetterStyle {
  const style = styleOfFont(font, text)
  if (style !== null) return style
  if (font.bold) return 'bold'
  if (/^\p{Script=Greek}/u.test(text) || isSlanted(font) || isMathFont(font)) return 'italic'
  return hasItalic ? 'roman' : 'italic'
}

/** TeX draws a slash over the symbol that follows it. */
function joinNegations(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token, at): Token[] => {
    const before = tokens[at - 1]
    if (isSlash(token) && tokens[at + 1]?.node.kind === 'sign') return []
    if (before === undefined || !isSlash(before) || token.node.kind !== 'sign') return [token]
    return [{ ...token, node: { kind: 'sign', text: (token.node.text + SLASH).normalize('NFC') }, x0: before.x0 }]
  })
}

const SLASH = '\u0338'
const isSlash = ({ node }: Token): boolean => node.kind === 'sign' && node.text === SLASH

function joinEllipses(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  const symbolOf = (token: Token | undefined): string => (token?.node.kind === 'sign' ? token.node.text : '')
  for (let index = 0; index < tokens.length; index++) {
    const [first, second, third] = [tokens[index] as Token, tokens[index + 1], tokens[index + 2]]
    const symbol = symbolOf(first)
    const ellipsis = symbol === '.' ? '…' : symbol === '·' || symbol === '⋅' ? '⋯' : null
    if (ellipsis !== null && third !== undefined && symbolOf(second) === symbol && symbolOf(third) === symbol) {
      joined.push({ ...first, node: { kind: 'sign', text: ellipsis }, x1: third.x1 })
      index += 2
    } else joined.push(first)
  }
  return joined
}

function joinPhrases(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  for (const token of tokens) {
    const last = joined.at(-1)
    if (
      last?.node.kind === 'words' &&
      token.node.kind === 'words' &&
      token.x0 - last.x1 < MAX_WORD_GAP_EM * last.size
    ) {
      const node: Formula = { kind: 'words', text: `${last.node.text} ${token.node.text}` }
      joined[joined.length - 1] = { ...last, node, x1: token.x1 }
    } else joined.push(token)
  }
  return joined
}
