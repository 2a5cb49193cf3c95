/** One file without scripts. Each page is a `<div>` with the id `page-<number>`, from 1. */
import type {
  Block,
  Document,
  DocumentPage,
  FigureBlock,
  TableBlock,
  TextBlock,
  TitleBlock,
} from '../model/document.ts'
import { escapeHtml } from '../model/escape-html.ts'
import { fillFormulas, withoutFormulas } from '../model/inline-formulas.ts'
import { figureText } from './block-content.ts'
import { oneLine } from './escape.ts'
import { inlineMathml, mathmlOf } from './formulas/mathml.ts'
import { htmlList } from './html-list.ts'
import { headerRowCount, htmlRows } from './html-table.ts'
import { linkedHtml } from './hyperlinks.ts'
import {
  createHref,
  fillImagePlaceholders,
  imageNameOf,
  imageWriter,
  MAX_ALT_LENGTH,
  withoutImagePlaceholders,
} from './image-links.ts'
import { clampInteger } from './pixels.ts'
import type { Href, Renderer, RenderInput } from './types.ts'

const style = `body{max-width:50rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;color:#1a1a1a;background:#fff}
img,math{max-width:100%}figure{margin:1rem 0}figcaption,caption{font-size:.9em;text-align:left;padding:.25rem 0}
table{border-collapse:collapse;margin:1rem 0}th,td{border:1px solid #bbb;padding:.25rem .5rem;vertical-align:top}
th{background:#f3f3f3;text-align:left}pre{overflow-x:auto;background:#f6f6f6;padding:.5rem}
header,footer,aside,.footnote{font-size:.85em;color:#555}.page+.page{border-top:1px solid #ddd;margin-top:2rem}.equation{overflow-x:auto}`

export const html: Renderer = {
  format: 'html',
  render(input) {
    const { links, embedded = { kind: 'base64' } } = input.task
    return htmlFile({ ...input, href: links.kind === 'none' ? () => '' : createHref(embedded, input.images) })
  },
}

export function htmlFile(input: RenderInput): string {
  const { document } = input
  const pages = document.pages.map((page) => pageHtml(page, input))
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'; base-uri 'none'">
<title>${escapeHtml(documentTitle(document))}</title>
<style>${style}</style>
</head>
<body>
${pages.join('\n')}
</body>
</html>
`
}

function documentTitle({ pages, info }: Document): string {
  const titles = pages.flatMap(({ blocks }) => blocks).filter((block) => block.kind === 'title')
  const first = titles.find(({ level }) => level === 1) ?? titles[0]
  return plainText(first?.text ?? '') || info.fileName
}

function pageHtml(page: DocumentPage, input: RenderInput): string {
  const captions = captionOwners(page)
  const blocks = page.blocks.flatMap((block, index) => {
    if (captions.has(index)) return []
    const written = blockHtml(block, page, input)
    return written === '' ? [] : [written]
  })
  return [`<div class="page" id="page-${page.pageIndex + 1}" dir="auto">`, ...blocks, '</div>'].join('\n')
}

function captionOwners({ blocks }: DocumentPage): ReadonlySet<number> {
  return new Set(blocks.flatMap((block) => ('captions' in block ? block.captions : [])))
}

function blockHtml(block: Block, page: DocumentPage, input: RenderInput): string {
  switch (block.kind) {
    case 'title':
      return titleHtml(block, input)
    case 'table':
      return tableHtml(block, page, input)
    case 'figure':
      return figureHtml(block, page, input)
    case 'text':
      return textHtml(block, input)
  }
}

function titleHtml(title: TitleBlock, { href }: RenderInput): string {
  const text = inlineHtml(title, href)
  const level = clampInteger(title.level, 1, 6)
  return text === '' ? '' : `<h${level}>${text}</h${level}>`
}

function tableHtml(table: TableBlock, page: DocumentPage, input: RenderInput): string {
  const caption = captionHtml(table.captions, page, input)
  const address = input.href(imageNameOf(table, input.task.options))
  if (address !== '')
    return `<figure>${imageHtml(address, '')}${caption === '' ? '' : `<figcaption>${caption}</figcaption>`}</figure>`
  if (table.cells.length === 0) return caption === '' ? '' : `<p>${caption}</p>`
  const rows = htmlRows(table, input.href)
  const headerRows = headerRowCount(table)
  const head = headerRows === 0 ? '' : `<thead>${rows.slice(0, headerRows).join('')}</thead>`
  const body = headerRows === rows.length ? '' : `<tbody>${rows.slice(headerRows).join('')}</tbody>`
  return `<table>${caption === '' ? '' : `<caption>${caption}</caption>`}${head}${body}</table>`
}

function figureHtml(figure: FigureBlock, page: DocumentPage, input: RenderInput): string {
  const text = oneLine(figureText(figure, input.task.options))
  const address = input.href(imageNameOf(figure, input.task.options))
  const caption = captionHtml(figure.captions, page, input)
  const isAlt = address !== '' && text.length <= MAX_ALT_LENGTH
  const image = address === '' ? '' : imageHtml(address, isAlt ? text : '')
  const words = isAlt || text === '' ? '' : `<p>${escapeHtml(text)}</p>`
  if (image + words + caption === '') return ''
  return `<figure>${image}${words}${caption === '' ? '' : `<figcaption>${caption}</figcaption>`}</figure>`
}

function captionHtml(indexes: readonly number[], { blocks }: DocumentPage, { href }: RenderInput): string {
  const captions = indexes.flatMap((index) => {
    const block = blocks[index]
    return block === undefined || block.kind === 'table' || block.kind === 'figure' ? [] : [inlineHtml(block, href)]
  })
  return captions.filter((caption) => caption !== '').join('<br>')
}

function textHtml(block: TextBlock, { href }: RenderInput): string {
  if (block.items !== undefined) return fillInline(htmlList(block.items, block.links), block, href)
  if (block.type === 'equation') return equationHtml(block)
  if (block.type === 'code') {
    const code = block.text.replace(/^\n+/, '').trimEnd()
    return code === '' ? '' : `<pre><code>${escapeHtml(code)}</code></pre>`
  }
  const text = inlineHtml(block, href)
  if (text === '') return ''
  switch (block.type) {
    case 'header':
    case 'footer':
      return `<${block.type}>${text}</${block.type}>`
    case 'sider':
      return `<aside>${text}</aside>`
    case 'cate':
    case 'cate_item':
      return `<nav>${text}</nav>`
    case 'text':
      return `<p>${text}</p>`
    default:
      return `<p class="${block.type}">${text}</p>`
  }
}

/** The number follows the formula, because browsers do not show `mlabeledtr`. */
function equationHtml({ formula, text }: TextBlock): string {
  if (formula === undefined) return text.trim() === '' ? '' : `<p class="equation">${escapeHtml(text.trim())}</p>`
  const { number, ...equation } = formula
  return `<div class="equation">${mathmlOf(equation)}${number === undefined ? '' : `<span>(${escapeHtml(number)})</span>`}</div>`
}

function inlineHtml(block: TextBlock | TitleBlock, href: Href): string {
  const text = block.kind === 'title' ? oneLine(block.text) : block.text.trim()
  const linked = linkedHtml(text, block.links).replace(/\s*\n\s*/g, '<br>')
  return fillInline(linked, block, href).trim()
}

function fillInline(html: string, { inlineFormulas, inlinePictures }: TextBlock | TitleBlock, href: Href): string {
  const writeImage = imageWriter(href, (address) => imageHtml(address, ''))
  return fillImagePlaceholders(fillFormulas(html, inlineFormulas, inlineMathml), inlinePictures, writeImage)
}

function imageHtml(address: string, alt: string): string {
  return `<img src="${escapeHtml(address)}" alt="${escapeHtml(alt)}">`
}

function plainText(text: string): string {
  return oneLine(withoutImagePlaceholders(withoutFormulas(text)))
}
