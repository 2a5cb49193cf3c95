/**
 * A sheet of an OpenDocument workbook → its name as title and its cells as one table. Cells hold what they show as text, so nothing
 * need be formatted.
 */
import { ParseError } from '../../../model/errors.ts'
import { mergeLinks } from '../../../model/hyperlinks.ts'
import { attribute, child, type Element, elements, integer } from '../../../xml/tree.ts'
import { plainInline } from '../inline-text.ts'
import { PageWriter } from '../page-writer.ts'
import { withoutHidden } from '../sheets/hidden-cells.ts'
import { checkText, type GridCell, type Merge, writeSheet } from '../sheets/sheet-grid.ts'
import type { StructuredPage } from '../structured-document.ts'
import type { OdfPackage } from './odf-package.ts'
import { rowsOf } from './odf-table.ts'
import { OdfReader } from './odf-text.ts'

/** Throws `ParseError` 1132 for a sheet of more than `maxCells` filled cells, repeated ones counted. */
export function readOdfSheet(file: OdfPackage, sheet: Element, maxCells: number): StructuredPage {
  const name = attribute(sheet, 'table:name') ?? ''
  const body = new PageWriter()
  const reader = new OdfReader(file, { writer: body, endPage() {}, note: (citation) => citation }, { maxCells })
  const cells = new Map<number, Map<number, GridCell>>()
  const merges: Merge[] = []
  let count = 0
  let row = 0
  for (const { element: line } of rowsOf(sheet, false)) {
    const filled = new Map<number, GridCell>()
    let col = 0
    for (const cell of elements(line)) {
      if (cell.name !== 'table:table-cell' && cell.name !== 'table:covered-table-cell') continue
      const times = Math.max(1, integer(cell, 'table:number-columns-repeated') ?? 1)
      const inline = cell.name === 'table:table-cell' ? reader.cellText(cell) : plainInline('')
      if (inline.text.trim() !== '') {
        const type = attribute(cell, 'office:value-type') ?? 'string'
        if (filled.size + times > maxCells) throw tooManyCells(name, maxCells)
        for (let at = 0; at < times; at++)
          filled.set(col + at, { text: inline.text, isText: type === 'string', ...mergeLinks(inline) })
      }
      const [rowSpan, colSpan] = [
        integer(cell, 'table:number-rows-spanned') ?? 1,
        integer(cell, 'table:number-columns-spanned') ?? 1,
      ]
      if ((rowSpan > 1 || colSpan > 1) && cell.name === 'table:table-cell') merges.push({ row, col, rowSpan, colSpan })
      col += times
    }
    const times = Math.max(1, integer(line, 'table:number-rows-repeated') ?? 1)
    count += filled.size * (filled.size > 0 ? times : 0)
    if (count > maxCells) throw tooManyCells(name, maxCells)
    if (filled.size > 0) for (let at = 0; at < times; at++) cells.set(row + at, filled)
    row += times
  }
  checkText(cells, { name, maxCells })
  writeSheet(
    withoutHidden({ cells, merges, hiddenRows: new Set(), hiddenColumns: hiddenColumns(sheet) }, maxCells),
    body,
  )
  for (const shape of elements(child(sheet, 'table:shapes'))) if (shape.name.startsWith('draw:')) reader.frame(shape)
  const writer = new PageWriter()
  if (body.isEmpty) return writer.finish()
  writer.title(1, plainInline(name))
  writer.append(body)
  return writer.finish()
}

function tooManyCells(name: string, maxCells: number): ParseError {
  return new ParseError(
    1132,
    `The sheet "${name}" has more than ${maxCells} filled cells, which is the limit. Split it and send the parts.`,
  )
}

function hiddenColumns(sheet: Element): { first: number; last: number }[] {
  const hidden: { first: number; last: number }[] = []
  let col = 0
  const visit = (parent: Element): void => {
    for (const each of elements(parent)) {
      if (
        each.name === 'table:table-columns' ||
        each.name === 'table:table-column-group' ||
        each.name === 'table:table-header-columns'
      )
        visit(each)
      if (each.name !== 'table:table-column') continue
      const times = Math.max(1, integer(each, 'table:number-columns-repeated') ?? 1)
      const visibility = attribute(each, 'table:visibility')
      if (visibility === 'collapse' || visibility === 'filter') hidden.push({ first: col, last: col + times - 1 })
      col += times
    }
  }
  visit(sheet)
  return hidden
}
