import type { Block, Document, ExtractedImage } from '../model/document.ts'
import { chunkLines } from './chunk-lines.ts'
import { html } from './html.ts'
import { createHref, referencedImages } from './image-links.ts'
import { json } from './json.ts'
import { markdown } from './markdown.ts'
import { estimateTokens } from './token-estimate.ts'
import type { RenderedOutputs, Renderer, RenderInput, RenderTask } from './types.ts'
import { zip } from './zip.ts'

export const renderers: readonly Renderer[] = [markdown, json, html, zip, chunkLines]

/** `images` may be in any order and include images that the document does not show. */
export function render(document: Document, images: readonly ExtractedImage[], task: RenderTask): RenderedOutputs {
  const { options, links } = task
  const byName = new Map(images.map((image) => [image.name, image]))
  const input: RenderInput = { document, images: byName, task, href: createHref(links, byName) }
  const forReaders = options.furnitureOnlyInJson ? { ...input, document: withoutFurniture(document) } : input
  const outputs = Object.fromEntries(
    renderers
      .filter(({ format }) => options.outputFormats.includes(format))
      .map((renderer) => [renderer.format, renderer.render(renderer.format === 'json' ? input : forReaders)]),
  )
  return {
    ...outputs,
    images: links.kind === 'url' || links.kind === 'file' ? referencedImages(document, byName, options) : [],
    tokenCount: estimateTokens(document, options),
    damagedPages: document.pages.filter((page) => page.isDamaged === true).length,
    warnings: [...document.warnings],
  }
}

/** Blocks are emptied instead of removed, because captions refer to blocks by index. */
function withoutFurniture(document: Document): Document {
  const empty = (block: Block): Block =>
    block.kind === 'text' && (block.type === 'header' || block.type === 'footer') ? { ...block, text: '' } : block
  return { ...document, pages: document.pages.map((page) => ({ ...page, blocks: page.blocks.map(empty) })) }
}
