/** The `json` output (docs/api.md) for its readers in this project. */
import { maxOf } from './statistics.ts'

/** In pixels at 144 dpi, from the top left. */
export type PixelBox = readonly [x1: number, y1: number, x2: number, y2: number]

export interface CellJson {
  readonly row: number
  readonly col: number
  readonly row_span: number
  readonly col_span: number
  readonly header: boolean
  readonly bbox: PixelBox
  readonly text: string
  /** In tables across pages. */
  readonly page_num?: number
}

export interface BlockJson {
  readonly idx: number
  readonly type: string
  readonly bbox: PixelBox
  readonly content: string
  readonly format: string
  readonly captions: readonly number[]
  readonly img_url: string
  readonly title_level?: number
  readonly confidence: number
  readonly source: string
  readonly cells?: readonly CellJson[]
  /** With the option `listItemBoxes`. */
  readonly item_bboxes?: readonly PixelBox[]
}

export interface PageJson {
  /** Counts from 0. */
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

export function tableSize(cells: readonly Omit<CellJson, 'bbox'>[]): { readonly rows: number; readonly cols: number } {
  return {
    rows: Math.max(0, maxOf(cells.map(({ row, row_span }) => row + row_span))),
    cols: Math.max(0, maxOf(cells.map(({ col, col_span }) => col + col_span))),
  }
}
