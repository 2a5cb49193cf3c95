import type { ListItem } from '../model/document.ts'
import { type Hyperlink, locateLinks } from '../model/hyperlinks.ts'
import { oneLine } from './escape.ts'
import { rangedHtml } from './hyperlinks.ts'
import { labelOf, orderedMarker } from './list-text.ts'

/** Keeps printed numbers as `value` and closes up skipped levels. */
export function htmlList(items: readonly ListItem[], links: readonly Hyperlink[] = []): string {
  const texts = items.map((item) => oneLine(labelOf(item) + item.text))
  const ranges = locateLinks(texts, links)
  let written = ''
  const open: { level: number; tag: 'ul' | 'ol' }[] = []
  const close = (): void => {
    written += `</li></${open.pop()?.tag}>`
  }
  for (const [index, item] of items.entries()) {
    const marker = item.marker.trim()
    const tag = orderedMarker.test(marker) ? 'ol' : 'ul'
    while (open.length > 0 && open.at(-1)!.level > item.level) close()
    const current = open.at(-1)
    if (current?.level === item.level && current.tag !== tag) close()
    if (open.at(-1)?.level === item.level) written += '</li>'
    else {
      open.push({ level: item.level, tag })
      written += `<${tag}>`
    }
    const value = tag === 'ol' ? ` value="${Number.parseInt(marker, 10)}"` : ''
    written += `<li${value}>${rangedHtml(texts[index] ?? '', ranges[index] ?? [])}`
  }
  while (open.length > 0) close()
  return written
}
