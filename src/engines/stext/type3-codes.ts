/**
 * Unicode values for TeX's bitmap (Type 3) fonts: codes follow OT1 (The TeXbook, appendix F) or T1 (Cork) with TS1,
 * inferred from the page.
 */

import { cached } from '../../model/cached.ts'
import { quadAt, type StextMemory } from '../mupdf/unsafe/stext-memory.ts'
import type { SymbolTable } from './math-encodings.ts'

const TYPE3_NAME = /^(?:Type3 \(|F\d+$)/

/** Width of the ligatures of two letters relative to the mean of lowercase letters. */
const TWO_LETTER_WIDTH = { from: 1.05, to: 1.5 } as const
/** Minimum fraction of letters without a gap before; in formulas letters are isolated. */
const MIN_TEXT_RATIO = 0.5
const MAX_LETTER_GAP_RATIO = 0.25
const MAX_GLYPHS = 100_000

const LIGATURES = 'ﬀﬁﬂﬃﬄ'
const FIRST_LIGATURE = { ot1: 0x0b, t1: 0x1b } as const
type Encoding = keyof typeof FIRST_LIGATURE

const T1_PUNCTUATION = '“”„«»–—'
const FIRST_T1_PUNCTUATION = 0x10
/** T1 from 0x80 on. 0x88 is far more often the bullet of TS1. */
const T1_LETTERS = 'ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£'
const FIRST_T1_LETTER = 0x80
/** The other letters of T1 that differ from Latin-1. */
const OTHER_T1_LETTERS: Readonly<Record<number, string>> = { 215: 'Œ', 223: 'ẞ', 247: 'œ', 255: 'ß' }
/** OT1 replaces these ASCII characters, except in monospaced fonts, which have no ligatures. */
const OT1_PUNCTUATION: Readonly<Record<number, string>> = { 34: '”', 92: '“', 123: '–', 124: '—' }
const BULLET = '•'
const TS1_BULLET = 0x88
const SYMBOL_BULLET = 0x0f

/** `x0` and `x1` are in points. */
export interface Type3Glyph {
  readonly font: number
  readonly code: number
  readonly x0: number
  readonly x1: number
  readonly isFirstOfLine: boolean
}

export function isType3Font(fontName: string): boolean {
  return TYPE3_NAME.test(fontName)
}

/** `glyphs` is all of the page's text in Type 3 fonts, in order. */
export function type3Tables(glyphs: readonly Type3Glyph[]): Map<number, SymbolTable> {
  const countsByFont = countByFont(glyphs)
  const fontCounts = [...countsByFont.values()]
  const pageEncodings = (['ot1', 't1'] as const).filter((encoding) =>
    fontCounts.some((counts) => counts.ligatures[encoding] > 0),
  )
  const tables = new Map<number, SymbolTable>()
  for (const [font, counts] of countsByFont) {
    const { ot1, t1 } = counts.ligatures
    const ownEncoding: Encoding | null = ot1 > t1 ? 'ot1' : t1 > 0 ? 't1' : null
    // A font without ligatures (few words in bold) gets the encoding of the others.
    const encoding = ownEncoding ?? (isText(counts) && pageEncodings.length === 1 ? pageEncodings[0]! : null)
    tables.set(
      font,
      (code) =>
        characterOf(code, { encoding, isOwn: ownEncoding !== null, hasLetters: counts.letters > 0 })?.codePointAt(0) ??
        null,
    )
  }
  return tables
}

interface FontEncoding {
  readonly encoding: Encoding | null
  readonly isOwn: boolean
  readonly hasLetters: boolean
}

function characterOf(code: number, { encoding, isOwn, hasLetters }: FontEncoding): string | null {
  if (code === TS1_BULLET) return BULLET
  if (code === SYMBOL_BULLET && !hasLetters) return BULLET
  if (encoding === null) return null
  const ligature = LIGATURES[code - FIRST_LIGATURE[encoding]]
  if (ligature !== undefined) return ligature
  if (encoding === 't1')
    return (
      T1_PUNCTUATION[code - FIRST_T1_PUNCTUATION] ??
      T1_LETTERS[code - FIRST_T1_LETTER] ??
      OTHER_T1_LETTERS[code] ??
      null
    )
  return isOwn ? (OT1_PUNCTUATION[code] ?? null) : null
}

interface FontCounts {
  letters: number
  joined: number
  lowercase: number
  width: number
  readonly ligatures: Record<Encoding, number>
}

const isText = ({ letters, joined }: FontCounts): boolean => joined >= MIN_TEXT_RATIO * letters

function countByFont(glyphs: readonly Type3Glyph[]): Map<number, FontCounts> {
  const countsByFont = new Map<number, FontCounts>()
  let last: Type3Glyph | undefined
  for (const glyph of glyphs) {
    const { font, code, x0, x1, isFirstOfLine } = glyph
    const counts = cached(countsByFont, font, () => ({
      letters: 0,
      joined: 0,
      lowercase: 0,
      width: 0,
      ligatures: { ot1: 0, t1: 0 },
    }))
    if (isLowercase(code)) {
      counts.lowercase += 1
      counts.width += x1 - x0
    }
    if (isLetter(code)) {
      counts.letters += 1
      const before = !isFirstOfLine && last?.font === font ? last : undefined
      if (before !== undefined && x0 - before.x1 < MAX_LETTER_GAP_RATIO * (x1 - x0)) counts.joined += 1
    }
    last = glyph
  }
  for (const { font, code, x0, x1 } of glyphs) {
    const counts = countsByFont.get(font)!
    if (!isText(counts)) continue
    const width = ((x1 - x0) * counts.lowercase) / counts.width
    for (const encoding of ['ot1', 't1'] as const) {
      const at = code - FIRST_LIGATURE[encoding]
      const { from, to } = TWO_LETTER_WIDTH
      if (at >= 0 && at < 3 && width >= from && width <= to) counts.ligatures[encoding] += 1
    }
  }
  return countsByFont
}

const isLowercase = (code: number): boolean => code >= 0x61 && code <= 0x7a
const isLetter = (code: number): boolean => isLowercase(code) || (code >= 0x41 && code <= 0x5a)

export function type3Glyphs(memory: StextMemory, isType3: (font: number) => boolean): Type3Glyph[] {
  const fonts = new Map<number, boolean>()
  const glyphs: Type3Glyph[] = []
  memory.eachCharOfPage((char, isFirstOfLine) => {
    const font = memory.font(char)
    if (!cached(fonts, font, isType3) || glyphs.length >= MAX_GLYPHS) return
    const x0 = memory.quad(char, quadAt.upperLeftX)
    glyphs.push({ font, code: memory.code(char), x0, x1: memory.quad(char, quadAt.upperRightX), isFirstOfLine })
  })
  return glyphs
}
