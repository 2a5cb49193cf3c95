/** Writes cells as a table, without empty rows and columns around the used range. */
import { ParseError } from '../../../model/errors.ts'
import { type Hyperlink, mergeLinks } from '../../../model/hyperlinks.ts'
import { maxOf } from '../../../model/statistics.ts'
import { plainInline } from '../inline-text.ts'
import type { CellContent, PageWriter } from '../page-writer.ts'
import type { CellRange } from '../types.ts'

export interface SheetCell {
  readonly text: string
  readonly isText: boolean
  readonly isHeader?: boolean
  readonly links?: readonly Hyperlink[]
}

/** By row and column; empty cells are absent. */
export type SheetCells = ReadonlyMap<number, ReadonlyMap<number, SheetCell>>

export interface Sheet {
  readonly cells: SheetCells
  readonly merges: readonly CellRange[]
  readonly maxCol?: number
}

export function writeGrid(rows: readonly (readonly string[])[], writer: PageWriter): void {
  const toCells = (fields: readonly string[]): Map<number, SheetCell> =>
    new Map(
      fields.flatMap((text, col) => (text.trim() === '' ? [] : [[col, { text, isText: !isNumber(text) }] as const])),
    )
  const cells = new Map(rows.map((fields, row) => [row, toCells(fields)]))
  writeSheet({ cells, merges: [], maxCol: rows.reduce((most, fields) => Math.max(most, fields.length - 1), 0) }, writer)
}

/** Per allowed cell. Cells share texts in the file but not in the output. */
const MAX_CHARACTERS_PER_CELL = 64

/** Throws `ParseError` 1132 if the cells contain too much text. */
export function checkText(
  cells: SheetCells,
  { name, maxCells }: { readonly name: string; readonly maxCells: number },
): void {
  const limit = maxCells * MAX_CHARACTERS_PER_CELL
  let length = 0
  for (const line of cells.values()) for (const { text } of line.values()) length += text.length
  if (length > limit)
    throw new ParseError(
      1132,
      `The cells of the sheet "${name}" contain more than ${limit} characters, which is the limit. Split it and send the parts.`,
    )
}

export function writeSheet({ cells, merges, maxCol }: Sheet, writer: PageWriter): void {
  const used = usedRange(cells)
  if (used === null) return
  const range = { ...used, lastCol: Math.max(used.lastCol, maxCol ?? 0) }
  const headerRow = extendHeader(cells, merges, findHeaderRow(cells, range))
  const { spans, covered } = resolveMerges(merges, range)
  const contents: CellContent[] = []
  for (let row = range.firstRow; row <= range.lastRow; row++)
    for (let col = range.firstCol; col <= range.lastCol; col++) {
      const key = merges.length === 0 ? '' : `${row},${col}`
      if (covered.has(key)) continue
      const span = spans.get(key)
      const cell = cells.get(row)?.get(col)
      contents.push({
        ...plainInline(cell?.text ?? ''),
        ...mergeLinks(cell ?? {}),
        row: row - range.firstRow,
        col: col - range.firstCol,
        rowSpan: span?.rowSpan ?? 1,
        colSpan: span?.colSpan ?? 1,
        header: headerRow === null ? cell?.isHeader === true : row <= headerRow,
      })
    }
  writer.table(contents)
}

/** Merged ranges may overlap in invalid files. */
const MAX_MERGED_CELLS = 4_000_000

function resolveMerges(
  merges: readonly CellRange[],
  range: UsedRange,
): { spans: ReadonlyMap<string, CellRange>; covered: ReadonlySet<string> } {
  const spans = new Map<string, CellRange>()
  const covered = new Set<string>()
  let left = MAX_MERGED_CELLS
  for (const merge of merges) {
    const clipped = clip(merge, range)
    if (clipped === null) continue
    left -= clipped.rowSpan * clipped.colSpan
    if (left < 0) break
    spans.set(`${clipped.row},${clipped.col}`, clipped)
    for (let row = clipped.row; row < clipped.row + clipped.rowSpan; row++)
      for (let col = clipped.col; col < clipped.col + clipped.colSpan; col++)
        if (row !== clipped.row || col !== clipped.col) covered.add(`${row},${col}`)
  }
  return { spans, covered }
}

interface UsedRange {
  readonly firstRow: number
  readonly lastRow: number
  readonly firstCol: number
  readonly lastCol: number
}

function usedRange(cells: SheetCells): UsedRange | null {
  let [firstRow, lastRow, firstCol, lastCol] = [Infinity, -1, Infinity, -1]
  for (const [row, columns] of cells)
    for (const [col, { text }] of columns) {
      if (text.trim() === '') continue
      firstRow = Math.min(firstRow, row)
      lastRow = Math.max(lastRow, row)
      firstCol = Math.min(firstCol, col)
      lastCol = Math.max(lastCol, col)
    }
  return lastRow < 0 ? null : { firstRow, lastRow, firstCol, lastCol }
}

function clip(merge: CellRange, range: UsedRange): CellRange | null {
  const rowEnd = Math.min(merge.row + merge.rowSpan, range.lastRow + 1)
  const colEnd = Math.min(merge.col + merge.colSpan, range.lastCol + 1)
  if (merge.row < range.firstRow || merge.col < range.firstCol || rowEnd <= merge.row || colEnd <= merge.col)
    return null
  return { row: merge.row, col: merge.col, rowSpan: rowEnd - merge.row, colSpan: colEnd - merge.col }
}

const MAX_TITLE_ROWS = 4

/**
 * Returns -1 without a header row, `null` if the file marks headers. A first row of texts is one; below titles it must
 * be full and precede a number.
 */
function findHeaderRow(cells: SheetCells, { firstRow, lastRow, firstCol, lastCol }: UsedRange): number | null {
  if ([...cells.values()].some((line) => [...line.values()].some(({ isHeader }) => isHeader === true))) return null
  const filled = (row: number): SheetCell[] =>
    [...(cells.get(row)?.values() ?? [])].filter(({ text }) => text.trim() !== '')
  const hasOnlyTexts = (line: readonly SheetCell[]): boolean => line.every(({ isText }) => isText)
  const isHeader = (line: readonly SheetCell[]): boolean => line.length >= 2 && hasOnlyTexts(line)
  const isTitle = (line: readonly SheetCell[]): boolean => line.length <= 1 && hasOnlyTexts(line)
  if (lastRow > firstRow && isHeader(filled(firstRow))) return firstRow
  let row = firstRow
  while (row < lastRow && row - firstRow < MAX_TITLE_ROWS && isTitle(filled(row))) row++
  const isFull = filled(row).length === lastCol - firstCol + 1
  const isBelowTitle = row > firstRow && row < lastRow && isFull && isHeader(filled(row))
  return isBelowTitle && !hasOnlyTexts(filled(row + 1)) ? row : -1
}

function extendHeader(cells: SheetCells, merges: readonly CellRange[], header: number | null): number | null {
  if (header === null || header < 0) return header
  const ends = merges
    .map(({ row, rowSpan }) => ({ row, last: row + rowSpan - 1 }))
    .filter(({ row, last }) => row <= header && last > header && last - header <= MAX_TITLE_ROWS)
  const end = Math.max(header, maxOf(ends.map(({ last }) => last)))
  for (let row = header + 1; row <= end; row++)
    if (![...(cells.get(row)?.values() ?? [])].every(({ isText }) => isText)) return header
  return end
}

function isNumber(text: string): boolean {
  return /^\s*[-+(]?[\p{Sc}]?\s*\d[\d.,'\u00a0 ]*(?:[eE][-+]?\d+)?\s*[%)]?\s*\p{Sc}?\s*$/u.test(text)
}
