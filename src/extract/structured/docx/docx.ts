/** Reads DOCX. Pages end at page breaks and sections. */

import { cached } from '../../../model/cached.ts'
import { imagePlaceholder } from '../../../model/document.ts'
import { ParseError } from '../../../model/errors.ts'
import { attribute, child, descendants, type Element, elements } from '../../../xml/tree.ts'
import { Numbering } from '../flow/list-numbering.ts'
import { type NoteKind, TextPages } from '../flow/text-pages.ts'
import { type Inline, joinInline, joinLines } from '../inline-text.ts'
import { isOn } from '../ooxml/on-off.ts'
import { OoxmlPackage } from '../ooxml/ooxml-package.ts'
import type { Furniture } from '../page-writer.ts'
import { type DocumentReader, type StructuredPage, unconvertedDocument } from '../types.ts'
import { BodyReader, type PageSink } from './docx-body.ts'
import type { DocxContext } from './docx-cell-text.ts'
import { readLists } from './docx-numbering.ts'
import { RunReader } from './docx-runs.ts'
import { Styles } from './docx-styles.ts'

export const docxReader: DocumentReader = {
  open(bytes, { limits }) {
    const pages = readPages(new OoxmlPackage(bytes, limits))
    return unconvertedDocument(pages, 'pages end at its page breaks and sections', (page) => page)
  },
}

/** Section of a page, which ends later. */
interface PageSection {
  properties: Element | null
  readonly isFirstPage: boolean
}

function readPages(file: OoxmlPackage): StructuredPage[] {
  const part = file.mainPart()
  const body = child(file.xml(part), 'w:body')
  if (body === undefined) throw new ParseError(1106, 'The Word document is damaged: it has no body.')
  const pages = new TextPages()
  const sections: PageSection[] = [{ properties: null, isFirstPage: true }]
  const endPage = (isFirstPage: boolean): void => {
    if (pages.endPage()) sections.push({ properties: null, isFirstPage })
  }
  const references = new Map<string, string>()
  const notes = new Map<NoteKind, ReadonlyMap<string, Inline>>()
  const context: DocxContext = {
    file,
    part,
    styles: new Styles(file.optionalXml(file.related(part, 'styles'))),
    numbering: new Numbering(readLists(file.optionalXml(file.related(part, 'numbering')))),
    fields: [],
    addNote: (kind, id) =>
      cached(references, `${kind} ${id}`, () => {
        const text = cached(notes, kind, () => readNotes(kind, context)).get(id)
        return text === undefined ? pages.nextReference(kind) : pages.addNote(kind, text)
      }),
  }
  const sink: PageSink = {
    get writer() {
      return pages.writer
    },
    endPage: () => endPage(false),
    endSection(properties) {
      for (let at = sections.length - 1; sections[at]?.properties === null; at--) sections[at]!.properties = properties
      if (attribute(child(properties, 'w:type'), 'w:val') !== 'continuous') endPage(true)
    },
  }
  new BodyReader(context, sink).read(body)
  const headersAndFooters = new HeadersAndFooters(context)
  return pages.finish().map((writer, at) => writer.finishBetween(headersAndFooters.of(sections[at]!)))
}

function readNotes(kind: NoteKind, context: DocxContext): ReadonlyMap<string, Inline> {
  const part = context.file.related(context.part, `${kind}s`)
  const root = context.file.optionalXml(part)
  if (root === null || part === null) return new Map()
  return new Map(
    elements(root, `w:${kind}`).map((note) => [attribute(note, 'w:id') ?? '', readParagraphs(note, part, context)]),
  )
}

function readParagraphs(root: Element, part: string, context: DocxContext): Inline {
  const partContext = { ...context, part, fields: [], addNote: () => '' }
  const lines = descendants(root, 'w:p').map((paragraph) => {
    const style = partContext.styles.paragraph(attribute(child(paragraph, 'w:pPr', 'w:pStyle'), 'w:val'))
    const parts = new RunReader(partContext, style).read(paragraph)
    return joinInline(parts.filter((each) => each.kind === 'text'))
  })
  return joinLines(lines)
}

/** Those of a section that has none of its own are those of the section before it. */
class HeadersAndFooters {
  readonly #context: DocxContext
  readonly #texts = new Map<string, string>()
  readonly #current = new Map<string, string>()
  #section: Element | undefined

  constructor(context: DocxContext) {
    this.#context = context
  }

  /** Expects the pages in order. */
  of({ properties, isFirstPage }: PageSection): Furniture {
    if (properties !== null) this.#section = properties
    for (const position of ['header', 'footer'])
      for (const reference of elements(this.#section, `w:${position}Reference`)) {
        const type = attribute(reference, 'w:type') ?? 'default'
        this.#current.set(`${position} ${type}`, attribute(reference, 'r:id') ?? '')
      }
    const type = isFirstPage && isOn(child(this.#section, 'w:titlePg')) ? 'first' : 'default'
    return { header: this.#read(`header ${type}`), footer: this.#read(`footer ${type}`) }
  }

  #read(position: string): string {
    const { file, part } = this.#context
    const name = file.target(part, this.#current.get(position))
    if (name === null) return ''
    return cached(this.#texts, name, () => {
      const root = file.optionalXml(name)
      return root === null ? '' : readParagraphs(root, name, this.#context).text.replaceAll(imagePlaceholder, '')
    })
  }
}
