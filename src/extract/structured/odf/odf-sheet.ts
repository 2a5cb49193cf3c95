import { ParseError } from '../../../model/errors.ts'
import { mergeLinks } from '../../../model/hyperlinks.ts'
import type { NumberRange } from '../../../model/ranges.ts'
import { attribute, child, type Element, elements } from '../../../xml/tree.ts'
import { PageWriter } from '../page-writer.ts'
import type { SheetCell } from '../sheets/sheet-grid.ts'
import { writeSheetPage } from '../sheets/sheet-page.ts'
import type { CellRange, StructuredPage } from '../types.ts'
import { isPicture } from './odf-frame.ts'
import type { OdfPackage } from './odf-package.ts'
import { isCell, isHidden, readRepeat, readRows } from './odf-table.ts'
import { OdfReader } from './odf-text.ts'

/** Writes the displayed text of cells. Throws `ParseError` 1132 for too many, repeated ones included. */
export function readOdfSheet(file: OdfPackage, sheet: Element, maxCells: number): StructuredPage {
  const name = attribute(sheet, 'table:name') ?? ''
  const drawings = new PageWriter()
  const reader = new OdfReader(file, { writer: drawings, endPage() {}, addNote: (citation) => citation }, { maxCells })
  const { cells, merges } = readCells(sheet, reader, { name, maxCells })
  const hiddenColumns = readHiddenColumns(sheet)
  return writeSheetPage({ name, cells, merges, hiddenRows: new Set(), hiddenColumns }, maxCells, (writer) => {
    for (const shape of elements(child(sheet, 'table:shapes')))
      if (shape.name.startsWith('draw:')) reader.readFrame(shape)
    writer.append(drawings)
  })
}

function readCells(
  sheet: Element,
  reader: OdfReader,
  { name, maxCells }: { name: string; maxCells: number },
): { cells: Map<number, ReadonlyMap<number, SheetCell>>; merges: CellRange[] } {
  const cells = new Map<number, ReadonlyMap<number, SheetCell>>()
  const merges: CellRange[] = []
  let count = 0
  let row = 0
  const checkCount = (cellCount: number): void => {
    if (cellCount > maxCells)
      throw new ParseError(
        1132,
        `The sheet "${name}" has more than ${maxCells} filled cells, which is the limit. Split it and send the parts.`,
      )
  }
  for (const { element: line } of readRows(sheet)) {
    const filled = new Map<number, SheetCell>()
    let col = 0
    for (const element of elements(line).filter(isCell)) {
      const repeat = readRepeat(element, 'table:number-columns-repeated')
      if (element.name === 'table:table-cell') {
        const inline = reader.readCell(element)
        for (const frame of elements(element).filter(isPicture)) reader.readFrame(frame)
        if (inline.text.trim() !== '') {
          checkCount(filled.size + repeat)
          const isText = (attribute(element, 'office:value-type') ?? 'string') === 'string'
          const cell = { text: inline.text, isText, ...mergeLinks(inline) }
          for (let at = 0; at < repeat; at++) filled.set(col + at, cell)
        }
        const rowSpan = readRepeat(element, 'table:number-rows-spanned')
        const colSpan = readRepeat(element, 'table:number-columns-spanned')
        if (rowSpan > 1 || colSpan > 1) merges.push({ row, col, rowSpan, colSpan })
      }
      col += repeat
    }
    const repeat = readRepeat(line, 'table:number-rows-repeated')
    if (filled.size > 0) {
      count += filled.size * repeat
      checkCount(count)
      for (let at = 0; at < repeat; at++) cells.set(row + at, filled)
    }
    row += repeat
  }
  return { cells, merges }
}

const COLUMN_GROUPS = new Set(['table:table-columns', 'table:table-column-group', 'table:table-header-columns'])

function readHiddenColumns(sheet: Element): NumberRange[] {
  const hidden: NumberRange[] = []
  let col = 0
  const visit = (parent: Element): void => {
    for (const each of elements(parent)) {
      if (COLUMN_GROUPS.has(each.name)) visit(each)
      if (each.name !== 'table:table-column') continue
      const repeat = readRepeat(each, 'table:number-columns-repeated')
      if (isHidden(each)) hidden.push({ first: col, last: col + repeat - 1 })
      col += repeat
    }
  }
  visit(sheet)
  return hidden
}
