/** Running text as readers gather it: words with the pictures that stand among them and the links over them; and how a block holds it. */
import { imagePlaceholder } from '../../model/document.ts'
import { type Hyperlink, mergeLinks, toWebUrl } from '../../model/hyperlinks.ts'
import type { EmbeddedImage } from './structured-document.ts'

/** Running text with a `imagePlaceholder` for each of its pictures. */
export interface Inline {
  readonly text: string
  readonly pictures: readonly EmbeddedImage[]
  /** Words of the text that lead somewhere, in its order. */
  readonly links?: readonly Hyperlink[]
}

/** Text as a block holds it: single blanks, no blank lines, none of the signs that only typesetters see. */
export function tidy(text: string): string {
  return text
    .normalize('NFC')
    .replace(invisible, '')
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .replace(/[\t\u00a0\u2000-\u200a\u202f\u205f\u3000 ]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim()
}

/** Controls, soft hyphens, zero-width blanks, byte order marks and direction marks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const invisible = /[\u0000-\u0008\u000e-\u001f\u007f\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

export function plainInline(text: string): Inline {
  return { text, pictures: [] }
}

/** Pieces one after the other. */
export function joinInline(pieces: readonly Inline[], separator = ''): Inline {
  return {
    text: pieces.map(({ text }) => text).join(separator),
    pictures: pieces.flatMap(({ pictures }) => pictures),
    ...mergeLinks(...pieces),
  }
}

/** Text all of which leads to an address; just the text where the address is none of the web. */
export function linkedInline(inline: Inline, address: string | undefined): Inline {
  const url = address === undefined ? null : toWebUrl(address)
  return url === null || inline.text.trim() === '' ? inline : { ...inline, links: [{ text: inline.text, url }] }
}

/** Links as a block holds them: their words tidied as its text is. */
export function linksOf({ links = [] }: Pick<Inline, 'links'>, lines?: 'one line'): { links?: readonly Hyperlink[] } {
  const tidied = links.map(({ text, url }) => {
    const words = tidy(text.replaceAll(imagePlaceholder, ' '))
    return { text: lines === undefined ? words : words.replaceAll('\n', ' '), url }
  })
  return mergeLinks({ links: tidied.filter(({ text }) => text !== '') })
}
