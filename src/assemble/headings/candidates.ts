import type { Block, DocumentPage, TextBlock, TitleBlock } from '../../model/document.ts'
import { isNonHeadingText } from '../../model/non-heading-text.ts'
import { isParagraph } from '../running-text.ts'
import type { TextualBlock } from '../text-blocks.ts'

/** Limits of the classifier's candidates. */
const MAX_LINES = 4
export const MAX_CHARS = 160
/** Limits of text that a rule turns into a heading. */
const MAX_RULE_LINES = 2
const MAX_RULE_CHARS = 90

export function headingsIn(pages: readonly DocumentPage[]): TitleBlock[] {
  return pages.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'title'))
}

/** Headings from tags and the outline are final. */
export function isHeadingCandidate(block: Block): block is TextualBlock {
  if (block.kind === 'title') return block.exact !== true
  if (block.kind !== 'text' || block.type !== 'text' || block.plain === true || block.items !== undefined) return false
  return block.style.lineCount <= MAX_LINES && block.text.length <= MAX_CHARS && /\p{L}.*\p{L}/su.test(block.text)
}

/** `lowercase`: headings of this document start with lowercase letters. */
export function mayBecomeHeading(block: TextBlock, lowercase = false): boolean {
  return (
    block.type === 'text' &&
    block.plain !== true &&
    block.items === undefined &&
    block.style.lineCount <= MAX_RULE_LINES &&
    block.text.length <= MAX_RULE_CHARS &&
    /\p{L}{2}/u.test(block.text) &&
    !/[.,;，。；]$/.test(block.text) &&
    (lowercase || !/^\p{Ll}/u.test(block.text) || /^[a-z]\)\s/.test(block.text)) &&
    !isNonHeadingText(block.text)
  )
}

export function bodyBlocks({ blocks }: DocumentPage): Block[] {
  return blocks.filter(({ type }) => type !== 'header' && type !== 'footer')
}

export function isBodyText(block: Block | undefined): block is TextualBlock {
  return block?.kind === 'title' || (block?.kind === 'text' && block.type !== 'header' && block.type !== 'footer')
}

export function isShortText(block: Block): boolean {
  return isBodyText(block) && !isParagraph(block) && block.style.lineCount <= 2 && block.text.length < MAX_RULE_CHARS
}

/** Returns sizes in points, in descending order. */
export function candidateSizes(blocks: readonly Block[]): number[] {
  return [...new Set(blocks.filter(isHeadingCandidate).map(({ style }) => style.size))].sort((a, b) => b - a)
}
