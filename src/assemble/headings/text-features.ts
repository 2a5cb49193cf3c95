/** Features describe the shape of words, so that no language is favored. */
import { countDigits, countLetters, countNonWhitespace } from '../../model/character-classes.ts'
import { type NumberingKind, parseNumbering } from '../../model/numbering.ts'
import { MAX_CHARS } from './candidates.ts'

const MAX_WORDS = 25

/** The feature `numberKind` is the index in this list plus 1, or 0. */
const numberKinds: readonly NumberingKind[] = [
  'part',
  'chapter',
  'section',
  'article',
  'decimal',
  'roman',
  'letter',
  'cjk',
  'cjkInner',
  'inner',
]

export function textFeatures(text: string) {
  const words = text.split(/\s+/)
  const longWords = words.filter((word) => /^\p{L}{4,}/u.test(word))
  const capitalized = longWords.filter((word) => /^\p{Lu}/u.test(word))
  const numbering = parseNumbering(text)
  return {
    charCount: Math.min(MAX_CHARS, text.length),
    wordCount: Math.min(MAX_WORDS, words.length),
    endsWithPeriod: Number(/[.。]["'”’»)]?$/u.test(text)),
    endsWithColon: Number(/[:：]$/.test(text)),
    endsWithComma: Number(/[,;，；–—-]$/.test(text)),
    endsWithQuestion: Number(/[?!？！]$/.test(text)),
    startsLowercase: Number(/^\p{Ll}/u.test(text)),
    capitalizedRatio: longWords.length === 0 ? 0.5 : capitalized.length / longWords.length,
    digitRatio: digitRatio(text),
    letterRatio: countLetters(text) / Math.max(1, countNonWhitespace(text)),
    numberDepth: numbering?.depth ?? 0,
    numberKind: numbering === null ? 0 : numberKinds.indexOf(numbering.kind) + 1,
    isLabelWithValue: Number(/^[^:：.!?]{1,40}[:：]\s*\S/.test(text)),
    hasAddress: Number(/\S@\S|https?:|www\.|\+?\d[\d ()-]{7,}\d/.test(text)),
    endsWithDigit: Number(/\d[)%]?$/.test(text)),
    startsWithBracket: Number(/^[([“"']/.test(text)),
  }
}

export function digitRatio(text: string): number {
  return countDigits(text) / Math.max(1, countNonWhitespace(text))
}
