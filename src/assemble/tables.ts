/**
 * A table cut by a page break → one table on the page where it began (`enable_table_cross_page`).
 * Repeated header rows are dropped; every cell keeps the page it stands on.
 */
import type { Cell, DocumentPage, TableBlock } from '../model/document.ts'
import type { ParseOptions } from '../model/options.ts'
import { removeBlock, replaceBlock } from './reindex.ts'
import { isBody } from './text.ts'

/** Left and right edges of the two pieces agree within this share of the page's width. */
const SAME_EDGE = 0.02

export function joinTables(pages: readonly DocumentPage[], options: ParseOptions): readonly DocumentPage[] {
  if (!options.features.enable_table_cross_page) return pages
  const joined = [...pages]
  // From the end, so that a table over three pages gathers on the first.
  for (let at = joined.length - 1; at > 0; at--) {
    const before = joined[at - 1]!
    const page = joined[at]!
    if (page.pageIndex !== before.pageIndex + 1) continue
    const last = before.blocks.findLastIndex(isBody)
    const first = page.blocks.findIndex(isBody)
    const head = before.blocks[last]
    const tail = page.blocks[first]
    if (head?.kind !== 'table' || tail?.kind !== 'table' || tail.captions.length > 0 || !continues(head, tail, page.width)) continue
    joined[at - 1] = replaceBlock(before, last, append(head, tail, { headPage: before.pageIndex, tailPage: page.pageIndex }))
    joined[at] = { ...removeBlock(page, first), mergeFromPrevious: true }
  }
  return joined
}

function continues(head: TableBlock, tail: TableBlock, pageWidth: number): boolean {
  return head.cols === tail.cols && Math.abs(head.box.x0 - tail.box.x0) <= SAME_EDGE * pageWidth && Math.abs(head.box.x1 - tail.box.x1) <= SAME_EDGE * pageWidth
}

function append(head: TableBlock, tail: TableBlock, { headPage, tailPage }: { headPage: number; tailPage: number }): TableBlock {
  const repeated = repeatedRows(head, tail)
  const mark = (cell: Cell, pageIndex: number): Cell => ({ ...cell, pageIndex: cell.pageIndex ?? pageIndex })
  const moved = tail.cells.filter(({ row }) => row >= repeated).map((cell) => mark({ ...cell, row: cell.row - repeated + head.rows }, tailPage))
  const chars = (block: TableBlock): number => block.cells.reduce((sum, { text }) => sum + text.length, 0) || 1
  const confidence = (head.confidence * chars(head) + tail.confidence * chars(tail)) / (chars(head) + chars(tail))
  return {
    ...head,
    rows: head.rows + tail.rows - repeated,
    cells: [...head.cells.map((cell) => mark(cell, headPage)), ...moved],
    confidence: Math.round(confidence * 1000) / 1000,
  }
}

/** How many rows at the top of the tail say again what the head's top says; at least one row must be left. */
function repeatedRows(head: TableBlock, tail: TableBlock): number {
  let rows = 0
  while (rows < tail.rows - 1 && rows < head.rows && sameRow(head, tail, rows)) rows++
  // A row that another one spans into can't be cut off alone.
  while (rows > 0 && tail.cells.some(({ row, rowSpan }) => row < rows && row + rowSpan > rows)) rows--
  return rows
}

function sameRow(head: TableBlock, tail: TableBlock, row: number): boolean {
  const of = (block: TableBlock): string =>
    block.cells
      .filter((cell) => cell.row === row)
      .map(({ col, colSpan, rowSpan, text }) => `${col},${colSpan},${rowSpan}:${text.replace(/\s+/g, ' ').trim()}`)
      .join('|')
  const text = of(head)
  return text === of(tail) && head.cells.some((cell) => cell.row === row && cell.text.trim() !== '')
}
