/** Links to the pages before and after, which generators of manuals add to each page. */
import { type Element, isElement } from '../../../xml/tree.ts'

/** Maximum characters that are not links: "Next:" and separators; in tables also the title of the page. */
const MAX_OTHER_TEXT: ReadonlyMap<string, number> = new Map([
  ['table', 200],
  ['ul', 60],
  ['div', 60],
  ['p', 60],
])
const MAX_NODES = 300
const HEADING = /^h[1-6]$/

export function isPager(element: Element): boolean {
  let otherText = MAX_OTHER_TEXT.get(element.name) ?? 0
  let hasLink = false
  const open: Element[] = otherText === 0 ? [] : [element]
  for (let visited = 0; open.length > 0; visited++) {
    const { name, children } = open.pop()!
    if (visited > MAX_NODES || HEADING.test(name)) return false
    for (const node of children) {
      if (!isElement(node)) otherText -= node.trim().length
      else if (node.name !== 'a') open.push(node)
      else if (isPageLink(node, element.name)) hasLink = true
    }
    if (otherText < 0) return false
  }
  return hasLink
}

/** By the link types of HTML, or by the keys of DocBook, GTK-Doc and Publican. */
function isPageLink({ attributes }: Element, container: string): boolean {
  if (/(?:^|\s)(?:next|prev|previous)(?:\s|$)/i.test(attributes.rel ?? '')) return true
  return container !== 'p' && /^[np]$/i.test(attributes.accesskey ?? '')
}
