/** Reads ODT, ODS and ODP. A page is a part between page breaks, a visible sheet or a visible slide. */

import type { ShapeBox } from '../../../model/shape-order.ts'
import { attribute, child, descendants, type Element, elements, isElement, textOf } from '../../../xml/tree.ts'
import { TextPages } from '../flow/text-pages.ts'
import { plainInline } from '../inline-text.ts'
import { type Furniture, PageWriter } from '../page-writer.ts'
import { noVisibleSheet } from '../sheets/sheet-page.ts'
import { writeSlide } from '../slide-writer.ts'
import {
  type DocumentReader,
  noSlidesError,
  type ReaderContext,
  type StructuredPage,
  unconvertedDocument,
} from '../types.ts'
import { OdfPackage, toPoints } from './odf-package.ts'
import { readOdfSheet } from './odf-sheet.ts'
import { OdfReader, type OdfSink } from './odf-text.ts'

export const odtReader: DocumentReader = {
  open(bytes, context) {
    const pages = readTextPages(new OdfPackage(bytes, context.limits), context)
    return unconvertedDocument(pages, 'pages end at its page breaks', (page) => page)
  },
}

export const odsReader: DocumentReader = {
  open(bytes, { limits, maxCells }) {
    const file = new OdfPackage(bytes, limits)
    const sheets = elements(file.body('office:spreadsheet'), 'table:table').filter(
      (sheet) => !file.styles.isTableHidden(attribute(sheet, 'table:style-name')),
    )
    if (sheets.length === 0) throw noVisibleSheet()
    return unconvertedDocument(sheets, 'one for each sheet', (sheet) => readOdfSheet(file, sheet, maxCells))
  },
}

export const odpReader: DocumentReader = {
  open(bytes, context) {
    const file = new OdfPackage(bytes, context.limits)
    const slides = elements(file.body('office:presentation'), 'draw:page').filter(
      (slide) => !file.styles.isSlideHidden(attribute(slide, 'draw:style-name')),
    )
    if (slides.length === 0) throw noSlidesError()
    return unconvertedDocument(slides, 'one for each slide', (slide, { speakerNotes }) => {
      const writer = new PageWriter()
      const sink: OdfSink = { writer, endPage() {}, addNote: (citation) => citation }
      const reader = new OdfReader(file, sink, context)
      readSlide(slide, reader, writer)
      if (speakerNotes) readSpeakerNotes(slide, reader)
      return writer.finish()
    })
  },
}

function readTextPages(file: OdfPackage, context: ReaderContext): StructuredPage[] {
  const pages = new TextPages()
  const sink: OdfSink = {
    get writer() {
      return pages.writer
    },
    endPage: () => pages.endPage(),
    addNote: (citation, text, kind) => pages.addNote(kind, text, `[${citation.trim()}]`),
  }
  new OdfReader(file, sink, context).readBlocks(file.body('office:text'))
  const furniture = readFurniture(file)
  return pages.finish().map((writer) => writer.finishBetween(furniture))
}

function readFurniture(file: OdfPackage): Furniture {
  const [master] = elements(child(file.styleRoot ?? undefined, 'office:master-styles'), 'style:master-page')
  const read = (name: string): string => {
    const element = child(master, name)
    const lines = element === undefined ? [] : descendants(element, 'text:p').map(textOf)
    return lines.filter((line) => line.trim() !== '').join('\n')
  }
  return { header: read('style:header'), footer: read('style:footer') }
}

function readSlide(slide: Element, reader: OdfReader, writer: PageWriter): void {
  const shapes = elements(slide)
    .filter(({ name }) => name.startsWith('draw:') || name === 'table:table')
    .filter((element) => attribute(element, 'presentation:placeholder') !== 'true')
    .map((element) => ({ element, kind: attribute(element, 'presentation:class') ?? null, box: boxOf(element) }))
  writeSlide(shapes, writer, {
    kindOf: ({ kind }) => kind,
    textOf: ({ element }) => plainInline(descendants(element, 'text:p').map(lineText).join('\n')),
    write: ({ element }) => reader.readFrame(element),
  })
}

function readSpeakerNotes(slide: Element, reader: OdfReader): void {
  for (const frame of elements(child(slide, 'presentation:notes'), 'draw:frame'))
    if (attribute(frame, 'presentation:class') === 'notes' && attribute(frame, 'presentation:placeholder') !== 'true')
      reader.readFrame(frame)
}

function lineText(paragraph: Element): string {
  return paragraph.children
    .map((node) => {
      if (!isElement(node)) return node
      if (node.name === 'text:line-break') return '\n'
      return node.name === 'text:s' ? ' ' : lineText(node)
    })
    .join('')
}

function boxOf(element: Element): ShapeBox {
  const hasPosition = (each: Element): boolean => attribute(each, 'svg:x') !== undefined
  const placed = [element, ...elements(element)].find(hasPosition) ?? element
  const [x = 0, y = 0, width = 0, height = 0] = ['svg:x', 'svg:y', 'svg:width', 'svg:height'].map((name) =>
    toPoints(attribute(placed, name)),
  )
  return { x, y, width, height }
}
