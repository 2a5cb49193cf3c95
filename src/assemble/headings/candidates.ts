/** Which blocks may be titles, and what is asked of blocks again and again: whether they are text, short, of one look. */
import { countDigits, countLetters, countNonWhitespace } from '../../model/character-classes.ts'
import type { Block, BlockStyle, DocumentPage } from '../../model/document.ts'
import { isParagraph } from '../running-text.ts'
import type { TextualBlock } from '../text-blocks.ts'

/** Longer texts are no titles. */
const MAX_LINES = 4
export const MAX_CHARS = 160
/** Short lines. */
const SHORT_CHARS = 90

/** May be a title or none: what tags or outline tell is settled, and so are lists, fields and longer texts. */
export function isOpen(block: Block): block is TextualBlock {
  if (block.kind === 'title') return block.exact !== true
  if (block.kind !== 'text' || block.type !== 'text' || block.plain === true || block.items !== undefined) return false
  return block.style.lineCount <= MAX_LINES && block.text.length <= MAX_CHARS && /\p{L}.*\p{L}/su.test(block.text)
}

export function flowOf({ blocks }: DocumentPage): Block[] {
  return blocks.filter(({ type }) => type !== 'header' && type !== 'footer')
}

export function isText(block: Block | undefined): block is TextualBlock {
  return block?.kind === 'title' || (block?.kind === 'text' && block.type !== 'header' && block.type !== 'footer')
}

export function isShort(block: Block): boolean {
  return isText(block) && !isParagraph(block) && block.style.lineCount <= 2 && block.text.length < SHORT_CHARS
}

/** Sizes of the lines that may be titles, the largest first. */
export function sizesOf(blocks: readonly Block[]): number[] {
  return [...new Set(blocks.filter(isOpen).map(({ style }) => style.size))].sort((a, b) => b - a)
}

export function looks({ size, bold, italic, caps, color }: BlockStyle): string {
  return `${Math.round(size * 2)}|${bold}|${italic}|${caps}|${color}`
}

/** Share of the text, blanks apart, that are digits 0 to 9. */
export function digitRatio(text: string): number {
  return countDigits(text) / Math.max(1, countNonWhitespace(text))
}

/** The same for letters of any script. */
export function letterRatio(text: string): number {
  return countLetters(text) / Math.max(1, countNonWhitespace(text))
}

export function is(yes: boolean): number {
  return yes ? 1 : 0
}
