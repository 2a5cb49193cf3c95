/**
 * Titles in the type that the document's running text is set in → text: a page of code, notes or references has another type for
 * its body, and there a line of plain text stands out. What a number tells, or capitals, stays a title.
 */
import type { Block, DocumentPage, TextBlock, TitleBlock } from '../../model/document.ts'
import { parseNumbering } from '../../model/numbering.ts'
import { withText } from './demote-kickers.ts'
import { bodyOf, styleKey } from './promote-by-style.ts'

/** So many paragraphs in the body's type show that it is one. */
const PARAGRAPHS = 4
/** Paragraphs of more lines than this tell more than short ones. */
const LONG_LINES = 3

/** Makes text of such titles. */
export function demoteBodyStyle(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const { style } = bodyOf(pages)
  const inBody = (block: Block): boolean =>
    (block.kind === 'text' || block.kind === 'title') && styleKey({ ...block.style, caps: false }) === style
  const paragraphs = pages.map(
    ({ blocks }) =>
      blocks.filter(
        (block) => block.kind === 'text' && block.type === 'text' && block.style.lineCount > 1 && inBody(block),
      ).length,
  )
  if (paragraphs.reduce((sum, count) => sum + count, 0) < PARAGRAPHS) return pages
  const demoted = new Set<Block>(
    pages.flatMap((page) => {
      if (mainStyle(page) === style) return []
      return page.blocks.filter(
        (block): block is TitleBlock => block.kind === 'title' && mayBeText(block) && inBody(block),
      )
    }),
  )
  return demoted.size === 0 ? pages : withText(pages, demoted)
}

/** What most of a page is set in, whatever it is: of page and document this is the one that a page's titles were told from. */
function mainStyle({ blocks }: DocumentPage): string {
  const weights = new Map<string, number>()
  for (const block of blocks) if (block.kind === 'text') addWeight(weights, block)
  return [...weights].reduce((best, next) => (next[1] > best[1] ? next : best), ['', 0] as const)[0]
}

function addWeight(weights: Map<string, number>, { style, text }: TextBlock): void {
  const key = styleKey({ ...style, caps: false })
  weights.set(key, (weights.get(key) ?? 0) + text.length * (style.lineCount > LONG_LINES ? 2 : 1))
}

function mayBeText({ exact, style, text }: TitleBlock): boolean {
  return exact !== true && !style.caps && parseNumbering(text) === null
}
