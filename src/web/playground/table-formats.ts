/** Tables as CSV, Markdown and HTML, which alone keeps merged cells. */
import { tableSize } from '../../model/result-json.ts'
import type { Cell } from '../client/types.ts'

/** `''` where a merged cell continues. */
function gridOf(cells: readonly Cell[]): string[][] {
  const { rows, cols } = tableSize(cells)
  const grid = Array.from({ length: rows }, () => Array.from({ length: cols }, () => ''))
  for (const { row, col, text } of cells) {
    const line = grid[row]
    if (line !== undefined) line[col] = text
  }
  return grid
}

/** RFC 4180. Texts that a spreadsheet would read as formulas begin with an apostrophe. */
export function tableCsv(cells: readonly Cell[]): string {
  const quote = (text: string): string => {
    const safe = /^[=+@\t\r]|^-(?![\d.,\s]*$)/.test(text) ? `'${text}` : text
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
  return gridOf(cells)
    .map((row) => `${row.map(quote).join(',')}\r\n`)
    .join('')
}

export function tableMarkdown(cells: readonly Cell[]): string {
  const rows = gridOf(cells).map(
    (row) => `| ${row.map((text) => text.replace(/[\\|]/g, '\\$&').replace(/\s*\n\s*/g, '<br>')).join(' | ')} |`,
  )
  const width = gridOf(cells)[0]?.length ?? 0
  const [head = '', ...body] = rows
  return [head, `|${' --- |'.repeat(width)}`, ...body, ''].join('\n')
}

export function tableHtml(cells: readonly Cell[]): string {
  const escapeText = (text: string): string =>
    text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\n/g, '<br>')
  const rows = Map.groupBy(cells, ({ row }) => row)
  const span = (name: string, count: number): string => (count > 1 ? ` ${name}="${count}"` : '')
  const lines = Array.from({ length: tableSize(cells).rows }, (_, row) => {
    const line = (rows.get(row) ?? []).toSorted((a, b) => a.col - b.col)
    const content = line.map(({ header, row_span, col_span, text }) => {
      const tag = header ? 'th' : 'td'
      return `<${tag}${span('rowspan', row_span)}${span('colspan', col_span)}>${escapeText(text)}</${tag}>`
    })
    return `  <tr>${content.join('')}</tr>\n`
  })
  return `<table>\n${lines.join('')}</table>\n`
}
