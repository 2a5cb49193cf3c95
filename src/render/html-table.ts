/**
 * Table → HTML and Markdown source. HTML keeps merged cells (`rowspan`, `colspan`) and header cells (`<th>`);
 * a pipe table cannot, so there merged cells are split and their text is repeated.
 */
import type { Cell, TableBlock } from '../model/document.ts'
import { escapeHtml } from '../model/html.ts'
import { escapeInline, linkDestination, oneLine } from './escape.ts'
import { linkedHtml, linkedMarkdown } from './hyperlinks.ts'
import { fillImagePlaceholders, type Href } from './image-links.ts'

/** One line of HTML, so that no blank line can end the HTML block in Markdown. A row without a cell of its own stays, as `<tr></tr>`. */
export function htmlTable(table: TableBlock, href: Href): string {
  const byRow = Map.groupBy(table.cells, (cell) => cell.row)
  const rows = Array.from({ length: table.rows }, (_, row) => {
    const cells = (byRow.get(row) ?? []).toSorted((a, b) => a.col - b.col)
    return `<tr>${cells.map((cell) => htmlCell(cell, href)).join('')}</tr>`
  })
  return `<table>${rows.join('')}</table>`
}

function htmlCell(cell: Cell, href: Href): string {
  const tag = cell.header ? 'th' : 'td'
  const rowSpan = cell.rowSpan > 1 ? ` rowspan="${cell.rowSpan}"` : ''
  const colSpan = cell.colSpan > 1 ? ` colspan="${cell.colSpan}"` : ''
  const content = fillImagePlaceholders(linkedHtml(oneLine(cell.text), cell.links), cell.pictures, (name) =>
    htmlImage(href(name)),
  )
  return `<${tag}${rowSpan}${colSpan}>${content}</${tag}>`
}

function htmlImage(address: string): string {
  return address === '' ? '' : `<img src="${escapeHtml(address)}">`
}

function pipeImage(address: string): string {
  return address === '' ? '' : `![](${linkDestination(address).replaceAll('|', '%7C')})`
}

/** A GFM table; its first row stands as the header, because the notation has no table without one. */
export function pipeTable(table: TableBlock, href: Href): string {
  const grid = Array.from({ length: table.rows }, () => new Array<string>(table.cols).fill(''))
  for (const cell of table.cells) {
    const words = linkedMarkdown(oneLine(cell.text), cell.links, escapeInline).replaceAll('|', '\\|')
    const text = fillImagePlaceholders(words, cell.pictures, (name) => pipeImage(href(name)))
    for (let row = cell.row; row < Math.min(cell.row + cell.rowSpan, table.rows); row++)
      grid[row]?.fill(text, cell.col, Math.min(cell.col + cell.colSpan, table.cols))
  }
  const [head = [], ...body] = grid.map((row) => `| ${row.join(' | ')} |`)
  return [head, `|${' --- |'.repeat(table.cols)}`, ...body].join('\n')
}
