/** Content is added in reading order. */
import type { Block, BlockType, Cell, FigureBlock, ListItem, TableBlock } from '../../model/document.ts'
import type { Equation, Formula } from '../../model/formula.ts'
import { type Hyperlink, mergeLinks } from '../../model/hyperlinks.ts'
import { mergeFormulas, withoutFormulas } from '../../model/inline-formulas.ts'
import { clamp, minOf } from '../../model/statistics.ts'
import { linearFormula } from './formulas/linear-text.ts'
import { type Inline, isWordless, plainInline, tidyLine, tidyLinks, tidyText } from './inline-text.ts'
import { attachCaption, commonFields, shiftReferences, structuredStyle, textBlock, wholePage } from './page-blocks.ts'
import type { CellPosition, EmbeddedImage, StructuredPage } from './types.ts'

export interface CellContent extends Inline, CellPosition {}

export interface Caption {
  readonly inline: Inline
  readonly above: boolean
}

export interface Furniture {
  readonly header: string
  readonly footer: string
}

export const noFurniture: Furniture = { header: '', footer: '' }

/** Marker of list items without a number. */
export const BULLET = '- '

export interface Marker {
  /** "" for a paragraph of a list that has no marker. */
  readonly text: string
  readonly level: number
  readonly list: unknown
}

/** Number before a heading, or before a line in a cell. */
export function numberOf(marker: string | undefined): string {
  return marker === undefined || marker === BULLET ? '' : marker
}

interface OpenList {
  readonly key: unknown
  readonly items: ListItem[]
  readonly images: string[]
  readonly links: Hyperlink[]
  readonly formulas: Formula[]
}

export class PageWriter {
  readonly #blocks: Block[] = []
  readonly #images: EmbeddedImage[] = []
  readonly #warnings = new Set<string>()
  #list: OpenList | null = null
  readonly #looseCaptions: number[] = []
  #codeLines: string[] = []

  get isEmpty(): boolean {
    return this.#blocks.length === 0 && this.#list === null && this.#codeLines.length === 0
  }

  get isCodeOpen(): boolean {
    return this.#codeLines.length > 0
  }

  /** Clamps `level` to 1–6. */
  title(level: number, inline: Inline): void {
    this.#endOpen()
    const text = tidyLine(inline.text)
    if (isWordless(text)) {
      this.#imagesAsFigures(inline.images)
      return
    }
    this.#blocks.push({
      kind: 'title',
      type: 'title',
      ...commonFields,
      text,
      style: structuredStyle,
      level: clamp(level, 1, 6),
      exact: true,
      ...this.#inlineImages(inline.images),
      ...tidyLinks(inline, tidyLine),
      ...mergeFormulas(inline),
    })
  }

  text(inline: Inline, type: Exclude<BlockType, 'table' | 'figure' | 'title'> = 'text'): void {
    this.#endOpen()
    const text = tidyText(inline.text)
    if (isWordless(text)) {
      this.#imagesAsFigures(inline.images)
      return
    }
    const images = this.#inlineImages(inline.images)
    this.#blocks.push({ ...textBlock(type, text), ...images, ...tidyLinks(inline), ...mergeFormulas(inline) })
  }

  /** Consecutive items with the same `list` become one block, with inner items of any list. */
  item({ text: marker, level, list }: Marker, inline: Inline): void {
    const text = tidyLine(inline.text)
    if (text === '') return
    this.#endCode()
    if (level <= 0 && this.#list?.key !== list) this.endList()
    this.#list ??= { key: list, items: [], images: [], links: [], formulas: [] }
    this.#addToList(this.#list, inline)
    this.#list.items.push({ level: Math.max(0, level), marker, text })
  }

  /** Appends a paragraph to the last item. Returns `false` if no list is open. */
  continueItem(inline: Inline): boolean {
    const list = this.#list
    const last = list?.items.at(-1)
    if (list === null || last === undefined) return false
    const text = tidyLine(inline.text)
    if (text === '') return true
    this.#addToList(list, inline)
    list.items[list.items.length - 1] = { ...last, text: `${last.text} ${text}` }
    return true
  }

  #addToList({ images, links, formulas }: OpenList, inline: Inline): void {
    formulas.push(...(inline.inlineFormulas ?? []))
    images.push(...this.#keepImages(inline.images))
    links.push(...(tidyLinks(inline, tidyLine).links ?? []))
  }

  endList(): void {
    if (this.#list === null) return
    const { items, images, links, formulas } = this.#list
    this.#list = null
    const outermost = minOf(items.map(({ level }) => level))
    const shifted = items.map((item) => ({ ...item, level: item.level - outermost }))
    const text = shifted.map(({ level, marker, text }) => `${'  '.repeat(level)}${marker.trim()} ${text}`).join('\n')
    this.#blocks.push({
      ...textBlock('text', text),
      items: shifted,
      ...(images.length > 0 ? { inlinePictures: images } : {}),
      ...mergeLinks({ links }),
      ...mergeFormulas({ inlineFormulas: formulas }),
    })
  }

  code(text: string): void {
    this.#endOpen()
    const code = text.replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd()
    if (code !== '') this.#blocks.push({ ...textBlock('code', code), style: { ...structuredStyle, mono: true } })
  }

  /** Consecutive lines become one block, which begins with the first line of text. */
  codeLine(line: string): void {
    this.endList()
    if (this.#codeLines.length > 0 || line.trim() !== '') this.#codeLines.push(line)
  }

  #endCode(): void {
    const lines = this.#codeLines
    this.#codeLines = []
    if (lines.length > 0) this.code(lines.join('\n'))
  }

  #endOpen(): void {
    this.endList()
    this.#endCode()
  }

  /** A string is LaTeX. */
  equation(formula: Equation | string): void {
    this.#endOpen()
    this.#blocks.push(
      typeof formula === 'string'
        ? textBlock('equation', formula)
        : { ...textBlock('equation', linearFormula(formula.tree)), formula },
    )
  }

  table(cells: readonly CellContent[], caption?: Caption): void {
    this.#endOpen()
    const rows = cells.reduce((most, { row, rowSpan }) => Math.max(most, row + rowSpan), 0)
    const cols = cells.reduce((most, { col, colSpan }) => Math.max(most, col + colSpan), 0)
    if (rows === 0 || cols === 0) return
    const tableCells = cells.map((cell): Cell => {
      const names = this.#keepImages(cell.images)
      const { row, col, rowSpan, colSpan, header } = cell
      return {
        ...{ row, col, rowSpan, colSpan, header, box: wholePage, text: tidyText(withoutFormulas(cell.text)) },
        ...(names.length > 0 ? { pictures: names } : {}),
        ...tidyLinks(cell),
      }
    })
    this.#addWithCaption(
      { kind: 'table', type: 'table', ...commonFields, rows, cols, cells: tableCells, captions: [] },
      'table_caption',
      caption,
    )
  }

  /** If `image` is `null`, only the text is kept. */
  figure(image: EmbeddedImage | null, text: string, caption?: Caption): void {
    this.#endOpen()
    const [name] = image === null ? [] : this.#keepImages([image])
    const tidied = tidyText(text)
    if (name === undefined && tidied === '' && caption === undefined) return
    const picture = name === undefined ? {} : { picture: name }
    this.#addWithCaption(
      { kind: 'figure', type: 'figure', ...commonFields, text: tidied, captions: [], ...picture },
      'figure_caption',
      caption,
    )
  }

  #addWithCaption(
    block: TableBlock | FigureBlock,
    type: 'table_caption' | 'figure_caption',
    caption: Caption | undefined,
  ): void {
    const at = this.#blocks.length
    const text = caption === undefined ? '' : tidyText(caption.inline.text)
    if (caption === undefined || isWordless(text)) {
      this.#blocks.push(block)
      return
    }
    const words = { ...textBlock(type, text), ...tidyLinks(caption.inline), ...mergeFormulas(caption.inline) }
    const owner = block.kind === 'figure' && block.text === text ? { ...block, text: '' } : block
    if (caption.above) this.#blocks.push(words, { ...owner, captions: [at] })
    else this.#blocks.push({ ...owner, captions: [at + 1] }, words)
  }

  caption(inline: Inline): void {
    const before = this.#blocks.length
    this.text(inline, 'figure_caption')
    if (this.#blocks.length > before) this.#looseCaptions.push(this.#blocks.length - 1)
  }

  append(other: PageWriter): void {
    this.#endOpen()
    const { blocks, images, warnings } = other.finish()
    const offset = this.#blocks.length
    const rename = (name: string): string => String(Number(name) + imageOffset)
    const imageOffset = this.#images.length
    for (const block of blocks) this.#blocks.push(shiftReferences(block, { offset, rename }))
    for (const image of images) this.#images.push(image)
    for (const warning of warnings) this.#warnings.add(warning)
  }

  warn(text: string): void {
    this.#warnings.add(text)
  }

  finish(): StructuredPage {
    this.#endOpen()
    for (const at of this.#looseCaptions) attachCaption(this.#blocks, at)
    return { blocks: this.#blocks, images: this.#images, warnings: [...this.#warnings] }
  }

  finishBetween({ header, footer }: Furniture): StructuredPage {
    const page = new PageWriter()
    page.text(plainInline(header), 'header')
    page.append(this)
    page.text(plainInline(footer), 'footer')
    return page.finish()
  }

  #imagesAsFigures(images: readonly EmbeddedImage[]): void {
    for (const image of images) this.figure(image, image.alt)
  }

  #inlineImages(images: readonly EmbeddedImage[]): { inlinePictures?: readonly string[] } {
    return images.length > 0 ? { inlinePictures: this.#keepImages(images) } : {}
  }

  #keepImages(images: readonly EmbeddedImage[]): string[] {
    return images.map((image) => String(this.#images.push(image)))
  }
}
