/**
 * Documents without drawn pages by their content: HTML, EPUB, and texts, among which the name decides where content can't
 * (Markdown, CSV and plain text are all text). Binary files are none of these.
 */

import type { FileSample } from '../types.ts'
import { detectEncoding, looksLikeText } from './encoding.ts'
import { looksDelimited } from './sheets/delimited.ts'

const markdownNames = new Set(['.md', '.markdown', '.mdown', '.mkd', '.mdx', '.rmd', '.qmd'])
const htmlNames = new Set(['.html', '.htm', '.xhtml', '.xht', '.shtml'])

/** The canonical type, or `null`. */
export function detectStructuredType(sample: FileSample): string | null {
  const { head } = sample
  if (isEpub(sample)) return '.epub'
  if (!looksLikeText(head)) return null
  const text = new TextDecoder(detectEncoding(head)).decode(head).replace(/^\ufeff/, '')
  const name = extensionOf(sample.fileName)
  if (looksLikeHtml(text, name)) return '.html'
  if (markdownNames.has(name)) return '.md'
  if (name === '.csv' || name === '.tsv') return name
  if (name === '.tab') return '.tsv'
  if (name === '.txt' || name === '.text' || name === '.log') return '.txt'
  if (text.trim() === '') return null
  // A text under an Office name is what it looks like: exports of tables are often called so.
  if (looksDelimited(text)) return text.includes('\t') ? '.tsv' : '.csv'
  return looksLikeMarkdown(text) ? '.md' : '.txt'
}

/** The first entry is called `mimetype`, is stored and says so (OCF 3.3, 4.2); or a container and a book's package are among the names. */
function isEpub({ head, tail }: FileSample): boolean {
  const decoder = new TextDecoder('latin1')
  const start = decoder.decode(head)
  if (!start.startsWith('PK\x03\x04')) return false
  if (start.slice(0, 100).includes('mimetypeapplication/epub+zip')) return true
  const names = start + decoder.decode(tail)
  return names.includes('META-INF/container.xml') && names.includes('.opf')
}

/** Begins with a document type or an element of HTML, whatever comments stand before; `name` counts where it begins with words. */
function looksLikeHtml(text: string, name: string): boolean {
  const start = text.replace(/^(?:\s+|<!--[\s\S]*?-->|<\?xml[^>]*\?>)+/, '').slice(0, 2000)
  if (/^<!doctype\s+html/i.test(start) || /^<(?:html|head|body)[\s>]/i.test(start)) return true
  if (htmlNames.has(name)) return /<[a-z][\w-]*(?:\s[^<>]*)?\/?>/i.test(text)
  if (/^<(?:div|table|p|h[1-6]|ul|ol|title|meta|script|style|font|center|section|article|main)[\s>]/i.test(start))
    return /<\/[a-z][\w-]*\s*>/i.test(text)
  // MIME-less saves of Office as web pages.
  return /^<[\s\S]{0,500}xmlns="http:\/\/www\.w3\.org\/(?:TR\/REC-html40|1999\/xhtml)"/i.test(start)
}

/** Each sign is looked for in time that grows with the text alone: neither words nor addresses of links hold a bracket. */
function looksLikeMarkdown(text: string): boolean {
  const signs = [
    /^#{1,6} \S/m,
    /^```/m,
    /\[[^[\]\n]+\]\([^)[\n]+\)/,
    /^\|.*\|\s*\n\|[\s:|-]+\|\s*$/m,
    /(?:^|\s)\*\*\S[^*\n]*\*\*/,
  ]
  return signs.filter((sign) => sign.test(text)).length >= 2
}

function extensionOf(fileName: string): string {
  return /\.[a-z0-9]+$/i.exec(fileName)?.[0].toLowerCase() ?? ''
}
