/**
 * ODT, ODS and ODP → logical pages: a text's pages end at its page breaks, a workbook has one for each sheet, a presentation one for
 * each slide. Hidden sheets and slides are left out.
 */
import { ParseError } from '../../../model/errors.ts'
import { sortShapes } from '../../../model/shape-order.ts'
import { attribute, child, descendants, type Element, elements, textOf } from '../../../xml/tree.ts'
import { type Inline, plainInline } from '../inline-text.ts'
import { PageWriter } from '../page-writer.ts'
import type { StructuredPage } from '../structured-document.ts'
import { type DocumentReader, unconverted } from '../types.ts'
import { OdfPackage, points } from './odf-package.ts'
import { readOdfSheet } from './odf-sheet.ts'
import { OdfReader, type OdfSink } from './odf-text.ts'

export const odtReader: DocumentReader = {
  open(bytes, { limits, maxCells }) {
    const pages = readText(new OdfPackage(bytes, limits), maxCells)
    return {
      pageCount: pages.length,
      warnings: [unconverted('pages end at its page breaks')],
      readPage: (at) => pages[at]!,
    }
  },
}

export const odsReader: DocumentReader = {
  open(bytes, { limits, maxCells }) {
    const file = new OdfPackage(bytes, limits)
    const sheets = elements(file.body('office:spreadsheet'), 'table:table').filter(
      (sheet) => !file.styles.hidesTable(attribute(sheet, 'table:style-name')),
    )
    if (sheets.length === 0)
      throw new ParseError(
        1106,
        'The workbook has no sheet that is shown: it is damaged, or all its sheets are hidden.',
      )
    return {
      pageCount: sheets.length,
      warnings: [unconverted('one for each sheet')],
      readPage: (at) => readOdfSheet(file, sheets[at]!, maxCells),
    }
  },
}

export const odpReader: DocumentReader = {
  open(bytes, { limits, maxCells }) {
    const file = new OdfPackage(bytes, limits)
    const slides = elements(file.body('office:presentation'), 'draw:page').filter(
      (slide) => !file.styles.hidesSlide(attribute(slide, 'draw:style-name')),
    )
    if (slides.length === 0)
      throw new ParseError(
        1106,
        'The presentation has no slide that is shown: it is empty or damaged, or all its slides are hidden.',
      )
    return {
      pageCount: slides.length,
      warnings: [unconverted('one for each slide')],
      readPage: (at, { speakerNotes }) => readSlide(file, slides[at]!, { speakerNotes, maxCells }),
    }
  },
}

interface Note {
  readonly mark: string
  readonly text: Inline
}

function readText(file: OdfPackage, maxCells: number): StructuredPage[] {
  const pages: PageWriter[] = [new PageWriter()]
  const endnotes: Note[] = []
  let footnotes: Note[] = []
  const last = (): PageWriter => pages[pages.length - 1]!
  const endNotes = (notes: readonly Note[]): void => {
    for (const { mark, text } of notes) last().text({ ...text, text: `${mark} ${text.text.trim()}` }, 'footnote')
  }
  const sink: OdfSink = {
    get writer() {
      return last()
    },
    endPage() {
      if (last().isEmpty) return
      endNotes(footnotes)
      footnotes = []
      pages.push(new PageWriter())
    },
    note(citation, text, isEndnote) {
      const mark = `[${citation.trim()}]`
      if (isEndnote) endnotes.push({ mark, text })
      else footnotes.push({ mark, text })
      return mark
    },
  }
  new OdfReader(file, sink, { maxCells }).blocks(file.body('office:text'))
  if (pages.length > 1 && last().isEmpty) pages.pop()
  endNotes([...footnotes, ...endnotes])
  const { header, footer } = furnitureOf(file)
  return pages.map((writer) => {
    const page = new PageWriter()
    page.text(plainInline(header), 'header')
    page.append(writer)
    page.text(plainInline(footer), 'footer')
    return page.finish()
  })
}

/** Header and footer of the first master page, which is what most texts use throughout. */
function furnitureOf(file: OdfPackage): { header: string; footer: string } {
  const master = elements(child(file.styleRoot ?? undefined, 'office:master-styles'), 'style:master-page')[0]
  const linesOf = (name: string): string =>
    descendants(child(master, name) ?? { name, attributes: {}, children: [] }, 'text:p')
      .map(textOf)
      .filter((line) => line.trim() !== '')
      .join('\n')
  return { header: linesOf('style:header'), footer: linesOf('style:footer') }
}

const furniture: Readonly<Record<string, 'header' | 'footer'>> = {
  header: 'header',
  footer: 'footer',
  'date-time': 'footer',
  'page-number': 'footer',
}

function readSlide(
  file: OdfPackage,
  slide: Element,
  { speakerNotes, maxCells }: { speakerNotes: boolean; maxCells: number },
): StructuredPage {
  const writer = new PageWriter()
  const sink: OdfSink = { writer, endPage() {}, note: (citation) => citation }
  const reader = new OdfReader(file, sink, { maxCells })
  const shapes = elements(slide)
    .filter(({ name }) => name.startsWith('draw:') || name === 'table:table')
    .map((element) => ({ element, kind: attribute(element, 'presentation:class') ?? '', box: placeOf(element) }))
    // An empty placeholder shows its hint on the screen only.
    .filter(({ element }) => attribute(element, 'presentation:placeholder') !== 'true')
  for (const { element } of shapes.filter(({ kind }) => kind === 'title'))
    writer.title(1, plainInline(descendants(element, 'text:p').map(lineOf).join('\n')))
  for (const { element } of sortShapes(shapes.filter(({ kind }) => kind !== 'title' && furniture[kind] === undefined)))
    reader.frame(element)
  for (const { element, kind } of shapes) {
    const type = furniture[kind]
    if (type !== undefined) writer.text(plainInline(descendants(element, 'text:p').map(lineOf).join('\n')), type)
  }
  const notes = child(slide, 'presentation:notes')
  if (speakerNotes && notes !== undefined)
    for (const frame of elements(notes, 'draw:frame'))
      if (attribute(frame, 'presentation:class') === 'notes' && attribute(frame, 'presentation:placeholder') !== 'true')
        reader.frame(frame)
  return writer.finish()
}

function lineOf(paragraph: Element): string {
  return paragraph.children
    .map((node) =>
      typeof node === 'string'
        ? node
        : node.name === 'text:line-break'
          ? '\n'
          : node.name === 'text:s'
            ? ' '
            : lineOf(node),
    )
    .join('')
}

function placeOf(element: Element): { x: number; y: number; width: number; height: number } {
  // A group is where its first part is.
  const told =
    attribute(element, 'svg:x') === undefined
      ? (elements(element).find((each) => attribute(each, 'svg:x') !== undefined) ?? element)
      : element
  const [x = 0, y = 0, width = 0, height = 0] = ['svg:x', 'svg:y', 'svg:width', 'svg:height'].map((name) =>
    points(attribute(told, name)),
  )
  return { x, y, width, height }
}
