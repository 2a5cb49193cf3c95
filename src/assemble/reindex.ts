/**
 * A page's blocks in another order, or fewer of them, with the captions' indices put right.
 * Every rule that moves or drops a block goes through here.
 */
import type { Block, DocumentPage } from '../model/document.ts'

/** The page with just the blocks at `order`, in that order. Captions of figures and tables follow their blocks. */
export function reindex(page: DocumentPage, order: readonly number[]): DocumentPage {
  const place = new Map(order.map((old, index) => [old, index]))
  const blocks = order.flatMap((old): Block[] => {
    const block = page.blocks[old]
    if (block === undefined) return []
    if (block.kind !== 'table' && block.kind !== 'figure') return [block]
    const captions = block.captions.flatMap((caption) => place.get(caption) ?? [])
    return [{ ...block, captions }]
  })
  return { ...page, blocks }
}

/** The page without the block at `index`. */
export function removeBlock(page: DocumentPage, index: number): DocumentPage {
  return reindex(
    page,
    page.blocks.flatMap((_, at) => (at === index ? [] : [at])),
  )
}

/** The page with another block at `index`; nothing else moves. */
export function replaceBlock(page: DocumentPage, index: number, block: Block): DocumentPage {
  return { ...page, blocks: page.blocks.map((old, at) => (at === index ? block : old)) }
}
