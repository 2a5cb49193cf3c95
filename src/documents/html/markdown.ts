/**
 * Markdown → blocks, by way of HTML (marked; CommonMark with GitHub's tables) and the HTML reader. Front matter of sites is left
 * out. Raw HTML inside is read as any other HTML: nothing runs and nothing is fetched.
 */
import { Marked } from 'marked'
import type { Element } from '../xml/tree.ts'
import { parseHtmlTree } from './tree.ts'

const marked = new Marked({ gfm: true, async: false })

/** The document element of the page that the Markdown makes. */
export function markdownTree(source: string): Element {
  const html = marked.parse(source.replace(/^\ufeff?---\r?\n[\s\S]*?\r?\n(?:---|\.\.\.)\r?\n/, ''), { async: false })
  return parseHtmlTree(html)
}
