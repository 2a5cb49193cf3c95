import writeExcelFile from 'write-excel-file/browser'
import { tableSize } from '../../model/result-json.ts'
import type { Cell } from '../client/types.ts'

export async function tablesXlsx(
  tables: readonly { readonly name: string; readonly cells: readonly Cell[] }[],
): Promise<Blob> {
  const sheets = tables.map(({ name, cells }) => ({ sheet: name, data: sheetOf(cells) }))
  return await writeExcelFile(sheets).toBlob()
}

type SheetCell = {
  value: string | number
  type: StringConstructor | NumberConstructor
  columnSpan?: number
  rowSpan?: number
  fontWeight?: 'bold'
} | null

function sheetOf(cells: readonly Cell[]): SheetCell[][] {
  const size = tableSize(cells)
  const rows: SheetCell[][] = Array.from({ length: size.rows }, () => Array.from({ length: size.cols }, () => null))
  for (const { row, col, row_span, col_span, header, text } of cells) {
    const line = rows[row]
    if (line === undefined) continue
    // Identifiers with leading zeros stay texts.
    const number = /^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/.test(text) ? Number(text) : null
    line[col] = {
      ...(number === null ? { value: text, type: String } : { value: number, type: Number }),
      ...(col_span > 1 ? { columnSpan: col_span } : {}),
      ...(row_span > 1 ? { rowSpan: row_span } : {}),
      ...(header ? { fontWeight: 'bold' } : {}),
    }
  }
  return rows
}
