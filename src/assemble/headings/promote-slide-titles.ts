/** Promotes the top line of a slide in larger type. It may end like a sentence, which other headings do not. */
import type { Block, DocumentPage, TextBlock } from '../../model/document.ts'
import { isSlideTitle } from '../slide-titles.ts'
import { relabel } from './relabel.ts'

const MAX_LINES = 2
const MAX_CHARS = 120

export function promoteSlideTitles(pages: readonly DocumentPage[]): readonly DocumentPage[] {
  const found = pages.flatMap((page) => {
    const title = page.blocks.find((_, index) => isSlideTitle(page, index))
    return title !== undefined && mayBeTitle(title) ? [title] : []
  })
  return found.length === 0 ? pages : relabel(pages, found, 'promoteSlideTitles')
}

function mayBeTitle(block: Block): block is TextBlock {
  return (
    block.kind === 'text' &&
    block.type === 'text' &&
    block.items === undefined &&
    block.style.lineCount <= MAX_LINES &&
    block.text.length <= MAX_CHARS &&
    /\p{L}{2}/u.test(block.text)
  )
}
