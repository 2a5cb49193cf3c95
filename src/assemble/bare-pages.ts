import { cached } from '../model/cached.ts'
import type { DocumentPage } from '../model/document.ts'
import { centerY } from '../model/geometry.ts'
import { normalize, POSITION_TOLERANCE } from './repeated-blocks.ts'
import { isTextual, type TextualBlock } from './text-blocks.ts'

type PageEdges = Map<number, 'header' | 'footer'>

/** On pages without other content, text at the edges is furniture only if pages with content repeat it. */
export function keepTextOfBarePages(pages: readonly DocumentPage[], edges: readonly PageEdges[]): PageEdges[] {
  const isBare = pages.map(({ blocks }, at) => blocks.every((_, index) => edges[at]!.has(index)))
  const known = new Map<string, Set<number>>()
  pages.forEach((page, at) => {
    if (isBare[at]) return
    for (const index of edges[at]!.keys()) {
      const block = page.blocks[index]
      if (block === undefined || !isTextual(block)) continue
      cached(known, normalize(block.text), () => new Set()).add(centerY(block.box) / page.height)
    }
  })
  const isKnown = (block: TextualBlock, height: number): boolean => {
    const heights = known.get(normalize(block.text))?.values() ?? []
    return Iterator.from(heights).some((y) => Math.abs(y - centerY(block.box) / height) <= POSITION_TOLERANCE)
  }
  return edges.map((found, at) => {
    if (!isBare[at]) return found
    const { blocks, height } = pages[at]!
    return new Map([...found].filter(([index]) => isKnown(blocks[index] as TextualBlock, height)))
  })
}
