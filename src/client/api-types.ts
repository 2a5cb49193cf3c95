/** Generated from the OpenAPI document by `node test/client-types.ts`. */

/**
 * Causes and remedies: docs/errors.md.
 */
export type ErrorCode =
  1101 | 1104 | 1106 | 1107 | 1108 | 1111 | 1118 | 1123 | 1124 | 1131 | 1132 | 1133 | 1137 | 1138 | 1139

export interface SubmitRequest {
  /**
   * Send it before the file, so that a wrong key is refused before the upload; or send the header `Authorization: Bearer <key>` instead.
   */
  api_key: string
  /**
   * The document. Its type is detected from the content.
   */
  file: string
  /**
   * Outputs of the result. Repeat the field, or send a comma-separated list or a JSON array.
   */
  output_formats?: ('markdown' | 'json' | 'html' | 'zip')[]
  /**
   * How images, tables and formulas are written, as JSON. Keys that are missing or null have their defaults.
   */
  element_formats?: {
    image?: 'url' | 'base64' | 'file' | 'none' | null
    formula?: 'latex' | 'mathml' | 'ascii' | null
    table?: 'html' | 'markdown' | 'image' | null
    cs?: 'image' | null
  }
  /**
   * Switches, as JSON. Keys that are missing or null have their defaults.
   */
  feature_config?: {
    enable_text_cross_page?: boolean | null
    enable_table_cross_page?: boolean | null
    enable_title_level_recognition?: boolean | null
    enable_inline_formula?: boolean | null
    enable_inline_image?: boolean | null
    enable_table_image?: boolean | null
    enable_image_understanding?: boolean | null
    keep_header_footer?: boolean | null
  }
  /**
   * Pages, counted from 1, both ends included. Default: all pages.
   */
  page_range?: string
  /**
   * `auto`: OCR for pages without a usable text layer; `force`: for all; `off`: for none.
   */
  ocr?: 'auto' | 'force' | 'off'
  /**
   * OCR models in order of preference, joined by `+`. Default: those of the service; `GET /health` lists them.
   */
  ocr_languages?: string
  /**
   * Opens protected PDF and Office files.
   */
  password?: string
  /**
   * How Office files are read: `convert` by way of a PDF, `direct` from the file.
   */
  office?: 'auto' | 'convert' | 'direct'
  /**
   * Slides are followed by their notes.
   */
  speaker_notes?: boolean
  /**
   * An image of each page, as `pages[].page_image_url` in the JSON.
   */
  page_images?: boolean
  /**
   * Adds chunks for retrieval to the JSON: of sections, of the whole document, or of pages.
   */
  chunk?: 'none' | 'title' | 'size' | 'page'
  /**
   * Maximum size of a chunk together with the titles above it.
   */
  chunk_max_tokens?: number
  /**
   * Text repeated from the previous chunk; at most half of `chunk_max_tokens`.
   */
  chunk_overlap_tokens?: number
  /**
   * How tokens are counted. On Workers only `estimate`.
   */
  chunk_tokenizer?: 'estimate' | 'cl100k_base' | 'o200k_base'
  /**
   * Hyperlinks in the Markdown, and as `links` in the JSON.
   */
  links?: boolean
  /**
   * For old clients; `k12` means `general`.
   */
  scene?: 'general' | 'k12'
  /**
   * The old name of `feature_config`.
   */
  extract_config?: {
    enable_text_cross_page?: boolean | null
    enable_table_cross_page?: boolean | null
    enable_title_level_recognition?: boolean | null
    enable_inline_formula?: boolean | null
    enable_inline_image?: boolean | null
    enable_table_image?: boolean | null
    enable_image_understanding?: boolean | null
    keep_header_footer?: boolean | null
  }
  /**
   * Receives a POST with the body of a check when the task has ended.
   */
  callback_url?: string
  /**
   * A repeated request of the same key returns the existing task and costs nothing.
   */
  dedupe?: boolean
}

export interface ParseResponse {
  code: 0
  message: string
  data: ParseData
  /**
   * Missing without warnings.
   */
  warnings?: string[]
}

export interface ParseData {
  /**
   * For logs only.
   */
  task_id: string
  error: null
  metadata: Metadata
  result: Result
}

export interface Metadata {
  /**
   * Pages of the document.
   */
  page_num: number
  /**
   * Detected from the content.
   */
  file_type: string
  /**
   * Pages that were parsed.
   */
  pages_billed: number
  processing_time_ms: number
  /**
   * Estimate for language models.
   */
  token_count: number
}

export interface Result {
  file_name: string
  /**
   * Links to all images; empty unless `element_formats.image` is `url`.
   */
  imgs: string[]
  /**
   * The requested formats.
   */
  outputs: {
    markdown?: string
    json?: ParsedDocument
    html?: string
    /**
     * Link to the zip.
     */
    zip?: string
  }
}

export interface ParsedDocument {
  pages: Page[]
  /**
   * Only with `chunk`.
   */
  chunks?: Chunk[]
}

export interface Page {
  /**
   * Counted from 0.
   */
  page_num: number
  /**
   * Pixels at 144 dpi.
   */
  page_size: {
    w: number
    h: number
  }
  /**
   * Whether the page continues a block of the previous page.
   */
  merge_content_from_pre_page: boolean
  /**
   * Only with `page_images`.
   */
  page_image_url?: string
  blocks: Block[]
}

export interface Block {
  /**
   * Position in reading order on its page.
   */
  idx: number
  /**
   * Clients treat types that they do not know as `text`.
   */
  type:
    | 'title'
    | 'text'
    | 'figure'
    | 'figure_caption'
    | 'table'
    | 'table_caption'
    | 'equation'
    | 'header'
    | 'footer'
    | 'sider'
    | 'footnote'
    | 'cate'
    | 'cate_item'
    | 'choice'
    | 'code'
    | 'blank'
    | 'reference'
    | 'qrcode'
    | 'stamp'
    | 'cs'
    | 'cs_equation'
  /**
   * `[x1, y1, x2, y2]` in pixels at 144 dpi, from the top left.
   */
  bbox: [number, number, number, number]
  content: string
  /**
   * Notation of `content`.
   */
  format: 'text' | 'html' | 'markdown' | 'latex' | 'mathml' | 'ascii'
  /**
   * `idx` of the captions of a figure or table.
   */
  captions: number[]
  /**
   * Link, data URI or path in the zip, as `element_formats.image` says; empty without an image.
   */
  img_url: string
  /**
   * Only with `enable_title_level_recognition`.
   */
  title_level?: number
  /**
   * Of the OCR engine; 1 for a text layer.
   */
  confidence: number
  source: 'text_layer' | 'ocr' | 'tagged' | 'document'
  /**
   * Only of tables. A merged cell is listed once, at its top left.
   */
  cells?: Cell[]
  /**
   * Only with `links`.
   */
  links?: Link[]
}

export interface Cell {
  row: number
  col: number
  row_span: number
  col_span: number
  header: boolean
  /**
   * `[x1, y1, x2, y2]` in pixels at 144 dpi, from the top left.
   */
  bbox: [number, number, number, number]
  /**
   * Plain text.
   */
  text: string
  /**
   * In a table joined across pages: the page of `bbox`.
   */
  page_num?: number
  links?: Link[]
}

export interface Link {
  text: string
  url: string
}

export interface Chunk {
  index: number
  /**
   * Markdown without image links.
   */
  text: string
  /**
   * `text` after the titles above it: the text to embed.
   */
  contextualized_text: string
  /**
   * From the largest title to the title of the chunk.
   */
  title_path: string[]
  blocks: {
    page_num: number
    idx: number
  }[]
  /**
   * Boxes of `blocks`.
   */
  bboxes: [number, number, number, number][]
  /**
   * Counted from 0.
   */
  page_nums: number[]
  /**
   * Of `text`, counted by `chunk_tokenizer`.
   */
  tokens: number
  tokens_estimated: number
}

export interface SubmitResponse {
  code: 0
  message: string
  data: {
    task_id: string
    status: 'QUEUING' | 'PROCESSING' | 'SUCCESS' | 'FAILED'
  }
  /**
   * Missing without warnings.
   */
  warnings?: string[]
}

export interface CheckResponse {
  code: 0
  message: string
  data: CheckData
  /**
   * Missing without warnings.
   */
  warnings?: string[]
}

export interface CheckData {
  record_id: number
  task_id: string
  status: 'QUEUING' | 'PROCESSING' | 'SUCCESS' | 'FAILED'
  file_name: string
  metadata: {
    /**
     * Pages of the document.
     */
    page_num?: number
    /**
     * Detected from the content.
     */
    file_type?: string
    /**
     * Pages that were parsed.
     */
    pages_billed?: number
    processing_time_ms?: number
    /**
     * Estimate for language models.
     */
    token_count?: number
  }
  progress: {
    pages_done: number
    /**
     * `null` until they are counted.
     */
    pages_total: number | null
  }
  /**
   * Only after `SUCCESS`.
   */
  result: Result | null
  error: string | null
  error_code: number | null
  message: string
}

export interface UsageResponse {
  code: 0
  message: string
  data: {
    remaining_paid_pages: number
    remaining_free_pages_today: number
    remaining_free_pages_this_month: number
    dashboard_url: string
  }
  /**
   * Missing without warnings.
   */
  warnings?: string[]
}

export interface ProgressEvent {
  status: 'QUEUING' | 'PROCESSING' | 'SUCCESS' | 'FAILED'
  pages_done: number
  /**
   * `null` until they are counted.
   */
  pages_total: number | null
}
