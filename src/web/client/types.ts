/** As in `docs/api.md`. */

export type Box = readonly [x1: number, y1: number, x2: number, y2: number]

export interface Cell {
  readonly row: number
  readonly col: number
  readonly row_span: number
  readonly col_span: number
  readonly header: boolean
  readonly bbox: Box
  readonly text: string
  /** In tables across pages. */
  readonly page_num?: number
}

export interface Block {
  readonly idx: number
  readonly type: string
  readonly bbox: Box
  readonly content: string
  readonly format: string
  readonly captions: readonly number[]
  readonly img_url: string
  readonly title_level?: number
  readonly confidence: number
  readonly source: string
  readonly cells?: readonly Cell[]
}

export interface Page {
  /** Counts from 0. */
  readonly page_num: number
  readonly page_size: { readonly w: number; readonly h: number }
  readonly page_image_url?: string
  readonly blocks: readonly Block[]
}

export interface Chunk {
  readonly index: number
  readonly text: string
  readonly title_path: readonly string[]
  readonly blocks: readonly { readonly page_num: number; readonly idx: number }[]
  readonly page_nums: readonly number[]
  readonly tokens: number
}

export interface Outputs {
  readonly markdown?: string
  readonly json?: { readonly pages: readonly Page[]; readonly chunks?: readonly Chunk[] }
  readonly html?: string
  readonly zip?: string
}

export interface Metadata {
  readonly page_num?: number
  readonly file_type?: string
  readonly pages_billed?: number
  readonly processing_time_ms?: number
  readonly token_count?: number
}

export interface ParseResult {
  readonly file_name: string
  readonly outputs: Outputs
}

export type TaskStatus = 'QUEUING' | 'PROCESSING' | 'SUCCESS' | 'FAILED'

export interface TaskData {
  readonly task_id: string
  readonly status: TaskStatus
  readonly file_name: string
  readonly metadata: Metadata
  readonly progress: { readonly pages_done: number; readonly pages_total: number | null }
  readonly result: ParseResult | null
  readonly error: string | null
  readonly error_code: number | null
}

export interface Envelope<data> {
  readonly code: number
  readonly message: string
  readonly data: data
  readonly warnings?: readonly string[]
}
