/**
 * List items → lines. Plain text for the JSON (`- ` or `1. `, two blanks a level) and Markdown, whose indent must
 * reach the text of the item above or the nesting is lost.
 */
import type { ListItem } from '../model/document.ts'
import { type Hyperlink, locateLinks } from '../model/hyperlinks.ts'
import { escapeParagraph, oneLine } from './escape.ts'
import { rangedMarkdown } from './hyperlinks.ts'

/** An ordered marker that CommonMark knows. */
const ordered = /^\d{1,9}[.)]$/

/** One line per item, as the wire contract wants `content`. */
export function plainList(items: readonly ListItem[]): string {
  return items
    .map((item) => `${'  '.repeat(item.level)}${markerOf(item)} ${labelOf(item)}${oneLine(item.text)}`)
    .join('\n')
}

/** A nested CommonMark list. A level that is skipped counts as one: nesting has no holes. */
export function markdownList(items: readonly ListItem[], links: readonly Hyperlink[] = []): string {
  const texts = items.map((item) => oneLine(labelOf(item) + item.text))
  const places = locateLinks(texts, links)
  const lines: string[] = []
  /** Open items from the outermost: level, column of their text, index of their line if that holds text. */
  const open: { level: number; indent: number; line: number | null }[] = []
  for (const [index, item] of items.entries()) {
    const marker = markerOf(item)
    const text = rangedMarkdown(texts[index] ?? '', places[index] ?? [], escapeParagraph)
    // A lone dash under a line of text would make that line a heading.
    if (text === '' && marker === '-') continue
    while (open.length > 0 && open[open.length - 1]!.level >= item.level) open.pop()
    const parent = open.at(-1)
    // Directly under its parent's text a numbered item begins a list only when it has text and the number 1; a blank line helps.
    if (parent?.line === lines.length - 1 && marker !== '-' && (text === '' || !/^0*1[.)]$/.test(marker)))
      lines.push('')
    const indent = parent?.indent ?? 0
    open.push({ level: item.level, indent: indent + marker.length + 1, line: text === '' ? null : lines.length })
    lines.push(`${' '.repeat(indent)}${marker} ${text}`.trimEnd())
  }
  return lines.join('\n')
}

/** `-`, or the printed number where Markdown has such a number. */
function markerOf(item: ListItem): string {
  const marker = item.marker.trim()
  return ordered.test(marker) ? marker : '-'
}

/** Printed labels that are no Markdown marker (`a)`, `(iv)`) stay as text behind a dash. */
function labelOf(item: ListItem): string {
  const marker = item.marker.trim()
  return marker === '' || marker === '-' || ordered.test(marker) ? '' : `${marker} `
}
