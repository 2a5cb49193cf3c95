/**
 * Decides whether a Korean word continues on the next line: some programs break between any two syllables, but
 * particles and endings begin no word.
 */
import { isHangul } from '../model/join-text.ts'
import { addWeight } from '../model/statistics.ts'

/** Minimum odds of a break inside a word, by the words of the document. */
const MIN_ODDS = 8
/** Weight of a use of the whole word elsewhere. */
const WHOLE_WORD_WEIGHT = 2
/** Added to each count, because most words of a short document are unique. */
const PRIOR = 0.5
/** Maximum syllables that are counted from either end of a word. */
const MAX_PART = 12

/** `words`: number of uses by word. Returns whether both parts are one word. */
export function koreanLineEnds(words: ReadonlyMap<string, number>): (first: string, second: string) => boolean {
  const starts = new Map<string, number>()
  const ends = new Map<string, number>()
  for (const [word, count] of words) {
    if (!isHangul(word[0])) continue
    for (let at = 1; at < Math.min(word.length, MAX_PART + 1); at++) {
      addWeight(starts, word.slice(0, at), count)
      addWeight(ends, word.slice(-at), count)
    }
  }
  const odds = (part: string, inWords: ReadonlyMap<string, number>): number =>
    ((inWords.get(part) ?? 0) + PRIOR) / ((words.get(part) ?? 0) + PRIOR)
  return (first, second) =>
    odds(first, starts) * odds(second, ends) * (1 + WHOLE_WORD_WEIGHT * (words.get(first + second) ?? 0)) > MIN_ODDS
}
