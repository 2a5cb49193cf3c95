import type { Block, FigureBlock, TableBlock, TextBlock, TitleBlock } from '../model/document.ts'
import type { Formula } from '../model/formula.ts'
import { type Hyperlink, locateLinks } from '../model/hyperlinks.ts'
import { fillFormulas, formulasWithin, needsNotation } from '../model/inline-formulas.ts'
import type { ParseOptions } from '../model/options.ts'
import { asciiMathOf } from './formulas/ascii-math.ts'
import { latexOf } from './formulas/latex.ts'
import { mathmlOf } from './formulas/mathml.ts'
import { htmlTable, pipeTable } from './html-table.ts'
import { fillImagePlaceholders, imageWriter } from './image-links.ts'
import { plainList } from './list-text.ts'
import type { Href } from './types.ts'

interface Content {
  readonly content: string
  readonly format: 'text' | 'html' | 'markdown' | 'latex' | 'mathml' | 'ascii'
}

/** Images inside text and cells are written as `![](address)`, or as `<img>` in HTML. */
export function contentOf(block: Block, options: ParseOptions, href: Href): Content {
  if (block.kind === 'table') return tableContent(block, options, href)
  if (block.kind === 'figure') return { content: figureText(block, options), format: 'text' }
  if (block.kind === 'text' && block.items === undefined && block.type === 'equation')
    return equationContent(block, options)
  const text = block.kind === 'text' && block.items !== undefined ? plainList(block.items) : block.text
  const withFormulas = fillFormulas(text, block.inlineFormulas, inlineLatex(options))
  const writeImage = imageWriter(href, (address) => `![](${address})`)
  return { content: fillImagePlaceholders(withFormulas, block.inlinePictures, writeImage), format: 'text' }
}

export function linksOf(
  { text, links = [], inlineFormulas }: TextBlock | TitleBlock,
  options: ParseOptions,
): readonly Hyperlink[] {
  if (inlineFormulas === undefined) return links
  const [ranges = []] = locateLinks([text], links)
  return ranges.map(({ from, to, url }) => {
    const formulas = formulasWithin(text, inlineFormulas, { from, to })
    return { text: fillFormulas(text.slice(from, to), formulas, inlineLatex(options)), url }
  })
}

/** With `table: image` the content stays HTML, because only Markdown shows the image. */
export function tableContent(table: TableBlock, options: ParseOptions, href: Href): Content {
  if (options.elementFormats.table === 'markdown') return { content: pipeTable(table, href), format: 'markdown' }
  return { content: htmlTable(table, href), format: 'html' }
}

export function figureText(figure: FigureBlock, options: ParseOptions): string {
  return options.features.enable_image_understanding || figure.type === 'qrcode' ? figure.text : ''
}

export function equationContent({ formula, text }: TextBlock, options: ParseOptions): Content {
  if (formula === undefined) return { content: withoutDollars(text), format: 'latex' }
  switch (options.elementFormats.formula) {
    case 'latex':
      return { content: latexOf(formula), format: 'latex' }
    case 'mathml':
      return { content: mathmlOf(formula), format: 'mathml' }
    case 'ascii':
      return { content: asciiMathOf(formula), format: 'ascii' }
  }
}

/** Writes formulas within text as LaTeX, the notation of Markdown; simple ones only with the option. */
export function inlineLatex({ features }: ParseOptions): (tree: Formula, plain: string) => string {
  return (tree, plain) =>
    features.enable_inline_formula || needsNotation(tree)
      ? `$${latexOf({ tree }).replace(/<(?=[A-Za-z/!?])/g, '< ')}$`
      : plain
}

/** Also removes empty lines, which would end the formula in Markdown. */
function withoutDollars(text: string): string {
  return text
    .trim()
    .replace(/^\$+|\$+$/g, '')
    .trim()
    .replace(/\n\s*\n/g, '\n')
}
