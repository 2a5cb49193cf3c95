/**
 * A paragraph cut by the end of a column → one paragraph, where the next column of the page takes it up again
 * (`enable_text_cross_page`). Joins only what can't be two: an unfinished sentence above, small letters below, in one type.
 */
import type { Block, DocumentPage, TextBlock } from '../model/document.ts'
import { unionAll } from '../model/geometry.ts'
import type { ParseOptions } from '../model/options.ts'
import { append, isBody } from './join-text.ts'
import { removeBlock, replaceBlock } from './reindex.ts'

/** Sizes of one paragraph agree but for rounding, in points. */
const SAME_SIZE = 0.5
/** The text goes on at least this many lines further up. */
const LINES_UP = 3

export function joinColumns(pages: readonly DocumentPage[], options: ParseOptions): readonly DocumentPage[] {
  return options.features.enable_text_cross_page ? pages.map(joinPage) : pages
}

function joinPage(page: DocumentPage): DocumentPage {
  let joined = page
  // From the end, so that a paragraph over three columns gathers in the first.
  for (let index = page.blocks.length - 1; index > 0; index--) {
    const tail = joined.blocks[index]
    if (tail === undefined || !isParagraph(tail)) continue
    // Tables, figures and notes between the two float.
    const at = joined.blocks.slice(0, index).findLastIndex((block) => isBody(block) && block.kind !== 'table')
    const head = joined.blocks[at]
    if (head === undefined || !isParagraph(head) || !goesOn(head, tail)) continue
    const whole = { ...append(head, tail), box: unionAll([head.box, tail.box]) }
    joined = removeBlock(replaceBlock(joined, at, whole), index)
  }
  return joined
}

/** Tags tell their paragraphs whole. */
function isParagraph(block: Block): block is TextBlock {
  return block.kind === 'text' && block.type === 'text' && block.items === undefined && block.element === undefined
}

function goesOn(head: TextBlock, tail: TextBlock): boolean {
  if (tail.box.x0 < head.box.x1 - head.style.size || tail.box.y0 > head.box.y1 - LINES_UP * head.style.size)
    return false
  if (
    Math.abs(head.style.size - tail.style.size) > SAME_SIZE ||
    head.style.bold !== tail.style.bold ||
    head.style.font !== tail.style.font
  )
    return false
  return /^\p{Ll}/u.test(tail.text) && /[\p{L}\p{N},\u2010-]$/u.test(head.text)
}
