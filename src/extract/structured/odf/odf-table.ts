import { ParseError } from '../../../model/errors.ts'
import { clamp } from '../../../model/statistics.ts'
import { attribute, type Element, elements, integer, isElement } from '../../../xml/tree.ts'
import type { SourceCell } from '../types.ts'

const MAX_REPEAT = 1000
const MAX_SPAN = 100_000

/** Throws `ParseError` 1132 for too many cells. */
export function readOdfCells(table: Element, maxCells: number): SourceCell[] {
  const cells: SourceCell[] = []
  let row = 0
  for (const { element: line, header } of readRows(table)) {
    const repeat = clampRepeat(line, 'table:number-rows-repeated')
    for (let count = 0; count < repeat; count++) {
      for (const cell of readRow(line, { row, header })) {
        if (cells.length === maxCells)
          throw new ParseError(
            1132,
            `A table of the document has more than ${maxCells} cells, repeated ones included, which is the limit. Split it and send the parts.`,
          )
        cells.push(cell)
      }
      row++
    }
  }
  return cells
}

function* readRow(line: Element, { row, header }: { row: number; header: boolean }): Generator<SourceCell> {
  let col = 0
  for (const element of elements(line)) {
    if (!isCell(element)) continue
    const repeat = clampRepeat(element, 'table:number-columns-repeated')
    if (element.name === 'table:table-cell') {
      const rowSpan = readSpan(element, 'table:number-rows-spanned')
      const colSpan = readSpan(element, 'table:number-columns-spanned')
      for (let at = 0; at < repeat; at++) yield { element, row, col: col + at, rowSpan, colSpan, header }
    }
    col += repeat
  }
}

function readSpan(element: Element, name: string): number {
  return clamp(integer(element, name) ?? 1, 1, MAX_SPAN)
}

export function isCell({ name }: Element): boolean {
  return name === 'table:table-cell' || name === 'table:covered-table-cell'
}

function clampRepeat(element: Element, name: string): number {
  const count = readRepeat(element, name)
  return count <= MAX_REPEAT ? count : hasContent(element) ? MAX_REPEAT : 1
}

export function readRepeat(element: Element, name: string): number {
  return Math.max(1, integer(element, name) ?? 1)
}

function hasContent(element: Element): boolean {
  return element.children.some((node) => isElement(node) && (!isCell(node) || node.children.length > 0))
}

interface TableRow {
  readonly element: Element
  readonly header: boolean
}

export function readRows(table: Element, header = false): TableRow[] {
  return elements(table).flatMap((element): TableRow[] => {
    switch (element.name) {
      case 'table:table-row':
        return isHidden(element) ? [] : [{ element, header }]
      case 'table:table-header-rows':
        return readRows(element, true)
      case 'table:table-rows':
      case 'table:table-row-group':
        return readRows(element, header)
      default:
        return []
    }
  })
}

export function isHidden(element: Element): boolean {
  return ['collapse', 'filter'].includes(attribute(element, 'table:visibility') ?? '')
}
