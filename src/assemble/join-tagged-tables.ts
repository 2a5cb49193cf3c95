/**
 * Pieces of one tagged table → one table, row by row as the tags count them: a row that the page break cuts is one row, and so is
 * a cell that reaches over it. Nothing is compared; the tags know.
 */
import type { Cell, TableBlock } from '../model/document.ts'
import { joinContinuation } from '../model/join-text.ts'

/** Whether the tail is the next piece of the head's table; `null` where the tags do not tell. */
export function isNextPart(
  { part: head, cols }: TableBlock,
  { part: tail, cols: tailCols }: TableBlock,
): boolean | null {
  if (head === undefined || tail === undefined) return null
  if (
    head.element !== tail.element ||
    cols !== tailCols ||
    head.firstCol !== tail.firstCol ||
    tail.firstRow < head.lastRow
  )
    return false
  // At the page breaks of a sheet empty rows are left out.
  return head.firstCol !== undefined || tail.firstRow <= head.lastRow + 1
}

/** The head with the tail's rows; head rows that are printed again are left out. */
export function appendPart(
  head: TableBlock,
  tail: TableBlock,
  { headPage, tailPage }: { headPage: number; tailPage: number },
): TableBlock {
  const { part } = head
  const next = tail.part
  if (part === undefined || next === undefined) return head
  // Rows that are left out move what follows up: as if the block began so much later.
  const skipped = Math.max(0, next.firstRow - part.lastRow - 1)
  /** Rows of the whole table → rows of the block. */
  const offset = part.repeated - part.firstRow - skipped
  const cells: Cell[] = head.cells.map((cell) => ({ ...cell, pageIndex: cell.pageIndex ?? headPage }))
  for (const cell of tail.cells) {
    if (cell.row < next.repeated) continue
    const row = cell.row - next.repeated + next.firstRow + offset
    const began = row < head.rows || (cell.row === next.repeated && next.continued.includes(cell.col))
    const at = began
      ? cells.findIndex((other) => other.col === cell.col && other.row + other.rowSpan === head.rows)
      : -1
    const before = cells[at]
    if (before === undefined) cells.push({ ...cell, row, pageIndex: cell.pageIndex ?? tailPage })
    else
      cells[at] = {
        ...before,
        rowSpan: row + cell.rowSpan - before.row,
        text: joinContinuation(before.text, cell.text),
      }
  }
  cells.sort((a, b) => a.row - b.row || a.col - b.col)
  return {
    ...head,
    rows: next.lastRow + 1 + offset,
    cells,
    confidence: Math.min(head.confidence, tail.confidence),
    part: { ...part, firstRow: part.firstRow + skipped, lastRow: next.lastRow },
  }
}
