/**
 * Markdown → blocks, by way of HTML (marked; CommonMark with GitHub's tables) and the HTML reader. Front matter of sites is left
 * out. Raw HTML inside is read as any other HTML: nothing runs and nothing is fetched.
 */
import { Marked } from 'marked'
import { ParseError } from '../../../model/errors.ts'
import type { Element } from '../../../xml/tree.ts'
import { parseHtmlTree } from './html-tree.ts'
import { checkMarkdown, withoutLongRuns } from './markdown-limits.ts'

const marked = new Marked({ gfm: true, async: false })

/** The document element of the page that the Markdown makes. Throws 1106 and 1132 for what was made to harm. */
export function markdownTree(source: string): Element {
  const text = source.replace(/^\ufeff?---\r?\n[\s\S]*?\r?\n(?:---|\.\.\.)\r?\n/, '')
  checkMarkdown(text)
  return parseHtmlTree(withoutLongRuns(text, parse))
}

function parse(text: string): string {
  try {
    return marked.parse(text, { async: false })
  } catch (error) {
    // The parser throws for nothing but its own stack.
    throw new ParseError(1106, 'The Markdown file is nested too deep: it is damaged or made to harm.', { cause: error })
  }
}
