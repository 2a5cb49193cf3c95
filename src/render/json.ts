/** Writes `outputs.json`, with boxes in pixels at 144 dpi. The order of keys is fixed. */
import type { Block, Document, DocumentPage, TableBlock } from '../model/document.ts'
import { contentOf, linksOf } from './block-content.ts'
import { chunksOf } from './chunks.ts'
import { imageNameOf, withoutImagePlaceholders } from './image-links.ts'
import { clampInteger, type PixelSize, pageSize, pixelBox } from './pixels.ts'
import type { Renderer, RenderInput } from './types.ts'

export const json: Renderer = {
  format: 'json',
  render: (input) =>
    JSON.stringify({
      pages: input.document.pages.map((page) => pageJson(page, input)),
      ...(input.task.options.chunk === 'none' ? {} : { chunks: chunksOf(input) }),
    }),
}

function pageJson(page: DocumentPage, input: RenderInput) {
  const size = pageSize(page)
  return {
    page_num: page.pageIndex,
    page_size: size,
    merge_content_from_pre_page: page.mergeFromPrevious,
    ...(input.task.options.pageImages ? { page_image_url: input.href(page.picture) } : {}),
    blocks: page.blocks.map((block, index) => blockJson(block, index, { page, size, input })),
  }
}

function blockJson(
  block: Block,
  index: number,
  { page, size, input }: { page: DocumentPage; size: PixelSize; input: RenderInput },
) {
  const { options } = input.task
  const { content, format } = contentOf(block, options, input.href)
  return {
    idx: index,
    type: block.type,
    bbox: pixelBox(block.box, size),
    content,
    format,
    captions: block.kind === 'table' || block.kind === 'figure' ? block.captions : [],
    img_url: input.href(imageNameOf(block, options)),
    ...(block.kind === 'title' && options.features.enable_title_level_recognition
      ? { title_level: clampInteger(block.level, 1, 6) }
      : {}),
    confidence: Math.round(block.confidence * 1000) / 1000,
    source: block.source === 'scan_layer' ? 'text_layer' : block.source,
    ...(block.kind !== 'table' && block.kind !== 'figure' && block.links !== undefined
      ? { links: linksOf(block, options) }
      : {}),
    ...(options.listItemBoxes && block.kind === 'text' && block.items !== undefined
      ? { item_bboxes: block.items.map((item) => pixelBox(item.box ?? block.box, size)) }
      : {}),
    ...(block.kind === 'table' ? { cells: cellsJson(block, page, input.document) } : {}),
  }
}

function cellsJson(table: TableBlock, page: DocumentPage, document: Document) {
  const joined = table.cells.some((cell) => cell.pageIndex !== undefined && cell.pageIndex !== page.pageIndex)
  return table.cells.map((cell) => ({
    row: cell.row,
    col: cell.col,
    row_span: cell.rowSpan,
    col_span: cell.colSpan,
    header: cell.header,
    bbox: pixelBox(cell.box, pageSize(document.pages.find(({ pageIndex }) => pageIndex === cell.pageIndex) ?? page)),
    text: withoutImagePlaceholders(cell.text),
    ...(cell.links === undefined ? {} : { links: cell.links }),
    ...(joined ? { page_num: cell.pageIndex ?? page.pageIndex } : {}),
  }))
}
