/** The readers of single texts: HTML, Markdown, plain text, and delimited text. Each decodes its bytes by what they are, not by what they say. */

import { ParseError } from '../../../model/errors.ts'
import type { Element } from '../../../xml/tree.ts'
import { decodeText } from '../encoding.ts'
import { dataPicture } from '../html/data-uri.ts'
import { HtmlReader } from '../html/html.ts'
import { parseHtmlTree } from '../html/html-tree.ts'
import { markdownTree } from '../html/markdown.ts'
import { pageParts } from '../html/visible-elements.ts'
import { PageWriter } from '../page-writer.ts'
import { looksDelimited, readDelimited } from '../sheets/delimited.ts'
import { writeGrid } from '../sheets/sheet-grid.ts'
import type { StructuredDocument, StructuredPage } from '../structured-document.ts'
import type { DocumentReader } from '../types.ts'
import { readPlainText, splitPages } from './plain-text.ts'

export const htmlReader: DocumentReader = {
  open(bytes) {
    const tree = parseHtmlTree(decodeText(bytes, declaredCharset(bytes)))
    return onePage(() => readHtmlPage(tree))
  },
}

export const markdownReader: DocumentReader = {
  open(bytes) {
    const tree = markdownTree(decodeText(bytes))
    return onePage(() => readHtmlPage(tree))
  },
}

export const plainTextReader: DocumentReader = {
  open(bytes) {
    const pages = splitPages(decodeText(bytes))
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

export const delimitedReader: DocumentReader = {
  open(bytes, { fileType, maxCells }) {
    const text = decodeText(bytes)
    const rows = readDelimited(
      text,
      fileType === '.tsv' && looksDelimited(text.slice(0, 4096)) === false ? '\t' : undefined,
    )
    // Short rows are filled up: a single long one makes all of them long.
    const cells = rows.length * rows.reduce((most, { length }) => Math.max(most, length), 0)
    if (cells > maxCells)
      throw new ParseError(
        1132,
        `The table has ${cells} cells, the empty ones counted; the limit is ${maxCells}. Split it and send the parts.`,
      )
    return onePage(() => {
      const writer = new PageWriter()
      writeGrid(rows, writer)
      return writer.finish()
    })
  },
}

function onePage(read: () => StructuredPage): StructuredDocument {
  return { pageCount: 1, warnings: [], readPage: read }
}

function readHtmlPage(tree: Element): StructuredPage {
  const writer = new PageWriter()
  const { body, footers } = pageParts(tree)
  for (const part of body) new HtmlReader(writer, { loadPicture: dataPicture, menus: false }).read(part)
  const feet = footers.flatMap((part) => {
    const foot = new PageWriter()
    new HtmlReader(foot, { loadPicture: () => null, menus: false }).read(part)
    return foot.finish().blocks.flatMap((block) => (block.kind === 'text' ? [block.text] : []))
  })
  for (const text of feet) writer.text({ text, pictures: [] }, 'footer')
  return writer.finish()
}

/** What `<meta>` says, within the first kilobyte as the HTML standard has it (some pages are slower to say it). */
function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4096))
  return (
    /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1] ??
    /^<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1]
  )
}
