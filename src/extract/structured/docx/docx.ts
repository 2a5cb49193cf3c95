/**
 * DOCX → logical pages. Reads the document in one go: body, then the notes that its pages refer to, then headers and footers of
 * each section. Refuses what is no Word document (1106).
 */
import { ParseError } from '../../../model/errors.ts'
import { attribute, child, descendants, type Element, elements } from '../../../xml/tree.ts'
import { type Inline, joinInline } from '../inline-text.ts'
import { OoxmlPackage } from '../ooxml/ooxml-package.ts'
import { PageWriter } from '../page-writer.ts'
import type { StructuredPage } from '../structured-document.ts'
import { type DocumentReader, unconverted } from '../types.ts'
import { BodyReader, type BodySetting, type BodySink } from './body.ts'
import { isOn, Styles } from './docx-styles.ts'
import { Numbering } from './numbering.ts'
import { RunReader } from './runs.ts'

export const docxReader: DocumentReader = {
  open(bytes, { limits }) {
    const file = new OoxmlPackage(bytes, limits)
    const pages = readPages(file)
    return {
      pageCount: pages.length,
      warnings: [unconverted('pages end at its page breaks and sections')],
      readPage: (at) => pages[at]!,
    }
  },
}

interface Note {
  readonly kind: 'footnote' | 'endnote'
  readonly id: string
  readonly mark: string
}

interface PageDraft {
  readonly writer: PageWriter
  readonly notes: Note[]
  /** Place of its section; set when the section ends. */
  section: Element | null
  opensSection: boolean
}

/** Reads the document; empty pages, which two breaks in a row make, are left out. */
function readPages(file: OoxmlPackage): StructuredPage[] {
  const part = file.mainPart()
  const root = file.xml(part)
  const body = child(root, 'w:body')
  if (body === undefined) throw new ParseError(1106, 'The Word document is damaged: it has no body.')
  const drafts: PageDraft[] = []
  const newPage = (opensSection: boolean): void => {
    drafts.push({ writer: new PageWriter(), notes: [], section: null, opensSection })
  }
  newPage(true)
  const last = (): PageDraft => drafts[drafts.length - 1]!
  const notes = new NoteBook()
  const setting: BodySetting = {
    file,
    part,
    styles: new Styles(file.optionalXml(file.related(part, 'styles'))),
    numbering: new Numbering(file.optionalXml(file.related(part, 'numbering'))),
    fields: [],
    noteMark(kind, id) {
      const note = notes.mark(kind, id)
      last().notes.push(note)
      return note.mark
    },
  }
  const sink: BodySink = {
    get writer() {
      return last().writer
    },
    endPage() {
      if (!last().writer.isEmpty) newPage(false)
    },
    endSection(properties) {
      for (let at = drafts.length - 1; drafts[at]?.section === null; at--) drafts[at]!.section = properties
      const type = attribute(child(properties, 'w:type'), 'w:val')
      // What a section's type says is how it begins; the one that begins after a continuous end can't be told here and is rare.
      if (type !== 'continuous' && !last().writer.isEmpty) newPage(true)
    },
  }
  new BodyReader(setting, sink).read(body)
  while (drafts.length > 1 && last().writer.isEmpty) drafts.pop()
  writeNotes(drafts, setting)
  return new Furniture(setting).finish(drafts)
}

/** Numbers notes in the order they are referred to. */
class NoteBook {
  readonly #known = new Map<string, Note>()
  readonly #counts = { footnote: 0, endnote: 0 }

  mark(kind: 'footnote' | 'endnote', id: string): Note {
    const key = `${kind} ${id}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const number = ++this.#counts[kind]
    const note = { kind, id, mark: kind === 'footnote' ? `[${number}]` : `[e${number}]` }
    this.#known.set(key, note)
    return note
  }
}

/** Footnotes stand at the end of their page, endnotes at the end of the document. */
function writeNotes(drafts: readonly PageDraft[], setting: BodySetting): void {
  const { file, part } = setting
  const texts = new Map<string, Inline>()
  for (const kind of ['footnote', 'endnote'] as const) {
    const name = file.related(part, `${kind}s`)
    const root = file.optionalXml(name)
    if (root === null || name === null) continue
    const own = { ...setting, part: name, fields: [], noteMark: () => '' }
    for (const note of elements(root, `w:${kind}`))
      texts.set(`${kind} ${attribute(note, 'w:id')}`, paragraphsOf(note, own))
  }
  const written = new Set<Note>()
  const write = (note: Note, writer: PageWriter): void => {
    const text = texts.get(`${note.kind} ${note.id}`)
    if (text === undefined || written.has(note)) return
    written.add(note)
    writer.text({ ...text, text: `${note.mark} ${text.text.trim()}` }, 'footnote')
  }
  for (const { notes, writer } of drafts) for (const note of notes) if (note.kind === 'footnote') write(note, writer)
  const end = drafts.at(-1)
  if (end !== undefined)
    for (const { notes } of drafts) for (const note of notes) if (note.kind === 'endnote') write(note, end.writer)
}

/** All paragraphs inside, a line each. */
function paragraphsOf(root: Element, setting: BodySetting): Inline {
  const lines = descendants(root, 'w:p').map((paragraph) => {
    const style = setting.styles.paragraph(attribute(child(paragraph, 'w:pPr', 'w:pStyle'), 'w:val'))
    const pieces = new RunReader(setting, style).read(paragraph)
    return joinInline(pieces.flatMap((piece) => (piece.kind === 'text' ? [piece] : [])))
  })
  return joinInline(
    lines.filter(({ text }) => text.trim() !== ''),
    '\n',
  )
}

/** Headers and footers: a section that names none has those of the section before. */
class Furniture {
  readonly #setting: BodySetting
  readonly #texts = new Map<string, Inline>()

  constructor(setting: BodySetting) {
    this.#setting = setting
  }

  finish(drafts: readonly PageDraft[]): StructuredPage[] {
    const current = new Map<string, string>()
    let section: Element | null = null
    return drafts.map((draft) => {
      if (draft.section !== null && draft.section !== section) {
        section = draft.section
        for (const name of ['header', 'footer'] as const)
          for (const reference of elements(section, `w:${name}Reference`))
            current.set(`${name} ${attribute(reference, 'w:type') ?? 'default'}`, attribute(reference, 'r:id') ?? '')
      }
      const first = draft.opensSection && isOn(child(section ?? undefined, 'w:titlePg'))
      const of = (name: 'header' | 'footer'): Inline =>
        this.#text(current.get(`${name} ${first ? 'first' : 'default'}`))
      const header = new PageWriter()
      header.text(of('header'), 'header')
      draft.writer.text(of('footer'), 'footer')
      const page = draft.writer.finish()
      const above = header.finish().blocks
      return above.length === 0 ? page : withHeader(page, above[0]!)
    })
  }

  #text(id: string | undefined): Inline {
    const { file, part } = this.#setting
    const name = file.target(part, id)
    if (name === null) return { text: '', pictures: [] }
    const known = this.#texts.get(name)
    if (known !== undefined) return known
    const root = file.optionalXml(name)
    const text =
      root === null
        ? { text: '', pictures: [] }
        : paragraphsOf(root, { ...this.#setting, part: name, fields: [], noteMark: () => '' })
    // Pictures in headers are logos; the words are what a reader may want kept.
    const words = { text: text.text.replaceAll('\ufffc', ''), pictures: [] }
    this.#texts.set(name, words)
    return words
  }
}

/** The page with a block before all others; captions are named by their place. */
function withHeader(page: StructuredPage, header: StructuredPage['blocks'][number]): StructuredPage {
  const blocks = page.blocks.map((block) =>
    block.kind === 'table' || block.kind === 'figure'
      ? { ...block, captions: block.captions.map((at) => at + 1) }
      : block,
  )
  return { ...page, blocks: [header, ...blocks] }
}
