/** Joins a table that a page break splits (`enable_table_cross_page`), without repeated header rows and captions. */
import { charsOf } from '../model/character-classes.ts'
import type { Block, Cell, DocumentPage, TableBlock } from '../model/document.ts'
import { type Box, overlapX, unionOf, width } from '../model/geometry.ts'
import type { ParseOptions } from '../model/options.ts'
import { joinSplitRow } from './join-split-rows.ts'
import { appendPart, isNextPart } from './join-tagged-tables.ts'
import { isBody, joinAcrossPages } from './page-breaks.ts'
import { reindex, replaceBlock } from './reindex.ts'
import { joinedConfidence } from './text-blocks.ts'

/** Maximum differences of width and left edge (left and right pages), relative to the page width. */
const MAX_WIDTH_DIFFERENCE = 0.02
const MAX_MARGIN_SHIFT = 0.1
/** Unruled tables: minimum overlap of columns relative to the narrower one, and their fraction. */
const MIN_COLUMN_OVERLAP = 0.5
const MIN_COLUMN_RATIO = 0.8
/** Minimum fraction of equal cells in a repeated row; one cell may contain "(continued)". */
const MIN_SAME_CELLS = 0.7
/** Minimum filled cells; a single one may name a group of rows. */
const MIN_HEADER_CELLS = 2

export function joinTables(pages: readonly DocumentPage[], options: ParseOptions): readonly DocumentPage[] {
  if (!options.features.enable_table_cross_page) return pages
  return joinAcrossPages(pages, (before, page) => {
    const last = before.blocks.findLastIndex(isBody)
    const first = page.blocks.findIndex(isBody)
    const head = before.blocks[last]
    const tail = page.blocks[first]
    if (head?.kind !== 'table' || tail?.kind !== 'table') return null
    const isTaggedPart = isNextPart(head, tail)
    if (!(isTaggedPart ?? (continues(head, tail, page.width) && hasSameCaption(head, tail, { before, page }))))
      return null
    const appendRows = isTaggedPart === true ? appendPart : append
    const whole = appendRows(withPageIndex(head, before), withPageIndex(tail, page))
    const removed = new Set([first, ...tail.captions])
    const kept = [...page.blocks.keys()].filter((index) => !removed.has(index))
    return [replaceBlock(before, last, whole), reindex(page, kept)]
  })
}

/** Cells of joined tables keep the page that shows them. */
function withPageIndex(table: TableBlock, { pageIndex }: DocumentPage): TableBlock {
  return { ...table, cells: table.cells.map((cell) => ({ ...cell, pageIndex: cell.pageIndex ?? pageIndex })) }
}

function continues(head: TableBlock, tail: TableBlock, pageWidth: number): boolean {
  if (head.cols !== tail.cols || !(hasSameFrame(head, tail, pageWidth) || hasSameColumns(head, tail))) return false
  return !hasHeader(tail) || !hasHeader(head) || countRepeatedRows(head, tail) > 0
}

function hasSameFrame({ box: head }: TableBlock, { box: tail }: TableBlock, pageWidth: number): boolean {
  return (
    Math.abs(width(head) - width(tail)) <= MAX_WIDTH_DIFFERENCE * pageWidth &&
    Math.abs(head.x0 - tail.x0) <= MAX_MARGIN_SHIFT * pageWidth
  )
}

function hasSameColumns(head: TableBlock, tail: TableBlock): boolean {
  let compared = 0
  let same = 0
  for (let col = 0; col < head.cols; col++) {
    const [a, b] = [columnOf(head, col), columnOf(tail, col)]
    if (a === null || b === null) continue
    compared++
    if (overlapX(a, b) >= MIN_COLUMN_OVERLAP * Math.min(width(a), width(b))) same++
  }
  return compared >= Math.min(2, head.cols) && same >= MIN_COLUMN_RATIO * compared
}

function columnOf(table: TableBlock, col: number): Box | null {
  const cells = table.cells.filter((cell) => cell.col === col && cell.colSpan === 1 && cell.text.trim() !== '')
  return cells.length === 0 ? null : unionOf(cells)
}

function hasHeader(table: TableBlock): boolean {
  const first = table.cells.filter(({ row }) => row === 0)
  const filled = first.filter(({ text }) => text.trim() !== '')
  return first.every(({ header }) => header) && filled.length >= MIN_HEADER_CELLS
}

/** "Table 3 (continued)" has the caption of "Table 3". */
function hasSameCaption(
  head: TableBlock,
  tail: TableBlock,
  { before, page }: { before: DocumentPage; page: DocumentPage },
): boolean {
  const [first, second] = [captionOf(head, before.blocks), captionOf(tail, page.blocks)]
  if (second === null) return true
  if (first === null) return false
  const label = labelOf(first)
  return normalize(first) === normalize(second) || (label !== null && label === labelOf(second))
}

function captionOf(table: TableBlock, blocks: readonly Block[]): string | null {
  const texts = table.captions.flatMap((index) => {
    const block = blocks[index]
    return block?.kind === 'text' ? [block.text] : []
  })
  return texts.length === 0 ? null : texts.join(' ')
}

/** Returns "table 3" or "表2". */
function labelOf(caption: string): string | null {
  return /^\D{1,20}\d+(?:[.-]\d+)*/u.exec(normalize(caption))?.[0] ?? null
}

/** Removes a final addition in brackets. */
function normalize(text: string): string {
  return text
    .replace(/\s*[([（][^()[\]（）]*[)\]）]\s*$/u, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase()
}

function append(head: TableBlock, tail: TableBlock): TableBlock {
  const repeated = countRepeatedRows(head, tail)
  const joinedCells = joinSplitRow(head, tail, repeated)
  const skipped = joinedCells === null ? repeated : repeated + 1
  const hasHeaderCells = head.cells.some(({ header }) => header)
  const appended = tail.cells
    .filter(({ row }) => row >= skipped)
    // A first row of a page may look like a header.
    .map((cell) => ({ ...cell, row: cell.row - skipped + head.rows, header: cell.header && !hasHeaderCells }))
  const weighted = ({ confidence, cells }: TableBlock) => ({
    confidence,
    length: charsOf(cells),
  })
  return {
    ...head,
    rows: head.rows + tail.rows - skipped,
    cells: [...(joinedCells ?? head.cells), ...appended],
    confidence: joinedConfidence(weighted(head), weighted(tail)),
  }
}

function countRepeatedRows(head: TableBlock, tail: TableBlock): number {
  let rows = 0
  while (rows < tail.rows - 1 && rows < head.rows && isSameRow(head, tail, rows)) rows++
  // A row that a cell from above spans cannot be removed.
  while (rows > 0 && tail.cells.some(({ row, rowSpan }) => row < rows && row + rowSpan > rows)) rows--
  return rows
}

function isSameRow(head: TableBlock, tail: TableBlock, row: number): boolean {
  const filledCells = (block: TableBlock): Cell[] =>
    block.cells.filter((cell) => cell.row === row && cell.text.trim() !== '')
  const [above, below] = [filledCells(head), filledCells(tail)]
  if (above.length === 0 || below.length === 0) return false
  const keyOf = ({ col, text }: Cell): string => `${col}:${normalize(text)}`
  const known = new Set(above.map(keyOf))
  const same = below.filter((cell) => known.has(keyOf(cell))).length
  return same >= MIN_SAME_CELLS * Math.max(above.length, below.length)
}
