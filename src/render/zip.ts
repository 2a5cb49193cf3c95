/**
 * Document → zip: `<name>.md`, `<name>.json` when JSON was asked for, and the pictures under `images/`, linked by
 * relative paths whatever `element_formats.image` says for the other outputs. Equal documents give equal bytes.
 */
import { type Zippable, zipSync } from 'fflate'
import { createHref, referencedImages } from './image-links.ts'
import { json } from './json.ts'
import { markdown } from './markdown.ts'
import type { Renderer, RenderInput } from './registry.ts'

const imageFolder = 'images/'
/**
 * The zip format's first day. fflate writes the local fields of a date, so a local noon gives the same bytes in
 * every time zone.
 */
const entryDate = new Date(1980, 0, 1, 12, 0, 0)
/** Characters; leaves room for the folder and the ending under the 255 bytes that file systems allow, for CJK names too. */
const maxNameLength = 80

export const zip: Renderer = {
  format: 'zip',
  render(input) {
    const { document, images, task } = input
    const inside: RenderInput = { ...input, href: createHref({ kind: 'file', folder: imageFolder }, images) }
    const name = entryName(document.info.fileName)
    const entries: Zippable = { [`${name}.md`]: encode(markdown.render(inside)) }
    if (task.options.outputFormats.includes('json')) entries[`${name}.json`] = encode(json.render(inside))
    // PNG and JPEG are compressed already: stored as they are, which is also much faster.
    for (const picture of referencedImages(document, images, task.options))
      entries[imageFolder + picture.name] = [picture.bytes, { level: 0 }]
    return zipSync(entries, { level: 6, mtime: entryDate })
  },
}

/** The file's name without its ending and folders, safe to unpack on any system. */
export function entryName(fileName: string): string {
  const last = fileName.split(/[/\\]/).at(-1) ?? ''
  const safe = last
    .replace(/[\p{Cc}\p{Cf}\p{Cs}<>:"|?*]/gu, '_')
    .replace(/(?<=.)\.[^.]*$/, '')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  return [...safe].slice(0, maxNameLength).join('').trim() || 'document'
}

function encode(text: string | Uint8Array): Uint8Array {
  return typeof text === 'string' ? new TextEncoder().encode(text) : text
}
