/**
 * EPUB → logical pages, one for each document of the book's spine. Pictures come from the book alone. Refuses books whose text is
 * encrypted (1106).
 */
import { ParseError } from '../../../model/errors.ts'
import { attribute, child, descendants, type Element, elements } from '../../../xml/tree.ts'
import { parseXml } from '../../../xml/xml.ts'
import { Archive } from '../../../zip/archive.ts'
import { decodeText } from '../encoding.ts'
import { resolvePath } from '../ooxml/ooxml-package.ts'
import { PageWriter } from '../page-writer.ts'
import type { StructuredPage } from '../structured-document.ts'
import type { DocumentReader } from '../types.ts'
import { dataPicture } from './data-uri.ts'
import { HtmlReader } from './html.ts'
import { parseHtmlTree } from './html-tree.ts'

export const epubReader: DocumentReader = {
  open(bytes, { limits }) {
    const archive = new Archive(bytes, limits)
    const container = parseXml(archive.need('META-INF/container.xml'), "The book's container")
    const root = descendants(container, 'container:rootfile')
      .map((each) => attribute(each, 'full-path'))
      .find((path) => path !== undefined)
    if (root === undefined) throw new ParseError(1106, 'The EPUB is damaged: its container names no book.')
    const chapters = readSpine(
      parseXml(archive.need(root), "The book's package"),
      root.slice(0, root.lastIndexOf('/') + 1),
    ).filter((name) => archive.has(name))
    if (chapters.length === 0)
      throw new ParseError(1106, 'The EPUB is damaged: none of the documents in its spine exists.')
    refuseEncrypted(archive, chapters)
    return { pageCount: chapters.length, warnings: [], readPage: (at) => readChapter(archive, chapters[at]!) }
  },
}

const documentTypes = new Set([
  'application/xhtml+xml',
  'text/html',
  'application/x-dtbook+xml',
  'image/svg+xml',
  'text/x-oeb1-document',
])

/** Names of the documents in reading order. */
function readSpine(book: Element, folder: string): string[] {
  const manifest = new Map(
    elements(child(book, 'opf:manifest'), 'opf:item').map((item) => [attribute(item, 'id') ?? '', item]),
  )
  return elements(child(book, 'opf:spine'), 'opf:itemref').flatMap((reference) => {
    const item = manifest.get(attribute(reference, 'idref') ?? '')
    const href = attribute(item, 'href')
    // The book's menu (EPUB 3.3, 5.4) repeats its headings, as the outline of a PDF does.
    if ((attribute(item, 'properties') ?? '').split(/\s+/).includes('nav')) return []
    if (href === undefined || !documentTypes.has(attribute(item, 'media-type') ?? 'application/xhtml+xml')) return []
    return [resolvePath(folder, decode(href))]
  })
}

/** Fonts may be obfuscated; texts that are encrypted belong to a shop's own readers. */
function refuseEncrypted(archive: Archive, chapters: readonly string[]): void {
  const bytes = archive.read('META-INF/encryption.xml')
  if (bytes === null) return
  const text = new TextDecoder().decode(bytes)
  const locked = [...text.matchAll(/URI\s*=\s*["']([^"']+)["']/g)].map(([, name]) => decode(name ?? ''))
  if (chapters.some((chapter) => locked.includes(chapter)))
    throw new ParseError(1106, 'The EPUB is protected against copying (DRM): its text is encrypted and can’t be read.')
}

function readChapter(archive: Archive, name: string): StructuredPage {
  const folder = name.slice(0, name.lastIndexOf('/') + 1)
  const source = decodeText(archive.need(name))
  const writer = new PageWriter()
  const loadPicture = (address: string): Uint8Array | null =>
    /^[a-z][\w+.-]*:/i.test(address) ? dataPicture(address) : archive.read(resolvePath(folder, decode(address)))
  new HtmlReader(writer, { loadPicture, menus: true }).read(parseHtmlTree(closeEmptyTags(source)))
  return writer.finish()
}

/** Elements that HTML knows to be empty. */
const voids = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
])

/** XHTML closes empty elements in one tag (`<title/>`), which HTML would leave open. A name is taken whole: one of 200 KB that is never closed would be tried at each length. */
function closeEmptyTags(source: string): string {
  return source.replace(/<([a-zA-Z][\w-]*)(?![\w-])([^<>]*)\/>/g, (whole, name: string, attributes: string) =>
    voids.has(name.toLowerCase()) ? whole : `<${name}${attributes}></${name}>`,
  )
}

function decode(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
