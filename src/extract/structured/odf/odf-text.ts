/**
 * Paragraphs, lists, tables and frames of OpenDocument → blocks. Shared by texts, slides and cells; what tracked changes deleted,
 * comments and hidden text stay out.
 */
import { imagePlaceholder } from '../../../model/document.ts'
import { scriptText } from '../../../model/superscripts.ts'
import { attribute, child, descendants, type Element, elements, integer, isElement, textOf } from '../../../xml/tree.ts'
import { linearFormula } from '../formulas/linear-text.ts'
import { type Inline, joinInline, linkedInline, plainInline } from '../inline-text.ts'
import type { CellContent, PageWriter } from '../page-writer.ts'
import type { ReaderContext } from '../types.ts'
import { altOf, chartWords, readFormula, readFrameImage } from './frame.ts'
import type { OdfPackage } from './odf-package.ts'
import { placeOdfCells } from './odf-table.ts'

export interface OdfSink {
  readonly writer: PageWriter
  endPage(): void
  /** Keeps a note for the end of its page; gives the mark that stands in the text. */
  note(citation: string, text: Inline, isEndnote: boolean): string
}

/** Nested lists deeper than this are flattened. */
const maxLevel = 9

export class OdfReader {
  readonly #file: OdfPackage
  readonly #sink: OdfSink
  readonly #maxCells: number
  /** Frames of the paragraph being read, shown after it. */
  #frames: Element[] = []
  /** Numbers of the open list by level; kept for lists that go on. */
  #numbers: number[] = []
  readonly #ended = new Map<string, number[]>()

  constructor(file: OdfPackage, sink: OdfSink, { maxCells }: Pick<ReaderContext, 'maxCells'>) {
    this.#file = file
    this.#sink = sink
    this.#maxCells = maxCells
  }

  blocks(parent: Element, type: 'text' | 'cate_item' = 'text'): void {
    for (const element of elements(parent)) this.#block(element, type)
  }

  #block(element: Element, type: 'text' | 'cate_item'): void {
    switch (element.name) {
      case 'text:h':
      case 'text:p':
        this.#paragraph(element, type)
        return
      case 'text:list':
        this.#list(element, { level: 0, style: undefined, key: {} })
        this.#sink.writer.endList()
        return
      case 'table:table':
        if (this.#file.styles.breaksBefore('table', attribute(element, 'table:style-name'))) this.#sink.endPage()
        this.#sink.writer.table(this.#cells(element))
        return
      case 'text:section':
        if (attribute(element, 'text:display') !== 'none') this.blocks(element, type)
        return
      case 'text:index-body':
        this.blocks(element, 'cate_item')
        return
      case 'draw:frame':
      case 'draw:g':
      case 'draw:custom-shape':
      case 'draw:rect':
      case 'draw:ellipse':
      case 'draw:a':
        this.frame(element)
        return
      case 'text:tracked-changes':
      case 'office:annotation':
      case 'office:forms':
      case 'text:sequence-decls':
      case 'text:variable-decls':
        return
      default:
        this.blocks(element, type)
    }
  }

  #paragraph(element: Element, type: 'text' | 'cate_item'): void {
    const { styles } = this.#file
    const { writer } = this.#sink
    const style = attribute(element, 'text:style-name')
    if (styles.breaksBefore('paragraph', style)) this.#sink.endPage()
    const { inline, frames } = this.#read(element)
    const names = styles.names('paragraph', style)
    if (!styles.hidesText('paragraph', style)) {
      if (element.name === 'text:h') this.#sink.writer.title(integer(element, 'text:outline-level') ?? 1, inline)
      else if (names.includes('title')) this.#sink.writer.title(1, inline)
      else if (names.includes('caption')) this.#sink.writer.caption(inline)
      else if (names.includes('preformatted text') || names.includes('source code')) this.#code(inline)
      else this.#sink.writer.text(inline, names.some((name) => /^contents \d+$/.test(name)) ? 'cate_item' : type)
    }
    if (inline.text.trim() === '') writer.endList()
    for (const frame of frames) this.frame(frame)
    if (styles.breaksAfter(style)) this.#sink.endPage()
  }

  #code(inline: Inline): void {
    this.#sink.writer.codeLine(inline.text)
  }

  #list(list: Element, { level, style, key }: { level: number; style: string | undefined; key: object }): void {
    const own = attribute(list, 'text:style-name') ?? style
    const id = attribute(list, 'xml:id')
    if (level === 0) {
      const goesOn =
        attribute(list, 'text:continue-list') ??
        (attribute(list, 'text:continue-numbering') === 'true' ? 'last' : undefined)
      this.#numbers = goesOn === undefined ? [] : [...(this.#ended.get(goesOn) ?? [])]
    } else if (attribute(list, 'text:continue-numbering') !== 'true') this.#numbers.length = level
    for (const item of elements(list)) {
      if (item.name === 'text:list-item' || item.name === 'text:list-header')
        this.#item(item, { level, style: own, key })
    }
    if (level > 0) return
    this.#ended.set('last', [...this.#numbers])
    if (id !== undefined) this.#ended.set(id, [...this.#numbers])
  }

  #item(item: Element, { level, style, key }: { level: number; style: string | undefined; key: object }): void {
    const { styles } = this.#file
    const { writer } = this.#sink
    let first = item.name === 'text:list-item'
    for (const element of elements(item)) {
      if (element.name === 'text:list') {
        this.#list(element, { level: Math.min(maxLevel, level + 1), style, key })
        continue
      }
      if (element.name !== 'text:p' && element.name !== 'text:h') {
        this.#block(element, 'text')
        continue
      }
      const { inline, frames } = this.#read(element)
      const shape = styles.listLevel(style ?? styles.listOf(attribute(element, 'text:style-name')), level)
      if (first && shape?.isBullet === false) {
        const told = integer(item, 'text:start-value')
        this.#numbers.length = Math.min(this.#numbers.length, level + 1)
        for (let above = 0; above < level; above++) this.#numbers[above] ??= 1
        this.#numbers[level] = told ?? (this.#numbers[level] ?? shape.start - 1) + 1
      }
      const marker = shape === null || shape.isBullet ? '- ' : shape.print(this.#numbers)
      // Headings are often items of an outline's list.
      if (element.name === 'text:h')
        writer.title(
          integer(element, 'text:outline-level') ?? 1,
          first && marker !== '- ' && marker !== '' ? { ...inline, text: `${marker} ${inline.text}` } : inline,
        )
      else if (!first) {
        if (!writer.continueItem(inline)) writer.text(inline)
      } else if (marker === '') writer.text(inline)
      else writer.item({ level, marker }, inline, key)
      if (inline.text.trim() !== '') first = false
      for (const frame of frames) this.frame(frame)
    }
  }

  /** Words and pictures of a paragraph, and the frames that hold more than a picture. */
  #read(paragraph: Element): { inline: Inline; frames: Element[] } {
    const outer = this.#frames
    this.#frames = []
    const inline = this.#inline(paragraph)
    const frames = this.#frames
    this.#frames = outer
    return { inline, frames }
  }

  #inline(parent: Element): Inline {
    let before = ''
    const pieces = parent.children.map((node) => {
      const piece = isElement(node) ? this.#piece(node) : plainInline(node.replace(/[ \t\r\n]+/g, ' '))
      const level =
        isElement(node) && node.name === 'text:span'
          ? this.#file.styles.scriptLevel(attribute(node, 'text:style-name'))
          : null
      const text = level === null ? piece.text : scriptText(before, piece.text, level)
      before += text
      return { ...piece, text }
    })
    return joinInline(pieces)
  }

  #piece(element: Element): Inline {
    switch (element.name) {
      case 'text:s':
        return plainInline(' '.repeat(Math.min(100, integer(element, 'text:c') ?? 1)))
      case 'text:tab':
        return plainInline('\t')
      case 'text:line-break':
        return plainInline('\n')
      case 'text:a':
        return linkedInline(this.#inline(element), attribute(element, 'xlink:href'))
      case 'text:span':
        return this.#file.styles.hidesText('text', attribute(element, 'text:style-name'))
          ? plainInline('')
          : this.#inline(element)
      case 'text:note': {
        const text = joinInline(
          descendants(child(element, 'text:note-body') ?? element, 'text:p').map((line) => this.#inline(line)),
          '\n',
        )
        return plainInline(
          this.#sink.note(
            textOf(child(element, 'text:note-citation')),
            text,
            attribute(element, 'text:note-class') === 'endnote',
          ),
        )
      }
      case 'text:ruby':
        return this.#inline(child(element, 'text:ruby-base') ?? element)
      case 'office:annotation':
      case 'office:annotation-end':
      case 'text:hidden-paragraph':
      case 'text:bookmark':
      case 'text:change':
        return plainInline('')
      case 'text:hidden-text':
        return plainInline('')
      case 'draw:frame':
        return this.#inlineFrame(element)
      case 'draw:g':
      case 'draw:custom-shape':
      case 'draw:rect':
      case 'draw:ellipse':
        this.#frames.push(element)
        return plainInline('')
      default:
        return this.#inline(element)
    }
  }

  /** A picture or formula in a line stays in it; all else is shown after the paragraph. */
  #inlineFrame(frame: Element): Inline {
    const object = child(frame, 'draw:object')
    const formula = readFormula(object, this.#file)
    if (formula !== null) return plainInline(linearFormula(formula))
    const picture =
      object === undefined && child(frame, 'draw:text-box') === undefined ? readFrameImage(frame, this.#file) : null
    if (picture !== null) return { text: imagePlaceholder, pictures: [picture] }
    this.#frames.push(frame)
    return plainInline('')
  }

  /** A frame or shape as blocks: text box, table, picture, formula, chart, or a group of such. */
  frame(frame: Element): void {
    const { writer } = this.#sink
    if (frame.name === 'draw:g' || frame.name === 'draw:a') {
      for (const each of elements(frame)) if (each.name.startsWith('draw:')) this.frame(each)
      return
    }
    const box = child(frame, 'draw:text-box')
    const table = child(frame, 'table:table')
    const object = child(frame, 'draw:object')
    const formula = readFormula(object, this.#file)
    if (box !== undefined) this.blocks(box)
    else if (table !== undefined) writer.table(this.#cells(table))
    else if (formula !== null) writer.equation({ tree: formula }, linearFormula(formula))
    else if (child(frame, 'draw:image') !== undefined || object !== undefined) {
      const words = object === undefined ? '' : chartWords(this.#file.object(attribute(object, 'xlink:href')))
      const picture = readFrameImage(frame, this.#file)
      writer.figure(picture, words === '' ? altOf(frame) : words)
    } else if (elements(frame, 'text:p').length > 0 || elements(frame, 'text:list').length > 0) this.blocks(frame)
  }

  #cells(table: Element): CellContent[] {
    // What is repeated says the same each time.
    const texts = new Map<Element, Inline>()
    return placeOdfCells(table, this.#maxCells).map(({ element, ...where }) => {
      const text = texts.get(element) ?? this.cellText(element)
      texts.set(element, text)
      return { ...where, ...text }
    })
  }

  /** All that is in a cell, a line for each paragraph. */
  cellText(cell: Element): Inline {
    const lines = elements(cell).flatMap((element): Inline[] => {
      if (element.name === 'text:p' || element.name === 'text:h') {
        const { inline, frames } = this.#read(element)
        return [inline, ...frames.map((frame) => this.cellText(frame))]
      }
      return element.name === 'office:annotation' ? [] : [this.cellText(element)]
    })
    return joinInline(
      lines.filter(({ text }) => text.trim() !== ''),
      '\n',
    )
  }
}
