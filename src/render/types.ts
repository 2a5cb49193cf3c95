import type { Document, ExtractedImage } from '../model/document.ts'
import type { OutputFormat, ParseOptions } from '../model/options.ts'

/** References of the outputs to images. `base` and `folder` end with a slash. */
export type ImageLinks =
  | { readonly kind: 'url'; readonly base: string }
  /** With `base`, addresses that the caller replaces by data URIs. */
  | { readonly kind: 'base64'; readonly base?: string }
  | { readonly kind: 'file'; readonly folder: string }
  | { readonly kind: 'none' }

/** Fractional for the estimate, so that the counts of parts add up to that of the whole. */
export type CountTokens = (text: string) => number

export interface RenderTask {
  readonly options: ParseOptions
  readonly links: ImageLinks
  /** References of a file that must contain its images; data URIs by default. */
  readonly embedded?: ImageLinks
  readonly countTokens?: CountTokens
}

/** "" without an image, or when images are not requested. */
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
  readonly json?: string
  readonly html?: string
  readonly zip?: Uint8Array
  readonly chunks?: string
  readonly images: readonly ExtractedImage[]
  readonly tokenCount: number
  /** Number of unreadable pages, which cost nothing. */
  readonly damagedPages: number
  readonly warnings: readonly string[]
}
