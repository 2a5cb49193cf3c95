/**
 * XLSX → logical pages, one for each sheet that is shown: its name as title, its cells as one table with the values that they
 * show, then its pictures and charts. A sheet is read when its page is asked for.
 */
import { ParseError } from '../../../model/errors.ts'
import { mergeLinks } from '../../../model/hyperlinks.ts'
import { attribute, child, descendants, type Element, elements, integer, textOf } from '../../../xml/tree.ts'
import { parseXmlEvents } from '../../../xml/xml.ts'
import { CellFormats } from '../cell-format.ts'
import { linkedInline, plainInline } from '../inline-text.ts'
import { altOf, chartWords, diagramWords, emuPerPoint } from '../ooxml/drawing.ts'
import { OoxmlPackage } from '../ooxml/ooxml-package.ts'
import { PageWriter } from '../page-writer.ts'
import type { StructuredPage } from '../structured-document.ts'
import { type DocumentReader, unconverted } from '../types.ts'
import { withoutHidden } from './hidden-cells.ts'
import { checkText, type Merge, writeSheet } from './sheet-grid.ts'
import { decodeEscapes, readArea, readWorksheet, type Worksheet } from './xlsx-sheet.ts'

export const xlsxReader: DocumentReader = {
  open(bytes, { limits, maxCells }) {
    const file = new OoxmlPackage(bytes, limits)
    const part = file.mainPart()
    const root = file.xml(part)
    const sheets = elements(child(root, 's:sheets'), 's:sheet').flatMap((sheet) => {
      const target = file.target(part, attribute(sheet, 'r:id'))
      const shown = (attribute(sheet, 'state') ?? 'visible') === 'visible'
      return shown && target !== null ? [{ name: attribute(sheet, 'name') ?? '', part: target }] : []
    })
    if (sheets.length === 0)
      throw new ParseError(
        1106,
        'The workbook has no sheet that is shown: it is damaged, or all its sheets are hidden.',
      )
    const is1904 = ['1', 'true'].includes(attribute(child(root, 's:workbookPr'), 'date1904') ?? '')
    const book: Workbook = {
      file,
      maxCells,
      formats: new CellFormats(file.optionalXml(file.related(part, 'styles')), is1904),
      strings: lazily(() => readStrings(file, part)),
    }
    return {
      pageCount: sheets.length,
      warnings: [unconverted('one for each sheet')],
      readPage: (at) => readSheet(book, sheets[at]!),
    }
  },
}

interface Workbook {
  readonly file: OoxmlPackage
  readonly maxCells: number
  readonly formats: CellFormats
  readonly strings: () => readonly string[]
}

function lazily<value>(make: () => value): () => value {
  let made: { value: value } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** The texts that cells share, without the readings that stand above Japanese ones. */
function readStrings(file: OoxmlPackage, part: string): string[] {
  const name = file.related(part, 'sharedStrings')
  const bytes = name === null ? null : file.archive.read(name)
  if (bytes === null) return []
  const strings: string[] = []
  let current = ''
  let inText = false
  let phonetic = 0
  parseXmlEvents(
    bytes,
    {
      open(element) {
        if (element === 's:si') current = ''
        else if (element === 's:t') inText = true
        else if (element === 's:rPh') phonetic++
      },
      close(element) {
        if (element === 's:si') strings.push(decodeEscapes(current))
        else if (element === 's:t') inText = false
        else if (element === 's:rPh') phonetic--
      },
      text(text) {
        if (inText && phonetic === 0) current += text
      },
    },
    'The list of shared texts',
  )
  return strings
}

function readSheet(
  { file, maxCells, formats, strings }: Workbook,
  { name, part }: { name: string; part: string },
): StructuredPage {
  const writer = new PageWriter()
  const body = new PageWriter()
  const bytes = file.archive.need(part)
  const sheet = readWorksheet(bytes, { strings: strings(), formats, name, maxCells })
  for (const area of headAreas(file, part)) markHeads(sheet.cells, area)
  for (const { area, id } of sheet.links) linkCells(sheet.cells, area, file.address(part, id))
  const { cells, merges, left } = withoutHidden(sheet, maxCells)
  checkText(cells, { name, maxCells })
  writeSheet({ cells, merges }, body)
  for (const drawing of [...file.relations(part).values()].filter(
    ({ type, target }) => type === 'drawing' && target !== null,
  ))
    readSheetDrawing(file, drawing.target!, body)
  if (body.isEmpty) return body.finish()
  writer.title(1, plainInline(name))
  writer.append(body)
  if (left > 0)
    writer.warn(`Sheet "${name}": ${left} hidden row${left === 1 ? ' or column was' : 's or columns were'} left out.`)
  return writer.finish()
}

/** The head rows of the areas that the sheet calls tables. */
function headAreas(file: OoxmlPackage, part: string): Merge[] {
  return [...file.relations(part).values()].flatMap(({ type, target }) => {
    const table = type === 'table' ? file.optionalXml(target) : null
    const area = readArea(attribute(table ?? undefined, 'ref') ?? '')
    const rows = integer(table ?? undefined, 'headerRowCount') ?? 1
    return table === null || area === null || rows === 0 ? [] : [{ ...area, rowSpan: Math.min(rows, area.rowSpan) }]
  })
}

function markHeads(cells: Worksheet['cells'], { row, col, rowSpan, colSpan }: Merge): void {
  for (const [at, line] of cells) {
    if (at < row || at >= row + rowSpan) continue
    for (const [place, cell] of line)
      if (place >= col && place < col + colSpan) line.set(place, { ...cell, isHead: true })
  }
}

/** A link is set on a cell or a few; one over whole columns is an attack on whoever looks at each of their cells. */
const maxLinkedCells = 100

function linkCells(
  cells: Worksheet['cells'],
  { row, col, rowSpan, colSpan }: Merge,
  address: string | undefined,
): void {
  if (rowSpan * colSpan > maxLinkedCells) return
  for (let at = row; at < row + rowSpan; at++) {
    const line = cells.get(at)
    for (let place = col; place < col + colSpan; place++) {
      const cell = line?.get(place)
      if (cell !== undefined)
        line?.set(place, { ...cell, ...mergeLinks(linkedInline(plainInline(cell.text), address)) })
    }
  }
}

/** Pictures, charts and text boxes that float above the cells, in the order of their places. */
function readSheetDrawing(file: OoxmlPackage, part: string, writer: PageWriter): void {
  const root = file.optionalXml(part)
  const place = (anchor: Element, name: string): number => Number(textOf(child(anchor, 'xdr:from', name))) || 0
  const anchors = elements(root ?? undefined).filter(({ name }) => name.startsWith('xdr:'))
  const sorted = anchors.toSorted(
    (a, b) => place(a, 'xdr:row') - place(b, 'xdr:row') || place(a, 'xdr:col') - place(b, 'xdr:col'),
  )
  for (const anchor of sorted) {
    for (const picture of descendants(anchor, 'xdr:pic')) {
      const bytes = file.bytesOf(part, attribute(descendants(picture, 'a:blip')[0], 'r:embed'))
      const alt = altOf(child(picture, 'xdr:nvPicPr', 'xdr:cNvPr'))
      const extent = descendants(picture, 'a:ext').find((each) => attribute(each, 'cx') !== undefined)
      const [width, height] = [integer(extent, 'cx'), integer(extent, 'cy')]
      const size =
        width === undefined || height === undefined ? {} : { width: width / emuPerPoint, height: height / emuPerPoint }
      writer.figure(bytes === null ? null : { bytes, alt, ...size }, alt)
    }
    for (const chart of descendants(anchor, 'c:chart'))
      writer.figure(null, chartWords(file, part, attribute(chart, 'r:id')).join('\n'))
    for (const diagram of descendants(anchor, 'dgm:relIds'))
      writer.figure(null, diagramWords(file, part, attribute(diagram, 'r:dm')).join('\n'))
    for (const shape of descendants(anchor, 'xdr:txBody'))
      for (const paragraph of descendants(shape, 'a:p'))
        writer.text(plainInline(descendants(paragraph, 'a:t').map(textOf).join('')))
  }
}
