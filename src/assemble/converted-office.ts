import type { Block, DocumentInfo, DocumentPage } from '../model/document.ts'
import { centerY } from '../model/geometry.ts'
import { maxOf, minOf } from '../model/statistics.ts'
import { reindex } from './reindex.ts'
import { contentOf, isTextual } from './text-blocks.ts'

const slideTypes = new Set(['.ppt', '.pptx', '.pptm', '.pps', '.ppsx', '.odp'])

/** Tags of uploaded PDFs may include headers and footers. */
export function isTaggedOfficePage({ blocks }: DocumentPage, { fileType }: DocumentInfo): boolean {
  return fileType !== '.pdf' && blocks.some(isTagged)
}

export function isSlides({ fileType }: DocumentInfo): boolean {
  return slideTypes.has(fileType)
}

function isTagged({ source, inTags }: Block): boolean {
  return source === 'tagged' || inTags === true
}

export function labelUntaggedFurniture(page: DocumentPage): DocumentPage {
  const tagged = page.blocks.filter(isTagged)
  const top = minOf(tagged.map(({ box }) => box.y0))
  const bottom = maxOf(tagged.map(({ box }) => box.y1))
  const blocks = page.blocks.map((block): Block => {
    if (!isTextual(block) || isTagged(block) || block.source !== 'text_layer') return block
    if (block.type === 'figure_caption' || block.type === 'table_caption') return block
    const y = centerY(block.box)
    const type = y < top ? 'header' : y > bottom ? 'footer' : null
    return type === null ? block : { kind: 'text', type, ...contentOf(block) }
  })
  const indicesOf = (isWanted: (block: Block) => boolean): number[] =>
    blocks.flatMap((block, index) => (isWanted(block) ? [index] : []))
  return reindex({ ...page, blocks }, [
    ...indicesOf(({ type }) => type === 'header'),
    ...indicesOf(({ type }) => type !== 'header' && type !== 'footer'),
    ...indicesOf(({ type }) => type === 'footer'),
  ])
}

/** All text of a slide is large and short, so only tags identify its headings. */
export function demoteUntaggedHeadings(page: DocumentPage): DocumentPage {
  const blocks = page.blocks.map((block): Block => {
    if (block.kind === 'text') return { ...block, plain: true }
    if (block.kind !== 'title' || block.exact === true) return block
    const { inTags } = block
    return { kind: 'text', type: 'text', ...contentOf(block), plain: true, ...(inTags === undefined ? {} : { inTags }) }
  })
  return { ...page, blocks }
}
