/**
 * What is exact in converted Office files and need not be guessed: headers and footers are what the tags leave out, the titles of
 * slides are tagged, every one. A page without tags is left to the rules for other pages.
 */
import type { Block, DocumentInfo, DocumentPage } from '../model/document.ts'
import { reindex } from './reindex.ts'
import { contentOf, isTextual } from './text-blocks.ts'

/** The page of an Office file as its tags have it: a PDF that came as such may tag its running heads like text. */
export function isExact({ blocks }: DocumentPage, { fileType }: DocumentInfo): boolean {
  return fileType !== '.pdf' && blocks.some(isTagged)
}

function isTagged({ source, inTags }: Block): boolean {
  return source === 'tagged' || inTags === true
}

/** Text outside the tags above all that is inside is a header, below it a footer. */
export function labelExactFurniture(page: DocumentPage): DocumentPage {
  const tagged = page.blocks.filter(isTagged)
  const top = Math.min(...tagged.map(({ box }) => box.y0))
  const bottom = Math.max(...tagged.map(({ box }) => box.y1))
  const blocks = page.blocks.map((block): Block => {
    if (
      isTagged(block) ||
      block.source !== 'text_layer' ||
      !isTextual(block) ||
      block.type === 'figure_caption' ||
      block.type === 'table_caption'
    )
      return block
    const { y0, y1 } = block.box
    const type = (y0 + y1) / 2 < top ? 'header' : (y0 + y1) / 2 > bottom ? 'footer' : null
    if (type === null) return block
    return { kind: 'text', type, ...contentOf(block) }
  })
  const indexesOf = (wanted: (block: Block) => boolean): number[] =>
    blocks.flatMap((block, index) => (wanted(block) ? [index] : []))
  const isEdge = ({ type }: Block): boolean => type === 'header' || type === 'footer'
  return reindex({ ...page, blocks }, [
    ...indexesOf(({ type }) => type === 'header'),
    ...indexesOf((block) => !isEdge(block)),
    ...indexesOf(({ type }) => type === 'footer'),
  ])
}

const slideTypes = new Set(['.ppt', '.pptx', '.pptm', '.pps', '.ppsx', '.odp'])

export function isSlide({ fileType }: DocumentInfo): boolean {
  return slideTypes.has(fileType)
}

/** Everything else on a slide is large, short and stands alone, as titles do. */
export function keepTaggedHeadings(page: DocumentPage): DocumentPage {
  const blocks = page.blocks.map((block): Block => {
    if (block.kind === 'text') return { ...block, plain: true }
    if (block.kind !== 'title' || block.exact === true) return block
    const { inTags } = block
    return { kind: 'text', type: 'text', ...contentOf(block), plain: true, ...(inTags === undefined ? {} : { inTags }) }
  })
  return { ...page, blocks }
}
