/**
 * Fonts whose glyphs are drawn one by one (Type 3), as TeX makes them of its bitmaps: they name no characters, and MuPDF gives the bare
 * codes. Letters stand at their usual codes; ligatures, dashes and bullets at control codes, of which it takes the page to tell what
 * they mean: TeX's old text encoding (OT1; The TeXbook, appendix F), or the Cork encoding (T1) with its companion (TS1).
 */

import { blockAt, blockKind, charAt, lineAt, type StextMemory } from '../mupdf/unsafe/stext-memory.ts'
import type { SignTable } from './math-encodings.ts'

/** What such fonts are called: MuPDF's own name for them, or the number that pdfTeX gives them. */
const drawnName = /^(?:Type3 \(|F\d+$)/

/** Widths of ligatures against the average small letter of their font: two letters take about as much as "n", three half as much again. */
const twoLetters = { from: 1.05, to: 1.5 } as const
const threeLetters = { from: 1.6, to: 2.1 } as const
/** In type that is read, letters follow letters; in formulas they stand alone. Share of the letters. */
const textRatio = 0.5
/** Letters that touch belong to one word. Share of the average width. */
const touching = 0.25
/** Characters looked at: a page of text has some thousand. */
const maxGlyphs = 100_000

const ligatures = 'ﬀﬁﬂﬃﬄ'
/** The five ligatures begin here, in both encodings. */
const firstLigature = { old: 0x0b, cork: 0x1b } as const
type Encoding = keyof typeof firstLigature

/** Marks of the Cork encoding from 10 (hexadecimal) on. */
const corkMarks = '“”„«»–—'
const firstCorkMark = 0x10
/** Marks of the old encoding that stand in the place of others; fonts with the others' widths have no ligatures. */
const oldMarks: Readonly<Record<number, string>> = { 34: '”', 92: '“', 123: '–', 124: '—' }
const bullet = '•'
/** The bullet in the Cork encoding's companion, a control code to Unicode; and in TeX's symbols, whose font has no letters. */
const companionBullet = 0x88
const symbolBullet = 0x0f

/** A character as it stands on the page; x in points. */
export interface DrawnGlyph {
  readonly font: number
  readonly code: number
  readonly x0: number
  readonly x1: number
  /** First of its line. */
  readonly first: boolean
}

/** Whether the font has no names for its characters. */
export function isDrawnFont(fontName: string): boolean {
  return drawnName.test(fontName)
}

/** Tables for the drawn fonts of a page, by font. `glyphs`: all that is set in them, as it is written. */
export function drawnTables(glyphs: readonly DrawnGlyph[]): Map<number, SignTable> {
  const tallies = tallyFonts(glyphs)
  const all = [...tallies.values()]
  const usual = (['old', 'cork'] as const).filter((encoding) => all.some((tally) => tally.ligatures[encoding] > 0))
  const tables = new Map<number, SignTable>()
  for (const [font, tally] of tallies) {
    const { old, cork } = tally.ligatures
    const own: Encoding | null = old > cork ? 'old' : cork > 0 ? 'cork' : null
    // A font without a ligature of its own (few words in bold) is encoded as those around it.
    const encoding = own ?? (isText(tally) && usual.length === 1 ? usual[0]! : null)
    tables.set(
      font,
      (code) =>
        meaningOf(code, { encoding, isOwn: own !== null, hasLetters: tally.letters > 0 })?.codePointAt(0) ?? null,
    )
  }
  return tables
}

interface Facts {
  readonly encoding: Encoding | null
  readonly isOwn: boolean
  readonly hasLetters: boolean
}

function meaningOf(code: number, { encoding, isOwn, hasLetters }: Facts): string | null {
  if (code === companionBullet) return bullet
  if (code === symbolBullet && !hasLetters) return bullet
  if (encoding === null) return null
  const ligature = ligatures[code - firstLigature[encoding]]
  if (ligature !== undefined) return ligature
  if (encoding === 'cork') return corkMarks[code - firstCorkMark] ?? null
  // A typewriter face has the very marks, and no ligatures.
  return isOwn ? (oldMarks[code] ?? null) : null
}

interface Tally {
  letters: number
  /** Letters right behind another letter. */
  joined: number
  /** Small letters, and the sum of their widths. */
  small: number
  width: number
  readonly ligatures: Record<Encoding, number>
}

const isText = ({ letters, joined }: Tally): boolean => joined >= textRatio * letters

function tallyFonts(glyphs: readonly DrawnGlyph[]): Map<number, Tally> {
  const tallies = new Map<number, Tally>()
  let last: DrawnGlyph | undefined
  for (const glyph of glyphs) {
    const { font, code, x0, x1, first } = glyph
    const tally = tallies.get(font) ?? { letters: 0, joined: 0, small: 0, width: 0, ligatures: { old: 0, cork: 0 } }
    tallies.set(font, tally)
    if (isSmall(code)) {
      tally.small += 1
      tally.width += x1 - x0
    }
    if (isLetter(code)) {
      tally.letters += 1
      const before = !first && last?.font === font ? last : undefined
      if (
        before !== undefined &&
        (isLetter(before.code) || before.code < 0x20) &&
        x0 - before.x1 < touching * (x1 - x0)
      )
        tally.joined += 1
    }
    last = glyph
  }
  for (const { font, code, x0, x1 } of glyphs) {
    const tally = tallies.get(font)!
    if (code >= 0x20 || tally.small === 0 || !isText(tally)) continue
    const width = ((x1 - x0) * tally.small) / tally.width
    for (const encoding of ['old', 'cork'] as const) {
      const at = code - firstLigature[encoding]
      const { from, to } = at < 3 ? twoLetters : threeLetters
      if (at >= 0 && at < ligatures.length && width >= from && width <= to) tally.ligatures[encoding] += 1
    }
  }
  return tallies
}

const isSmall = (code: number): boolean => code >= 0x61 && code <= 0x7a
const isLetter = (code: number): boolean => isSmall(code) || (code >= 0x41 && code <= 0x5a)

/** What a page sets in such fonts. `isDrawn` is asked once per font. */
export function drawnGlyphs(
  { words, floats, firstBlock }: StextMemory,
  isDrawn: (font: number) => boolean,
): DrawnGlyph[] {
  const fonts = new Map<number, boolean>()
  const glyphs: DrawnGlyph[] = []
  for (let block = firstBlock; block !== 0; block = words[(block + blockAt.next) >> 2]!) {
    if (words[(block + blockAt.kind) >> 2] !== blockKind.text) continue
    for (let line = words[(block + blockAt.firstLine) >> 2]!; line !== 0; line = words[(line + lineAt.next) >> 2]!) {
      const start = words[(line + lineAt.firstChar) >> 2]!
      for (let char = start; char !== 0 && glyphs.length < maxGlyphs; char = words[(char + charAt.next) >> 2]!) {
        const font = words[(char + charAt.font) >> 2]!
        if (!fonts.has(font)) fonts.set(font, isDrawn(font))
        if (!fonts.get(font)) continue
        const quad = (char + charAt.quad) >> 2
        glyphs.push({ font, code: words[char >> 2]!, x0: floats[quad]!, x1: floats[quad + 2]!, first: char === start })
      }
    }
  }
  return glyphs
}
