/**
 * Picture names → the addresses that outputs show: a URL, a data URI, a relative path, or none.
 * Only pictures that a block shows are named; what layout cut out in vain is left behind.
 */
import { toBase64 } from '../model/bytes.ts'
import { type Block, type Document, type ExtractedImage, imagePlaceholder } from '../model/document.ts'
import type { ParseOptions } from '../model/options.ts'
import type { ImageLinks } from './registry.ts'

/** The address of a picture as the output shows it, or "". */
export type Href = (pictureName: string) => string

/** The address of each picture under `links`; "" for pictures that do not exist or are not wanted. */
export function createHref(
  links: ImageLinks,
  pictures: ReadonlyMap<string, ExtractedImage>,
): (pictureName: string) => string {
  const known = new Map<string, string>()
  return (name) => {
    const before = known.get(name)
    if (before !== undefined) return before
    const picture = pictures.get(name)
    const address = picture === undefined ? '' : addressOf(picture, links)
    known.set(name, address)
    return address
  }
}

function addressOf(picture: ExtractedImage, links: ImageLinks): string {
  switch (links.kind) {
    case 'url':
      return links.base + encodeURIComponent(picture.name)
    case 'base64':
      return `data:${picture.type};base64,${toBase64(picture.bytes)}`
    case 'file':
      return links.folder + picture.name
    case 'none':
      return ''
  }
}

/** The name of the picture that a block shows, if any. A table shows one only with `table: image`. */
export function imageNameOf(block: Block, options: ParseOptions): string | undefined {
  if (block.kind === 'figure') return block.picture
  if (block.kind === 'table' && options.elementFormats.table === 'image') return block.picture
  return undefined
}

/** The names of all pictures that a block shows: in its text or cells, and its own. */
function picturesOf(block: Block, options: ParseOptions): string[] {
  const own = imageNameOf(block, options)
  const inside =
    block.kind === 'table'
      ? block.cells.flatMap((cell) => cell.pictures ?? [])
      : block.kind === 'figure'
        ? []
        : (block.inlinePictures ?? [])
  return own === undefined ? [...inside] : [...inside, own]
}

/** The pictures that the document's pages and their blocks show, in document order, each once. */
export function referencedImages(
  document: Document,
  pictures: ReadonlyMap<string, ExtractedImage>,
  options: ParseOptions,
): ExtractedImage[] {
  const shown = new Set<ExtractedImage>()
  for (const page of document.pages)
    for (const name of [...page.blocks.flatMap((block) => picturesOf(block, options)), page.picture ?? '']) {
      const picture = pictures.get(name)
      if (picture !== undefined) shown.add(picture)
    }
  return [...shown]
}

/** Puts what `show` says of each picture at its mark; marks without a picture, or without anything to show, leave nothing. */
export function fillImagePlaceholders(
  text: string,
  pictures: readonly string[] = [],
  show: (name: string) => string,
): string {
  if (!text.includes(imagePlaceholder)) return text
  let next = 0
  let gone = false
  const filled = text.replaceAll(imagePlaceholder, () => {
    const name = pictures[next++]
    const shown = name === undefined ? '' : show(name)
    gone ||= shown === ''
    return shown
  })
  return gone ? filled.replace(/(?<=\S) {2,}/g, ' ').replace(/(?<! ) +$/gm, '') : filled
}
