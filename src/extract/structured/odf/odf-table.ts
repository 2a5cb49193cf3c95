/**
 * A table of OpenDocument → cells with their place. Repeated rows and columns are written out as far as they hold anything; hidden
 * ones and those below all content are left out.
 */

import { ParseError } from '../../../model/errors.ts'
import { attribute, type Element, elements, integer, isElement } from '../../../xml/tree.ts'
import type { PlacedCell } from '../placed-cell.ts'

/** A row or cell repeated more often than this is the empty rest of a sheet. */
const maxRepeat = 1000
const maxSpan = 100_000

export function placeOdfCells(table: Element, maxCells: number): PlacedCell[] {
  const cells: PlacedCell[] = []
  let row = 0
  for (const { element: line, header } of rowsOf(table, false)) {
    const repeat = repeatOf(line, 'table:number-rows-repeated', hasContent(line))
    for (let again = 0; again < repeat; again++) {
      let col = 0
      for (const element of elements(line)) {
        if (element.name !== 'table:table-cell' && element.name !== 'table:covered-table-cell') continue
        const times = repeatOf(element, 'table:number-columns-repeated', hasContent(element))
        for (let next = 0; next < times; next++, col++) {
          if (element.name !== 'table:table-cell') continue
          if (cells.length === maxCells)
            throw new ParseError(
              1132,
              `A table of the document has more than ${maxCells} cells, the repeated ones counted, which is the limit. Split it and send the parts.`,
            )
          const span = (name: string): number => Math.min(maxSpan, Math.max(1, integer(element, name) ?? 1))
          cells.push({
            element,
            row,
            col,
            rowSpan: span('table:number-rows-spanned'),
            colSpan: span('table:number-columns-spanned'),
            header,
          })
        }
      }
      row++
    }
  }
  return cells
}

/** How often an element is repeated; what is empty and repeated beyond all measure only fills the sheet. */
function repeatOf(element: Element, name: string, filled: boolean): number {
  const times = Math.max(1, integer(element, name) ?? 1)
  return times <= maxRepeat ? times : filled ? maxRepeat : 1
}

function hasContent(element: Element): boolean {
  return element.children.some(
    (node) =>
      isElement(node) &&
      (node.name !== 'table:table-cell' && node.name !== 'table:covered-table-cell' ? true : node.children.length > 0),
  )
}

/** Rows that are shown, also those in groups and heads. */
export function rowsOf(table: Element, header: boolean): { element: Element; header: boolean }[] {
  return elements(table).flatMap((element): { element: Element; header: boolean }[] => {
    switch (element.name) {
      case 'table:table-row': {
        const visibility = attribute(element, 'table:visibility')
        return visibility === 'collapse' || visibility === 'filter' ? [] : [{ element, header }]
      }
      case 'table:table-header-rows':
        return rowsOf(element, true)
      case 'table:table-rows':
      case 'table:table-row-group':
        return rowsOf(element, header)
      default:
        return []
    }
  })
}
