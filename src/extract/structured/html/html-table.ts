/**
 * Rows and cells of an HTML table → cells with their place in the grid, by the algorithm of the HTML standard ("forming a table").
 * Spans end where the table ends, and a grid beyond all measure loses its spans.
 */

import { type Element, elements, integer } from '../../../xml/tree.ts'
import type { PlacedCell } from '../placed-cell.ts'

/** The standard's own bounds. */
const maxColSpan = 1000
/** Places of the grid; beyond it spans are made to harm. */
const maxGrid = 4_000_000

interface Row {
  readonly element: Element
  readonly inHead: boolean
  /** Rows of its group that follow it, itself included. */
  readonly left: number
}

export function placeCells(table: Element): PlacedCell[] {
  const rows = rowsOf(table)
  const cellCount = rows.reduce((sum, { element }) => sum + cellsOf(element).length, 0)
  const spansAllowed = cellCount * maxColSpan < maxGrid || sumOfSpans(rows) < maxGrid
  const placed: PlacedCell[] = []
  /** Per column, the first row that is free again. */
  const freeFrom: number[] = []
  rows.forEach((row, at) => {
    let col = 0
    for (const element of cellsOf(row.element)) {
      while ((freeFrom[col] ?? 0) > at) col++
      const wanted = integer(element, 'rowspan') ?? 1
      const rowSpan = !spansAllowed ? 1 : wanted === 0 ? row.left : Math.max(1, Math.min(wanted, row.left))
      let colSpan = spansAllowed ? Math.max(1, Math.min(integer(element, 'colspan') ?? 1, maxColSpan)) : 1
      // A cell that would run into one from above ends there: overlapping cells have no place in a grid.
      for (let next = 1; next < colSpan; next++) if ((freeFrom[col + next] ?? 0) > at) colSpan = next
      for (let next = 0; next < colSpan; next++) freeFrom[col + next] = at + rowSpan
      placed.push({ element, row: at, col, rowSpan, colSpan, header: row.inHead || element.name === 'th' })
      col += colSpan
    }
  })
  return trimColumns(placed)
}

/** Columns that only some spans reach into, where the other rows have ended, are none. */
function trimColumns(cells: readonly PlacedCell[]): PlacedCell[] {
  const last = cells.reduce((most, { col }) => Math.max(most, col), 0) + 1
  if (!cells.some(({ col, colSpan }) => col + colSpan === last)) return [...cells]
  return cells.map((cell) => (cell.col + cell.colSpan > last ? { ...cell, colSpan: last - cell.col } : cell))
}

function sumOfSpans(rows: readonly Row[]): number {
  let sum = 0
  for (const { element, left } of rows)
    for (const cell of cellsOf(element))
      sum +=
        Math.min(Math.max(1, integer(cell, 'colspan') ?? 1), maxColSpan) *
        Math.min(Math.max(1, integer(cell, 'rowspan') ?? 1), left)
  return sum
}

/** Rows in the order they are shown: heads first, feet last. Rows that stand directly in the table are a group each time they do. */
function rowsOf(table: Element): Row[] {
  const groups: { name: string; rows: Element[] }[] = []
  let loose: Element[] | null = null
  for (const element of elements(table)) {
    if (element.name === 'tr') {
      if (loose === null) {
        loose = []
        groups.push({ name: 'tbody', rows: loose })
      }
      loose.push(element)
    } else if (isGroup(element)) {
      loose = null
      groups.push({ name: element.name, rows: elements(element, 'tr') })
    }
  }
  return ['thead', 'tbody', 'tfoot'].flatMap((name) =>
    groups
      .filter((group) => group.name === name)
      .flatMap(({ rows }) =>
        rows.map((element, at): Row => ({ element, inHead: name === 'thead', left: rows.length - at })),
      ),
  )
}

function isGroup({ name }: Element): boolean {
  return name === 'thead' || name === 'tbody' || name === 'tfoot'
}

function cellsOf(row: Element): Element[] {
  return elements(row).filter(({ name }) => name === 'td' || name === 'th')
}
