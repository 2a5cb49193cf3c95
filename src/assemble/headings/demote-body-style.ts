/**
 * Demotes headings in the style of the document's running text. A page of code, notes or references has another body style, so a line of
 * ordinary text stands out there. Numbered headings and headings in capitals stay.
 */
import type { Block, DocumentPage, TitleBlock } from '../../model/document.ts'
import { parseNumbering } from '../../model/numbering.ts'
import { bodyStyleOf } from './body-style.ts'
import { relabel } from './relabel.ts'
import { caselessStyleKey } from './style-key.ts'

/** Minimum number of paragraphs in the body style. */
const MIN_PARAGRAPHS = 4
/** Text of more lines counts twice. */
const MAX_SHORT_LINES = 3

export function demoteBodyStyle(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const { key } = bodyStyleOf(pages)
  const isParagraph = (block: Block): boolean =>
    block.kind === 'text' && block.type === 'text' && block.style.lineCount > 1 && caselessStyleKey(block.style) === key
  const paragraphs = pages.reduce((sum, { blocks }) => sum + blocks.filter(isParagraph).length, 0)
  if (paragraphs < MIN_PARAGRAPHS) return pages
  const demoted = pages
    .filter((page) => pageStyle(page) !== key)
    .flatMap(({ blocks }) => blocks.filter((block) => isPlainHeading(block) && caselessStyleKey(block.style) === key))
  return relabel(pages, new Set<Block>(demoted), 'demoteBodyStyle')
}

function isPlainHeading(block: Block): block is TitleBlock {
  return block.kind === 'title' && block.exact !== true && !block.style.caps && parseNumbering(block.text) === null
}

/** The style of most text of a page, of any type: the layout found the page's headings by it. */
function pageStyle({ blocks }: DocumentPage): string {
  const weights = new Map<string, number>()
  for (const block of blocks) {
    if (block.kind !== 'text') continue
    const key = caselessStyleKey(block.style)
    const weight = block.text.length * (block.style.lineCount > MAX_SHORT_LINES ? 2 : 1)
    weights.set(key, (weights.get(key) ?? 0) + weight)
  }
  return [...weights].reduce((best, next) => (next[1] > best[1] ? next : best), ['', 0] as const)[0]
}
