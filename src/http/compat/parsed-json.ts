/** The `json` output (docs/api.md), as far as the compatible APIs read it, and its text. */

export type PixelBox = readonly [number, number, number, number]

export interface CellJson {
  readonly row: number
  readonly col: number
  readonly row_span: number
  readonly col_span: number
  readonly header: boolean
  readonly bbox: PixelBox
  readonly text: string
  readonly page_num?: number
}

export interface BlockJson {
  readonly idx: number
  readonly type: string
  readonly bbox: PixelBox
  readonly content: string
  readonly captions: readonly number[]
  readonly img_url: string
  readonly title_level?: number
  readonly cells?: readonly CellJson[]
  /** With the option `listItemBoxes`. */
  readonly item_bboxes?: readonly PixelBox[]
}

export interface PageJson {
  readonly page_num: number
  readonly page_size: { readonly w: number; readonly h: number }
  readonly page_image_url?: string
  readonly blocks: readonly BlockJson[]
}

export interface ChunkJson {
  readonly index: number
  readonly text: string
  readonly contextualized_text: string
  readonly title_path: readonly string[]
  readonly blocks: readonly { readonly page_num: number; readonly idx: number }[]
  readonly page_nums: readonly number[]
  readonly tokens: number
}

export interface ParsedJson {
  readonly pages: readonly PageJson[]
  readonly chunks?: readonly ChunkJson[]
}

interface ListLine {
  readonly level: number
  readonly marker: string
  readonly text: string
}

const listLine = /^((?: {2})*)(-|\d{1,9}[.)]) ?(.*)$/

export function readList({ type, content }: BlockJson): ListLine[] | null {
  if (type !== 'text' || content === '') return null
  const lines = content.split('\n').map((line) => listLine.exec(line))
  return lines.every((line) => line !== null)
    ? lines.map(([, indent = '', marker = '', text = '']) => ({ level: indent.length / 2, marker, text }))
    : null
}

/** Without page headers and footers. Empty lines between blocks, tabs between cells. */
export function plainText(pages: readonly PageJson[]): string {
  return pages
    .flatMap(({ blocks }) => blocks.filter(({ type }) => type !== 'header' && type !== 'footer').map(blockText))
    .filter((text) => text !== '')
    .join('\n\n')
}

export function blockText({ cells, content }: BlockJson): string {
  if (cells === undefined) return content
  return [...Map.groupBy(cells, ({ row }) => row).values()]
    .map((row) => row.map(({ text }) => text.replace(/\s+/g, ' ').trim()).join('\t'))
    .join('\n')
}
