/** What counts as running text when a page's titles are judged: paragraphs, lists and tables, not names set line by line. */
import type { Block } from '../model/document.ts'

/** Running text: more lines than a heading has, or a long one. */
const PARAGRAPH_LINES = 3
const PARAGRAPH_CHARS = 120
/** Names and addresses set line by line have shorter lines than text. */
const LINE_CHARS = 30

export function isParagraph(block: Block): boolean {
  if (block.kind === 'table') return true
  if (!isBodyText(block)) return false
  const { lineCount } = block.style
  return (
    block.items !== undefined ||
    block.text.length >= PARAGRAPH_CHARS ||
    (lineCount >= PARAGRAPH_LINES && block.text.length >= LINE_CHARS * lineCount)
  )
}

/** Text of some lines: it shows how wide its column is. */
export function isColumnText(block: Block): boolean {
  return isBodyText(block) && block.style.lineCount > 1
}

function isBodyText(block: Block): block is Extract<Block, { kind: 'text' }> {
  return block.kind === 'text' && block.type !== 'header' && block.type !== 'footer'
}
