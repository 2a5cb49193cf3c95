/** Reads OpenDocument text. Tracked deletions, comments and hidden text are left out. */

import { cached } from '../../../model/cached.ts'
import { attribute, child, type Element, elements, integer } from '../../../xml/tree.ts'
import { writeChart } from '../chart-table.ts'
import { type Inline, isWordless, joinLines, onlyFormula, withNumber } from '../inline-text.ts'
import { type CellContent, numberOf, type PageWriter } from '../page-writer.ts'
import { isCodeStyle } from '../style-names.ts'
import type { ReaderContext } from '../types.ts'
import { altOf, isPicture, readChart, readFormula, readFrameImage, repeatsTable } from './odf-frame.ts'
import { type AddNote, OdfInline } from './odf-inline.ts'
import { beginsInside, innerContext, isListItem, type ListContext, OdfNumbers } from './odf-lists.ts'
import type { OdfPackage } from './odf-package.ts'
import { readOdfCells } from './odf-table.ts'

export interface OdfSink {
  readonly writer: PageWriter
  endPage(): void
  readonly addNote: AddNote
}

type TextType = 'text' | 'cate_item'

const SHAPE_TEXTS = new Set(['text:p', 'text:list', 'table:table'])

export class OdfReader {
  readonly #file: OdfPackage
  readonly #sink: OdfSink
  readonly #maxCells: number
  readonly #inline: OdfInline
  #list: object = {}
  readonly #numbers: OdfNumbers

  constructor(file: OdfPackage, sink: OdfSink, { maxCells }: Pick<ReaderContext, 'maxCells'>) {
    this.#file = file
    this.#sink = sink
    this.#inline = new OdfInline(file, sink.addNote)
    this.#maxCells = maxCells
    this.#numbers = new OdfNumbers(file.styles)
  }

  readBlocks(parent: Element, type: TextType = 'text'): void {
    const blocks = elements(parent)
    for (const [at, element] of blocks.entries()) {
      this.#readBlock(element, type)
      if (element.name === 'text:list' && !beginsInside(blocks[at + 1])) this.#sink.writer.endList()
    }
  }

  #readBlock(element: Element, type: TextType): void {
    switch (element.name) {
      case 'text:h':
      case 'text:p':
        this.#readParagraph(element, type)
        return
      case 'text:list':
        if (!beginsInside(element)) this.#list = {}
        this.#readList(element, { level: 0, style: undefined, key: this.#list })
        return
      case 'table:table':
        if (this.#file.styles.breaksBefore('table', attribute(element, 'table:style-name'))) this.#sink.endPage()
        this.#sink.writer.table(this.#readCells(element))
        return
      case 'text:section':
        if (attribute(element, 'text:display') !== 'none') this.readBlocks(element, type)
        return
      case 'text:index-body':
        this.readBlocks(element, 'cate_item')
        return
      case 'draw:frame':
      case 'draw:g':
      case 'draw:custom-shape':
      case 'draw:rect':
      case 'draw:ellipse':
      case 'draw:a':
        this.readFrame(element)
        return
      case 'text:tracked-changes':
      case 'office:annotation':
      case 'office:forms':
      case 'text:sequence-decls':
      case 'text:variable-decls':
        return
      default:
        this.readBlocks(element, type)
    }
  }

  #readParagraph(element: Element, type: TextType): void {
    const { styles } = this.#file
    const style = attribute(element, 'text:style-name')
    if (styles.breaksBefore('paragraph', style)) this.#sink.endPage()
    const { inline, frames } = this.#inline.readParagraph(element)
    if (!styles.isTextHidden('paragraph', style)) this.#writeParagraph(element, inline, type)
    if (inline.text.trim() === '') this.#sink.writer.endList()
    for (const frame of frames) this.readFrame(frame)
    if (styles.breaksAfter(style)) this.#sink.endPage()
  }

  #writeParagraph(element: Element, inline: Inline, type: TextType): void {
    const { writer } = this.#sink
    const formula = onlyFormula(inline)
    const styleNames = this.#file.styles.names('paragraph', attribute(element, 'text:style-name'))
    if (element.name === 'text:h') {
      const level = integer(element, 'text:outline-level') ?? 1
      writer.title(level, withNumber(inline, isWordless(inline.text) ? '' : this.#numbers.heading(element, level)))
    } else if (styleNames.includes('title')) writer.title(1, inline)
    else if (styleNames.includes('caption')) writer.caption(inline)
    else if (formula !== null) writer.equation({ tree: formula })
    else if (styleNames.some(isCodeStyle)) writer.codeLine(inline.text)
    else writer.text(inline, styleNames.some((name) => /^contents \d+$/.test(name)) ? 'cate_item' : type)
  }

  #readList(list: Element, outer: ListContext): void {
    this.#eachItem(list, outer, (item, context) => this.#readItem(item, context))
  }

  #eachItem(list: Element, outer: ListContext, visit: (item: Element, context: ListContext) => void): void {
    this.#numbers.start(list, outer.level)
    const context = { ...outer, style: attribute(list, 'text:style-name') ?? outer.style }
    for (const item of elements(list)) if (isListItem(item)) visit(item, context)
    this.#numbers.end(list, outer.level)
  }

  #readItem(item: Element, context: ListContext): void {
    let isFirst = item.name === 'text:list-item'
    for (const element of elements(item)) {
      if (element.name === 'text:list') this.#readList(element, innerContext(context))
      else if (element.name === 'text:p' || element.name === 'text:h') {
        const { inline, frames } = this.#inline.readParagraph(element)
        const marker = this.#numbers.marker(item, element, { context, isFirst })
        this.#writeItemParagraph(element, inline, { marker, isFirst, context })
        if (inline.text.trim() !== '') isFirst = false
        for (const frame of frames) this.readFrame(frame)
      } else this.#readBlock(element, 'text')
    }
  }

  #writeItemParagraph(
    paragraph: Element,
    inline: Inline,
    { marker, isFirst, context }: { marker: string; isFirst: boolean; context: ListContext },
  ): void {
    const { writer } = this.#sink
    if (paragraph.name === 'text:h') {
      const number = isFirst ? numberOf(marker) : ''
      writer.title(integer(paragraph, 'text:outline-level') ?? 1, withNumber(inline, number))
    } else if (!isFirst) {
      if (!writer.continueItem(inline)) writer.text(inline)
    } else if (marker === '') writer.text(inline)
    else writer.item({ text: marker, level: context.level, list: context.key }, inline)
  }

  readFrame(frame: Element): void {
    const { writer } = this.#sink
    if (frame.name === 'draw:g' || frame.name === 'draw:a') {
      for (const each of elements(frame)) if (each.name.startsWith('draw:')) this.readFrame(each)
      return
    }
    const box = child(frame, 'draw:text-box')
    const table = frame.name === 'draw:frame' ? child(frame, 'table:table') : undefined
    const object = child(frame, 'draw:object')
    const formula = readFormula(object, this.#file)
    if (box !== undefined) this.readBlocks(box)
    else if (table !== undefined) writer.table(this.#readCells(table))
    else if (formula !== null) writer.equation({ tree: formula })
    else if (child(frame, 'draw:image') !== undefined || object !== undefined) {
      const chart = object === undefined ? null : readChart(this.#file.object(object))
      const isRepeated = repeatsTable(frame, this.#file)
      writer.figure(readFrameImage(frame, this.#file), altOf(frame) || (isRepeated ? (chart?.title ?? '') : ''))
      if (chart !== null && !isRepeated) writeChart(chart, writer)
    } else if (elements(frame).some(({ name }) => SHAPE_TEXTS.has(name))) this.readBlocks(frame)
  }

  #readCells(table: Element): CellContent[] {
    const texts = new Map<Element, Inline>()
    return readOdfCells(table, this.#maxCells).map(({ element, ...position }) => ({
      ...position,
      ...cached(texts, element, () => this.readCell(element)),
    }))
  }

  readCell(cell: Element): Inline {
    const lines = elements(cell).flatMap((element): Inline[] => {
      if (element.name === 'text:p' || element.name === 'text:h') {
        const { inline, frames } = this.#inline.readParagraph(element)
        return [inline, ...frames.map((frame) => this.readCell(frame))]
      }
      if (element.name === 'text:list') return this.#readCellList(element, { level: 0, style: undefined, key: cell })
      return element.name === 'office:annotation' || isPicture(element) ? [] : [this.readCell(element)]
    })
    return joinLines(lines)
  }

  /** Lines of a list with its numbers, without bullets. */
  #readCellList(list: Element, outer: ListContext): Inline[] {
    const lines: Inline[] = []
    this.#eachItem(list, outer, (item, context) => lines.push(...this.#readCellItem(item, context)))
    return lines
  }

  #readCellItem(item: Element, context: ListContext): Inline[] {
    let isFirst = item.name === 'text:list-item'
    return elements(item).flatMap((element): Inline[] => {
      if (element.name === 'text:list') return this.#readCellList(element, innerContext(context))
      const inline = this.readCell({ name: 'text:list-item', attributes: {}, children: [element] })
      if (!isFirst || isWordless(inline.text)) return [inline]
      isFirst = false
      const marker = this.#numbers.marker(item, element, { context, isFirst: true })
      return [withNumber(inline, numberOf(marker))]
    })
  }
}
