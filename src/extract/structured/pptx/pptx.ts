import { clamp } from '../../../model/statistics.ts'
import { attribute, child, descendants, type Element, elements, integer } from '../../../xml/tree.ts'
import { writeChart } from '../chart-table.ts'
import { type Inline, joinInline, onlyFormula } from '../inline-text.ts'
import { altOf, diagramTexts, readChart, sizeOf } from '../ooxml/drawing.ts'
import { isTrue } from '../ooxml/on-off.ts'
import { OoxmlPackage } from '../ooxml/ooxml-package.ts'
import { type CellContent, PageWriter } from '../page-writer.ts'
import { writeSlide } from '../slide-writer.ts'
import {
  type DocumentReader,
  noSlidesError,
  type ReadingPreferences,
  type StructuredPage,
  unconvertedDocument,
} from '../types.ts'
import { readShapes, type Shape, type SlideTemplates } from './slide-shapes.ts'
import { type BulletSources, paragraphInline, readParagraphs } from './slide-text.ts'

export const pptxReader: DocumentReader = {
  open(bytes, { limits }) {
    const file = new OoxmlPackage(bytes, limits)
    const part = file.mainPart()
    const slides = elements(child(file.xml(part), 'p:sldIdLst'), 'p:sldId')
      .flatMap((each) => file.target(part, attribute(each, 'r:id')) ?? [])
      .filter((name) => file.archive.has(name) && isVisible(file, name))
    if (slides.length === 0) throw noSlidesError()
    return unconvertedDocument(slides, 'one for each slide', (name, preferences) => readSlide(file, name, preferences))
  },
}

/** Only the first element is read, because the slide may never be requested. */
function isVisible(file: OoxmlPackage, name: string): boolean {
  const head = new TextDecoder().decode((file.archive.read(name) ?? new Uint8Array()).subarray(0, 8192))
  const element = /<(?:\w+:)?sld[\s>][^>]*>?/.exec(head)?.[0] ?? ''
  return !/\sshow\s*=\s*["'](?:0|false)["']/.test(element)
}

interface PartContext {
  readonly file: OoxmlPackage
  readonly part: string
  readonly writer: PageWriter
}

function readSlide(file: OoxmlPackage, part: string, { speakerNotes }: ReadingPreferences): StructuredPage {
  const layoutPart = file.related(part, 'slideLayout')
  const layout = file.optionalXml(layoutPart)
  const master = layoutPart === null ? null : file.optionalXml(file.related(layoutPart, 'slideMaster'))
  const shapes = readShapes(file.xml(part), { layout, master })
  const writer = new PageWriter()
  const context: PartContext = { file, part, writer }
  writeSlide(shapes, writer, {
    kindOf: ({ placeholder }) => placeholder,
    textOf: ({ element }) => readLines(child(element, 'p:txBody'), context),
    write: (shape) => writeShape(shape, context, { layout, master }),
  })
  if (speakerNotes) writeNotes(context)
  return writer.finish()
}

function writeShape(shape: Shape, context: PartContext, { master }: SlideTemplates): void {
  const { element, kind, placeholder, ancestors } = shape
  if (kind === 'picture') writePicture(element, context)
  else if (kind === 'frame') writeFrame(element, context)
  else {
    const styles = child(master ?? undefined, 'p:txStyles')
    const sources: BulletSources = {
      bodies: [element, ...ancestors].flatMap((each) => child(each, 'p:txBody') ?? []),
      masterStyle: child(styles, placeholder === null ? 'p:otherStyle' : 'p:bodyStyle'),
    }
    writeText(child(element, 'p:txBody'), sources, context)
  }
}

function writeText(body: Element | undefined, sources: BulletSources, { file, part, writer }: PartContext): void {
  const list = {}
  for (const { inline, level, marker, isCode } of readParagraphs(body, sources, (id) => file.address(part, id))) {
    const formula = onlyFormula(inline)
    if (isCode && marker === null) writer.codeLine(inline.text.replace(/\n$/, ''))
    else if (formula !== null && marker === null) writer.equation({ tree: formula })
    else if (marker === null) writer.text(inline)
    else writer.item({ text: marker, level, list }, inline)
  }
  writer.endList()
}

function readLines(body: Element | undefined, { file, part }: PartContext): Inline {
  const lines = elements(body, 'a:p').map((paragraph) => paragraphInline(paragraph, (id) => file.address(part, id)))
  return joinInline(lines, '\n')
}

function writePicture(element: Element, { file, part, writer }: PartContext): void {
  const bytes = file.bytesOf(part, attribute(child(element, 'p:blipFill', 'a:blip'), 'r:embed'))
  const alt = altOf(child(element, 'p:nvPicPr', 'p:cNvPr'))
  const size = sizeOf(child(element, 'p:spPr', 'a:xfrm', 'a:ext'))
  writer.figure(bytes === null ? null : { bytes, alt, ...size }, alt)
}

function writeFrame(element: Element, context: PartContext): void {
  const { file, part, writer } = context
  const [table] = descendants(element, 'a:tbl', true)
  if (table !== undefined) {
    writeTable(table, context)
    return
  }
  const alt = altOf(child(element, 'p:nvGraphicFramePr', 'p:cNvPr'))
  const charts = descendants(element, 'c:chart').map((chart) => readChart(file, part, attribute(chart, 'r:id')))
  const texts = charts.flatMap((chart) => ('lines' in chart ? chart.lines : []))
  const diagrams = descendants(element, 'dgm:relIds').flatMap((diagram) =>
    diagramTexts(file, part, attribute(diagram, 'r:dm')),
  )
  const text = [alt, ...texts, ...diagrams].filter((line) => line !== '').join('\n')
  if (text !== '') writer.figure(null, text)
  for (const chart of charts) if ('rows' in chart) writeChart(chart, writer)
  for (const picture of descendants(element, 'p:pic', true)) writePicture(picture, context)
}

const MAX_SPAN = 1000

function writeTable(table: Element, context: PartContext): void {
  const hasHeader = isTrue(attribute(child(table, 'a:tblPr'), 'firstRow'))
  const cells = elements(table, 'a:tr').flatMap((line, row) =>
    elements(line, 'a:tc').flatMap((cell, col): CellContent[] => {
      if (isTrue(attribute(cell, 'hMerge')) || isTrue(attribute(cell, 'vMerge'))) return []
      const span = (name: string): number => clamp(integer(cell, name) ?? 1, 1, MAX_SPAN)
      const inline = readLines(child(cell, 'a:txBody'), context)
      const header = hasHeader && row === 0
      return [{ ...inline, row, col, rowSpan: span('rowSpan'), colSpan: span('gridSpan'), header }]
    }),
  )
  context.writer.table(cells)
}

function writeNotes({ file, part, writer }: PartContext): void {
  const notesPart = file.related(part, 'notesSlide')
  const notes = file.optionalXml(notesPart)
  if (notes === null || notesPart === null) return
  for (const { element, placeholder } of readShapes(notes, { layout: null, master: null }))
    if (placeholder === 'body')
      writeText(child(element, 'p:txBody'), { bodies: [], masterStyle: undefined }, { file, part: notesPart, writer })
}
