import type { DocumentText } from './context.ts'

export interface JsonCell {
  readonly row: number
  readonly col: number
  readonly row_span: number
  readonly col_span: number
  readonly header: boolean
  readonly text: string
}

export interface JsonBlock {
  readonly type: string
  readonly content: string
  readonly img_url: string
  readonly cells?: readonly JsonCell[]
}

export interface JsonPage {
  readonly page_num: number
  readonly blocks: readonly JsonBlock[]
}

/** `text` must be JSON. */
export function pagesOf({ text }: DocumentText): readonly JsonPage[] {
  return JSON.parse(text).pages
}

/** File name of an image, without the folder. */
export function imageNameOf(block: JsonBlock): string | undefined {
  return block.img_url.split('/').at(-1) || undefined
}
