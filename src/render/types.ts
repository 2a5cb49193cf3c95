import type { Document, ExtractedImage } from '../model/document.ts'
import type { OutputFormat, ParseOptions } from '../model/options.ts'

/** How the outputs refer to images. `base` and `folder` end with a slash. */
export type ImageLinks =
  | { readonly kind: 'url'; readonly base: string }
  /** Data URIs. With `base`, addresses that the caller replaces by data URIs afterwards. */
  | { readonly kind: 'base64'; readonly base?: string }
  | { readonly kind: 'file'; readonly folder: string }
  | { readonly kind: 'none' }

/** Fractional for the estimate, so that the counts of parts add up to that of the whole. */
export type CountTokens = (text: string) => number

export interface RenderTask {
  readonly options: ParseOptions
  readonly links: ImageLinks
  /** How a file that must contain its images refers to them; default: data URIs. */
  readonly embedded?: ImageLinks
  /** The tokenizer of `chunk_tokenizer`; default: the estimate. */
  readonly countTokens?: CountTokens
}

/** URL, data URI or path of an image in the output; "" without an image, or when images are not wanted. */
export type Href = (imageName: string | undefined) => string

export interface RenderInput {
  readonly document: Document
  readonly images: ReadonlyMap<string, ExtractedImage>
  readonly task: RenderTask
  readonly href: Href
}

export interface Renderer {
  readonly format: OutputFormat
  render(input: RenderInput): string | Uint8Array
}

export interface RenderedOutputs {
  readonly markdown?: string
  /** JSON text of `outputs.json`. */
  readonly json?: string
  readonly html?: string
  readonly zip?: Uint8Array
  /** JSON Lines: one chunk per line. */
  readonly chunks?: string
  /** Images that the outputs reference by URL or path, in document order. */
  readonly images: readonly ExtractedImage[]
  readonly tokenCount: number
  /** Number of pages that could not be read. They cost nothing. */
  readonly damagedPages: number
  readonly warnings: readonly string[]
}
