/** A parsed document as DocTags: tags with locations on a grid of 500 by 500, tables in OTSL. */
import { escapeHtml } from '../../../model/escape-html.ts'
import { type BlockJson, type PageJson, tableSize } from '../../../model/result-json.ts'
import { readList } from '../parsed-json.ts'

const GRID = 500

const tags: Readonly<Record<string, string>> = {
  header: 'page_header',
  footer: 'page_footer',
  footnote: 'footnote',
  figure_caption: 'caption',
  table_caption: 'caption',
  code: 'code',
  equation: 'formula',
  figure: 'picture',
  qrcode: 'picture',
  stamp: 'picture',
}

export function doctags(pages: readonly PageJson[]): string {
  const written = pages.map((page) => {
    const captions = new Set(page.blocks.flatMap((block) => block.captions))
    const blocks = page.blocks.filter(({ idx }) => !captions.has(idx))
    return blocks.map((block) => blockTags(block, page)).join('\n')
  })
  return `<doctag>${written.join('\n<page_break>\n')}\n</doctag>`
}

function blockTags(block: BlockJson, page: PageJson): string {
  const at = locations(block, page)
  const list = readList(block)
  if (list !== null) {
    const tag = list.every(({ marker }) => marker !== '-') ? 'ordered_list' : 'unordered_list'
    const items = list.map(({ text }) => `<list_item>${at}${escapeHtml(text)}</list_item>`)
    return `<${tag}>${items.join('\n')}</${tag}>`
  }
  const captions = page.blocks.filter(({ idx }) => block.captions.includes(idx))
  const inside = at + captions.map((caption) => blockTags(caption, page)).join('')
  if (block.type === 'table') return `<otsl>${inside}${otsl(block)}</otsl>`
  const tag = block.type === 'title' ? `section_header_level_${block.title_level ?? 1}` : (tags[block.type] ?? 'text')
  return `<${tag}>${inside}${escapeHtml(block.content)}</${tag}>`
}

function locations({ bbox: [l, t, r, b] }: BlockJson, { page_size: { w, h } }: PageJson): string {
  const scaled = [l / w, t / h, r / w, b / h].map((ratio) => Math.min(GRID, Math.max(0, Math.round(ratio * GRID))))
  return scaled.map((value) => `<loc_${value}>`).join('')
}

/** `fcel`, `ched` and `ecel` are cells; `lcel`, `ucel` and `xcel` continue the left, upper and both. */
function otsl({ cells = [] }: BlockJson): string {
  const { rows, cols } = tableSize(cells)
  const grid = Array.from({ length: rows }, () => new Array<string>(cols).fill('<ecel>'))
  for (const { row, col, row_span: rowSpan, col_span: colSpan, header, text } of cells)
    for (let at = row; at < row + rowSpan; at++)
      for (let to = col; to < col + colSpan; to++)
        grid[at]?.splice(to, 1, at > row ? (to > col ? '<xcel>' : '<ucel>') : to > col ? '<lcel>' : cell(text, header))
  return grid.map((row) => `${row.join('')}<nl>`).join('')
}

function cell(text: string, header: boolean): string {
  if (text === '') return '<ecel>'
  return `${header ? '<ched>' : '<fcel>'}${escapeHtml(text.replace(/\s+/g, ' '))}`
}
