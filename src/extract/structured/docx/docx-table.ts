/** Deleted (tracked) and hidden rows are left out. */
import { clamp } from '../../../model/statistics.ts'
import { attribute, child, descendants, type Element, elements, integer, textOf } from '../../../xml/tree.ts'
import type { SourceCell } from '../types.ts'
import { isOn, isOnValue, type Styles } from './docx-styles.ts'

interface GrowingCell extends SourceCell {
  rowSpan: number
  colSpan: number
}

const MAX_SPAN = 256

export function readDocxCells(table: Element, styles: Styles): SourceCell[] {
  const hasHeader = hasHeaderRow(table, styles)
  const rows = findInside(table, 'w:tr').filter((row) => {
    const properties = child(row, 'w:trPr')
    return child(properties, 'w:del') === undefined && !isOn(child(properties, 'w:hidden'))
  })
  const cells: GrowingCell[] = []
  let above: ReadonlyMap<number, GrowingCell> = new Map()
  for (const [row, element] of rows.entries()) {
    const properties = child(element, 'w:trPr')
    const header = isOn(child(properties, 'w:tblHeader')) || (row === 0 && hasHeader)
    above = readRow(element, { row, header, above, cells })
  }
  return cells
}

function readRow(
  element: Element,
  {
    row,
    header,
    above,
    cells,
  }: { row: number; header: boolean; above: ReadonlyMap<number, GrowingCell>; cells: GrowingCell[] },
): Map<number, GrowingCell> {
  const merged = new Map<number, GrowingCell>()
  let col = clampSpan(integer(child(element, 'w:trPr', 'w:gridBefore'), 'w:val'), 0)
  let left: GrowingCell | null = null
  for (const cell of findInside(element, 'w:tc')) {
    const properties = child(cell, 'w:tcPr')
    const colSpan = clampSpan(integer(child(properties, 'w:gridSpan'), 'w:val'), 1)
    const vertical = mergeKind(child(properties, 'w:vMerge'))
    const continued = vertical === 'continue' ? above.get(col) : undefined
    if (mergeKind(child(properties, 'w:hMerge')) === 'continue' && left !== null) left.colSpan += colSpan
    else if (continued !== undefined) {
      continued.rowSpan++
      merged.set(col, continued)
      left = null
    } else {
      left = { element: cell, row, col, rowSpan: 1, colSpan, header }
      cells.push(left)
      if (vertical !== null) merged.set(col, left)
    }
    col += colSpan
  }
  return merged
}

function mergeKind(merge: Element | undefined): string | null {
  return merge === undefined ? null : (attribute(merge, 'w:val') ?? 'continue')
}

function clampSpan(value: number | undefined, minimum: number): number {
  return clamp(value ?? minimum, minimum, MAX_SPAN)
}

const FIRST_ROW_BIT = 0x20

function hasHeaderRow(table: Element, styles: Styles): boolean {
  const properties = child(table, 'w:tblPr')
  const tableLook = child(properties, 'w:tblLook')
  const firstRow = attribute(tableLook, 'w:firstRow')
  const isFormatted =
    firstRow === undefined
      ? (Number.parseInt(attribute(tableLook, 'w:val') ?? '0', 16) & FIRST_ROW_BIT) !== 0
      : isOnValue(firstRow)
  return isFormatted && styles.hasFirstRowFormat(attribute(child(properties, 'w:tblStyle'), 'w:val'))
}

const CONTAINERS = new Set(['w:sdt', 'w:sdtContent', 'w:ins', 'w:customXml', 'w:moveTo'])

function findInside(parent: Element, name: string): Element[] {
  return elements(parent).flatMap((each): Element[] => {
    if (each.name === name) return [each]
    return CONTAINERS.has(each.name) ? findInside(each, name) : []
  })
}

/** Minimum part of the text that is in inner tables. */
const MIN_NESTED_RATIO = 0.5

/** Whether the table only arranges other tables. */
export function isLayoutTable(table: Element, cells: readonly SourceCell[]): boolean {
  if (cells.some(({ header }) => header)) return false
  const nested = descendants(table, 'w:tbl', true)
  const lengthOf = (parent: Element): number =>
    descendants(parent, 'w:t').reduce((sum, each) => sum + textOf(each).length, 0)
  return (
    nested.length > 0 && nested.reduce((sum, each) => sum + lengthOf(each), 0) >= MIN_NESTED_RATIO * lengthOf(table)
  )
}
