/** Markdown: blocks in reading order, separated by empty lines, without page breaks. */
import type { Block, FigureBlock, TableBlock, TextBlock, TitleBlock } from '../model/document.ts'
import type { Formula } from '../model/formula.ts'
import { fillFormulas } from '../model/inline-formulas.ts'
import { equationContent, figureText, inlineLatex, tableContent } from './block-content.ts'
import { escapeAlt, escapeHeading, escapeParagraph, linkDestination, oneLine } from './escape.ts'
import { linkedMarkdown } from './hyperlinks.ts'
import { fillImagePlaceholders, imageNameOf, imageWriter, MAX_ALT_LENGTH } from './image-links.ts'
import { markdownList } from './list-text.ts'
import { clampInteger } from './pixels.ts'
import type { Renderer, RenderInput } from './types.ts'

export const markdown: Renderer = {
  format: 'markdown',
  render(input) {
    const written = input.document.pages
      .flatMap((page) => page.blocks.map((block) => ({ block, part: blockMarkdown(block, input) })))
      .filter(({ part }) => part !== '')
    const parts = written.map(({ block, part }, at) =>
      isParagraph(block) && keepsNumber(part, { before: written[at - 1]?.part, after: written[at + 1]?.part })
        ? part.replace(escapedNumber, '$1.')
        : part,
    )
    return parts.length === 0 ? '' : `${parts.join('\n\n')}\n`
  },
}

const escapedNumber = /^(\d{1,3})\\\.(?=\s+[^\s\p{Ll}])/u

function isParagraph(block: Block): boolean {
  return block.kind === 'text' && block.type === 'text' && block.items === undefined
}

/** Whether the number starts a list item. Markdown counts adjacent items from the first number. */
function keepsNumber(
  part: string,
  { before, after }: { before?: string | undefined; after?: string | undefined },
): boolean {
  const number = escapedNumber.exec(part)?.[1]
  if (number === undefined) return false
  const last = before?.match(/^\d{1,9}(?=\\?\.)/gm)?.at(-1) ?? null
  const next = /^\d{1,9}(?=\\?\.)/.exec(after ?? '')?.[0] ?? null
  return (
    (last === null || Number(last) + 1 === Number(number)) && (next === null || Number(next) - 1 === Number(number))
  )
}

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
  const text = withInlineContent(linkedMarkdown(oneLine(title.text), title.links, escapeHeading), title, input)
  if (text === '') return ''
  const level = input.task.options.features.enable_title_level_recognition ? clampInteger(title.level, 1, 6) : 1
  return `${'#'.repeat(level)} ${text}`
}

function tableMarkdown(table: TableBlock, input: RenderInput): string {
  const { options } = input.task
  const address = input.href(imageNameOf(table, options))
  if (address !== '') return imageMarkdown('', address)
  return table.cells.length === 0 ? '' : tableContent(table, options, input.href).content
}

function figureMarkdown(figure: FigureBlock, input: RenderInput): string {
  const { options } = input.task
  const text = figureText(figure, options)
  const address = input.href(imageNameOf(figure, options))
  if (address === '') return escapeParagraph(text)
  const alt = oneLine(text)
  return alt.length <= MAX_ALT_LENGTH
    ? imageMarkdown(alt, address)
    : `${imageMarkdown('', address)}\n\n${escapeParagraph(text)}`
}

function imageMarkdown(alt: string, address: string): string {
  return `![${escapeAlt(alt)}](${linkDestination(address)})`
}

function withInlineContent(
  text: string,
  { inlineFormulas, inlinePictures }: TextBlock | TitleBlock,
  { href, task }: RenderInput,
): string {
  const withFormulas = fillFormulas(escapeDollars(text, inlineFormulas), inlineFormulas, inlineLatex(task.options))
  const writeImage = imageWriter(href, (address) => imageMarkdown('', address))
  return fillImagePlaceholders(withFormulas, inlinePictures, writeImage)
}

/** A dollar sign in text with formulas would begin another one. */
function escapeDollars(text: string, formulas: readonly Formula[] | undefined): string {
  return formulas === undefined ? text : text.replaceAll('$', '\\$')
}

function textMarkdown(block: TextBlock, input: RenderInput): string {
  if (block.items !== undefined) return withInlineContent(markdownList(block.items, block.links), block, input)
  if (block.type === 'code') return codeMarkdown(block.text)
  if (block.type === 'equation') return equationMarkdown(block, input)
  return withInlineContent(linkedMarkdown(block.text, block.links, escapeParagraph), block, input)
}

function equationMarkdown(block: TextBlock, input: RenderInput): string {
  const { content, format } = equationContent(block, input.task.options)
  if (content === '') return ''
  return format === 'mathml' ? content : `$$\n${content}\n$$`
}

/** The fence is longer than any run of backticks in the code. */
function codeMarkdown(text: string): string {
  const code = text.replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd()
  if (code === '') return ''
  const longest = [...code.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 0)
  const fence = '`'.repeat(Math.max(3, longest + 1))
  return `${fence}\n${code}\n${fence}`
}
