/** The blocks that are words: text of any label and titles. */
import type { Block, TextBlock, TitleBlock } from '../model/document.ts'

export type Words = TextBlock | TitleBlock

export function isWords(block: Block): block is Words {
  return block.kind === 'text' || block.kind === 'title'
}

/** Side by side: their heights overlap. */
export function isBeside(one: Block, other: Block): boolean {
  return one.box.y0 < other.box.y1 && one.box.y1 > other.box.y0
}
