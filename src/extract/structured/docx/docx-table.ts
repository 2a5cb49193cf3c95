/** Deleted (tracked) and hidden rows are left out. */
import { clamp } from '../../../model/statistics.ts'
import { attribute, child, descendants, type Element, elements, integer, textOf } from '../../../xml/tree.ts'
import { type CellMerge, mergeCells, type StoredCell } from '../flow/merge-cells.ts'
import { isOn, isOnValue } from '../ooxml/on-off.ts'
import type { SourceCell } from '../types.ts'
import type { Styles } from './docx-styles.ts'

const MAX_SPAN = 256

export function readDocxCells(table: Element, styles: Styles): SourceCell[] {
  const hasHeader = hasHeaderRow(table, styles)
  const rows = findInside(table, 'w:tr').filter((row) => {
    const properties = child(row, 'w:trPr')
    return child(properties, 'w:del') === undefined && !isOn(child(properties, 'w:hidden'))
  })
  return mergeCells(
    rows.map((row, at) => {
      const header = isOn(child(row, 'w:trPr', 'w:tblHeader')) || (at === 0 && hasHeader)
      return { cells: readRow(row), header }
    }),
  )
}

function readRow(row: Element): StoredCell<Pick<SourceCell, 'element'>>[] {
  let end = clampSpan(integer(child(row, 'w:trPr', 'w:gridBefore'), 'w:val'), 0)
  return findInside(row, 'w:tc').map((element) => {
    const properties = child(element, 'w:tcPr')
    const colSpan = clampSpan(integer(child(properties, 'w:gridSpan'), 'w:val'), 1)
    const col = end
    end += colSpan
    const [horizontal, vertical] = [mergeOf(child(properties, 'w:hMerge')), mergeOf(child(properties, 'w:vMerge'))]
    return { content: { element }, col, colSpan, horizontal, vertical }
  })
}

function mergeOf(merge: Element | undefined): CellMerge {
  if (merge === undefined) return 'none'
  return (attribute(merge, 'w:val') ?? 'continue') === 'continue' ? 'continued' : 'first'
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
