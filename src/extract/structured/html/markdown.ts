import { Marked } from 'marked'
import { ParseError } from '../../../model/errors.ts'
import { escapeHtml } from '../../../model/escape-html.ts'
import type { Element } from '../../../xml/tree.ts'
import { parseHtmlTree } from './html-tree.ts'
import { checkMarkdown, withoutLongRuns } from './markdown-limits.ts'
import { splitTex } from './tex-text.ts'

const marked = new Marked({ gfm: true, async: false })

/**
 * Parses CommonMark with GitHub's tables, without front matter. Throws `ParseError` 1106 and 1132 for excessive nesting
 * and tables.
 */
export function parseMarkdownTree(source: string): Element {
  const text = source.replace(/^\ufeff?---\r?\n[\s\S]*?\r?\n(?:---|\.\.\.)\r?\n/, '')
  checkMarkdown(text)
  return parseHtmlTree(withProtectedTex(text, (source) => withoutLongRuns(source, parse)))
}

/** Private characters in place of ASCII ones. */
const PROTECTED = /[\u{f5b00}-\u{f5b7f}]/gu
const OFFSET = 0xf5b00

/** Markdown would read the backslashes, underscores and asterisks of LaTeX. */
function withProtectedTex(source: string, parse: (source: string) => string): string {
  if (source.search(PROTECTED) >= 0) return parse(source)
  const parts = splitTex(source, { dollars: true }).map((part) =>
    typeof part === 'string'
      ? part
      : part.source.replace(/[!-/:-@[-`{-~]/g, (char) => String.fromCodePoint(OFFSET + char.charCodeAt(0))),
  )
  return parse(parts.join('')).replace(PROTECTED, (char) =>
    escapeHtml(String.fromCharCode(char.codePointAt(0)! - OFFSET)),
  )
}

function parse(text: string): string {
  try {
    return marked.parse(text, { async: false })
  } catch (error) {
    throw new ParseError(1106, 'The Markdown file is nested too deep: it is damaged or malicious.', { cause: error })
  }
}
