/** Pipe tables have no merged cells, so their text is repeated in each position. */
import type { Cell, TableBlock } from '../model/document.ts'
import { escapeHtml } from '../model/escape-html.ts'
import { minOf } from '../model/statistics.ts'
import { escapeInline, linkDestination, oneLine } from './escape.ts'
import { linkedHtml, linkedMarkdown } from './hyperlinks.ts'
import { fillImagePlaceholders, imageWriter } from './image-links.ts'
import type { Href } from './types.ts'

/** One line, because an empty line would end the HTML block in Markdown. */
export function htmlTable(table: TableBlock, href: Href): string {
  return `<table>${htmlRows(table, href).join('')}</table>`
}

export function htmlRows(table: TableBlock, href: Href): string[] {
  const byRow = Map.groupBy(table.cells, (cell) => cell.row)
  return Array.from({ length: table.rows }, (_, row) => {
    const cells = (byRow.get(row) ?? []).toSorted((a, b) => a.col - b.col)
    return `<tr>${cells.map((cell) => htmlCell(cell, href)).join('')}</tr>`
  })
}

/** Number of rows at the top that have only header cells, none of which reaches below them. */
export function headerRowCount({ rows, cells }: TableBlock): number {
  const below = cells.filter(({ header }) => !header).map(({ row }) => row)
  let count = Math.min(rows, minOf(below))
  while (cells.some(({ row, rowSpan }) => row < count && row + rowSpan > count)) count--
  return count
}

function htmlCell(cell: Cell, href: Href): string {
  const tag = cell.header ? 'th' : 'td'
  const rowSpan = cell.rowSpan > 1 ? ` rowspan="${cell.rowSpan}"` : ''
  const colSpan = cell.colSpan > 1 ? ` colspan="${cell.colSpan}"` : ''
  const writeImage = imageWriter(href, (address) => `<img src="${escapeHtml(address)}">`)
  const content = fillImagePlaceholders(linkedHtml(oneLine(cell.text), cell.links), cell.pictures, writeImage)
  return `<${tag}${rowSpan}${colSpan}>${content}</${tag}>`
}

/** GFM requires a header, so the first row is the header. */
export function pipeTable(table: TableBlock, href: Href): string {
  const writeImage = imageWriter(href, (address) => `![](${linkDestination(address).replaceAll('|', '%7C')})`)
  const grid = Array.from({ length: table.rows }, () => new Array<string>(table.cols).fill(''))
  for (const cell of table.cells) {
    const escaped = linkedMarkdown(oneLine(cell.text), cell.links, escapeInline).replaceAll('|', '\\|')
    const text = fillImagePlaceholders(escaped, cell.pictures, writeImage)
    for (let row = cell.row; row < Math.min(cell.row + cell.rowSpan, table.rows); row++)
      grid[row]?.fill(text, cell.col, Math.min(cell.col + cell.colSpan, table.cols))
  }
  const [header = '', ...body] = grid.map((row) => `| ${row.join(' | ')} |`)
  return [header, `|${' --- |'.repeat(table.cols)}`, ...body].join('\n')
}
