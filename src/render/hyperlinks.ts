/** Texts with their hyperlinks as Markdown and HTML source. What stands between brackets is escaped once more, since a bracket could end it. */

import { escapeHtml } from '../model/html.ts'
import { type Hyperlink, type LinkRange, locateLinks } from '../model/hyperlinks.ts'
import { linkDestination } from './escape.ts'

/** Stand for a link's ends while text is escaped: punctuation, as the brackets are that they become. */
const opens = '⸨'
const closes = '⸩'

/** A text escaped by `escaping`, with its links. */
export function linkedMarkdown(
  text: string,
  links: readonly Hyperlink[] | undefined,
  escaping: (text: string) => string,
): string {
  return links === undefined ? escaping(text) : rangedMarkdown(text, locateLinks([text], links)[0] ?? [], escaping)
}

/** The same where the places are known. Text that has the marks itself goes without links: no known document does. */
export function rangedMarkdown(text: string, ranges: readonly LinkRange[], escaping: (text: string) => string): string {
  if (ranges.length === 0 || text.includes(opens) || text.includes(closes)) return escaping(text)
  const escaped = escaping(dress(text, ranges, { show: (words) => opens + words + closes, plain: (words) => words }))
  let next = 0
  return escaped.replace(new RegExp(`${opens}([^${closes}]*)${closes}`, 'g'), (_, words: string) => {
    const range = ranges[next++]
    return range === undefined ? words : markdownLink(words, text.slice(range.from, range.to), range.url)
  })
}

/** A text as HTML, with its links. */
export function linkedHtml(text: string, links: readonly Hyperlink[] | undefined): string {
  if (links === undefined) return escapeHtml(text)
  return dress(text, locateLinks([text], links)[0] ?? [], {
    show: (words, url) => `<a href="${escapeHtml(url)}">${escapeHtml(words)}</a>`,
    plain: escapeHtml,
  })
}

/** An address that is printed as it is needs no words beside it. */
function markdownLink(words: string, plain: string, url: string): string {
  if (plain === url && !/[\s<>]/.test(url)) return `<${url}>`
  const inner = words.replace(/\\[\s\S]|[[\]]/g, (found) => (found.length > 1 ? found : `\\${found}`))
  return `[${inner}](${linkDestination(url)})`
}

function dress(
  text: string,
  ranges: readonly LinkRange[],
  { show, plain }: { show(words: string, url: string): string; plain(words: string): string },
): string {
  let dressed = ''
  let at = 0
  for (const { from, to, url } of ranges) {
    dressed += plain(text.slice(at, from)) + show(text.slice(from, to), url)
    at = to
  }
  return dressed + plain(text.slice(at))
}
