/** Detects HTML, EPUB and text by content. The file name only distinguishes kinds of text. */

import { detectEncoding, looksLikeText } from '../../encoding/encoding.ts'
import { toBinaryString } from '../../model/bytes.ts'
import { extensionOf } from '../../model/file-name.ts'
import type { FileSample } from '../types.ts'
import { looksDelimited } from './sheets/delimited.ts'

const MARKDOWN_NAMES = new Set(['.md', '.markdown', '.mdown', '.mkd', '.mdx', '.rmd', '.qmd'])
const HTML_NAMES = new Set(['.html', '.htm', '.xhtml', '.xht', '.shtml'])
const TYPES_BY_NAME = new Map([
  ['.csv', '.csv'],
  ['.tsv', '.tsv'],
  ['.tab', '.tsv'],
  ['.txt', '.txt'],
  ['.text', '.txt'],
  ['.log', '.txt'],
])

export function detectStructuredType(sample: FileSample): string | null {
  const { head } = sample
  if (isEpub(sample)) return '.epub'
  if (!looksLikeText(head)) return null
  const text = new TextDecoder(detectEncoding(head)).decode(head).replace(/^\ufeff/, '')
  const extension = extensionOf(sample.fileName)
  if (looksLikeHtml(text, extension)) return '.html'
  if (MARKDOWN_NAMES.has(extension)) return '.md'
  const named = TYPES_BY_NAME.get(extension)
  if (named !== undefined) return named
  if (text.trim() === '') return null
  if (looksDelimited(text)) return text.includes('\t') ? '.tsv' : '.csv'
  return looksLikeMarkdown(text) ? '.md' : '.txt'
}

/** The first entry is a stored `mimetype` (OCF 3.3, 4.2), or the names include a container and a package document. */
function isEpub({ head, tail }: FileSample): boolean {
  const start = toBinaryString(head)
  if (!start.startsWith('PK\x03\x04')) return false
  if (start.slice(0, 100).includes('mimetypeapplication/epub+zip')) return true
  const names = start + toBinaryString(tail)
  return names.includes('META-INF/container.xml') && names.includes('.opf')
}

/** With an HTML file name, text may precede the first element. */
function looksLikeHtml(text: string, extension: string): boolean {
  const start = text.replace(/^(?:\s+|<!--[\s\S]*?-->|<\?xml[^>]*\?>)+/, '').slice(0, 2000)
  if (/^<!doctype\s+html/i.test(start) || /^<(?:html|head|body)[\s>]/i.test(start)) return true
  if (HTML_NAMES.has(extension)) return /<[a-z][\w-]*(?:\s[^<>]*)?\/?>/i.test(text)
  if (/^<(?:div|table|p|h[1-6]|ul|ol|title|meta|script|style|font|center|section|article|main)[\s>]/i.test(start))
    return /<\/[a-z][\w-]*\s*>/i.test(text)
  return /^<[\s\S]{0,500}xmlns="http:\/\/www\.w3\.org\/(?:TR\/REC-html40|1999\/xhtml)"/i.test(start)
}

const MARKDOWN_PATTERNS = [
  /^#{1,6} \S/m,
  /^```/m,
  /\[[^[\]\n]+\]\([^)[\n]+\)/,
  /^\|.*\|\s*\n\|[\s:|-]+\|\s*$/m,
  /(?:^|\s)\*\*\S[^*\n]*\*\*/,
]

function looksLikeMarkdown(text: string): boolean {
  return MARKDOWN_PATTERNS.filter((pattern) => pattern.test(text)).length >= 2
}
