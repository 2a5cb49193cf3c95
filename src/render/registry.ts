/**
 * Document → bytes. One renderer per output format; a new format is one file here and one line in THE LIST.
 * `render` runs those that were asked for and hands back what they made.
 */
import type { Document, ExtractedImage } from '../model/document.ts'
import type { OutputFormat, ParseOptions } from '../model/options.ts'
import { createHref, referencedImages } from './image-links.ts'
import { json } from './json.ts'
import { markdown } from './markdown.ts'
import { estimateTokens } from './token-estimate.ts'
import { zip } from './zip.ts'

/** How pictures are named in the outputs. */
export type ImageLinks =
  | { readonly kind: 'url' /** ends in `/` */; readonly base: string }
  | { readonly kind: 'base64' }
  | { readonly kind: 'file' /** ends in `/`; inside the zip `images/` */; readonly folder: string }
  | { readonly kind: 'none' }

export interface RenderTask {
  readonly options: ParseOptions
  readonly links: ImageLinks
}

/** What a renderer may read: the document, its pictures by name, and how to name a picture in the output. */
export interface RenderInput {
  readonly document: Document
  readonly images: ReadonlyMap<string, ExtractedImage>
  readonly task: RenderTask
  /** The picture's address as the output shall show it, or `""` when pictures are not wanted. */
  href(pictureName: string): string
}

export interface Renderer {
  readonly format: OutputFormat
  render(input: RenderInput): string | Uint8Array
}

export interface RenderedOutputs {
  readonly markdown?: string
  /** JSON text of `outputs.json`. */
  readonly json?: string
  readonly zip?: Uint8Array
  /** Pictures that the outputs name, in document order. */
  readonly images: readonly ExtractedImage[]
  readonly tokenCount: number
  readonly warnings: readonly string[]
}

/** THE LIST. */
export const renderers = [markdown, json, zip] as const satisfies readonly Renderer[]

/** Runs the renderers that were asked for. `pictures` may come in any order and hold more than the document shows. */
export function render(document: Document, pictures: readonly ExtractedImage[], task: RenderTask): RenderedOutputs {
  const { options, links } = task
  const byName = new Map(pictures.map((picture) => [picture.name, picture]))
  const input: RenderInput = { document, images: byName, task, href: createHref(links, byName) }
  const outputs = Object.fromEntries(
    renderers
      .filter(({ format }) => options.outputFormats.includes(format))
      .map((renderer) => [renderer.format, renderer.render(input)]),
  )
  return {
    ...outputs,
    images: links.kind === 'url' || links.kind === 'file' ? referencedImages(document, byName, options) : [],
    tokenCount: estimateTokens(document, options),
    warnings: [...document.warnings],
  }
}
