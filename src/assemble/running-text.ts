/** Running text: paragraphs, lists and tables, but not names set line by line. */
import type { Block } from '../model/document.ts'
import { width } from '../model/geometry.ts'

/** Minimum lines of a paragraph, more than a heading has, or minimum characters. */
const MIN_PARAGRAPH_LINES = 3
const MIN_PARAGRAPH_CHARS = 120
/** Minimum mean characters per line; names and addresses have shorter lines. */
const MIN_LINE_CHARS = 30

export function isParagraph(block: Block): boolean {
  if (block.kind === 'table') return true
  if (!isText(block)) return false
  const { lineCount } = block.style
  return (
    block.items !== undefined ||
    block.text.length >= MIN_PARAGRAPH_CHARS ||
    (lineCount >= MIN_PARAGRAPH_LINES && block.text.length >= MIN_LINE_CHARS * lineCount)
  )
}

/** Such text shows the width of its column. */
export function isColumnText(block: Block): boolean {
  return isText(block) && block.style.lineCount > 1
}

function isText(block: Block): block is Extract<Block, { kind: 'text' }> {
  return block.kind === 'text' && block.type !== 'header' && block.type !== 'footer'
}

/** The widest block that overlaps a line horizontally: its column. */
export function widestOverlapping<block extends Block>({ box }: Block, blocks: readonly block[]): block | null {
  let widest: block | null = null
  for (const other of blocks) {
    if (other.box.x0 >= box.x1 || other.box.x1 <= box.x0) continue
    if (widest === null || width(other.box) > width(widest.box)) widest = other
  }
  return widest
}
