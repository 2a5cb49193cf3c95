/**
 * Document → text of `outputs.json` (wire contract §6): blocks with pixel boxes at 144 dpi, page by page.
 * Keys come in a fixed order, so that equal documents give equal bytes.
 */
import type { Block, Cell, Document, DocumentPage, TableBlock } from '../model/document.ts'
import type { Box } from '../model/geometry.ts'
import { contentOf } from './block-content.ts'
import { chunksByTitle } from './chunks.ts'
import { fillImagePlaceholders, imageNameOf } from './image-links.ts'
import type { Renderer, RenderInput } from './registry.ts'

/** 144 dpi over the point's 72 to the inch. */
const pixelsPerPoint = 2

export const json: Renderer = {
  format: 'json',
  render: (input) =>
    JSON.stringify({
      pages: input.document.pages.map((page) => pageJson(page, input)),
      ...(input.task.options.chunk === 'title' ? { chunks: chunksByTitle(input) } : {}),
    }),
}

interface PixelSize {
  readonly w: number
  readonly h: number
}

function pageJson(page: DocumentPage, input: RenderInput) {
  const size = pageSize(page)
  return {
    page_num: page.pageIndex,
    page_size: size,
    merge_content_from_pre_page: page.mergeFromPrevious,
    ...(input.task.options.pageImages
      ? { page_image_url: page.picture === undefined ? '' : input.href(page.picture) }
      : {}),
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
  const picture = imageNameOf(block, options)
  return {
    idx: index,
    type: block.type,
    bbox: pixelBox(block.box, size),
    content,
    format,
    captions: block.kind === 'table' || block.kind === 'figure' ? block.captions : [],
    img_url: picture === undefined ? '' : input.href(picture),
    ...(block.kind === 'title' && options.features.enable_title_level_recognition
      ? { title_level: clampInteger(block.level, 1, 6) }
      : {}),
    confidence: Math.round(block.confidence * 1000) / 1000,
    source: block.source,
    ...(block.kind !== 'table' && block.kind !== 'figure' && block.links !== undefined ? { links: block.links } : {}),
    ...(block.kind === 'table' ? { cells: cellsJson(block, page, input.document) } : {}),
  }
}

/** Cells row by row. In a joined table each names its page, whose size bounds its box. */
function cellsJson(table: TableBlock, page: DocumentPage, document: Document) {
  const joined = table.cells.some((cell) => cell.pageIndex !== undefined && cell.pageIndex !== page.pageIndex)
  return table.cells.map((cell) => ({
    row: cell.row,
    col: cell.col,
    row_span: cell.rowSpan,
    col_span: cell.colSpan,
    header: cell.header,
    bbox: pixelBox(cell.box, pageSize(pageOf(cell, document) ?? page)),
    text: fillImagePlaceholders(cell.text, [], () => ''),
    ...(cell.links === undefined ? {} : { links: cell.links }),
    ...(joined ? { page_num: cell.pageIndex ?? page.pageIndex } : {}),
  }))
}

function pageOf(cell: Cell, document: Document): DocumentPage | undefined {
  return cell.pageIndex === undefined ? undefined : document.pages.find((page) => page.pageIndex === cell.pageIndex)
}

/** A4 (595.28 × 841.89 points) is 1191 × 1684. */
function pageSize(page: DocumentPage): PixelSize {
  return {
    w: Math.max(1, Math.round(page.width * pixelsPerPoint)),
    h: Math.max(1, Math.round(page.height * pixelsPerPoint)),
  }
}

/** `[x1, y1, x2, y2]`: whole pixels inside the page, never empty. */
function pixelBox(box: Box, size: PixelSize): [number, number, number, number] {
  const [x1, x2] = pixelInterval(box.x0, box.x1, size.w)
  const [y1, y2] = pixelInterval(box.y0, box.y1, size.h)
  return [x1, y1, x2, y2]
}

function pixelInterval(from: number, to: number, limit: number): [number, number] {
  const start = clampInteger(from * pixelsPerPoint, 0, limit - 1)
  return [start, clampInteger(to * pixelsPerPoint, start + 1, limit)]
}

function clampInteger(value: number, low: number, high: number): number {
  return Math.min(Math.max(Math.round(value), low), high)
}
