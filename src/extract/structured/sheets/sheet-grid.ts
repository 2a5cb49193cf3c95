/**
 * A grid of texts → one table. Empty rows and columns around the used area are left out, those inside stay: their place says
 * something. Heads are what the file calls so; where it does not say, the first row that names the columns below it.
 */
import { ParseError } from '../../../model/errors.ts'
import { type Hyperlink, mergeLinks } from '../../../model/hyperlinks.ts'
import { maxOf } from '../../../model/statistics.ts'
import { plainInline } from '../inline-text.ts'
import type { CellContent, PageWriter } from '../page-writer.ts'

export interface GridCell {
  readonly text: string
  /** A word, not a number or a date. */
  readonly isText: boolean
  /** The file says that it heads a column. */
  readonly isHead?: boolean
  readonly links?: readonly Hyperlink[]
}

export interface Merge {
  readonly row: number
  readonly col: number
  readonly rowSpan: number
  readonly colSpan: number
}

/** Rows of fields of a delimited text. */
export function writeGrid(rows: readonly (readonly string[])[], writer: PageWriter): void {
  const cells = new Map<number, Map<number, GridCell>>()
  rows.forEach((fields, row) => {
    cells.set(
      row,
      new Map(
        fields.flatMap((text, col) => (text.trim() === '' ? [] : [[col, { text, isText: !isNumber(text) }] as const])),
      ),
    )
  })
  writeSheet({ cells, merges: [], maxCol: rows.reduce((most, fields) => Math.max(most, fields.length - 1), 0) }, writer)
}

export interface Sheet {
  /** Row → column → cell; empty cells are absent. */
  readonly cells: ReadonlyMap<number, ReadonlyMap<number, GridCell>>
  readonly merges: readonly Merge[]
  /** The last column that the source names, even where all its cells are empty. */
  readonly maxCol?: number
}

/** Places that all merges cover together: those of a sheet don't overlap, so that more than a sheet has are made to harm. */
const MAX_MERGED = 4_000_000

/** Characters that a sheet's cells may hold, for each cell that it may have: cells share texts in the file, not in the answer. */
const textPerCell = 64

/** Throws 1132 for cells that hold more text than the limit leaves room for. */
export function checkText(
  cells: Sheet['cells'],
  { name, maxCells }: { readonly name: string; readonly maxCells: number },
): void {
  let left = maxCells * textPerCell
  for (const line of cells.values()) for (const { text } of line.values()) left -= text.length
  if (left >= 0) return
  throw new ParseError(
    1132,
    `The cells of the sheet "${name}" hold more than ${maxCells * textPerCell} characters, which is the limit. Split it and send the parts.`,
  )
}

export function writeSheet({ cells, merges, maxCol }: Sheet, writer: PageWriter): void {
  const area = usedArea(cells)
  if (area === null) return
  const lastCol = Math.max(area.lastCol, maxCol ?? 0)
  const heads = headEnd(cells, merges, headRows(cells, { ...area, lastCol }))
  const covered = new Set<string>()
  const spans = new Map<string, Merge>()
  let room = MAX_MERGED
  for (const merge of merges) {
    const clipped = clip(merge, { ...area, lastCol })
    if (clipped === null) continue
    room -= clipped.rowSpan * clipped.colSpan
    if (room < 0) break
    spans.set(`${clipped.row},${clipped.col}`, clipped)
    for (let row = clipped.row; row < clipped.row + clipped.rowSpan; row++)
      for (let col = clipped.col; col < clipped.col + clipped.colSpan; col++)
        if (row !== clipped.row || col !== clipped.col) covered.add(`${row},${col}`)
  }
  const made: CellContent[] = []
  for (let row = area.firstRow; row <= area.lastRow; row++) {
    for (let col = area.firstCol; col <= lastCol; col++) {
      const key = merges.length === 0 ? '' : `${row},${col}`
      if (key !== '' && covered.has(key)) continue
      const span = key === '' ? undefined : spans.get(key)
      const cell = cells.get(row)?.get(col)
      made.push({
        ...plainInline(cell?.text ?? ''),
        ...mergeLinks(cell ?? {}),
        row: row - area.firstRow,
        col: col - area.firstCol,
        rowSpan: span?.rowSpan ?? 1,
        colSpan: span?.colSpan ?? 1,
        header: heads === null ? cell?.isHead === true : row <= heads,
      })
    }
  }
  writer.table(made)
}

interface Area {
  readonly firstRow: number
  readonly lastRow: number
  readonly firstCol: number
  readonly lastCol: number
}

function usedArea(cells: Sheet['cells']): Area | null {
  let [firstRow, lastRow, firstCol, lastCol] = [Infinity, -1, Infinity, -1]
  for (const [row, columns] of cells) {
    for (const [col, { text }] of columns) {
      if (text.trim() === '') continue
      firstRow = Math.min(firstRow, row)
      lastRow = Math.max(lastRow, row)
      firstCol = Math.min(firstCol, col)
      lastCol = Math.max(lastCol, col)
    }
  }
  return lastRow < 0 ? null : { firstRow, lastRow, firstCol, lastCol }
}

/** The part of a merged area that lies in the used one; `null` when its own cell, which holds its text, does not. */
function clip(merge: Merge, area: Area): Merge | null {
  const rowEnd = Math.min(merge.row + merge.rowSpan, area.lastRow + 1)
  const colEnd = Math.min(merge.col + merge.colSpan, area.lastCol + 1)
  if (merge.row < area.firstRow || merge.col < area.firstCol || rowEnd <= merge.row || colEnd <= merge.col) return null
  return { row: merge.row, col: merge.col, rowSpan: rowEnd - merge.row, colSpan: colEnd - merge.col }
}

/** Titles above a head take no more rows than this. */
const maxTitleRows = 4

/**
 * The last row of the table's head (-1: it has none); `null` where the file says which cells are heads. A first row of at least two
 * words and no number is the head, unless it is the only one. Below titles, each alone in its row, it must name all columns, and what
 * follows must not be words alone: forms have titles too.
 */
function headRows(cells: Sheet['cells'], { firstRow, lastRow, firstCol, lastCol }: Area): number | null {
  if ([...cells.values()].some((line) => [...line.values()].some(({ isHead }) => isHead === true))) return null
  const filled = (row: number): GridCell[] =>
    [...(cells.get(row)?.values() ?? [])].filter(({ text }) => text.trim() !== '')
  const areWords = (line: readonly GridCell[]): boolean => line.length >= 2 && line.every(({ isText }) => isText)
  if (lastRow > firstRow && areWords(filled(firstRow))) return firstRow
  let row = firstRow
  while (
    row < lastRow &&
    row - firstRow < maxTitleRows &&
    filled(row).length <= 1 &&
    filled(row).every(({ isText }) => isText)
  )
    row++
  const namesAll =
    row > firstRow && row < lastRow && areWords(filled(row)) && filled(row).length === lastCol - firstCol + 1
  return namesAll && !filled(row + 1).every(({ isText }) => isText) ? row : -1
}

/** A name that spans rows, beside others that have parts, makes these rows head as well: if they are words. */
function headEnd(cells: Sheet['cells'], merges: readonly Merge[], head: number | null): number | null {
  if (head === null || head < 0) return head
  const reach = merges.filter(
    ({ row, rowSpan }) => row <= head && row + rowSpan - 1 > head && row + rowSpan - 1 - head <= maxTitleRows,
  )
  const end = Math.max(head, maxOf(reach.map(({ row, rowSpan }) => row + rowSpan - 1)))
  for (let row = head + 1; row <= end; row++)
    if (![...(cells.get(row)?.values() ?? [])].every(({ isText }) => isText)) return head
  return end
}

function isNumber(text: string): boolean {
  return /^\s*[-+(]?[\p{Sc}]?\s*\d[\d.,'\u00a0 ]*(?:[eE][-+]?\d+)?\s*[%)]?\s*\p{Sc}?\s*$/u.test(text)
}
