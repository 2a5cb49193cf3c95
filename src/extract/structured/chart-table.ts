import { plainInline } from './inline-text.ts'
import type { CellContent, PageWriter } from './page-writer.ts'

export interface ChartTable {
  readonly title: string
  readonly rows: readonly (readonly string[])[]
}

export function writeChart({ title, rows }: ChartTable, writer: PageWriter): void {
  const cells = rows.flatMap((line, row) =>
    line.map(
      (text, col): CellContent => ({ ...plainInline(text), row, col, rowSpan: 1, colSpan: 1, header: row === 0 }),
    ),
  )
  writer.table(cells, { inline: plainInline(title), above: true })
}

export function chartTable(title: string, rows: readonly (readonly string[])[]): ChartTable | null {
  const used = (rows[0] ?? []).map((_, col) => rows.some((line) => line[col] !== ''))
  const filled = rows.filter((line) => line.some((text) => text !== ''))
  if (filled.length < 2) return null
  return { title, rows: filled.map((line) => line.filter((_, col) => used[col] === true)) }
}
