import { escapeHtml } from '../model/escape-html.ts'
import { type Hyperlink, type LinkRange, locateLinks } from '../model/hyperlinks.ts'
import { linkDestination } from './escape.ts'

/** Markers of link ends during escaping; they are punctuation, like brackets, for CommonMark's emphasis rules. */
const OPEN = '⸨'
const CLOSE = '⸩'

export function linkedMarkdown(
  text: string,
  links: readonly Hyperlink[] | undefined,
  escapeText: (text: string) => string,
): string {
  return links === undefined ? escapeText(text) : rangedMarkdown(text, locateLinks([text], links)[0] ?? [], escapeText)
}

/** As `linkedMarkdown`, with known positions. Text that contains the markers loses its links. */
export function rangedMarkdown(
  text: string,
  ranges: readonly LinkRange[],
  escapeText: (text: string) => string,
): string {
  if (ranges.length === 0 || text.includes(OPEN) || text.includes(CLOSE)) return escapeText(text)
  const escaped = escapeText(
    replaceRanges(text, ranges, { link: (words) => OPEN + words + CLOSE, plain: (words) => words }),
  )
  let next = 0
  return escaped.replace(new RegExp(`${OPEN}([^${CLOSE}]*)${CLOSE}`, 'g'), (_, words: string) => {
    const range = ranges[next++]
    return range === undefined ? words : markdownLink(words, text.slice(range.from, range.to), range.url)
  })
}

export function linkedHtml(text: string, links: readonly Hyperlink[] | undefined): string {
  return links === undefined ? escapeHtml(text) : rangedHtml(text, locateLinks([text], links)[0] ?? [])
}

export function rangedHtml(text: string, ranges: readonly LinkRange[]): string {
  return replaceRanges(text, ranges, {
    link: (words, url) => `<a href="${escapeHtml(url)}">${escapeHtml(words)}</a>`,
    plain: escapeHtml,
  })
}

/** A URL as its own text becomes an autolink. Brackets in other text are escaped once more. */
function markdownLink(words: string, plain: string, url: string): string {
  if (plain === url && !/[\s<>]/.test(url)) return `<${url}>`
  const inner = words.replace(/\\[\s\S]|[[\]]/g, (found) => (found.length > 1 ? found : `\\${found}`))
  return `[${inner}](${linkDestination(url)})`
}

function replaceRanges(
  text: string,
  ranges: readonly LinkRange[],
  { link, plain }: { link(words: string, url: string): string; plain(words: string): string },
): string {
  let replaced = ''
  let at = 0
  for (const { from, to, url } of ranges) {
    replaced += plain(text.slice(at, from)) + link(text.slice(from, to), url)
    at = to
  }
  return replaced + plain(text.slice(at))
}
