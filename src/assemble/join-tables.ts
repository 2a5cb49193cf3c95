/**
 * A table cut by a page break → one table on the page where it began (`enable_table_cross_page`).
 * Repeated header rows and captions are dropped; every cell keeps the page it stands on. Tables with heads of their own stay apart.
 */
import type { Block, Cell, DocumentPage, TableBlock } from '../model/document.ts'
import type { ParseOptions } from '../model/options.ts'
import { joinSplitRow } from './join-split-rows.ts'
import { appendPart, isNextPart } from './join-tagged-tables.ts'
import { isBody } from './join-text.ts'
import { reindex, replaceBlock } from './reindex.ts'

/** Widths of the two pieces agree within this share of the page's width. */
const SAME_EDGE = 0.02
/** Left and right pages may have different margins: one piece may lie this much beside the other, as a share of the page's width. */
const MARGIN_SHIFT = 0.1
/** Without rulings a column is as wide as its words: two columns are one when they share this much of the narrower … */
const SAME_COLUMN = 0.5
/** … for this share of the columns that hold words on both pages. */
const COLUMNS_ALIKE = 0.8
/** A row is repeated when this share of its filled cells says the same: "(continued)" may stand in one. */
const SAME_CELLS = 0.7

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
    if (head?.kind !== 'table' || tail?.kind !== 'table') continue
    const known = isNextPart(head, tail)
    if (known === false || (known === null && !continues(head, tail, page.width))) continue
    if (known === null && !captionContinues(captionOf(head, before.blocks), captionOf(tail, page.blocks))) continue
    joined[at - 1] = replaceBlock(
      before,
      last,
      (known === true ? appendPart : append)(head, tail, { headPage: before.pageIndex, tailPage: page.pageIndex }),
    )
    const gone = new Set([first, ...tail.captions])
    const kept = page.blocks.flatMap((_, index) => (gone.has(index) ? [] : [index]))
    joined[at] = { ...reindex(page, kept), mergeFromPrevious: true }
  }
  return joined
}

function continues(head: TableBlock, tail: TableBlock, pageWidth: number): boolean {
  if (head.cols !== tail.cols || !(sameFrame(head, tail, pageWidth) || sameColumns(head, tail))) return false
  return !hasOwnHead(tail) || !hasOwnHead(head) || repeatedRows(head, tail) > 0
}

/** Equally wide, and in the same place but for the margins. */
function sameFrame({ box: a }: TableBlock, { box: b }: TableBlock, pageWidth: number): boolean {
  return (
    Math.abs(a.x1 - a.x0 - (b.x1 - b.x0)) <= SAME_EDGE * pageWidth && Math.abs(a.x0 - b.x0) <= MARGIN_SHIFT * pageWidth
  )
}

/** Column under column, as far as both pieces have words there. */
function sameColumns(head: TableBlock, tail: TableBlock): boolean {
  let both = 0
  let alike = 0
  for (let col = 0; col < head.cols; col++) {
    const [a, b] = [columnOf(head, col), columnOf(tail, col)]
    if (a === null || b === null) continue
    both++
    const shared = Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0)
    if (shared >= SAME_COLUMN * Math.min(a.x1 - a.x0, b.x1 - b.x0)) alike++
  }
  return both >= Math.min(2, head.cols) && alike >= COLUMNS_ALIKE * both
}

function columnOf(table: TableBlock, col: number): { x0: number; x1: number } | null {
  const boxes = table.cells
    .filter((cell) => cell.col === col && cell.colSpan === 1 && cell.text.trim() !== '')
    .map(({ box }) => box)
  return boxes.length === 0
    ? null
    : { x0: Math.min(...boxes.map(({ x0 }) => x0)), x1: Math.max(...boxes.map(({ x1 }) => x1)) }
}

/** A first row of header cells that names at least two columns; a single one may be the name of a group of rows. */
function hasOwnHead(table: TableBlock): boolean {
  const first = table.cells.filter(({ row }) => row === 0)
  return (
    first.length > 0 &&
    first.every(({ header }) => header) &&
    first.filter(({ text }) => text.trim() !== '').length >= 2
  )
}

function captionOf(table: TableBlock, blocks: readonly Block[]): string | null {
  const texts = table.captions.flatMap((index) => {
    const block = blocks[index]
    return block?.kind === 'text' ? [block.text] : []
  })
  return texts.length === 0 ? null : texts.join(' ')
}

/** No caption over the second piece, or the same one again: as a whole, or its label ("Table 3 (continued)"). */
function captionContinues(head: string | null, tail: string | null): boolean {
  if (tail === null) return true
  if (head === null) return false
  return plain(head) === plain(tail) || (labelOf(head) !== null && labelOf(head) === labelOf(tail))
}

/** The number of a caption with what stands before it: "table 3", "表2". */
function labelOf(caption: string): string | null {
  return /^\D{1,20}\d+(?:[.-]\d+)*/u.exec(plain(caption))?.[0] ?? null
}

/** A cell's or caption's words without what only marks a repetition: blanks, case, an addition in brackets at the end. */
function plain(text: string): string {
  return text
    .replace(/\s*[([（][^()[\]（）]*[)\]）]\s*$/u, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase()
}

function append(
  head: TableBlock,
  tail: TableBlock,
  { headPage, tailPage }: { headPage: number; tailPage: number },
): TableBlock {
  const repeated = repeatedRows(head, tail)
  // The rest of a row that the page break cut counts as told once it is joined.
  const whole = joinSplitRow(head, tail, repeated)
  const told = whole === null ? repeated : repeated + 1
  const headed = head.cells.some(({ header }) => header)
  const mark = (cell: Cell, pageIndex: number): Cell => ({ ...cell, pageIndex: cell.pageIndex ?? pageIndex })
  const moved = tail.cells
    .filter(({ row }) => row >= told)
    // Below the first page's head no row is one, whatever it looked like on top of its page.
    .map((cell) => mark({ ...cell, row: cell.row - told + head.rows, header: cell.header && !headed }, tailPage))
  const chars = (block: TableBlock): number => block.cells.reduce((sum, { text }) => sum + text.length, 0) || 1
  const confidence = (head.confidence * chars(head) + tail.confidence * chars(tail)) / (chars(head) + chars(tail))
  return {
    ...head,
    rows: head.rows + tail.rows - told,
    cells: [...(whole ?? head.cells).map((cell) => mark(cell, headPage)), ...moved],
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
  const ofRow = (block: TableBlock): Cell[] => block.cells.filter((cell) => cell.row === row && cell.text.trim() !== '')
  const [above, below] = [ofRow(head), ofRow(tail)]
  if (above.length === 0 || below.length === 0) return false
  const said = new Set(above.map(({ col, text }) => `${col}:${plain(text)}`))
  const same = below.filter(({ col, text }) => said.has(`${col}:${plain(text)}`)).length
  return same >= SAME_CELLS * Math.max(above.length, below.length)
}
