/**
 * The last word on titles: what the rules made of every line, how it looks and where it stands → a score learnt from documents whose titles
 * are known (`test/training`). Only where the score is sure of the opposite it overrules the rules; of scans, whose type is guessed, it says nothing.
 */
import type { Block, DocumentPage } from '../../model/document.ts'
import { parseNumbering } from '../../model/numbering.ts'
import { isParagraph } from '../running-text.ts'
import { contentOf, type TextualBlock } from '../text-blocks.ts'
import { scoreOf } from './boosted-trees.ts'
import { featuresOf } from './features.ts'
import { bodyOf, styleKey } from './promote-by-style.ts'

/** The logarithm of the odds for a title beyond which the rules are overruled: 4.5 to 1. Measured on documents that had no part in the training. */
const SURE = 1.5
/** "Activity 1.2": a word and a number that count through the document, this often. */
const counted = /^(\p{Lu}\p{L}+)\s(\d{1,3}(?:\.\d{1,3})*)$/u
const COUNTED = 3
/** Titles of one style say what it is for when there are so many; the share of them that the score may take then. */
const FELLOWS = 5
const FEW = 0.2
/** What ends so is a title only where the rules say so. */
const sentenceEnd = /[.,;，。；]$/
/** Pages of more blocks are drawings and hostile files; a line is compared with every other of its page. */
const MAX_BLOCKS = 1500

/**
 * Makes texts of titles that are surely none, and titles of texts that surely are. Of some lines the rules know more: what they made text again after it
 * was a title `before`, what has a number, what ends like a sentence, what is in the text's own type, and covers.
 */
export function classifyHeadings(
  pages: readonly DocumentPage[],
  before: readonly DocumentPage[],
): readonly DocumentPage[] {
  if (!pages.some(isReadable) || pages.some(({ blocks }) => blocks.length > MAX_BLOCKS)) return pages
  const features = featuresOf(pages)
  const demoted = new Set(
    before.flatMap(({ blocks }) => blocks.flatMap(({ kind, box }) => (kind === 'title' ? [box] : []))),
  )
  const body = bodyOf(pages).style
  const isPlain = ({ style }: TextualBlock): boolean => !style.caps && styleKey(style) === body
  const counts = countsOf(pages)
  const isCounted = ({ text }: TextualBlock): boolean =>
    (counts.get(counted.exec(text)?.[1] ?? '')?.size ?? 0) >= COUNTED
  const fellows = fellowsOf(pages, (block) => isTaken(block.kind === 'title' ? features.get(block) : undefined))
  const settle = (block: Block, hasText: boolean): Block => {
    if (block.kind !== 'title' && block.kind !== 'text') return block
    const numbers = features.get(block)
    if (numbers === undefined) return block
    const score = scoreOf(numbers)
    if (block.kind === 'title')
      return isTaken(numbers) && !isDivision(block) && !isCounted(block) && !fellows.has(styleKey(block.style))
        ? { kind: 'text', type: 'text', ...contentOf(block) }
        : block
    if (
      score <= SURE ||
      !hasText ||
      demoted.has(block.box) ||
      parseNumbering(block.text) !== null ||
      sentenceEnd.test(block.text) ||
      isPlain(block)
    )
      return block
    return { kind: 'title', type: 'title', level: 1, ...contentOf(block) }
  }
  return pages.map((page) => {
    if (!isReadable(page)) return page
    const hasText = page.blocks.some(isParagraph)
    return { ...page, blocks: page.blocks.map((block) => settle(block, hasText)) }
  })
}

/** Whether the score takes the line for none. */
function isTaken(numbers: readonly number[] | undefined): boolean {
  return numbers !== undefined && scoreOf(numbers) < -SURE
}

/** Styles of several titles of which the score takes few: these say what the style is for, and the few are headings as well. */
function fellowsOf(pages: readonly DocumentPage[], isTaken: (block: Block) => boolean): Set<string> {
  const styles = new Map<string, { titles: number; taken: number }>()
  for (const { blocks } of pages)
    for (const block of blocks) {
      if (block.kind !== 'title') continue
      const key = styleKey(block.style)
      const style = styles.get(key) ?? { titles: 0, taken: 0 }
      styles.set(key, { titles: style.titles + 1, taken: style.taken + (isTaken(block) ? 1 : 0) })
    }
  return new Set(
    [...styles].flatMap(([key, { titles, taken }]) =>
      taken > 0 && titles >= FELLOWS && taken <= FEW * titles ? [key] : [],
    ),
  )
}

/** Per word, the numbers that stand behind it in titles which say nothing else. */
function countsOf(pages: readonly DocumentPage[]): Map<string, Set<string>> {
  const counts = new Map<string, Set<string>>()
  for (const { blocks } of pages)
    for (const block of blocks) {
      const [, word, number] = (block.kind === 'title' && counted.exec(block.text)) || []
      if (word === undefined || number === undefined) continue
      const numbers = counts.get(word) ?? new Set()
      counts.set(word, numbers.add(number))
    }
  return counts
}

/** "Chapter 3" over a name that is a title of its own. */
function isDivision({ text }: TextualBlock): boolean {
  const kind = parseNumbering(text)?.kind
  return kind === 'chapter' || kind === 'part'
}

/** Its type was not guessed from a picture. */
function isReadable({ blocks }: DocumentPage): boolean {
  return blocks.length > 0 && blocks.every(({ source }) => source !== 'ocr')
}
