/**
 * Document → Markdown (wire contract §7): blocks in reading order, a blank line between them, no page marks.
 * Text is escaped just enough that CommonMark renders it as it stood on the page.
 */
import type { Block, FigureBlock, TableBlock, TextBlock, TitleBlock } from '../model/document.ts'
import { equationContent, figureText, tableContent } from './block-content.ts'
import { escapeAlt, escapeHeading, escapeParagraph, linkDestination, oneLine } from './escape.ts'
import { linkedMarkdown } from './hyperlinks.ts'
import { fillImagePlaceholders, imageNameOf } from './image-links.ts'
import { markdownList } from './list-text.ts'
import type { Renderer, RenderInput } from './registry.ts'

/**
 * Characters. Alternative text stands in for a picture and is shown or spoken whole; what is longer is text of its own
 * and stands as a paragraph behind it.
 */
const maxAltLength = 300

export const markdown: Renderer = {
  format: 'markdown',
  render(input) {
    const pieces = input.document.pages
      .flatMap((page) => page.blocks.map((block) => blockMarkdown(block, input)))
      .filter((piece) => piece !== '')
    return pieces.length === 0 ? '' : `${pieces.join('\n\n')}\n`
  },
}

/** One block as it stands in the Markdown; "" when it shows nothing. */
export function blockMarkdown(block: Block, input: RenderInput): string {
  switch (block.kind) {
    case 'title':
      return titleMarkdown(block, input)
    case 'table':
      return tableMarkdown(block, input)
    case 'figure':
      return figureMarkdown(block, input)
    case 'text':
      return textMarkdown(block, input)
  }
}

function titleMarkdown(title: TitleBlock, input: RenderInput): string {
  const text = withPictures(linkedMarkdown(oneLine(title.text), title.links, escapeHeading), title, input)
  if (text === '') return ''
  const level = input.task.options.features.enable_title_level_recognition
    ? Math.min(Math.max(Math.round(title.level), 1), 6)
    : 1
  return `${'#'.repeat(level)} ${text}`
}

/** With `table: image` the table's picture, where there is one: a table is never lost for want of it. */
function tableMarkdown(table: TableBlock, input: RenderInput): string {
  const { options } = input.task
  const picture = imageNameOf(table, options)
  const address = picture === undefined ? '' : input.href(picture)
  if (address !== '') return imageMarkdown('', address)
  return table.cells.length === 0 ? '' : tableContent(table, options, input.href).content
}

function figureMarkdown(figure: FigureBlock, input: RenderInput): string {
  const { options } = input.task
  const text = figureText(figure, options)
  const picture = imageNameOf(figure, options)
  const address = picture === undefined ? '' : input.href(picture)
  if (address === '') return escapeParagraph(text)
  const alt = oneLine(text)
  return alt.length <= maxAltLength
    ? imageMarkdown(alt, address)
    : `${imageMarkdown('', address)}\n\n${escapeParagraph(text)}`
}

function imageMarkdown(alt: string, address: string): string {
  return `![${escapeAlt(alt)}](${linkDestination(address)})`
}

/** Escaped text with its inline pictures. */
function withPictures(text: string, { inlinePictures }: TextBlock | TitleBlock, { href }: RenderInput): string {
  return fillImagePlaceholders(text, inlinePictures, (name) => {
    const address = href(name)
    return address === '' ? '' : imageMarkdown('', address)
  })
}

function textMarkdown(block: TextBlock, input: RenderInput): string {
  if (block.items !== undefined) return withPictures(markdownList(block.items, block.links), block, input)
  if (block.type === 'code') return codeMarkdown(block.text)
  if (block.type === 'equation') return equationMarkdown(block, input)
  return withPictures(linkedMarkdown(block.text, block.links, escapeParagraph), block, input)
}

/** MathML is HTML and stands for itself; the other notations stand between dollar signs. */
function equationMarkdown(block: TextBlock, input: RenderInput): string {
  const { content, format } = equationContent(block, input.task.options)
  if (content === '') return ''
  return format === 'mathml' ? content : `$$\n${content}\n$$`
}

/** A fence longer than any run of backticks inside. */
function codeMarkdown(text: string): string {
  const code = text.replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd()
  if (code === '') return ''
  const longest = [...code.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 0)
  const fence = '`'.repeat(Math.max(3, longest + 1))
  return `${fence}\n${code}\n${fence}`
}
