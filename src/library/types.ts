import type { ParsedDocument } from '../client/api-types.ts'
import type { ParseFields } from '../client/options.ts'
import type { ExtractedImage } from '../model/document.ts'

export interface ParseOptions extends ParseFields {
  /** Name whose ending distinguishes text formats. Default: that of the path or the `File`. */
  readonly file_name?: string
  /** Ends the work after the page in progress. */
  readonly signal?: AbortSignal
  readonly onPage?: (progress: { readonly pages_done: number; readonly pages_total: number }) => void
}

/** The requested outputs, their images and metadata. */
export interface ParsedResult {
  readonly file_name: string
  readonly metadata: { readonly page_num: number; readonly file_type: string; readonly token_count: number }
  readonly markdown?: string
  readonly json?: ParsedDocument
  readonly html?: string
  readonly zip?: Uint8Array
  /** Files that the outputs link as `images/<name>`, with `element_formats.image` `file`. */
  readonly images: readonly ExtractedImage[]
  readonly warnings: readonly string[]
}
