/**
 * A table of WordprocessingML → cells with their place: columns by grid spans, rows by vertical merges. Rows that were deleted
 * with change tracking, or are hidden, are left out.
 */

import { attribute, child, type Element, elements, integer } from '../../../xml/tree.ts'
import { isOn, isOnValue, type Styles } from './docx-styles.ts'

export interface DocxCell {
  readonly element: Element
  readonly row: number
  readonly col: number
  rowSpan: number
  colSpan: number
  readonly header: boolean
}

/** Word allows 63 columns. */
const maxSpan = 256

export function placeDocxCells(table: Element, styles: Styles): DocxCell[] {
  const headed = hasHeadRow(table, styles)
  const rows = within(table, 'w:tr').filter((row) => {
    const properties = child(row, 'w:trPr')
    return child(properties, 'w:del') === undefined && !isOn(child(properties, 'w:hidden'))
  })
  const cells: DocxCell[] = []
  /** Per column, the cell that goes on below. */
  let above = new Map<number, DocxCell>()
  rows.forEach((row, at) => {
    const properties = child(row, 'w:trPr')
    const header = isOn(child(properties, 'w:tblHeader')) || (at === 0 && headed)
    const open = new Map<number, DocxCell>()
    let col = span(integer(child(properties, 'w:gridBefore'), 'w:val') ?? 0, 0)
    let left: DocxCell | null = null
    for (const element of within(row, 'w:tc')) {
      const own = child(element, 'w:tcPr')
      const colSpan = span(integer(child(own, 'w:gridSpan'), 'w:val') ?? 1, 1)
      const across = child(own, 'w:hMerge')
      const down = child(own, 'w:vMerge')
      const continued =
        down !== undefined && (attribute(down, 'w:val') ?? 'continue') === 'continue' ? above.get(col) : undefined
      if (across !== undefined && (attribute(across, 'w:val') ?? 'continue') === 'continue' && left !== null)
        left.colSpan += colSpan
      else if (continued !== undefined) {
        continued.rowSpan++
        open.set(col, continued)
        left = null
      } else {
        left = { element, row: at, col, rowSpan: 1, colSpan, header }
        cells.push(left)
        if (down !== undefined) open.set(col, left)
      }
      col += colSpan
    }
    above = open
  })
  return cells
}

/** Bit of the old notation of `tblLook`. */
const firstRowBit = 0x20

/** The author wants the first row to look like a head, and the table's style has a look for it. */
function hasHeadRow(table: Element, styles: Styles): boolean {
  const properties = child(table, 'w:tblPr')
  const look = child(properties, 'w:tblLook')
  const told = attribute(look, 'w:firstRow')
  const wanted =
    told === undefined ? (Number.parseInt(attribute(look, 'w:val') ?? '0', 16) & firstRowBit) !== 0 : isOnValue(told)
  return wanted && styles.setsOffFirstRow(attribute(child(properties, 'w:tblStyle'), 'w:val'))
}

function span(value: number, least: number): number {
  return Math.min(maxSpan, Math.max(least, value))
}

/** Rows or cells, also those inside content controls and markup of changes. */
function within(parent: Element, name: string): Element[] {
  return elements(parent).flatMap((each): Element[] => {
    if (each.name === name) return [each]
    return each.name === 'w:sdt' ||
      each.name === 'w:sdtContent' ||
      each.name === 'w:ins' ||
      each.name === 'w:customXml' ||
      each.name === 'w:moveTo'
      ? within(each, name)
      : []
  })
}
