/**
 * Spans → whether their letters are likely not those that are drawn: encodings that give plausible but wrong characters.
 * Knows no language and no dictionary: it counts how vowels and consonants alternate, what stands inside words, and where accents crowd.
 * A suspicion, never a verdict: `sameLetters` compares with what OCR reads.
 */
import { isWhitespace } from '../../model/character-classes.ts'
import type { Span } from '../../model/raw-page.ts'

/** Words (or tokens) that a page must have before its statistics mean anything. */
const minWords = 40
/** More than this tell nothing new. */
const enoughWords = 600
/** Runs of Latin letters count as words from this length on: shorter ones are often abbreviations. */
const minRun = 4
/**
 * Pairs of neighbors that are both vowels or both consonants, as a share of what chance would give. In writing they alternate:
 * over 1,100 pages of English and other languages the largest was .70; letters that were swapped for others give .85 to 1.05.
 */
const chanceRatio = 0.8
/** Swapped letters also make words no one can say, or too few vowels. Shares of words and letters. */
const unsayableRatio = 0.08
const fewVowels = 0.3
/** A word with as many consonants in a row, or without a vowel, can hardly be said. */
const unsayableRun = 5
/** Tokens with symbols, digits or capitals between their letters: the most found on a sound page was .43, among formulas. */
const mixedRatio = 0.45
/** Accented letters of Latin-1: no language has more than a third; Cyrillic or Greek shown through that table has nearly all. */
const accentedRatio = 0.5
const minLetters = 100

/** Latin letters end here (extended B); what lies beyond is counted as no letter. */
const latinEnd = 0x250
const kind = { other: 0, consonant: 1, vowel: 2 } as const
const kinds = Uint8Array.from({ length: latinEnd }, (_, code) => kindOf(String.fromCharCode(code)))
const outerPunctuation = /^[^\p{L}\p{N}]+|(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/gu
/** Addresses, file names and paths mix their characters lawfully. */
const address = /[/@\\]|www|\.\w/
const mixed = /\p{L}.*[!"#$%*+<=>?^_`{|}~;:].*\p{L}|\p{Ll}\p{Lu}\p{Ll}*\p{Lu}|\p{L}\p{N}\p{L}/u

/** Shorter words are not counted. */
const minToken = 4

function kindOf(char: string): number {
  const base = char.normalize('NFD').charAt(0).toLowerCase()
  if (!/\p{Script=Latin}/u.test(base)) return kind.other
  return 'aeiouyæøœıəɛɔ'.includes(base) ? kind.vowel : kind.consonant
}

/** What looks wrong, for a message; `null` when nothing does. Monospaced text is left out: code has laws of its own. */
export function suspectLetters(spans: readonly Span[]): string | null {
  const counts: Counts = {
    words: 0,
    unsayable: 0,
    letters: 0,
    vowels: 0,
    pairs: 0,
    same: 0,
    allLetters: 0,
    accented: 0,
    breaks: 0,
  }
  for (const { text, font } of spans) {
    if (!font.mono) count(text, counts)
    if (counts.words >= enoughWords) break
  }
  if (looksShuffled(counts)) return 'its letters do not alternate as in words of any language'
  if (counts.allLetters >= minLetters && counts.accented > accentedRatio * counts.allLetters)
    return 'nearly all of its letters are accented'
  // Taking the text apart costs most, and few pages have enough breaks inside words to need it.
  return counts.breaks >= mixedRatio * minWords && looksMixed(spans) ? 'its words are mixed with symbols' : null
}

interface Counts {
  words: number
  unsayable: number
  /** Of words only. */
  letters: number
  vowels: number
  pairs: number
  same: number
  /** Latin letters anywhere. */
  allLetters: number
  accented: number
  /** Capitals, digits and signs between letters. */
  breaks: number
}

/** One pass over the code units: this runs on every page. */
function count(text: string, counts: Counts): void {
  let start = 0
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 0
    if (isLetter(code)) {
      counts.allLetters++
      if (code >= 0xc0 && code <= 0xff) counts.accented++
      // A capital within a word.
      if (at > start && isCapital(code)) counts.breaks++
      continue
    }
    if (at > start && code > 0x20 && at + 1 < text.length && isLetter(text.charCodeAt(at + 1))) counts.breaks++
    if (at - start >= minRun) countWord(text, { start, end: at }, counts)
    start = at + 1
  }
}

function isLetter(code: number): boolean {
  return code < latinEnd && kinds[code] !== kind.other
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
  if (own === 0 || longest >= unsayableRun) counts.unsayable++
}

function looksShuffled({ words, unsayable, letters, vowels, pairs, same }: Counts): boolean {
  if (words < minWords) return false
  const share = vowels / letters
  const byChance = share * share + (1 - share) * (1 - share)
  return same / pairs > chanceRatio * byChance && (unsayable > unsayableRatio * words || share < fewVowels)
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
      if (end - from < minToken) continue
      if (isPlainWord(text, from, end)) {
        tokens++
        continue
      }
      const word = text.slice(from, end).replace(outerPunctuation, '')
      if (word.length < minToken || address.test(word)) continue
      tokens++
      if (mixed.test(word)) odd++
    }
  }
  return tokens >= minWords && odd > mixedRatio * tokens
}

/** Most words are this, which needs no closer look: letters, small but for the first, between brackets, quotes and stops. Three w's would be an address. */
function isPlainWord(text: string, from: number, to: number): boolean {
  let at = '("\''.includes(text[from]!) ? from + 1 : from
  const begin = at
  if (isCapital(text.charCodeAt(at))) at++
  let ws = 0
  for (; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x61 || code > 0x7a) break
    ws = code === 0x77 ? ws + 1 : 0
    if (ws === 3) return false
  }
  if (at - begin < minToken) return false
  while (at < to && '.,;:)"\''.includes(text[at]!)) at++
  return at === to
}

function isCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a
}

/** Of what an OCR program left under a scan, more of its words than this are mixed with symbols only where it could not read. */
const noisyRatio = 0.2
/** Tokens that such a layer must have before it is judged. */
const minNoisyTokens = 8

/** Whether the invisible layer of a scan looks like a bad reading. Stricter than for what is seen: suspicion costs no more than a reading of our own. */
export function looksNoisy(spans: readonly Span[]): boolean {
  let tokens = 0
  let odd = 0
  for (const { text } of spans)
    for (const token of text.split(/\s+/)) {
      if (token === '' || address.test(token)) continue
      tokens++
      const word = token.replace(outerPunctuation, '')
      // Nothing but signs, or signs among its letters.
      if (word === '' || mixed.test(word)) odd++
    }
  return tokens >= minNoisyTokens && odd > noisyRatio * tokens
}

/** How alike the letters of two texts are, 0 to 1: the cosine of their counts, case and accents apart. One text read twice gives .97 and more. */
export function sameLetters(a: string, b: string): number {
  const [left, right] = [countLetters(a), countLetters(b)]
  let dot = 0
  for (const [letter, count] of left) dot += count * (right.get(letter) ?? 0)
  const norm = (counts: ReadonlyMap<string, number>): number =>
    Math.sqrt([...counts.values()].reduce((sum, count) => sum + count * count, 0))
  const both = norm(left) * norm(right)
  return both === 0 ? 0 : dot / both
}

/** Share of one text's words of four letters and more that the other has, too; 1 when it has none. */
export function sharedWords(of: string, among: string): number {
  const known = new Set(wordsOf(among))
  const words = wordsOf(of)
  return words.length === 0 ? 1 : words.filter((word) => known.has(word)).length / words.length
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? []
}

function countLetters(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const char of text.normalize('NFD').toLowerCase())
    if (/[\p{L}\p{N}]/u.test(char)) counts.set(char, (counts.get(char) ?? 0) + 1)
  return counts
}
