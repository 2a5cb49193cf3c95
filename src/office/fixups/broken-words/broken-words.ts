/** Rejoins words that the converter broke in cells narrower than the word. */
import type { Block } from '../../../model/document.ts'
import { mapBlockText } from '../map-block-text.ts'
import type { Fixup } from '../types.ts'
import { readWords } from './read-words.ts'

export const brokenWords: Fixup = {
  before(file) {
    file.recovered = { ...file.recovered, words: readWords(file) }
  },
  after(page, { words }) {
    return words.length === 0 ? page : { ...page, blocks: page.blocks.map((block) => repairBrokenWords(block, words)) }
  },
}

/** Maximum parts of a broken word; more parts are a column of letters. */
const MAX_PARTS = 4

const wordSets = new WeakMap<readonly string[], ReadonlySet<string>>()

/** `words` are the distinct words of the file. The converter did not lay out texts of figures. */
export function repairBrokenWords(block: Block, words: readonly string[]): Block {
  let knownWords = wordSets.get(words)
  if (knownWords === undefined) {
    knownWords = new Set(words)
    wordSets.set(words, knownWords)
  }
  const set = knownWords
  return block.kind === 'figure' ? block : mapBlockText(block, (text) => rejoinWords(text, set))
}

function rejoinWords(text: string, knownWords: ReadonlySet<string>): string {
  const parts = text.split(' ')
  if (parts.every((part) => knownWords.has(part))) return text
  const rejoined: string[] = []
  for (let at = 0; at < parts.length; ) {
    const count = partsOfWord(parts, at, knownWords)
    rejoined.push(parts.slice(at, at + count).join(''))
    at += count
  }
  return rejoined.join(' ')
}

function partsOfWord(parts: readonly string[], at: number, knownWords: ReadonlySet<string>): number {
  for (let count = 2; count <= MAX_PARTS && at + count <= parts.length; count++) {
    const candidates = parts.slice(at, at + count)
    if (knownWords.has(candidates.join('')) && !candidates.every((part) => knownWords.has(part))) return count
  }
  return 1
}
