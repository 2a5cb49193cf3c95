/**
 * A grid of texts → one table. Empty rows and columns around the used area are left out, those inside stay: their place says
 * something. The first row is the head where it names the columns below it.
 */
import { type CellContent, type PageWriter, plainInline } from './page-writer.ts'

export interface GridCell {
  readonly text: string
  /** A word, not a number or a date. */
  readonly isText: boolean
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
    cells.set(row, new Map(fields.flatMap((text, col) => (text.trim() === '' ? [] : [[col, { text, isText: !isNumber(text) }] as const]))))
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

export function writeSheet({ cells, merges, maxCol }: Sheet, writer: PageWriter): void {
  const area = usedArea(cells)
  if (area === null) return
  const lastCol = Math.max(area.lastCol, maxCol ?? 0)
  const head = hasHead(cells, area)
  const covered = new Set<string>()
  const spans = new Map<string, Merge>()
  for (const merge of merges) {
    const clipped = clip(merge, { ...area, lastCol })
    if (clipped === null) continue
    spans.set(`${clipped.row},${clipped.col}`, clipped)
    for (let row = clipped.row; row < clipped.row + clipped.rowSpan; row++)
      for (let col = clipped.col; col < clipped.col + clipped.colSpan; col++) if (row !== clipped.row || col !== clipped.col) covered.add(`${row},${col}`)
  }
  const made: CellContent[] = []
  for (let row = area.firstRow; row <= area.lastRow; row++) {
    for (let col = area.firstCol; col <= lastCol; col++) {
      const key = merges.length === 0 ? '' : `${row},${col}`
      if (key !== '' && covered.has(key)) continue
      const span = key === '' ? undefined : spans.get(key)
      made.push({
        ...plainInline(cells.get(row)?.get(col)?.text ?? ''),
        row: row - area.firstRow,
        col: col - area.firstCol,
        rowSpan: span?.rowSpan ?? 1,
        colSpan: span?.colSpan ?? 1,
        header: head && row === area.firstRow,
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

/** A first row of at least two words and no number heads the table, unless it is the only one. */
function hasHead(cells: Sheet['cells'], { firstRow, lastRow }: Area): boolean {
  const first = [...(cells.get(firstRow)?.values() ?? [])].filter(({ text }) => text.trim() !== '')
  return lastRow > firstRow && first.length >= 2 && first.every(({ isText }) => isText)
}

export function isNumber(text: string): boolean {
  return /^\s*[-+(]?[\p{Sc}]?\s*\d[\d.,'\u00a0 ]*(?:[eE][-+]?\d+)?\s*[%)]?\s*\p{Sc}?\s*$/u.test(text)
}
