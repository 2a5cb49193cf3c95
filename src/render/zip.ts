/** Links in the zip are relative paths, regardless of `element_formats.image`. Equal documents give equal bytes. */

import { type Zippable, zipSync } from 'fflate'
import { withoutExtension } from '../model/file-name.ts'
import { htmlFile } from './html.ts'
import { createHref, referencedImages } from './image-links.ts'
import { json } from './json.ts'
import { markdown } from './markdown.ts'
import type { Renderer, RenderInput } from './types.ts'

const IMAGE_FOLDER = 'images/'
/** fflate writes local fields, so noon of the format's first day gives the same bytes in every time zone. */
const ENTRY_DATE = new Date(1980, 0, 1, 12, 0, 0)
/** In characters: CJK names with folder and extension stay below 255 bytes. */
const MAX_NAME_LENGTH = 80

export const zip: Renderer = {
  format: 'zip',
  render(input) {
    const { document, images, task } = input
    const inside: RenderInput = { ...input, href: createHref({ kind: 'file', folder: IMAGE_FOLDER }, images) }
    const name = entryName(document.info.fileName)
    const entries: Zippable = { [`${name}.md`]: encode(markdown.render(inside)) }
    if (task.options.outputFormats.includes('json')) entries[`${name}.json`] = encode(json.render(inside))
    if (task.options.outputFormats.includes('html')) entries[`${name}.html`] = encode(htmlFile(inside))
    for (const image of referencedImages(document, images, task.options))
      entries[IMAGE_FOLDER + image.name] = [image.bytes, { level: 0 }]
    return zipSync(entries, { level: 6, mtime: ENTRY_DATE })
  },
}

/** Removes folders and the extension; safe on any system. */
export function entryName(fileName: string): string {
  const last = fileName.split(/[/\\]/).at(-1) ?? ''
  const safe = withoutExtension(last.replace(/[\p{Cc}\p{Cf}\p{Cs}<>:"|?*]/gu, '_')).replace(/^[.\s]+|[.\s]+$/g, '')
  return [...safe].slice(0, MAX_NAME_LENGTH).join('').trim() || 'document'
}

function encode(text: string | Uint8Array): Uint8Array {
  return typeof text === 'string' ? new TextEncoder().encode(text) : text
}
