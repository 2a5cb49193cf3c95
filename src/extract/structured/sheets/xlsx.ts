/** One page per visible sheet. */
import { mergeLinks } from '../../../model/hyperlinks.ts'
import { attribute, child, descendants, type Element, elements, integer, textOf } from '../../../xml/tree.ts'
import { parseXmlEvents } from '../../../xml/xml.ts'
import { linksTo, plainInline } from '../inline-text.ts'
import { altOf, chartLines, chartSheets, diagramTexts, readChart, sizeOf } from '../ooxml/drawing.ts'
import { isTrue } from '../ooxml/on-off.ts'
import { OoxmlPackage } from '../ooxml/ooxml-package.ts'
import type { PageWriter } from '../page-writer.ts'
import { type CellRange, type DocumentReader, type StructuredPage, unconvertedDocument } from '../types.ts'
import { CellFormats } from './number-format.ts'
import { noVisibleSheet, writeSheetPage } from './sheet-page.ts'
import { decodeEscapes, parseRange, readWorksheet, type Worksheet } from './xlsx-sheet.ts'

export const xlsxReader: DocumentReader = {
  open(bytes, { limits, maxCells }) {
    const file = new OoxmlPackage(bytes, limits)
    const part = file.mainPart()
    const root = file.xml(part)
    const sheets = elements(child(root, 's:sheets'), 's:sheet').flatMap((sheet) => {
      const target = file.target(part, attribute(sheet, 'r:id'))
      const isVisible = (attribute(sheet, 'state') ?? 'visible') === 'visible'
      return isVisible && target !== null ? [{ name: attribute(sheet, 'name') ?? '', part: target }] : []
    })
    if (sheets.length === 0) throw noVisibleSheet()
    const is1904 = isTrue(attribute(child(root, 's:workbookPr'), 'date1904'))
    const formats = new CellFormats(file.optionalXml(file.related(part, 'styles')), is1904)
    const visibleSheets = new Set(sheets.map(({ name }) => name))
    let strings: readonly string[] | undefined
    return unconvertedDocument(sheets, 'one for each sheet', (sheet) => {
      strings ??= readSharedStrings(file, part)
      return readSheet({ file, maxCells, formats, strings, visibleSheets }, sheet)
    })
  },
}

interface Workbook {
  readonly file: OoxmlPackage
  readonly maxCells: number
  readonly formats: CellFormats
  readonly strings: readonly string[]
  readonly visibleSheets: ReadonlySet<string>
}

/** Leaves out phonetic hints (`rPh`) of Japanese texts. */
function readSharedStrings(file: OoxmlPackage, part: string): string[] {
  const name = file.related(part, 'sharedStrings')
  const bytes = name === null ? null : file.archive.read(name)
  if (bytes === null) return []
  const strings: string[] = []
  let current = ''
  let inText = false
  let phoneticDepth = 0
  const handler = {
    open(element: string): void {
      if (element === 's:si') current = ''
      else if (element === 's:t') inText = true
      else if (element === 's:rPh') phoneticDepth++
    },
    close(element: string): void {
      if (element === 's:si') strings.push(decodeEscapes(current))
      else if (element === 's:t') inText = false
      else if (element === 's:rPh') phoneticDepth--
    },
    text(text: string): void {
      if (inText && phoneticDepth === 0) current += text
    },
  }
  parseXmlEvents(bytes, handler, 'The list of shared texts')
  return strings
}

function readSheet(workbook: Workbook, { name, part }: { name: string; part: string }): StructuredPage {
  const { file, maxCells, formats, strings } = workbook
  const sheet = readWorksheet(file.archive.readRequired(part), { strings, formats, name, maxCells })
  for (const range of readHeaderRanges(file, part)) markHeaders(sheet.cells, range)
  for (const { range, id } of sheet.links) linkCells(sheet.cells, range, file.address(part, id))
  return writeSheetPage({ ...sheet, name }, maxCells, (writer) => {
    for (const { type, target } of file.relationships(part).values())
      if (type === 'drawing' && target !== null) readSheetDrawing(workbook, target, writer)
  })
}

function readHeaderRanges(file: OoxmlPackage, part: string): CellRange[] {
  return [...file.relationships(part).values()].flatMap(({ type, target }) => {
    const table = (type === 'table' ? file.optionalXml(target) : null) ?? undefined
    const range = parseRange(attribute(table, 'ref') ?? '')
    const rows = integer(table, 'headerRowCount') ?? 1
    return range === null || rows === 0 ? [] : [{ ...range, rowSpan: Math.min(rows, range.rowSpan) }]
  })
}

function markHeaders(cells: Worksheet['cells'], { row, col, rowSpan, colSpan }: CellRange): void {
  for (const [at, line] of cells) {
    if (at < row || at >= row + rowSpan) continue
    for (const [cellCol, cell] of line)
      if (cellCol >= col && cellCol < col + colSpan) line.set(cellCol, { ...cell, isHeader: true })
  }
}

const MAX_LINKED_CELLS = 100

function linkCells(
  cells: Worksheet['cells'],
  { row, col, rowSpan, colSpan }: CellRange,
  address: string | undefined,
): void {
  if (rowSpan * colSpan > MAX_LINKED_CELLS) return
  for (let at = row; at < row + rowSpan; at++) {
    const line = cells.get(at)
    for (let cellCol = col; cellCol < col + colSpan; cellCol++) {
      const cell = line?.get(cellCol)
      if (cell !== undefined) line?.set(cellCol, { ...cell, ...mergeLinks({ links: linksTo(address, cell.text) }) })
    }
  }
}

function readSheetDrawing({ file, visibleSheets }: Workbook, part: string, writer: PageWriter): void {
  const position = (anchor: Element, name: string): number => Number(textOf(child(anchor, 'xdr:from', name))) || 0
  const anchors = elements(file.optionalXml(part) ?? undefined)
    .filter(({ name }) => name.startsWith('xdr:'))
    .sort((a, b) => position(a, 'xdr:row') - position(b, 'xdr:row') || position(a, 'xdr:col') - position(b, 'xdr:col'))
  for (const anchor of anchors) {
    for (const picture of descendants(anchor, 'xdr:pic')) {
      const bytes = file.bytesOf(part, attribute(descendants(picture, 'a:blip')[0], 'r:embed'))
      const alt = altOf(child(picture, 'xdr:nvPicPr', 'xdr:cNvPr'))
      const size = sizeOf(descendants(picture, 'a:ext').find((each) => attribute(each, 'cx') !== undefined))
      writer.figure(bytes === null ? null : { bytes, alt, ...size }, alt)
    }
    for (const chart of descendants(anchor, 'c:chart')) {
      const id = attribute(chart, 'r:id')
      const sheets = chartSheets(file, part, id)
      const isRepeated = sheets.length > 0 && sheets.every((name) => visibleSheets.has(name))
      const data = readChart(file, part, id)
      writer.figure(null, isRepeated ? data.title : chartLines(data).join('\n'))
    }
    for (const diagram of descendants(anchor, 'dgm:relIds'))
      writer.figure(null, diagramTexts(file, part, attribute(diagram, 'r:dm')).join('\n'))
    for (const shape of descendants(anchor, 'xdr:txBody'))
      for (const paragraph of descendants(shape, 'a:p'))
        writer.text(plainInline(descendants(paragraph, 'a:t').map(textOf).join('')))
  }
}
