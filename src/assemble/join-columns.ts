/** Joins a paragraph that continues in the next column of its page (`enable_text_cross_page`). */
import type { Block, DocumentPage, TextBlock } from '../model/document.ts'
import { union } from '../model/geometry.ts'
import type { ParseOptions } from '../model/options.ts'
import { append } from './join-paragraphs.ts'
import { isBody } from './page-breaks.ts'
import { removeBlock, replaceBlock } from './reindex.ts'

/** Maximum size difference, in points. */
const SIZE_TOLERANCE = 0.5
/** Minimum distance from the end of the paragraph up to its continuation, in em. */
const MIN_LINES_UP = 3

export function joinColumns(pages: readonly DocumentPage[], options: ParseOptions): readonly DocumentPage[] {
  return options.features.enable_text_cross_page ? pages.map(joinPage) : pages
}

function joinPage(page: DocumentPage): DocumentPage {
  let joined = page
  // Backwards: a paragraph over three columns is joined in the first.
  for (let index = page.blocks.length - 1; index > 0; index--) {
    const tail = joined.blocks[index]
    if (tail === undefined || !isUntaggedParagraph(tail)) continue
    const at = joined.blocks.slice(0, index).findLastIndex((block) => isBody(block) && block.kind !== 'table')
    const head = joined.blocks[at]
    if (head === undefined || !isUntaggedParagraph(head) || !continuesInColumn(head, tail)) continue
    const whole = { ...append(head, tail), box: union(head.box, tail.box) }
    joined = removeBlock(replaceBlock(joined, at, whole), index)
  }
  return joined
}

/** Tagged paragraphs are complete. */
function isUntaggedParagraph(block: Block): block is TextBlock {
  return block.kind === 'text' && block.type === 'text' && block.items === undefined && block.element === undefined
}

function continuesInColumn(head: TextBlock, tail: TextBlock): boolean {
  return (
    tail.box.x0 >= head.box.x1 - head.style.size &&
    tail.box.y0 <= head.box.y1 - MIN_LINES_UP * head.style.size &&
    Math.abs(head.style.size - tail.style.size) <= SIZE_TOLERANCE &&
    head.style.bold === tail.style.bold &&
    head.style.font === tail.style.font &&
    /^\p{Ll}/u.test(tail.text) &&
    /[\p{L}\p{N},\u2010-]$/u.test(head.text)
  )
}
