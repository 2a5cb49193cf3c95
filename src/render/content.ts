/**
 * What a block says, as the JSON's `content` and its notation. Shared by the JSON and the token estimate;
 * Markdown takes tables from here and escapes the rest itself.
 */
import type { Block, FigureBlock, TableBlock } from '../model/document.ts'
import type { ParseOptions } from '../model/options.ts'
import { htmlTable, pipeTable } from './html-table.ts'
import { plainList } from './lists.ts'

export type Notation = 'text' | 'html' | 'markdown' | 'latex' | 'mathml' | 'ascii'

export interface Content {
  readonly content: string
  readonly format: Notation
}

export function contentOf(block: Block, options: ParseOptions): Content {
  switch (block.kind) {
    case 'table':
      return tableContent(block, options)
    case 'figure':
      return { content: figureText(block, options), format: 'text' }
    case 'title':
      return { content: block.text, format: 'text' }
    case 'text':
      if (block.items !== undefined) return { content: plainList(block.items), format: 'text' }
      if (block.type === 'equation') return { content: equationText(block.text), format: 'latex' }
      return { content: block.text, format: 'text' }
  }
}

/**
 * With `table: image` the content stays HTML: the picture is what Markdown shows, and a caller of the JSON
 * loses nothing.
 */
export function tableContent(table: TableBlock, options: ParseOptions): Content {
  if (options.elementFormats.table === 'markdown') return { content: pipeTable(table), format: 'markdown' }
  return { content: htmlTable(table), format: 'html' }
}

/** Text read inside a figure; "" when the caller does not want figures understood. */
export function figureText(figure: FigureBlock, options: ParseOptions): string {
  return options.features.enable_image_understanding ? figure.text : ''
}

/** LaTeX without the dollar signs around it and without empty lines, which would end the formula in Markdown. */
export function equationText(text: string): string {
  return text
    .trim()
    .replace(/^\$+|\$+$/g, '')
    .trim()
    .replace(/\n\s*\n/g, '\n')
}
