/** Joins parts of a tagged table by row numbers, with rows and cells that a page break splits. */
import type { TableBlock } from '../model/document.ts'
import { joinCells } from './join-split-rows.ts'

/** Returns `null` if the tags do not state it. */
export function isNextPart(
  { part: head, cols }: TableBlock,
  { part: tail, cols: tailCols }: TableBlock,
): boolean | null {
  if (head === undefined || tail === undefined) return null
  const isSameTable = head.element === tail.element && cols === tailCols && head.firstCol === tail.firstCol
  if (!isSameTable || tail.firstRow < head.lastRow) return false
  // Workbooks omit empty rows at page breaks.
  return head.firstCol !== undefined || tail.firstRow <= head.lastRow + 1
}

/** Omits the repeated header rows of `tail`. */
export function appendPart(head: TableBlock, tail: TableBlock): TableBlock {
  const { part } = head
  const next = tail.part
  if (part === undefined || next === undefined) return head
  const omittedRows = Math.max(0, next.firstRow - part.lastRow - 1)
  /** Row of the block minus row of the whole table. */
  const offset = part.repeated - part.firstRow - omittedRows
  const cells = [...head.cells]
  for (const cell of tail.cells) {
    if (cell.row < next.repeated) continue
    const row = cell.row - next.repeated + next.firstRow + offset
    const isContinued = row < head.rows || (cell.row === next.repeated && next.continued.includes(cell.col))
    const at = isContinued
      ? cells.findIndex((other) => other.col === cell.col && other.row + other.rowSpan === head.rows)
      : -1
    const before = cells[at]
    if (before === undefined) cells.push({ ...cell, row })
    else cells[at] = { ...before, rowSpan: row + cell.rowSpan - before.row, ...joinCells(before, cell) }
  }
  cells.sort((a, b) => a.row - b.row || a.col - b.col)
  return {
    ...head,
    rows: next.lastRow + 1 + offset,
    cells,
    confidence: Math.min(head.confidence, tail.confidence),
    part: { ...part, firstRow: part.firstRow + omittedRows, lastRow: next.lastRow },
  }
}
