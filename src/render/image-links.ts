import { toBase64 } from '../model/bytes.ts'
import { cached } from '../model/cached.ts'
import { type Block, type Document, type ExtractedImage, imagePlaceholder } from '../model/document.ts'
import type { ParseOptions } from '../model/options.ts'
import type { Href, ImageLinks } from './types.ts'

/** Maximum length in characters; longer text of a figure follows the image. */
export const MAX_ALT_LENGTH = 300

export function createHref(links: ImageLinks, images: ReadonlyMap<string, ExtractedImage>): Href {
  const known = new Map<string, string>()
  return (name) => {
    const image = images.get(name ?? '')
    return image === undefined ? '' : cached(known, image.name, () => addressOf(image, links))
  }
}

function addressOf(image: ExtractedImage, links: ImageLinks): string {
  switch (links.kind) {
    case 'url':
      return links.base + encodeURIComponent(image.name)
    case 'base64':
      return links.base !== undefined ? links.base + image.name : `data:${image.type};base64,${toBase64(image.bytes)}`
    case 'file':
      return links.folder + image.name
    case 'none':
      return ''
  }
}

/** A table has an image only with `table: image`. */
export function imageNameOf(block: Block, options: ParseOptions): string | undefined {
  if (block.kind === 'figure') return block.picture
  return block.kind === 'table' && options.elementFormats.table === 'image' ? block.picture : undefined
}

export function referencedImages(
  document: Document,
  images: ReadonlyMap<string, ExtractedImage>,
  options: ParseOptions,
): ExtractedImage[] {
  const names = document.pages.flatMap(({ blocks, picture }) => [
    ...blocks.flatMap((block) => [...inlineImages(block), imageNameOf(block, options)]),
    picture,
  ])
  return [...new Set(names.flatMap((name) => images.get(name ?? '') ?? []))]
}

function inlineImages(block: Block): readonly string[] {
  if (block.kind === 'table') return block.cells.flatMap((cell) => cell.pictures ?? [])
  return block.kind === 'figure' ? [] : (block.inlinePictures ?? [])
}

/** Writes the image of this name, or "" without an address. */
export function imageWriter(href: Href, write: (address: string) => string): (name: string) => string {
  return (name) => {
    const address = href(name)
    return address === '' ? '' : write(address)
  }
}

export function withoutImagePlaceholders(text: string): string {
  return fillImagePlaceholders(text, [], () => '')
}

/** Placeholders without an image, or with an empty result, are removed. */
export function fillImagePlaceholders(
  text: string,
  names: readonly string[] = [],
  write: (name: string) => string,
): string {
  if (!text.includes(imagePlaceholder)) return text
  let next = 0
  let removed = false
  const filled = text.replaceAll(imagePlaceholder, () => {
    const name = names[next++]
    const written = name === undefined ? '' : write(name)
    removed ||= written === ''
    return written
  })
  return removed ? filled.replace(/(?<=\S) {2,}/g, ' ').replace(/(?<! ) +$/gm, '') : filled
}
