/** Follows "forming a table" in the HTML standard. */
import { clamp } from '../../../model/statistics.ts'
import { type Element, elements, integer } from '../../../xml/tree.ts'
import type { SourceCell } from '../types.ts'

const MAX_COL_SPAN = 1000
/** Maximum grid positions, against hostile spans. */
const MAX_GRID_CELLS = 4_000_000

interface TableRow {
  readonly cells: readonly Element[]
  readonly isInHead: boolean
  readonly rowsLeft: number
}

export function readHtmlCells(table: Element): SourceCell[] {
  const rows = readRows(table)
  const useSpans = hasPlausibleSpans(rows)
  const cells: SourceCell[] = []
  const freeFrom: number[] = []
  for (const [row, { cells: elements, isInHead, rowsLeft }] of rows.entries()) {
    let col = 0
    for (const element of elements) {
      while ((freeFrom[col] ?? 0) > row) col++
      const [rowSpan, maxColSpan] = useSpans ? spansOf(element, rowsLeft) : [1, 1]
      let colSpan = 1
      while (colSpan < maxColSpan && (freeFrom[col + colSpan] ?? 0) <= row) colSpan++
      for (let next = 0; next < colSpan; next++) freeFrom[col + next] = row + rowSpan
      cells.push({ element, row, col, rowSpan, colSpan, header: isInHead || element.name === 'th' })
      col += colSpan
    }
  }
  return trimColumns(cells)
}

function spansOf(cell: Element, rowsLeft: number): [number, number] {
  const rowSpan = integer(cell, 'rowspan') ?? 1
  const colSpan = integer(cell, 'colspan') ?? 1
  return [rowSpan === 0 ? rowsLeft : Math.max(1, Math.min(rowSpan, rowsLeft)), clamp(colSpan, 1, MAX_COL_SPAN)]
}

function hasPlausibleSpans(rows: readonly TableRow[]): boolean {
  const spans = rows.flatMap(({ cells, rowsLeft }) => cells.map((cell) => spansOf(cell, rowsLeft)))
  return spans.reduce((sum, [rowSpan, colSpan]) => sum + rowSpan * colSpan, 0) < MAX_GRID_CELLS
}

function trimColumns(cells: readonly SourceCell[]): SourceCell[] {
  const width = cells.reduce((most, { col }) => Math.max(most, col), 0) + 1
  if (!cells.some(({ col, colSpan }) => col + colSpan === width)) return [...cells]
  return cells.map((cell) => (cell.col + cell.colSpan > width ? { ...cell, colSpan: width - cell.col } : cell))
}

function readRows(table: Element): TableRow[] {
  const groups: { name: string; rows: Element[] }[] = []
  let ungrouped: Element[] | null = null
  for (const element of elements(table)) {
    if (element.name === 'tr') {
      if (ungrouped === null) {
        ungrouped = []
        groups.push({ name: 'tbody', rows: ungrouped })
      }
      ungrouped.push(element)
    } else if (['thead', 'tbody', 'tfoot'].includes(element.name)) {
      ungrouped = null
      groups.push({ name: element.name, rows: elements(element, 'tr') })
    }
  }
  return ['thead', 'tbody', 'tfoot'].flatMap((name) =>
    groups
      .filter((group) => group.name === name)
      .flatMap(({ rows }) =>
        rows.map((row, at) => ({
          cells: elements(row).filter((cell) => cell.name === 'td' || cell.name === 'th'),
          isInHead: name === 'thead',
          rowsLeft: rows.length - at,
        })),
      ),
  )
}
