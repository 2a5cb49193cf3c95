/**
 * Hyperlinks of a document (`links`): words that lead somewhere, and where. A block keeps its links in the order of its text, so that
 * they are found again in whatever becomes of that text; a link whose words are gone is shown nowhere.
 */
import type { Box } from './geometry.ts'

/** Words that lead to an address. */
export interface Hyperlink {
  /** The words as they stand in the text of the block or cell. */
  readonly text: string
  /** Absolute: `http:`, `https:` or `mailto:`. */
  readonly url: string
}

/** An area of a page that leads to an address. */
export interface RawLink {
  readonly box: Box
  readonly url: string
}

/** Where a link stands in a text: UTF-16 units, `to` exclusive. */
export interface LinkRange {
  readonly from: number
  readonly to: number
  readonly url: string
}

/** Longer addresses are data, not places. */
const maxLength = 2048
const schemes = new Set(['http:', 'https:', 'mailto:'])

/** The address in its normal form; `null` for what leads nowhere outside the document, or to a program. */
export function toWebUrl(address: string): string | null {
  const text = address.trim()
  if (text.length > maxLength || !URL.canParse(text)) return null
  const url = new URL(text)
  // A password in an address is nobody's to pass on.
  return schemes.has(url.protocol) && url.password === '' ? url.href : null
}

/** The places of links in texts that follow each other, such as the items of a list: each link once, in order, never over a text's end. */
export function locateLinks(texts: readonly string[], links: readonly Hyperlink[]): LinkRange[][] {
  const placed: LinkRange[][] = texts.map(() => [])
  let at = 0
  let from = 0
  for (const { text, url } of links) {
    if (text === '') continue
    let [where, found] = [at, texts[at]?.indexOf(text, from) ?? -1]
    while (found < 0 && where + 1 < texts.length) found = texts[++where]?.indexOf(text) ?? -1
    if (found < 0) continue
    placed[where]?.push({ from: found, to: found + text.length, url })
    at = where
    from = found + text.length
  }
  return placed
}

/** Which of the links each of the pieces has that a text was cut into. */
export function splitLinks(
  pieces: readonly string[],
  links: readonly Hyperlink[],
): { readonly links?: readonly Hyperlink[] }[] {
  return locateLinks(pieces, links).map((ranges, at) =>
    mergeLinks({ links: ranges.map(({ from, to, url }) => ({ text: (pieces[at] ?? '').slice(from, to), url })) }),
  )
}

/** The links of blocks or cells that became one; absent where there are none. */
export function mergeLinks(...parts: readonly { readonly links?: readonly Hyperlink[] }[]): {
  readonly links?: readonly Hyperlink[]
} {
  const links = parts.flatMap((part) => part.links ?? [])
  return links.length === 0 ? {} : { links }
}
