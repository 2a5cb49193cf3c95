import { Marked } from 'marked'
import { ParseError } from '../../../model/errors.ts'
import type { Element } from '../../../xml/tree.ts'
import { parseHtmlTree } from './html-tree.ts'
import { checkMarkdown, withoutLongRuns } from './markdown-limits.ts'

const marked = new Marked({ gfm: true, async: false })

/**
 * Parses CommonMark with GitHub's tables, without front matter. Throws `ParseError` 1106 and 1132 for excessive nesting
 * and tables.
 */
export function parseMarkdownTree(source: string): Element {
  const text = source.replace(/^\ufeff?---\r?\n[\s\S]*?\r?\n(?:---|\.\.\.)\r?\n/, '')
  checkMarkdown(text)
  return parseHtmlTree(withoutLongRuns(text, parse))
}

function parse(text: string): string {
  try {
    return marked.parse(text, { async: false })
  } catch (error) {
    throw new ParseError(1106, 'The Markdown file is nested too deep: it is damaged or malicious.', { cause: error })
  }
}
