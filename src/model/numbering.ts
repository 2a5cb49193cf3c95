/** Numbers at the start of headings: "2.1.3", "Chapter 4", "§ 3", "IV.", "B.", "第一章", "（二）", "a)". */
import { fromChinese, fromRoman } from './numerals.ts'

export type NumberingKind =
  | 'part'
  | 'chapter'
  | 'section'
  | 'article'
  | 'decimal'
  | 'roman'
  | 'letter'
  | 'cjk'
  | 'cjkInner'
  | 'inner'

export interface Numbering {
  readonly kind: NumberingKind
  /** Number of levels ("3.1 Data", "A.1 Tables": 2); otherwise 1. */
  readonly depth: number
  /** From the outermost: [3, 1] for "3.1"; 0 if unknown. */
  readonly path: readonly number[]
}

const units =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen'
const tens = 'twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety'
const englishNumber = `(?:${tens})(?:[- ]?(?:${units}))?|${units}`
const numeral = `(\\d{1,3}|[IVXLC]{1,6}|[A-Z]|${englishNumber})(?:er|re|ère)?(?![\\p{L}\\p{N}])`
const words: readonly (readonly [NumberingKind, RegExp])[] = [
  ['part', new RegExp(`^(?:part|book|volume|teil|partie|livre|titre|parte|libro|título|deel)\\s+${numeral}`, 'iu')],
  [
    'chapter',
    new RegExp(`^(?:chapter|kapitel|chapitre|capítulo|capitolo|hoofdstuk|unit|lesson|module)\\s+${numeral}`, 'iu'),
  ],
  ['section', new RegExp(`^(?:section|abschnitt|sección|sezione)\\s+${numeral}`, 'iu')],
  [
    'article',
    new RegExp(`^(?:(?:article|artikel|artículo|articolo|clause|rule)\\s+${numeral}|§{1,2}\\s*(\\d{1,3}))`, 'iu'),
  ],
]
const ordinals: readonly (readonly [NumberingKind, RegExp])[] = [
  ['part', /^(\p{Lu}\p{L}+(?:er|ère|ième|te))\s+(?:teil|partie|titel)(?!\p{L})/iu],
  ['chapter', /^(\p{Lu}\p{L}+(?:es|ter|ième))\s+(?:kapitel|chapitre)(?!\p{L})/iu],
  ['section', /^(\p{Lu}\p{L}+(?:er|ter))\s+abschnitt(?!\p{L})/iu],
]
const cjkNumber = '([一二三四五六七八九十百〇零\\d]+)'
const cjkWords: readonly (readonly [NumberingKind, RegExp])[] = [
  ['part', new RegExp(`^第\\s*${cjkNumber}\\s*[编編部篇]`, 'u')],
  ['chapter', new RegExp(`^第\\s*${cjkNumber}\\s*章`, 'u')],
  ['section', new RegExp(`^第\\s*${cjkNumber}\\s*[节節]`, 'u')],
  ['article', new RegExp(`^第\\s*${cjkNumber}\\s*[条條]`, 'u')],
  ['cjk', /^([一二三四五六七八九十]{1,3})[、．]/u],
  ['cjkInner', /^[（(]([一二三四五六七八九十]{1,3})[）)]/u],
]
const mayBeWords = /^[pbvtldckhumsar§]/iu
const OPEN_PARENTHESIS = 0x28
const mayBeOrdinal = /^\S+\s+(?:teil|partie|titel|kapitel|chapitre|abschnitt)/iu
const decimal = /^(?:([A-Z])\.)?(\d{1,2}(?:\.\d{1,2}){0,5})[.)]?\s*(?=[\p{L}"“(«„¿¡])/u
const roman = /^([IVXL]{1,6})[.)]?\s+(?=\p{L})/u
const letter = /^([A-Z])[.)]\s+(?=\p{L})/u
const inner = /^(?:\(([a-z])\)\s+|([a-z])\)\s+|（(\d{1,2})）\s*)(?=\p{L})/u

/** A single Roman letter is Roman, because sequences are not considered. */
export function parseNumbering(text: string): Numbering | null {
  const named = readNamed(text)
  if (named !== null) return named
  const digits = decimal.exec(text)
  // "2nd", "3D" and "1990s" are words. Only scripts without spaces attach the number.
  if (digits !== null && (/[\s.)]$/.test(digits[0]) || /^\P{Script=Latin}/u.test(text.slice(digits[0].length)))) {
    const path = [
      ...(digits[1] === undefined ? [] : [digits[1].charCodeAt(0) - 64]),
      ...digits[2]!.split('.').map(Number),
    ]
    return { kind: 'decimal', depth: path.length, path }
  }
  const romans = /^[IVX]+[.)]/.test(text) ? roman.exec(text) : null
  if (romans !== null) return { kind: 'roman', depth: 1, path: [numberValue(romans[1]!)] }
  const capital = letter.exec(text)
  if (capital !== null) return { kind: 'letter', depth: 1, path: [capital[1]!.charCodeAt(0) - 64] }
  const small = inner.exec(text)
  if (small === null) return null
  return {
    kind: 'inner',
    depth: 1,
    path: [small[3] === undefined ? (small[1] ?? small[2])!.charCodeAt(0) - 96 : Number(small[3])],
  }
}

function readNamed(text: string): Numbering | null {
  if (mayBeWords.test(text)) {
    const found = firstOf(words, text)
    if (found !== null) return found
  }
  if (mayBeOrdinal.test(text)) {
    const found = firstOf(ordinals, text)
    if (found !== null) return found
  }
  const code = text.charCodeAt(0)
  return code > 0x7f || code === OPEN_PARENTHESIS ? firstOf(cjkWords, text) : null
}

function firstOf(list: readonly (readonly [NumberingKind, RegExp])[], text: string): Numbering | null {
  for (const [kind, pattern] of list) {
    const match = pattern.exec(text)
    if (match !== null) return { kind, depth: 1, path: [numberValue(match[1] ?? match[2] ?? '')] }
  }
  return null
}

export function numberDepth(text: string): number {
  const numbering = parseNumbering(text)
  return numbering?.kind === 'decimal' ? numbering.depth : 0
}

const ordinalWords: readonly (readonly string[])[] = [
  ['erste', 'premi'],
  ['zweite', 'deuxi', 'second'],
  ['dritte', 'troisi'],
  ['vierte', 'quatri'],
  ['fünfte', 'cinqui'],
  ['sechste', 'sixi'],
  ['sieb', 'septi'],
  ['achte', 'huiti'],
  ['neunte', 'neuvi'],
  ['zehnte', 'dixi'],
]
const englishWords = new RegExp(`^(${tens})?[- ]?(${units})?$`)

/** 0 if it is no number. */
function fromEnglish(text: string): number {
  const [, ten, unit] = englishWords.exec(text) ?? []
  return (ten === undefined ? 0 : 10 * (tens.split('|').indexOf(ten) + 2)) + units.split('|').indexOf(unit ?? '') + 1
}

function numberValue(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  if (/^[\p{Script=Han}\d〇]+$/u.test(text)) return fromChinese(text)
  if (/^[A-Z]$/i.test(text) && !/^[IVX]$/i.test(text)) return text.toUpperCase().charCodeAt(0) - 64
  const roman = fromRoman(text)
  if (roman > 0) return roman
  const word = text.toLowerCase()
  const english = fromEnglish(word)
  return english > 0
    ? english
    : ordinalWords.findIndex((prefixes) => prefixes.some((prefix) => word.startsWith(prefix))) + 1
}

/** Headings do not begin with prices and large numbers: "£12 an hour", "35 % of all". */
export function isAmount(text: string): boolean {
  return /^[£$€¥]\s?\d|^[\d.,]+\s?(?:%|[€£]|percent\b|per cent\b)|^(?:\d{3,}|\d{1,3}(?:[.,]\d{3})+)\s+\p{Ll}/u.test(
    text,
  )
}
