import type { ListItem } from '../model/document.ts'
import { type Hyperlink, locateLinks } from '../model/hyperlinks.ts'
import { escapeParagraph, oneLine } from './escape.ts'
import { rangedMarkdown } from './hyperlinks.ts'

/** Ordered list marker of CommonMark. */
export const orderedMarker = /^\d{1,9}[.)]$/

export function plainList(items: readonly ListItem[]): string {
  return items
    .map((item) => `${'  '.repeat(item.level)}${markerOf(item)} ${labelOf(item)}${oneLine(item.text)}`)
    .join('\n')
}

/** Indents nested lists to the text of the parent item and closes up skipped levels. */
export function markdownList(items: readonly ListItem[], links: readonly Hyperlink[] = []): string {
  const texts = items.map((item) => oneLine(labelOf(item) + item.text))
  const ranges = locateLinks(texts, links)
  const lines: string[] = []
  const open: { level: number; indent: number; line: number | null }[] = []
  for (const [index, item] of items.entries()) {
    const marker = markerOf(item)
    const text = rangedMarkdown(texts[index] ?? '', ranges[index] ?? [], escapeParagraph)
    // A single dash would make the line above a heading.
    if (text === '' && marker === '-') continue
    while (open.length > 0 && open[open.length - 1]!.level >= item.level) open.pop()
    const parent = open.at(-1)
    if (parent?.line === lines.length - 1 && marker !== '-' && (text === '' || !/^0*1[.)]$/.test(marker)))
      lines.push('')
    const indent = parent?.indent ?? 0
    open.push({ level: item.level, indent: indent + marker.length + 1, line: text === '' ? null : lines.length })
    lines.push(`${' '.repeat(indent)}${marker} ${text}`.trimEnd())
  }
  return lines.join('\n')
}

function markerOf(item: ListItem): string {
  const marker = item.marker.trim()
  return orderedMarker.test(marker) ? marker : '-'
}

/** Labels such as `a)` or `(iv)`, which Markdown does not support, as text. */
export function labelOf(item: ListItem): string {
  const marker = item.marker.trim()
  return marker === '' || marker === '-' || orderedMarker.test(marker) ? '' : `${marker} `
}
