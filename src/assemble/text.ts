/**
 * A paragraph cut by a page break → one paragraph on the page where it began (`enable_text_cross_page`).
 * Joins only what can't be two paragraphs: an unfinished line above, its like below.
 */
import type { Block, DocumentPage, TextBlock } from '../model/document.ts'
import { joinTwo } from '../model/joins.ts'
import type { ParseOptions } from '../model/options.ts'
import { removeBlock, replaceBlock } from './reindex.ts'

/** Sizes of one paragraph agree but for rounding, in points. */
const SAME_SIZE = 0.5

export function joinText(pages: readonly DocumentPage[], options: ParseOptions): readonly DocumentPage[] {
  if (!options.features.enable_text_cross_page) return pages
  const joined = [...pages]
  // From the end, so that a paragraph over three pages gathers on the first.
  for (let at = joined.length - 1; at > 0; at--) {
    const before = joined[at - 1]!
    const page = joined[at]!
    if (page.pageIndex !== before.pageIndex + 1) continue
    const last = before.blocks.findLastIndex(isBody)
    const first = page.blocks.findIndex(isBody)
    const head = before.blocks[last]
    const tail = page.blocks[first]
    if (head === undefined || tail === undefined || !isProse(head) || !isProse(tail) || !continues(head, tail)) continue
    joined[at - 1] = replaceBlock(before, last, { ...head, text: joinTwo(head.text, tail.text) })
    joined[at] = { ...removeBlock(page, first), mergeFromPrevious: true }
  }
  return joined
}

/** What a reader's eye skips between two halves of a paragraph is not body. */
export function isBody(block: Block): boolean {
  return !['header', 'footer', 'footnote', 'sider', 'figure_caption', 'table_caption'].includes(block.type) && block.kind !== 'figure'
}

function isProse(block: Block): block is TextBlock {
  return block.kind === 'text' && block.type === 'text' && block.items === undefined
}

function continues(head: TextBlock, tail: TextBlock): boolean {
  if (Math.abs(head.style.size - tail.style.size) > SAME_SIZE || head.style.bold !== tail.style.bold) return false
  if (/[-\u2010]$/.test(head.text)) return /^\p{Ll}/u.test(tail.text)
  if (/[.!?:;。！？：；…]["'”’)\]]*$/.test(head.text)) return false
  if (/^\p{Ll}/u.test(tail.text)) return true
  // A capital may go on with a sentence ("… in New\nYork") when the lines above filled the column.
  return head.style.lineCount > 1 && /[\p{L}\p{N},]$/u.test(head.text) && /^[\p{L}\p{N}("“]/u.test(tail.text) && head.style.font === tail.style.font
}
