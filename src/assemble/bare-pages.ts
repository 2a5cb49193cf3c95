import type { DocumentPage } from '../model/document.ts'
import { centerY } from '../model/geometry.ts'
import { normalize, POSITION_TOLERANCE } from './repeated-blocks.ts'
import { isTextual, type TextualBlock } from './text-blocks.ts'

type PageEdges = Map<number, 'header' | 'footer'>

/**
 * On pages without other content, text at the edges is furniture only if a page with content has the same. Short equal
 * pages repeat all their text.
 */
export function keepTextOfBarePages(pages: readonly DocumentPage[], edges: readonly PageEdges[]): PageEdges[] {
  const isBare = pages.map(({ blocks }, at) => blocks.every((_, index) => edges[at]!.has(index)))
  const known = new Map<string, number[]>()
  pages.forEach((page, at) => {
    if (isBare[at]) return
    for (const index of edges[at]!.keys()) {
      const block = page.blocks[index]
      if (block === undefined || !isTextual(block)) continue
      const key = normalize(block.text)
      known.set(key, [...(known.get(key) ?? []), centerY(block.box) / page.height])
    }
  })
  const isKnown = (block: TextualBlock, height: number): boolean =>
    known.get(normalize(block.text))?.some((y) => Math.abs(y - centerY(block.box) / height) <= POSITION_TOLERANCE) ===
    true
  return edges.map((found, at) => {
    if (!isBare[at]) return found
    const { blocks, height } = pages[at]!
    return new Map([...found].filter(([index]) => isKnown(blocks[index] as TextualBlock, height)))
  })
}
