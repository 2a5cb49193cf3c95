/**
 * PPTX → logical pages, one for each slide that is shown: its title, then what stands on it in reading order, and its notes if they
 * are wanted. A slide is read when its page is asked for.
 */
import { ParseError } from '../../../model/errors.ts'
import { sortShapes } from '../../../model/shape-order.ts'
import { attribute, child, descendants, type Element, elements, integer } from '../../../xml/tree.ts'
import { type Inline, joinInline } from '../inline-text.ts'
import { altOf, chartWords, diagramWords, emuPerPoint } from '../ooxml/drawing.ts'
import { OoxmlPackage } from '../ooxml/ooxml-package.ts'
import { type CellContent, PageWriter } from '../page-writer.ts'
import type { ReadingPreferences, StructuredPage } from '../structured-document.ts'
import { type DocumentReader, unconverted } from '../types.ts'
import { readShapes, type Shape, type SlideFrame } from './slide-shapes.ts'
import { type AddressOf, type BulletSources, paragraphInline, readParagraphs } from './slide-text.ts'

export const pptxReader: DocumentReader = {
  open(bytes, { limits }) {
    const file = new OoxmlPackage(bytes, limits)
    const part = file.mainPart()
    const root = file.xml(part)
    const listed = elements(child(root, 'p:sldIdLst'), 'p:sldId').flatMap(
      (each) => file.target(part, attribute(each, 'r:id')) ?? [],
    )
    const slides = listed.filter((name) => file.archive.has(name) && isShown(file, name))
    if (slides.length === 0)
      throw new ParseError(
        1106,
        'The presentation has no slide that is shown: it is empty or damaged, or all its slides are hidden.',
      )
    return {
      pageCount: slides.length,
      warnings: [unconverted('one for each slide')],
      readPage: (at, wishes) => readSlide(file, slides[at]!, wishes),
    }
  },
}

/** Told by the first element; the rest of a slide is read when it is wanted. */
function isShown(file: OoxmlPackage, name: string): boolean {
  const head = new TextDecoder().decode((file.archive.read(name) ?? new Uint8Array()).subarray(0, 8192))
  const element = /<(?:\w+:)?sld[\s>][^>]*>?/.exec(head)?.[0] ?? ''
  return !/\sshow\s*=\s*["'](?:0|false)["']/.test(element)
}

const furniture: Readonly<Record<string, 'header' | 'footer'>> = {
  dt: 'footer',
  ftr: 'footer',
  sldNum: 'footer',
  hdr: 'header',
}

function readSlide(file: OoxmlPackage, part: string, { speakerNotes }: ReadingPreferences): StructuredPage {
  const slide = file.xml(part)
  const layoutPart = file.related(part, 'slideLayout')
  const layout = file.optionalXml(layoutPart)
  const master = layoutPart === null ? null : file.optionalXml(file.related(layoutPart, 'slideMaster'))
  const shapes = readShapes(slide, { layout, master })
  const writer = new PageWriter()
  const setting: SlideSetting = { file, part, writer, frame: { layout, master } }
  const isTitle = ({ placeholder }: Shape): boolean => placeholder === 'title' || placeholder === 'ctrTitle'
  const titles = shapes.filter(isTitle)
  for (const shape of titles) writer.title(1, allText(child(shape.element, 'p:txBody'), setting))
  const others = shapes.filter((shape) => !isTitle(shape) && furniture[shape.placeholder ?? ''] === undefined)
  for (const shape of sortShapes(others)) writeShape(shape, setting)
  for (const shape of shapes) {
    const type = furniture[shape.placeholder ?? '']
    if (type !== undefined) writer.text(allText(child(shape.element, 'p:txBody'), setting), type)
  }
  if (speakerNotes) writeNotes(file, part, writer)
  return writer.finish()
}

interface SlideSetting {
  readonly file: OoxmlPackage
  readonly part: string
  readonly writer: PageWriter
  readonly frame: SlideFrame
}

function writeShape(shape: Shape, setting: SlideSetting): void {
  const { element, kind } = shape
  if (kind === 'picture') writePicture(element, setting)
  else if (kind === 'frame') writeFrame(element, setting)
  else {
    const sources: BulletSources = {
      bodies: [element, ...shape.ancestors].flatMap((each) => child(each, 'p:txBody') ?? []),
      masterStyle: masterStyle(shape, setting.frame),
    }
    writeText(child(element, 'p:txBody'), sources, setting)
  }
}

/** A part of the file, what is read of it, and where that goes. */
type PartSetting = Pick<SlideSetting, 'file' | 'part' | 'writer'>

function addressesOf({ file, part }: PartSetting): AddressOf {
  return (id) => file.address(part, id)
}

function writeText(body: Element | undefined, sources: BulletSources, setting: PartSetting): void {
  const { writer } = setting
  const list = {}
  for (const { inline, level, marker } of readParagraphs(body, sources, addressesOf(setting))) {
    if (marker === null) writer.text(inline)
    else writer.item({ level, marker }, inline, list)
  }
  writer.endList()
}

/** The master's text styles are for titles, for bodies, and for all else. */
function masterStyle({ placeholder }: Shape, { master }: SlideFrame): Element | undefined {
  const styles = child(master ?? undefined, 'p:txStyles')
  return child(styles, placeholder === null ? 'p:otherStyle' : 'p:bodyStyle')
}

function allText(body: Element | undefined, setting: PartSetting): Inline {
  return joinInline(
    elements(body, 'a:p').map((paragraph) => paragraphInline(paragraph, addressesOf(setting))),
    '\n',
  )
}

function writePicture(element: Element, { file, part, writer }: SlideSetting): void {
  const blip = child(element, 'p:blipFill', 'a:blip')
  const bytes = file.bytesOf(part, attribute(blip, 'r:embed'))
  const alt = altOf(child(element, 'p:nvPicPr', 'p:cNvPr'))
  const extent = child(element, 'p:spPr', 'a:xfrm', 'a:ext')
  const [width, height] = [integer(extent, 'cx'), integer(extent, 'cy')]
  const size =
    width === undefined || height === undefined ? {} : { width: width / emuPerPoint, height: height / emuPerPoint }
  writer.figure(bytes === null ? null : { bytes, alt, ...size }, alt)
}

/** Tables, charts, diagrams, and embedded objects with the picture that stands for them. */
function writeFrame(element: Element, setting: SlideSetting): void {
  const { file, part, writer } = setting
  const [table] = descendants(element, 'a:tbl', true)
  if (table !== undefined) {
    writeTable(table, setting)
    return
  }
  const alt = altOf(child(element, 'p:nvGraphicFramePr', 'p:cNvPr'))
  const charts = descendants(element, 'c:chart').flatMap((chart) => chartWords(file, part, attribute(chart, 'r:id')))
  const diagrams = descendants(element, 'dgm:relIds').flatMap((diagram) =>
    diagramWords(file, part, attribute(diagram, 'r:dm')),
  )
  const words = [alt, ...charts, ...diagrams].filter((line) => line !== '').join('\n')
  if (words !== '' || charts.length > 0) writer.figure(null, words)
  for (const picture of descendants(element, 'p:pic', true)) writePicture(picture, setting)
}

function writeTable(table: Element, setting: PartSetting): void {
  const headed = ['1', 'true'].includes(attribute(child(table, 'a:tblPr'), 'firstRow') ?? '')
  const cells = elements(table, 'a:tr').flatMap((line, row) =>
    elements(line, 'a:tc').flatMap((cell, col): CellContent[] => {
      if (isOn(cell, 'hMerge') || isOn(cell, 'vMerge')) return []
      const span = (name: string): number => Math.min(1000, Math.max(1, integer(cell, name) ?? 1))
      return [
        {
          ...allText(child(cell, 'a:txBody'), setting),
          row,
          col,
          rowSpan: span('rowSpan'),
          colSpan: span('gridSpan'),
          header: headed && row === 0,
        },
      ]
    }),
  )
  setting.writer.table(cells)
}

function isOn(element: Element, name: string): boolean {
  return ['1', 'true'].includes(attribute(element, name) ?? '')
}

function writeNotes(file: OoxmlPackage, part: string, writer: PageWriter): void {
  const notesPart = file.related(part, 'notesSlide')
  const notes = file.optionalXml(notesPart)
  if (notes === null || notesPart === null) return
  for (const { element, placeholder } of readShapes(notes, { layout: null, master: null }))
    if (placeholder === 'body')
      writeText(child(element, 'p:txBody'), { bodies: [], masterStyle: undefined }, { file, part: notesPart, writer })
}
