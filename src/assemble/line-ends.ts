/**
 * Resolves line ends inside words: by the document's words ("racist-free", but "excitable"), then by prefixes and
 * second parts.
 */
import type { Block, Cell, DocumentPage, ListItem } from '../model/document.ts'
import { isHangul } from '../model/join-text.ts'
import { addWeight } from '../model/statistics.ts'
import { koreanLineEnds } from './korean-line-ends.ts'

const SOFT_HYPHEN = '\u00ad'
/** Begins with a whole word, so that long words take linear time. */
const lineEnd = /(?<![\p{L}\p{M}])([\p{L}\p{M}]+)\u00ad(?=([\p{L}\p{M}]+(?:[-\u2010][\p{L}\p{M}]+)*))/gu
const word = /[\p{L}\p{M}\u00ad]+(?:[-\u2010][\p{L}\p{M}\u00ad]+)*/gu
const prefix = /^(?:self|non|well|quasi|pseudo|e|x|t)$/
/** If the second part is a word of the document: "ex-minister", but not "ex-citable". */
const prefixOfWord = /^(?:ex|all|half|cross|anti|co|pre|post|multi|semi|inter)$/
const secondPart =
  /^(?:based|free|like|mediated|dependent|independent|related|specific|induced|linked|driven|oriented|aware|rich|poor|known|term|level|shaped|sized|defined|sensitive|resistant|friendly|negative|positive|dimensional|led|owned|funded|making|party|year|day|old|up|off|to)$/
/** Minimum letters of a first part; shorter ones are syllables. */
const MIN_FIRST_PART = 3

type Vocabulary = ReadonlyMap<string, number>

export function resolveLineEnds(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  if (!pages.some(({ blocks }) => blocks.some(hasLineEnd))) return pages
  const words = collectWords(pages)
  const isOneWord = koreanLineEnds(words)
  const separator = (first: string, second: string): string => {
    if (isHangul(second[0])) return isOneWord(first, second) ? '' : ' '
    return isCompound(first.toLowerCase(), second.toLowerCase(), words) ? '-' : ''
  }
  const resolve = (text: string): string =>
    text.replace(lineEnd, (_, first: string, second: string) => first + separator(first, second))
  return pages.map((page) => ({
    ...page,
    blocks: page.blocks.map((block) => (hasLineEnd(block) ? resolveBlock(block, resolve) : block)),
  }))
}

function hasLineEnd(block: Block): boolean {
  if (block.kind === 'table') return block.cells.some(({ text }) => text.includes(SOFT_HYPHEN))
  return block.text.includes(SOFT_HYPHEN)
}

function resolveBlock(block: Block, resolve: (text: string) => string): Block {
  if (block.kind === 'table') return { ...block, cells: block.cells.map((cell) => resolveParts(cell, resolve)) }
  const items =
    block.kind === 'text' && block.items !== undefined
      ? { items: block.items.map((item): ListItem => ({ ...item, text: resolve(item.text) })) }
      : {}
  return { ...resolveParts(block, resolve), ...items }
}

function resolveParts<T extends Pick<Cell, 'text' | 'links'>>(part: T, resolve: (text: string) => string): T {
  const links = part.links?.map((link) => ({ ...link, text: resolve(link.text) }))
  return { ...part, text: resolve(part.text), ...(links === undefined ? {} : { links }) }
}

function collectWords(pages: readonly DocumentPage[]): Vocabulary {
  const words = new Map<string, number>()
  const add = (text: string): void => {
    for (const [found] of text.toLowerCase().matchAll(word))
      if (!found.includes(SOFT_HYPHEN)) addWeight(words, found, 1)
  }
  for (const { blocks } of pages)
    for (const block of blocks) {
      if (block.kind === 'table') for (const { text } of block.cells) add(text)
      else add(block.text)
    }
  return words
}

function isCompound(first: string, second: string, words: Vocabulary): boolean {
  const [hyphenated, joined] = [words.get(`${first}-${second}`) ?? 0, words.get(first + second) ?? 0]
  if (hyphenated !== joined) return hyphenated > joined
  // "state-" + "of-the-art", but "com-" + "puter-based".
  const [head] = second.split(/[-\u2010]/) as [string]
  if (head !== second) return words.has(head)
  if (prefix.test(first)) return true
  if (prefixOfWord.test(first)) return words.has(second)
  return secondPart.test(second) && first.length >= MIN_FIRST_PART && words.has(first)
}
