/**
 * The number that a heading begins with → its kind and depth: "2.1.3", "Chapter 4", "§ 3", "IV.", "B.", "第一章", "（二）".
 * Reads the text alone; what level a kind has in a document is `heading-levels.ts`'s to find out.
 */

export type NumberingKind = 'part' | 'chapter' | 'section' | 'article' | 'decimal' | 'roman' | 'letter' | 'cjk' | 'cjkInner'

export interface Numbering {
  readonly kind: NumberingKind
  /** Decimals: 1 for "3 Results", 2 for "3.1 Data". Else 1. */
  readonly depth: number
}

const numeral = '(?:\\d{1,3}|[IVXLC]{1,6}|[A-Z]|one|two|three|four|five|six|seven|eight|nine|ten)(?:er|re|ère)?(?![\\p{L}\\p{N}])'
/** Words of parts in the languages that documents name them in, before their number. */
const words: readonly (readonly [NumberingKind, RegExp])[] = [
  ['part', new RegExp(`^(?:part|book|volume|teil|partie|livre|titre|parte|libro|título|deel)\\s+${numeral}`, 'iu')],
  ['chapter', new RegExp(`^(?:chapter|kapitel|chapitre|capítulo|capitolo|hoofdstuk|unit|lesson|module)\\s+${numeral}`, 'iu')],
  ['section', new RegExp(`^(?:section|abschnitt|sección|sezione)\\s+${numeral}`, 'iu')],
  ['article', new RegExp(`^(?:(?:article|artikel|artículo|articolo|clause|rule)\\s+${numeral}|§{1,2}\\s*\\d)`, 'iu')],
]
/** German and French ordinals stand before the word: "Erster Abschnitt", "Première partie". */
const ordinals: readonly (readonly [NumberingKind, RegExp])[] = [
  ['part', /^\p{Lu}\p{L}+(?:er|ère|ième|te)\s+(?:teil|partie|titel)(?!\p{L})/iu],
  ['chapter', /^\p{Lu}\p{L}+(?:es|ter|ième)\s+(?:kapitel|chapitre)(?!\p{L})/iu],
  ['section', /^\p{Lu}\p{L}+(?:er|ter)\s+abschnitt(?!\p{L})/iu],
]
const cjkNumber = '[一二三四五六七八九十百〇零\\d]+'
const cjkWords: readonly (readonly [NumberingKind, RegExp])[] = [
  ['part', new RegExp(`^第\\s*${cjkNumber}\\s*[编編部篇]`, 'u')],
  ['chapter', new RegExp(`^第\\s*${cjkNumber}\\s*章`, 'u')],
  ['section', new RegExp(`^第\\s*${cjkNumber}\\s*[节節]`, 'u')],
  ['article', new RegExp(`^第\\s*${cjkNumber}\\s*[条條]`, 'u')],
  ['cjk', /^[一二三四五六七八九十]{1,3}[、．]/u],
  ['cjkInner', /^[（(][一二三四五六七八九十]{1,3}[）)]/u],
]
const named = [...words, ...ordinals, ...cjkWords]
const decimal = /^(?:[A-Z]\.)?(\d{1,2}(?:\.\d{1,2}){0,5})[.)]?\s*(?=[\p{L}"“(«„¿¡])/u
const roman = /^[IVXL]{1,6}[.)]?\s+(?=\p{L})/u
const letter = /^[A-Z][.)]\s+(?=\p{L})/u

/** The heading's number, or `null`. A lone roman letter is roman: sequences are not looked at. */
export function readNumbering(text: string): Numbering | null {
  for (const [kind, pattern] of named) if (pattern.test(text)) return { kind, depth: 1 }
  const digits = decimal.exec(text)
  // "2nd", "3D" and "1990s" are words; a number glued to its heading occurs in scripts without blanks only.
  if (digits !== null && (/[\s.)]$/.test(digits[0]) || /^\P{Script=Latin}/u.test(text.slice(digits[0].length))))
    return { kind: 'decimal', depth: digits[1]!.split('.').length }
  if (/^[IVX]+[.)]/.test(text) && roman.test(text)) return { kind: 'roman', depth: 1 }
  return letter.test(text) ? { kind: 'letter', depth: 1 } : null
}

/** Depth of decimal numbering: 1 for "3 Results", 2 for "3.1 Data"; 0 without. */
export function numberDepth(text: string): number {
  const numbering = readNumbering(text)
  return numbering?.kind === 'decimal' ? numbering.depth : 0
}
