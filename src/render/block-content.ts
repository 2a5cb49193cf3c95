/**
 * What a block says, as the JSON's `content` and its notation. Shared by the JSON and the token estimate;
 * Markdown takes tables from here and escapes the rest itself.
 */
import type { Block, FigureBlock, TableBlock, TextBlock } from '../model/document.ts'
import type { ParseOptions } from '../model/options.ts'
import { asciiMathOf } from './ascii-math.ts'
import { htmlTable, pipeTable } from './html-table.ts'
import { fillImagePlaceholders, type Href } from './image-links.ts'
import { latexOf } from './latex.ts'
import { plainList } from './list-text.ts'
import { mathmlOf } from './mathml.ts'

export type Notation = 'text' | 'html' | 'markdown' | 'latex' | 'mathml' | 'ascii'

export interface Content {
  readonly content: string
  readonly format: Notation
}

/**
 * `href` is for pictures in lines and cells. They stand in the text as in the Markdown, `![](address)`, so that a reader of the
 * JSON alone finds them too, and in HTML as `<img>`.
 */
export function contentOf(block: Block, options: ParseOptions, href: Href): Content {
  switch (block.kind) {
    case 'table':
      return tableContent(block, options, href)
    case 'figure':
      return { content: figureText(block, options), format: 'text' }
    case 'title':
      return { content: linked(block.text, block.inlinePictures, href), format: 'text' }
    case 'text':
      if (block.items !== undefined)
        return { content: linked(plainList(block.items), block.inlinePictures, href), format: 'text' }
      if (block.type === 'equation') return equationContent(block, options)
      return { content: linked(block.text, block.inlinePictures, href), format: 'text' }
  }
}

function linked(text: string, pictures: readonly string[] | undefined, href: Href): string {
  return fillImagePlaceholders(text, pictures, (name) => {
    const address = href(name)
    return address === '' ? '' : `![](${address})`
  })
}

/**
 * With `table: image` the content stays HTML: the picture is what Markdown shows, and a caller of the JSON
 * loses nothing.
 */
export function tableContent(table: TableBlock, options: ParseOptions, href: Href): Content {
  if (options.elementFormats.table === 'markdown') return { content: pipeTable(table, href), format: 'markdown' }
  return { content: htmlTable(table, href), format: 'html' }
}

/** Text read inside a figure; "" when the caller does not want figures understood. What a code says is no such text. */
export function figureText(figure: FigureBlock, options: ParseOptions): string {
  return options.features.enable_image_understanding || figure.type === 'qrcode' ? figure.text : ''
}

/** An equation in the notation that the caller wants; one that was never read as a formula is the text that it came as. */
export function equationContent({ formula, text }: TextBlock, options: ParseOptions): Content {
  if (formula === undefined) return { content: equationText(text), format: 'latex' }
  switch (options.elementFormats.formula) {
    case 'latex':
      return { content: latexOf(formula), format: 'latex' }
    case 'mathml':
      return { content: mathmlOf(formula), format: 'mathml' }
    case 'ascii':
      return { content: asciiMathOf(formula), format: 'ascii' }
  }
}

/** LaTeX without the dollar signs around it and without empty lines, which would end the formula in Markdown. */
function equationText(text: string): string {
  return text
    .trim()
    .replace(/^\$+|\$+$/g, '')
    .trim()
    .replace(/\n\s*\n/g, '\n')
}
