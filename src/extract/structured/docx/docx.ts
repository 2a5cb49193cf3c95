/** Reads DOCX. Pages end at page breaks and sections. */

import { cached } from '../../../model/cached.ts'
import { imagePlaceholder } from '../../../model/document.ts'
import { ParseError } from '../../../model/errors.ts'
import { attribute, child, descendants, type Element, elements } from '../../../xml/tree.ts'
import { type NoteKind, noteReference } from '../flow/flow-writer.ts'
import { Numbering } from '../flow/list-numbering.ts'
import { type Inline, joinInline, joinLines, noteText, plainInline } from '../inline-text.ts'
import { OoxmlPackage } from '../ooxml/ooxml-package.ts'
import { PageWriter } from '../page-writer.ts'
import { type DocumentReader, type StructuredPage, unconvertedDocument } from '../types.ts'
import { BodyReader, type PageSink } from './docx-body.ts'
import type { DocxContext } from './docx-cell-text.ts'
import { readLists } from './docx-numbering.ts'
import { RunReader } from './docx-runs.ts'
import { isOn, Styles } from './docx-styles.ts'

export const docxReader: DocumentReader = {
  open(bytes, { limits }) {
    const pages = readPages(new OoxmlPackage(bytes, limits))
    return unconvertedDocument(pages, 'pages end at its page breaks and sections', (page) => page)
  },
}

interface DocxPage {
  readonly writer: PageWriter
  readonly notes: Note[]
  section: Element | null
  readonly isFirstOfSection: boolean
}

function readPages(file: OoxmlPackage): StructuredPage[] {
  const part = file.mainPart()
  const body = child(file.xml(part), 'w:body')
  if (body === undefined) throw new ParseError(1106, 'The Word document is damaged: it has no body.')
  const pages: DocxPage[] = []
  const addPage = (isFirstOfSection: boolean): void => {
    pages.push({ writer: new PageWriter(), notes: [], section: null, isFirstOfSection })
  }
  addPage(true)
  const lastPage = (): DocxPage => pages[pages.length - 1]!
  const noteNumbers = new NoteNumbers()
  const context: DocxContext = {
    file,
    part,
    styles: new Styles(file.optionalXml(file.related(part, 'styles'))),
    numbering: new Numbering(readLists(file.optionalXml(file.related(part, 'numbering')))),
    fields: [],
    addNote(kind, id) {
      const note = noteNumbers.number(kind, id)
      lastPage().notes.push(note)
      return note.reference
    },
  }
  const sink: PageSink = {
    get writer() {
      return lastPage().writer
    },
    endPage() {
      if (!lastPage().writer.isEmpty) addPage(false)
    },
    endSection(properties) {
      for (let at = pages.length - 1; pages[at]?.section === null; at--) pages[at]!.section = properties
      const type = attribute(child(properties, 'w:type'), 'w:val')
      if (type !== 'continuous' && !lastPage().writer.isEmpty) addPage(true)
    },
  }
  new BodyReader(context, sink).read(body)
  while (pages.length > 1 && lastPage().writer.isEmpty) pages.pop()
  writeNotes(pages, context)
  return new HeadersAndFooters(context).finish(pages)
}

interface Note {
  readonly kind: NoteKind
  readonly id: string
  readonly reference: string
}

class NoteNumbers {
  readonly #notes = new Map<string, Note>()
  readonly #counts = { footnote: 0, endnote: 0 }

  number(kind: NoteKind, id: string): Note {
    return cached(this.#notes, `${kind} ${id}`, () => ({
      kind,
      id,
      reference: noteReference(kind, ++this.#counts[kind]),
    }))
  }
}

/** Footnotes follow their page, endnotes the document. */
function writeNotes(pages: readonly DocxPage[], context: DocxContext): void {
  const texts = { footnote: readNotes('footnote', context), endnote: readNotes('endnote', context) }
  const written = new Set<Note>()
  const write = (note: Note, writer: PageWriter): void => {
    const text = texts[note.kind].get(note.id)
    if (text === undefined || written.has(note)) return
    written.add(note)
    writer.text(noteText(note.reference, text), 'footnote')
  }
  for (const { notes, writer } of pages) for (const note of notes) if (note.kind === 'footnote') write(note, writer)
  const last = pages.at(-1)
  if (last !== undefined)
    for (const { notes } of pages) for (const note of notes) if (note.kind === 'endnote') write(note, last.writer)
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

class HeadersAndFooters {
  readonly #context: DocxContext
  readonly #texts = new Map<string, Inline>()

  constructor(context: DocxContext) {
    this.#context = context
  }

  finish(pages: readonly DocxPage[]): StructuredPage[] {
    const current = new Map<string, string>()
    let section: Element | null = null
    return pages.map(({ writer, section: own, isFirstOfSection }) => {
      if (own !== null && own !== section) {
        section = own
        for (const position of ['header', 'footer'])
          for (const reference of elements(section, `w:${position}Reference`)) {
            const type = attribute(reference, 'w:type') ?? 'default'
            current.set(`${position} ${type}`, attribute(reference, 'r:id') ?? '')
          }
      }
      const type = isFirstOfSection && isOn(child(section ?? undefined, 'w:titlePg')) ? 'first' : 'default'
      return writer.finishBetween(this.#read(current.get(`header ${type}`)), this.#read(current.get(`footer ${type}`)))
    })
  }

  #read(id: string | undefined): Inline {
    const { file, part } = this.#context
    const name = file.target(part, id)
    if (name === null) return plainInline('')
    return cached(this.#texts, name, () => {
      const root = file.optionalXml(name)
      const text = root === null ? '' : readParagraphs(root, name, this.#context).text
      return plainInline(text.replaceAll(imagePlaceholder, ''))
    })
  }
}
