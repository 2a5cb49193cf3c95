/**
 * Titles, paragraphs, items, tables and pictures, one after the other → the blocks of a logical page. Joins list items that
 * follow each other into one block and drops what is empty.
 */
import {
  type Block,
  type BlockStyle,
  type BlockType,
  type Cell,
  imagePlaceholder,
  type ListItem,
  type TextBlock,
} from '../../model/document.ts'
import type { Equation } from '../../model/formula.ts'
import type { Box } from '../../model/geometry.ts'
import { type Hyperlink, mergeLinks } from '../../model/hyperlinks.ts'
import { minOf } from '../../model/statistics.ts'
import { type Inline, linksOf, tidy } from './inline-text.ts'
import { type EmbeddedImage, pageHeight, pageWidth, type StructuredPage } from './structured-document.ts'

export interface CellContent extends Inline {
  readonly row: number
  readonly col: number
  readonly rowSpan: number
  readonly colSpan: number
  readonly header: boolean
}

const wholePage: Box = { x0: 0, y0: 0, x1: pageWidth, y1: pageHeight }
const place = { box: wholePage, confidence: 1, source: 'document' } as const
/** Logical pages have no type; later rules that look at it pass them by. */
const style: BlockStyle = {
  size: 11,
  bold: false,
  italic: false,
  mono: false,
  caps: false,
  color: 0,
  font: '',
  lineCount: 1,
}

export class PageWriter {
  readonly #blocks: Block[] = []
  readonly #pictures: EmbeddedImage[] = []
  readonly #warnings = new Set<string>()
  #items: ListItem[] = []
  #itemPictures: string[] = []
  #itemLinks: Hyperlink[] = []
  #list: unknown = null
  readonly #looseCaptions: number[] = []
  /** The block of code that lines are added to while it is the last. */
  #openCode: TextBlock | null = null

  /** A heading; `level` counts from 1 and ends at 6. */
  title(level: number, inline: Inline): void {
    this.endList()
    const text = tidy(inline.text).replaceAll('\n', ' ')
    if (text.replaceAll(imagePlaceholder, '').trim() === '') {
      this.#loose(inline.pictures)
      return
    }
    const names = this.#keep(inline.pictures)
    this.#blocks.push({
      kind: 'title',
      type: 'title',
      ...place,
      text,
      style,
      level: Math.min(6, Math.max(1, level)),
      exact: true,
      ...(names.length > 0 ? { inlinePictures: names } : {}),
      ...linksOf(inline, 'one line'),
    })
  }

  text(inline: Inline, type: Exclude<BlockType, 'table' | 'figure' | 'title'> = 'text'): void {
    this.endList()
    const text = tidy(inline.text)
    if (text.replaceAll(imagePlaceholder, '').trim() === '') {
      this.#loose(inline.pictures)
      return
    }
    const names = this.#keep(inline.pictures)
    this.#blocks.push({
      kind: 'text',
      type,
      ...place,
      text,
      style,
      plain: true,
      ...(names.length > 0 ? { inlinePictures: names } : {}),
      ...linksOf(inline),
    })
  }

  /** An item of a list. Items that follow each other are one block as long as `list` is the same. */
  item(item: { level: number; marker: string }, inline: Inline, list: unknown = 'list'): void {
    const text = tidy(inline.text).replaceAll('\n', ' ')
    if (text === '') return
    if (this.#list !== null && this.#list !== list) this.endList()
    this.#list = list
    this.#itemPictures.push(...this.#keep(inline.pictures))
    this.#itemLinks.push(...(linksOf(inline, 'one line').links ?? []))
    this.#items.push({ level: Math.max(0, item.level), marker: item.marker, text })
  }

  /** The last item goes on: a second paragraph of it. `false`: no list is open. */
  continueItem(inline: Inline): boolean {
    const last = this.#items.at(-1)
    const text = tidy(inline.text).replaceAll('\n', ' ')
    if (last === undefined) return false
    if (text === '') return true
    this.#itemPictures.push(...this.#keep(inline.pictures))
    this.#itemLinks.push(...(linksOf(inline, 'one line').links ?? []))
    this.#items[this.#items.length - 1] = { ...last, text: `${last.text} ${text}` }
    return true
  }

  /** What comes next belongs to no list. */
  endList(): void {
    const items = this.#items
    const names = this.#itemPictures
    const links = this.#itemLinks
    this.#items = []
    this.#itemPictures = []
    this.#itemLinks = []
    this.#list = null
    if (items.length === 0) return
    const outermost = minOf(items.map(({ level }) => level))
    const shifted = items.map((item) => ({ ...item, level: item.level - outermost }))
    const text = shifted.map(({ level, marker, text }) => `${'  '.repeat(level)}${marker.trim()} ${text}`).join('\n')
    this.#blocks.push({
      kind: 'text',
      type: 'text',
      ...place,
      text,
      style,
      plain: true,
      items: shifted,
      ...(names.length > 0 ? { inlinePictures: names } : {}),
      ...mergeLinks({ links }),
    })
  }

  /** Lines as they stand. */
  code(text: string): void {
    this.endList()
    const code = text.replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd()
    if (code !== '')
      this.#blocks.push({
        kind: 'text',
        type: 'code',
        ...place,
        text: code,
        style: { ...style, mono: true },
        plain: true,
      })
  }

  /** One more line of code: lines that follow each other are one block. */
  codeLine(line: string): void {
    this.endList()
    const last = this.#blocks.at(-1)
    if (last?.kind === 'text' && last.type === 'code' && this.#openCode === last) {
      this.#openCode = { ...last, text: `${last.text}\n${line}` }
      this.#blocks[this.#blocks.length - 1] = this.#openCode
      return
    }
    this.code(line)
    const made = this.#blocks.at(-1)
    this.#openCode = made?.kind === 'text' ? made : null
  }

  /** A display equation; `text` is its signs in plain order. */
  equation(formula: Equation, text: string): void {
    this.endList()
    this.#blocks.push({ kind: 'text', type: 'equation', ...place, text, style, plain: true, formula })
  }

  /** `caption` stands above or below as a block of its own and is tied to the table. */
  table(cells: readonly CellContent[], caption?: { inline: Inline; above: boolean }): void {
    this.endList()
    const rows = cells.reduce((most, { row, rowSpan }) => Math.max(most, row + rowSpan), 0)
    const cols = cells.reduce((most, { col, colSpan }) => Math.max(most, col + colSpan), 0)
    const made = cells.map((cell): Cell => {
      const names = this.#keep(cell.pictures)
      const { row, col, rowSpan, colSpan, header } = cell
      return {
        row,
        col,
        rowSpan,
        colSpan,
        header,
        box: wholePage,
        text: tidy(cell.text),
        ...(names.length > 0 ? { pictures: names } : {}),
        ...linksOf(cell),
      }
    })
    if (rows === 0 || cols === 0) return
    this.#withCaption('table_caption', caption, (captions) => ({
      kind: 'table',
      type: 'table',
      ...place,
      rows,
      cols,
      cells: made,
      captions,
    }))
  }

  /** `picture` is `null` where the file has none (it lies elsewhere, or is a drawing); then only its words are kept. */
  figure(picture: EmbeddedImage | null, text: string, caption?: { inline: Inline; above: boolean }): void {
    this.endList()
    const [name] = picture === null ? [] : this.#keep([picture])
    const words = tidy(text)
    if (name === undefined && words === '' && caption === undefined) return
    this.#withCaption('figure_caption', caption, (captions) => ({
      kind: 'figure',
      type: 'figure',
      ...place,
      text: words,
      captions,
      ...(name === undefined ? {} : { picture: name }),
    }))
  }

  /** Words below or above a table or picture, told by their style; which one they belong to shows when the page is whole. */
  caption(inline: Inline): void {
    const before = this.#blocks.length
    this.text(inline, 'figure_caption')
    if (this.#blocks.length > before) this.#looseCaptions.push(this.#blocks.length - 1)
  }

  /** All that another writer has gathered, after what this one has. */
  append(other: PageWriter): void {
    this.endList()
    const { blocks, pictures, warnings } = other.finish()
    const shift = this.#pictures.length
    const base = this.#blocks.length
    const renamed = (names: readonly string[]): string[] => names.map((name) => String(Number(name) + shift))
    for (const block of blocks) {
      if (block.kind === 'figure') {
        const captions = block.captions.map((at) => at + base)
        this.#blocks.push({
          ...block,
          captions,
          ...(block.picture === undefined ? {} : { picture: String(Number(block.picture) + shift) }),
        })
      } else if (block.kind === 'table') {
        const captions = block.captions.map((at) => at + base)
        const cells = block.cells.map((cell) =>
          cell.pictures === undefined ? cell : { ...cell, pictures: renamed(cell.pictures) },
        )
        this.#blocks.push({ ...block, captions, cells })
      } else
        this.#blocks.push(
          block.inlinePictures === undefined ? block : { ...block, inlinePictures: renamed(block.inlinePictures) },
        )
    }
    for (const picture of pictures) this.#pictures.push(picture)
    for (const warning of warnings) this.#warnings.add(warning)
  }

  warn(text: string): void {
    this.#warnings.add(text)
  }

  get isEmpty(): boolean {
    return this.#blocks.length === 0 && this.#items.length === 0
  }

  finish(): StructuredPage {
    this.endList()
    for (const at of this.#looseCaptions) this.#tie(at)
    return { blocks: this.#blocks, pictures: this.#pictures, warnings: [...this.#warnings] }
  }

  /** Captions stand below pictures and above tables, and otherwise where there is nothing else beside them. */
  #tie(at: number): void {
    const isFree = (index: number, kind: 'table' | 'figure'): boolean => {
      const block = this.#blocks[index]
      return block?.kind === kind && block.captions.length === 0
    }
    const owner = isFree(at - 1, 'figure')
      ? at - 1
      : isFree(at + 1, 'table')
        ? at + 1
        : isFree(at - 1, 'table')
          ? at - 1
          : isFree(at + 1, 'figure')
            ? at + 1
            : null
    const block = owner === null ? undefined : this.#blocks[owner]
    const words = this.#blocks[at]
    if (owner === null || words?.kind !== 'text' || (block?.kind !== 'table' && block?.kind !== 'figure')) return
    this.#blocks[owner] = { ...block, captions: [at] }
    if (block.kind === 'table') this.#blocks[at] = { ...words, type: 'table_caption' }
  }

  #withCaption(
    type: 'table_caption' | 'figure_caption',
    caption: { inline: Inline; above: boolean } | undefined,
    make: (captions: readonly number[]) => Block,
  ): void {
    const text = caption === undefined ? '' : tidy(caption.inline.text)
    const links = caption === undefined ? {} : linksOf(caption.inline)
    const words: Block = { kind: 'text', type, ...place, text, style, plain: true, ...links }
    const at = this.#blocks.length
    if (caption === undefined || text.replaceAll(imagePlaceholder, '').trim() === '') this.#blocks.push(make([]))
    else if (caption.above) this.#blocks.push(words, make([at]))
    else this.#blocks.push(make([at + 1]), words)
  }

  /** Pictures of a paragraph without words are figures. */
  #loose(pictures: readonly EmbeddedImage[]): void {
    for (const picture of pictures) this.figure(picture, picture.alt)
  }

  #keep(pictures: readonly EmbeddedImage[]): string[] {
    return pictures.map((picture) => String(this.#pictures.push(picture)))
  }
}
