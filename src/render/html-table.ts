/**
 * Table → HTML and Markdown source. HTML keeps merged cells (`rowspan`, `colspan`) and header cells (`<th>`);
 * a pipe table cannot, so there merged cells are split and their text is repeated.
 */
import type { Cell, TableBlock } from '../model/document.ts'
import { escapeHtml, escapeInline, oneLine } from './escape.ts'

/** One line of HTML, so that no blank line can end the HTML block in Markdown. A row without a cell of its own stays, as `<tr></tr>`. */
export function htmlTable(table: TableBlock): string {
  const byRow = Map.groupBy(table.cells, (cell) => cell.row)
  const rows = Array.from({ length: table.rows }, (_, row) => {
    const cells = (byRow.get(row) ?? []).toSorted((a, b) => a.col - b.col)
    return `<tr>${cells.map(htmlCell).join('')}</tr>`
  })
  return `<table>${rows.join('')}</table>`
}

function htmlCell(cell: Cell): string {
  const tag = cell.header ? 'th' : 'td'
  const rowSpan = cell.rowSpan > 1 ? ` rowspan="${cell.rowSpan}"` : ''
  const colSpan = cell.colSpan > 1 ? ` colspan="${cell.colSpan}"` : ''
  return `<${tag}${rowSpan}${colSpan}>${escapeHtml(oneLine(cell.text))}</${tag}>`
}

/** A GFM table; its first row stands as the header, because the notation has no table without one. */
export function pipeTable(table: TableBlock): string {
  const grid = Array.from({ length: table.rows }, () => new Array<string>(table.cols).fill(''))
  for (const cell of table.cells) {
    const text = escapeInline(oneLine(cell.text)).replaceAll('|', '\\|')
    for (let row = cell.row; row < Math.min(cell.row + cell.rowSpan, table.rows); row++)
      grid[row]?.fill(text, cell.col, Math.min(cell.col + cell.colSpan, table.cols))
  }
  const [head = [], ...body] = grid.map((row) => `| ${row.join(' | ')} |`)
  return [head, `|${' --- |'.repeat(table.cols)}`, ...body].join('\n')
}
