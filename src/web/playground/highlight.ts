/** Marks the words of the search with the Highlight API, which leaves the document as it is. */
import { normalize } from './view.ts'

const name = 'search'
const rangesOf = new WeakMap<Element, Range[]>()

export function highlightMatches(root: Element | null, text: string): void {
  if (root === null || typeof Highlight === 'undefined') return
  let highlight = CSS.highlights.get(name)
  if (highlight === undefined) {
    highlight = new Highlight()
    CSS.highlights.set(name, highlight)
  }
  for (const range of rangesOf.get(root) ?? []) highlight.delete(range)
  const wanted = normalize(text)
  const ranges: Range[] = []
  if (wanted !== '') {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const data = (node as Text).data.toLowerCase()
      for (let at = data.indexOf(wanted); at >= 0; at = data.indexOf(wanted, at + wanted.length)) {
        const range = new Range()
        range.setStart(node, at)
        range.setEnd(node, at + wanted.length)
        ranges.push(range)
        highlight.add(range)
      }
    }
  }
  rangesOf.set(root, ranges)
}
