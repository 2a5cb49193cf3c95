import type { Block, DocumentPage } from '../model/document.ts'

/** Keeps the blocks at the indices `order`, in that order. */
export function reindex(page: DocumentPage, order: readonly number[]): DocumentPage {
  const newIndex = new Map(order.map((old, index) => [old, index]))
  const blocks = order.flatMap((old): Block[] => {
    const block = page.blocks[old]
    if (block === undefined) return []
    if (block.kind !== 'table' && block.kind !== 'figure') return [block]
    return [{ ...block, captions: block.captions.flatMap((caption) => newIndex.get(caption) ?? []) }]
  })
  return { ...page, blocks }
}

export function removeBlock(page: DocumentPage, index: number): DocumentPage {
  return reindex(page, [...page.blocks.keys()].toSpliced(index, 1))
}

export function replaceBlock(page: DocumentPage, index: number, block: Block): DocumentPage {
  return { ...page, blocks: page.blocks.with(index, block) }
}
