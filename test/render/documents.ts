/** Builds documents for renderer tests. */
import type {
  Block,
  BlockStyle,
  BlockType,
  Cell,
  Document,
  DocumentPage,
  ExtractedImage,
  FigureBlock,
  ListItem,
  TableBlock,
  TextBlock,
  TitleBlock,
} from '../../src/model/document.ts'
import type { Box } from '../../src/model/geometry.ts'
import { defaultOptions, type ParseOptions } from '../../src/model/options.ts'

const style: BlockStyle = {
  size: 10,
  bold: false,
  italic: false,
  mono: false,
  caps: false,
  color: 0,
  font: 'Body',
  lineCount: 1,
}
const someBox: Box = { x0: 72, y0: 72, x1: 300, y1: 90 }
const base = { box: someBox, confidence: 1, source: 'text_layer' } as const

export function text(
  content: string,
  more: { type?: Exclude<BlockType, 'table' | 'figure' | 'title'>; box?: Box; items?: readonly ListItem[] } = {},
): TextBlock {
  return { ...base, kind: 'text', type: 'text', text: content, style, ...more }
}

export function title(content: string, level = 1): TitleBlock {
  return { ...base, kind: 'title', type: 'title', text: content, style, level }
}

export function figure(content: string, picture?: string, captions: readonly number[] = []): FigureBlock {
  return {
    ...base,
    kind: 'figure',
    type: 'figure',
    text: content,
    captions,
    ...(picture === undefined ? {} : { picture }),
  }
}

export function cell(row: number, col: number, content: string, more: Partial<Cell> = {}): Cell {
  return { row, col, rowSpan: 1, colSpan: 1, header: false, box: someBox, text: content, ...more }
}

export function table(rows: number, cols: number, cells: readonly Cell[], more: Partial<TableBlock> = {}): TableBlock {
  return { ...base, kind: 'table', type: 'table', rows, cols, cells, captions: [], ...more }
}

/** An A4 page. */
export function page(blocks: readonly Block[], more: Partial<DocumentPage> = {}): DocumentPage {
  return { pageIndex: 0, width: 595.28, height: 841.89, blocks, warnings: [], mergeFromPrevious: false, ...more }
}

export function documentOf(pages: readonly DocumentPage[], fileName = 'report.pdf'): Document {
  return { info: { fileName, fileType: '.pdf', pageCount: pages.length }, pages, warnings: [] }
}

export function picture(name: string, bytes: Uint8Array = new Uint8Array([137, 80, 78, 71])): ExtractedImage {
  return { name, type: 'image/png', bytes }
}

export function optionsWith(more: {
  outputFormats?: ParseOptions['outputFormats']
  elementFormats?: Partial<ParseOptions['elementFormats']>
  features?: Partial<ParseOptions['features']>
  chunk?: ParseOptions['chunk']
  chunkMaxTokens?: number
  chunkOverlapTokens?: number
}): ParseOptions {
  return {
    ...defaultOptions,
    outputFormats: more.outputFormats ?? defaultOptions.outputFormats,
    elementFormats: { ...defaultOptions.elementFormats, ...more.elementFormats },
    features: { ...defaultOptions.features, ...more.features },
    chunk: more.chunk ?? defaultOptions.chunk,
    chunkMaxTokens: more.chunkMaxTokens ?? defaultOptions.chunkMaxTokens,
    chunkOverlapTokens: more.chunkOverlapTokens ?? defaultOptions.chunkOverlapTokens,
  }
}
