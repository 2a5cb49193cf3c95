import type { Block, DocumentPage, TextBlock, TitleBlock } from '../../model/document.ts'
import { contentOf, type TextualBlock } from '../text-blocks.ts'

/** Swaps the changed blocks between heading and text. `decidedBy` is the name of the pass. */
export function relabel(
  pages: readonly DocumentPage[],
  changedBlocks: readonly Block[],
  decidedBy: string,
): readonly DocumentPage[] {
  const changed = new Set(changedBlocks)
  return pages.map((page) => {
    if (!page.blocks.some((block) => changed.has(block))) return page
    const blocks = page.blocks.map((block): Block => {
      if (!changed.has(block)) return block
      if (block.kind === 'title') return toText(block, decidedBy)
      return block.kind === 'text' ? toHeading(block, decidedBy) : block
    })
    return { ...page, blocks }
  })
}

function toText(block: TitleBlock, decidedBy: string): TextBlock {
  return { kind: 'text', type: 'text', ...contentOf(block), decidedBy }
}

function toHeading(block: TextualBlock, decidedBy: string): TitleBlock {
  return { kind: 'title', type: 'title', level: 1, ...contentOf(block), decidedBy }
}
