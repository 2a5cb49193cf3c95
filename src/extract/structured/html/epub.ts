/** Reads EPUB: one page per document of the spine. Images come from the book only. */

import { decodeText } from '../../../encoding/encoding.ts'
import { ParseError } from '../../../model/errors.ts'
import { decodePercent } from '../../../model/percent-encoding.ts'
import { attribute, child, descendants, type Element, elements } from '../../../xml/tree.ts'
import { parseXml } from '../../../xml/xml.ts'
import { Archive } from '../../../zip/archive.ts'
import { resolvePath } from '../ooxml/ooxml-package.ts'
import { PageWriter } from '../page-writer.ts'
import type { DocumentReader, StructuredPage } from '../types.ts'
import { decodeDataImage } from './data-uri.ts'
import { HtmlReader } from './html.ts'
import { parseHtmlTree } from './html-tree.ts'

export const epubReader: DocumentReader = {
  open(bytes, { limits }) {
    const archive = new Archive(bytes, limits)
    const container = parseXml(archive.readRequired('META-INF/container.xml'), "The book's container")
    const packagePath = descendants(container, 'container:rootfile')
      .map((each) => attribute(each, 'full-path'))
      .find((path) => path !== undefined)
    if (packagePath === undefined) throw new ParseError(1106, 'The EPUB is damaged: its container names no book.')
    const book = parseXml(archive.readRequired(packagePath), "The book's package")
    const chapters = readSpine(book, folderOf(packagePath)).filter((name) => archive.has(name))
    if (chapters.length === 0)
      throw new ParseError(1106, 'The EPUB is damaged: none of the documents in its spine exists.')
    rejectEncrypted(archive, chapters)
    return { pageCount: chapters.length, warnings: [], readPage: (at) => readChapter(archive, chapters[at]!) }
  },
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

const DOCUMENT_TYPES = new Set([
  'application/xhtml+xml',
  'text/html',
  'application/x-dtbook+xml',
  'image/svg+xml',
  'text/x-oeb1-document',
])

function readSpine(book: Element, folder: string): string[] {
  const manifest = new Map(
    elements(child(book, 'opf:manifest'), 'opf:item').map((item) => [attribute(item, 'id') ?? '', item]),
  )
  return elements(child(book, 'opf:spine'), 'opf:itemref').flatMap((reference) => {
    const item = manifest.get(attribute(reference, 'idref') ?? '')
    const href = attribute(item, 'href')
    if ((attribute(item, 'properties') ?? '').split(/\s+/).includes('nav')) return []
    if (href === undefined || !DOCUMENT_TYPES.has(attribute(item, 'media-type') ?? 'application/xhtml+xml')) return []
    return [resolvePath(folder, decodePercent(href))]
  })
}

/** Obfuscated fonts are harmless; DRM is not readable. */
function rejectEncrypted(archive: Archive, chapters: readonly string[]): void {
  const bytes = archive.read('META-INF/encryption.xml')
  if (bytes === null) return
  const uris = new TextDecoder().decode(bytes).matchAll(/URI\s*=\s*["']([^"']+)["']/g)
  const encrypted = Array.from(uris, ([, uri = '']) => decodePercent(uri))
  if (chapters.some((chapter) => encrypted.includes(chapter)))
    throw new ParseError(1106, 'The EPUB is protected against copying (DRM): its text is encrypted and can’t be read.')
}

function readChapter(archive: Archive, name: string): StructuredPage {
  const folder = folderOf(name)
  const source = decodeText(archive.readRequired(name))
  const writer = new PageWriter()
  const loadImage = (address: string): Uint8Array | null =>
    /^[a-z][\w+.-]*:/i.test(address)
      ? decodeDataImage(address)
      : archive.read(resolvePath(folder, decodePercent(address)))
  new HtmlReader(writer, { loadImage, menus: true, dollars: false }).read(parseHtmlTree(closeEmptyTags(source)))
  return writer.finish()
}

const VOID_ELEMENTS = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))

/** HTML parsers leave self-closing tags of XHTML open. The lookahead keeps the pattern linear. */
function closeEmptyTags(source: string): string {
  return source.replace(/<([a-zA-Z][\w-]*)(?![\w-])([^<>]*)\/>/g, (tag, name: string, attributes: string) =>
    VOID_ELEMENTS.has(name.toLowerCase()) ? tag : `<${name}${attributes}></${name}>`,
  )
}
