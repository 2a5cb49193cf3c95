/** Locates hyperlinks (option `links`) after the text has changed. Links with missing text are dropped. */
import type { Box } from './geometry.ts'

export interface Hyperlink {
  readonly text: string
  /** Absolute URL: `http:`, `https:` or `mailto:`. */
  readonly url: string
}

export interface RawLink {
  readonly box: Box
  readonly url: string
}

/** In UTF-16 units; `to` is exclusive. */
export interface LinkRange {
  readonly from: number
  readonly to: number
  readonly url: string
}

/** Maximum length in characters; longer URLs contain data. */
const MAX_URL_LENGTH = 2048
const schemes = new Set(['http:', 'https:', 'mailto:'])

/** Returns `null` for other schemes and for URLs with a password. */
export function toWebUrl(address: string): string | null {
  const text = address.trim()
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text)) return null
  const url = new URL(text)
  return schemes.has(url.protocol) && url.password === '' ? url.href : null
}

/** Consecutive texts, such as list items. Each link is used once, in order, within one text. */
export function locateLinks(texts: readonly string[], links: readonly Hyperlink[]): LinkRange[][] {
  const ranges: LinkRange[][] = texts.map(() => [])
  let at = 0
  let from = 0
  for (const { text, url } of links) {
    if (text === '') continue
    let [index, found] = [at, texts[at]?.indexOf(text, from) ?? -1]
    while (found < 0 && index + 1 < texts.length) found = texts[++index]?.indexOf(text) ?? -1
    if (found < 0) continue
    ranges[index]?.push({ from: found, to: found + text.length, url })
    at = index
    from = found + text.length
  }
  return ranges
}

export function splitLinks(
  parts: readonly string[],
  links: readonly Hyperlink[],
): { readonly links?: readonly Hyperlink[] }[] {
  return locateLinks(parts, links).map((ranges, at) =>
    mergeLinks({ links: ranges.map(({ from, to, url }) => ({ text: (parts[at] ?? '').slice(from, to), url })) }),
  )
}

export function mergeLinks(...parts: readonly { readonly links?: readonly Hyperlink[] }[]): {
  readonly links?: readonly Hyperlink[]
} {
  const links = parts.flatMap((part) => part.links ?? [])
  return links.length === 0 ? {} : { links }
}
