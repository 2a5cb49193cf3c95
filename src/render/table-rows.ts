/** Splits a table by rows. Header rows are repeated; rows that a cell joins stay together. */
import type { TableBlock } from '../model/document.ts'
import { maxOf, sumOf } from '../model/statistics.ts'
import { tableContent } from './block-content.ts'
import { headerRowCount, htmlRows } from './html-table.ts'
import type { CountTokens, RenderInput } from './types.ts'

interface TablePart {
  readonly table: TableBlock
  readonly text: string
}

/** A part is larger than `max` tokens only if its rows cannot be separated. */
export function splitTable(
  table: TableBlock,
  { input, max, count }: { input: RenderInput; max: number; count: CountTokens },
): TablePart[] {
  const contentOf = (part: TableBlock): string => tableContent(part, input.task.options, input.href).content
  const rowTokens = rowTexts(table, contentOf(table), input).map((text) => count(`${text}\n`))
  const tokensOf = (from: number, to: number): number => sumOf(rowTokens.slice(from, to))
  const emptyTokens = count(contentOf({ ...table, rows: 1, cells: [] }))
  const isPipeTable = input.task.options.elementFormats.table === 'markdown'
  const repeated = repeatedRows(table, isPipeTable)
  const headerRows = repeated < table.rows && emptyTokens + tokensOf(0, repeated) <= max / 2 ? repeated : 0
  const headerTokens = emptyTokens + tokensOf(0, headerRows)

  const parts: TablePart[] = []
  let from = headerRows
  const add = (to: number): void => {
    const part = tableRows(table, { headerRows, from, to })
    if (to > from) parts.push({ table: part, text: contentOf(part) })
    from = to
  }
  let end = from
  for (const next of rowBoundaries(table).filter((row) => row > headerRows)) {
    if (headerTokens + tokensOf(from, next) > max) add(end)
    end = next
  }
  add(end)
  return parts
}

function repeatedRows(table: TableBlock, isPipeTable: boolean): number {
  const unmarked = Math.max(groupedHeaderRows(table), isPipeTable ? 1 : 0)
  return headerRowCount(table) || (rowBoundaries(table).includes(unmarked) ? unmarked : 0)
}

/** A first row with names of groups of columns, and the next one with those of columns. */
function groupedHeaderRows({ cells }: TableBlock): number {
  const first = cells.filter(({ row }) => row === 0)
  if (first.filter(({ colSpan }) => colSpan > 1).length < 2) return 0
  return Math.max(2, maxOf(first.map(({ rowSpan }) => rowSpan)))
}

function rowTexts(table: TableBlock, content: string, { task, href }: RenderInput): string[] {
  if (task.options.elementFormats.table !== 'markdown') return htmlRows(table, href)
  return content.split('\n').filter((_, line) => line !== 1)
}

function rowBoundaries({ rows, cells }: TableBlock): number[] {
  const closed = new Set(
    cells.flatMap(({ row, rowSpan }) => Array.from({ length: Math.max(0, rowSpan - 1) }, (_, at) => row + at + 1)),
  )
  return Array.from({ length: rows }, (_, at) => at + 1).filter((row) => row === rows || !closed.has(row))
}

function tableRows(
  table: TableBlock,
  { headerRows, from, to }: { headerRows: number; from: number; to: number },
): TableBlock {
  const cells = table.cells.flatMap((cell) => {
    if (cell.row < headerRows) return [cell]
    return cell.row >= from && cell.row < to ? [{ ...cell, row: cell.row - from + headerRows }] : []
  })
  return { ...table, rows: headerRows + to - from, cells }
}
