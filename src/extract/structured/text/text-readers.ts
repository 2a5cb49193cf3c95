import { decodeText } from '../../../encoding/encoding.ts'
import { ParseError } from '../../../model/errors.ts'
import type { Element } from '../../../xml/tree.ts'
import { MAX_CHARACTERS, tooLarge } from '../flow/flow-writer.ts'
import { decodeDataImage } from '../html/data-uri.ts'
import { HtmlReader, type HtmlSource } from '../html/html.ts'
import { parseHtmlTree } from '../html/html-tree.ts'
import { parseMarkdownTree } from '../html/markdown.ts'
import { removeSiteNavigation } from '../html/site-navigation.ts'
import { pageParts } from '../html/visible-elements.ts'
import { plainInline } from '../inline-text.ts'
import { PageWriter } from '../page-writer.ts'
import { looksDelimited, readDelimited } from '../sheets/delimited.ts'
import { writeGrid } from '../sheets/sheet-grid.ts'
import type { DocumentReader, StructuredDocument, StructuredPage } from '../types.ts'
import { readPlainText, splitPages } from './plain-text.ts'

export const htmlReader: DocumentReader = {
  open(bytes) {
    const tree = parseHtmlTree(decodeLimited(bytes, declaredCharset(bytes)))
    return onePage(() => readHtmlPage(tree, { dollars: false }))
  },
}

export const markdownReader: DocumentReader = {
  open(bytes) {
    const tree = parseMarkdownTree(decodeLimited(bytes))
    return onePage(() => readHtmlPage(tree, { dollars: true }))
  },
}

export const plainTextReader: DocumentReader = {
  open(bytes) {
    const pages = splitPages(decodeLimited(bytes))
    return {
      pageCount: pages.length,
      warnings: [],
      readPage(pageIndex) {
        const writer = new PageWriter()
        readPlainText(pages[pageIndex] ?? '', writer)
        return writer.finish()
      },
    }
  },
}

const TSV_SAMPLE_LENGTH = 4096

export const delimitedReader: DocumentReader = {
  open(bytes, { fileType, maxCells }) {
    const text = decodeLimited(bytes)
    const isTabbed = fileType === '.tsv' && !looksDelimited(text.slice(0, TSV_SAMPLE_LENGTH))
    const rows = readDelimited(text, isTabbed ? '\t' : undefined)
    const cells = rows.length * rows.reduce((most, { length }) => Math.max(most, length), 0)
    if (cells > maxCells)
      throw new ParseError(
        1132,
        `The table has ${cells} cells, empty ones included; the limit is ${maxCells}. Split it and send the parts.`,
      )
    return onePage(() => {
      const writer = new PageWriter()
      writeGrid(rows, writer)
      return writer.finish()
    })
  },
}

/** Throws `ParseError` 1132 for too much text, without embedded images: V8 might end the process. */
function decodeLimited(bytes: Uint8Array, charset?: string): string {
  const text = decodeText(bytes, charset)
  if (text.length <= MAX_CHARACTERS) return text
  if (text.length - embeddedLength(text) > MAX_CHARACTERS) throw tooLarge(`${MAX_CHARACTERS} characters`)
  return text
}

/** Length of all `data:` URIs. A regular expression would need a stack as long as its match. */
function embeddedLength(text: string): number {
  let length = 0
  for (let from = text.indexOf('data:'); from >= 0; ) {
    let to = from
    while (to < text.length && !endsUri(text.charCodeAt(to))) to++
    length += to - from
    from = text.indexOf('data:', to)
  }
  return length
}

/** Whitespace, quotes and closing brackets. */
function endsUri(code: number): boolean {
  return code <= 0x20 || code === 0x22 || code === 0x27 || code === 0x29 || code === 0x3e
}

function onePage(read: () => StructuredPage): StructuredDocument {
  return { pageCount: 1, warnings: [], readPage: read }
}

function readHtmlPage(tree: Element, { dollars }: Pick<HtmlSource, 'dollars'>): StructuredPage {
  const writer = new PageWriter()
  const { body, footers } = pageParts(tree)
  if (!dollars) removeSiteNavigation(body)
  new HtmlReader(writer, { loadImage: decodeDataImage, menus: false, dollars }).read(body)
  for (const footer of footers) {
    const contents = new PageWriter()
    new HtmlReader(contents, { loadImage: () => null, menus: false, dollars }).read(footer)
    for (const block of contents.finish().blocks)
      if (block.kind === 'text') writer.text(plainInline(block.text), 'footer')
  }
  return writer.finish()
}

/** Bytes searched for a declared encoding: the HTML standard requires 1 KB, some pages need more. */
const CHARSET_SEARCH_BYTES = 4096

function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, CHARSET_SEARCH_BYTES))
  return (
    /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1] ??
    /^<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1]
  )
}
