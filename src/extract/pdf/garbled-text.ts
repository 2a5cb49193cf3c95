import { isWhitespace } from '../../model/character-classes.ts'
import type { Span } from '../../model/raw-page.ts'

const MIN_WORDS = 40
const MAX_WORDS = 600
/** Minimum length of a counted word; shorter ones are often abbreviations. */
const MIN_RUN = 4
/** Minimum ratio of pairs of two vowels or two consonants to that of random letters. */
const MIN_SAME_KIND_RATIO = 0.8
/** Minimum ratio of unpronounceable words in permuted letters; maximum ratio of vowels. */
const MIN_UNPRONOUNCEABLE_RATIO = 0.08
const MAX_VOWEL_RATIO = 0.3
const MIN_CONSONANT_RUN = 5
/** Minimum ratio of words with symbols, digits or uppercase letters inside; formulas come close to it. */
const MIN_MIXED_RATIO = 0.45
/** Ratio of accented Latin-1 letters: at most a third in languages, nearly all in misread Cyrillic or Greek. */
const MIN_ACCENTED_RATIO = 0.5
const MIN_LETTERS = 100
/** Minimum ratio of punctuation inside words: text has up to 0.07, unmapped codes at least 0.09. */
const MIN_SYMBOL_RATIO = 0.08
const MIN_CHARS = 150

const LATIN_END = 0x250
const kind = { other: 0, consonant: 1, vowel: 2 } as const
const kinds = Uint8Array.from({ length: LATIN_END }, (_, code) => kindOf(String.fromCharCode(code)))
const outerPunctuation = /^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu
const address = /[/@\\]|www|\.\w/
const mixed = /\p{L}.*[!"#$%*+<=>?^_`{|}~;:].*\p{L}|\p{Ll}\p{Lu}\p{Ll}*\p{Lu}|\p{L}\p{N}\p{L}/u

const MIN_TOKEN_LENGTH = 4

function kindOf(char: string): number {
  const base = char.normalize('NFD').charAt(0).toLowerCase()
  if (!/\p{Script=Latin}/u.test(base)) return kind.other
  return 'aeiouyæøœıəɛɔ'.includes(base) ? kind.vowel : kind.consonant
}

/** Returns the reason, or `null`. Skips monospaced text, which has other statistics. */
export function findGarbledText(spans: readonly Span[]): string | null {
  const counts = noCounts()
  for (const { text, font } of spans) {
    if (!font.mono) count(text, counts)
    if (counts.words >= MAX_WORDS) break
  }
  if (looksShuffled(counts)) return 'its letters do not alternate as in words of any language'
  if (counts.allLetters >= MIN_LETTERS && counts.accented > MIN_ACCENTED_RATIO * counts.allLetters)
    return 'nearly all of its letters are accented'
  if (counts.chars >= MIN_CHARS && counts.symbols > MIN_SYMBOL_RATIO * counts.chars)
    return 'its words consist of symbols'
  return counts.breaks >= MIN_MIXED_RATIO * MIN_WORDS && looksMixed(spans) ? 'its words are mixed with symbols' : null
}

type Counts = ReturnType<typeof noCounts>

function noCounts() {
  return {
    words: 0,
    unpronounceable: 0,
    letters: 0,
    vowels: 0,
    pairs: 0,
    same: 0,
    allLetters: 0,
    accented: 0,
    breaks: 0,
    /** Without spaces. */
    chars: 0,
    /** `innerSymbols` between other characters, except in numbers and rows of the same symbol. */
    symbols: 0,
  }
}

/** One pass over the code units, because it runs on every page. */
function count(text: string, counts: Counts): void {
  let start = 0
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 0
    if (code > 0x20) counts.chars++
    if (isLetter(code)) {
      counts.allLetters++
      if (code >= 0xc0 && code <= 0xff) counts.accented++
      if (at > start && isUppercase(code)) counts.breaks++
      continue
    }
    if (isInnerSymbol(text, at)) counts.symbols++
    if (at > start && code > 0x20 && at + 1 < text.length && isLetter(text.charCodeAt(at + 1))) counts.breaks++
    if (at - start >= MIN_RUN) countWord(text, { start, end: at }, counts)
    start = at + 1
  }
}

function isLetter(code: number): boolean {
  return code < LATIN_END && kinds[code] !== kind.other
}

/** ASCII punctuation, without that of addresses and compounds. */
const innerSymbols = new Set([...'!"$%\'()*+,;<>[\\]^`{|}~'].map((char) => char.charCodeAt(0)))

function isInnerSymbol(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code <= 0x20 || !innerSymbols.has(code) || at === 0 || at + 1 === text.length) return false
  const [before, after] = [text.charCodeAt(at - 1), text.charCodeAt(at + 1)]
  return before > 0x20 && after > 0x20 && before !== code && after !== code && !(isDigit(before) && isDigit(after))
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

function countWord(text: string, { start, end }: { start: number; end: number }, counts: Counts): void {
  let run = 0
  let longest = 0
  let own = 0
  let before = -1
  for (let at = start; at < end; at++) {
    const now = kinds[text.charCodeAt(at)] ?? kind.other
    if (now === kind.vowel) {
      own++
      run = 0
    } else if (++run > longest) longest = run
    if (now === before) counts.same++
    before = now
  }
  counts.words++
  counts.letters += end - start
  counts.pairs += end - start - 1
  counts.vowels += own
  if (own === 0 || longest >= MIN_CONSONANT_RUN) counts.unpronounceable++
}

function looksShuffled({ words, unpronounceable, letters, vowels, pairs, same }: Counts): boolean {
  if (words < MIN_WORDS) return false
  const vowelRatio = vowels / letters
  const byChance = vowelRatio * vowelRatio + (1 - vowelRatio) * (1 - vowelRatio)
  return (
    same / pairs > MIN_SAME_KIND_RATIO * byChance &&
    (unpronounceable > MIN_UNPRONOUNCEABLE_RATIO * words || vowelRatio < MAX_VOWEL_RATIO)
  )
}

function looksMixed(spans: readonly Span[]): boolean {
  let tokens = 0
  let odd = 0
  for (const { text, font } of spans) {
    if (font.mono) continue
    for (let start = 0, end = 0; end <= text.length; end++) {
      if (end < text.length && !isWhitespace(text.charCodeAt(end))) continue
      const from = start
      start = end + 1
      if (end - from < MIN_TOKEN_LENGTH) continue
      if (isPlainWord(text, from, end)) {
        tokens++
        continue
      }
      const word = text.slice(from, end).replace(outerPunctuation, '')
      if (word.length < MIN_TOKEN_LENGTH || address.test(word)) continue
      tokens++
      if (mixed.test(word)) odd++
    }
  }
  return tokens >= MIN_WORDS && odd > MIN_MIXED_RATIO * tokens
}

function isPlainWord(text: string, from: number, to: number): boolean {
  let at = '("\''.includes(text[from]!) ? from + 1 : from
  const begin = at
  if (isUppercase(text.charCodeAt(at))) at++
  let ws = 0
  for (; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x61 || code > 0x7a) break
    ws = code === 0x77 ? ws + 1 : 0
    if (ws === 3) return false
  }
  if (at - begin < MIN_TOKEN_LENGTH) return false
  while (at < to && '.,;:)"\''.includes(text[at]!)) at++
  return at === to
}

function isUppercase(code: number): boolean {
  return code >= 0x41 && code <= 0x5a
}

const MIN_NOISY_RATIO = 0.2
const MIN_NOISY_TOKENS = 8

/** A false alarm only costs an OCR run. */
export function isPoorOcrText(spans: readonly Span[]): boolean {
  let tokens = 0
  let mixedCount = 0
  for (const { text } of spans)
    for (const token of text.split(/\s+/)) {
      if (token === '' || address.test(token)) continue
      tokens++
      const word = token.replace(outerPunctuation, '')
      if (word === '' || mixed.test(word)) mixedCount++
    }
  return tokens >= MIN_NOISY_TOKENS && mixedCount > MIN_NOISY_RATIO * tokens
}

/** Cosine of the letter counts (0–1), ignoring case and accents. */
export function letterSimilarity(a: string, b: string): number {
  const [left, right] = [letterCounts(a), letterCounts(b)]
  let dot = 0
  for (const [letter, count] of left) dot += count * (right.get(letter) ?? 0)
  const norm = (counts: ReadonlyMap<string, number>): number =>
    Math.sqrt([...counts.values()].reduce((sum, count) => sum + count * count, 0))
  const both = norm(left) * norm(right)
  return both === 0 ? 0 : dot / both
}

/** Ratio of words of four letters or more that the other text contains; 1 without words. */
export function sharedWordRatio(text: string, otherText: string): number {
  const known = new Set(wordsOf(otherText))
  const words = wordsOf(text)
  return words.length === 0 ? 1 : words.filter((word) => known.has(word)).length / words.length
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []
}

function letterCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const char of text.normalize('NFD').toLowerCase())
    if (/[\p{L}\p{N}]/u.test(char)) counts.set(char, (counts.get(char) ?? 0) + 1)
  return counts
}
