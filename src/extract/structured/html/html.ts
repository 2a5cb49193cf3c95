/** Scripts do not run, and only images inside the file are shown. */
import { imagePlaceholder } from '../../../model/document.ts'
import { attribute, child, descendants, type Element, elements, isElement } from '../../../xml/tree.ts'
import { readMathml } from '../formulas/mathml.ts'
import { readTex } from '../formulas/tex.ts'
import { type Inline, isWordless, plainInline, tidyText } from '../inline-text.ts'
import type { CellContent, PageWriter } from '../page-writer.ts'
import { altOf, BLOCK_ELEMENTS, findHiddenMath, flattenInline, HtmlInline, type InlineSource } from './html-inline.ts'
import { nextMarker, type OpenList, openList } from './html-lists.ts'
import {
  headingLevel,
  isLayoutTable,
  isLineNumbers,
  preformattedText,
  splitParagraphs,
  splitUnclosedHeading,
} from './html-structure.ts'
import { readHtmlCells } from './html-table.ts'
import { isHidden } from './visible-elements.ts'

export interface HtmlSource extends InlineSource {
  /** Whether `nav` elements are read, because the contents list of a book is one. */
  readonly menus: boolean
}

export class HtmlReader {
  readonly #writer: PageWriter
  readonly #source: HtmlSource
  readonly #line: HtmlInline
  readonly #lists: OpenList[] = []
  #marker: string | null = null
  #noteDepth = 0
  readonly #lineNumbers = new WeakSet<Element>()
  #listKey: object = {}

  constructor(writer: PageWriter, source: HtmlSource) {
    this.#writer = writer
    this.#source = source
    this.#line = new HtmlInline(source)
  }

  read(root: Element): void {
    this.#readChildren(root)
    this.#endLine()
    this.#writer.endList()
  }

  #readChildren(element: Element): void {
    for (const node of element.children) {
      if (isElement(node)) this.#readElement(node)
      else this.#line.addText(node, ({ tex }) => this.#writeTex(tex))
    }
  }

  #writeTex(tex: string): void {
    this.#endLine()
    this.#writer.equation(readTex(tex) ?? tex)
  }

  #readElement(element: Element): void {
    const { name } = element
    if (name === 'math') this.#readMath(element)
    else if (isHidden(element)) {
      const math = findHiddenMath(element)
      if (math !== null) this.#readMath(math)
    } else if ((name === 'nav' && !this.#source.menus) || this.#lineNumbers.has(element)) return
    else if (BLOCK_ELEMENTS.has(name)) {
      this.#endLine()
      this.#readBlock(element)
      this.#endLine()
    } else if (!this.#line.addVoid(element)) this.#line.addStyled(element, () => this.#readChildren(element))
  }

  #readBlock(element: Element): void {
    const level = headingLevel(element)
    if (level !== null) {
      this.#readHeading(element, level)
      return
    }
    switch (element.name) {
      case 'ul':
      case 'ol':
      case 'menu':
      case 'dir':
        this.#readList(element)
        return
      case 'li':
        this.#readItem(element)
        return
      case 'table':
        this.#readTable(element)
        return
      case 'pre':
      case 'xmp':
      case 'listing':
      case 'plaintext':
        if (descendants(element, 'code').some((code) => code.attributes.class === 'language-math'))
          this.#writeTex(preformattedText(element).trim())
        else this.#writer.code(preformattedText(element))
        return
      case 'figure':
        this.#readFigure(element)
        return
      case 'hr':
        this.#writer.endList()
        return
      default:
        this.#readSection(element)
    }
  }

  #readSection(element: Element): void {
    const roles = `${attribute(element, 'epub:type') ?? ''} ${attribute(element, 'role') ?? ''}`
    const isNote = /(?:^|\s)(?:(?:foot|end|rear)note|doc-(?:foot|end)note)(?:\s|$)/.test(roles)
    if (isNote) this.#noteDepth++
    this.#readChildren(element)
    if (!isNote) return
    this.#endLine()
    this.#noteDepth--
  }

  #endLine(): void {
    const { alts } = this.#line
    const line = this.#line.flush()
    if (line.text.trim() === '')
      for (const alt of alts) {
        if (this.#lists.length > 0) this.#writeParagraph(plainInline(alt))
        else this.#writer.figure(null, alt)
      }
    for (const paragraph of splitParagraphs(line)) {
      if (!isWordless(paragraph.text)) this.#writeParagraph(paragraph)
      else for (const image of paragraph.images) this.#writer.figure(image, image.alt)
    }
  }

  #writeParagraph(paragraph: Inline): void {
    const depth = this.#lists.length
    if (depth > 0 && this.#marker !== null) {
      this.#writer.item({ text: this.#marker, level: depth - 1, list: this.#listKey }, paragraph)
      this.#marker = null
    } else if (depth === 0 || !this.#writer.continueItem(paragraph)) {
      this.#writer.text(paragraph, this.#noteDepth > 0 ? 'footnote' : 'text')
    }
  }

  #readHeading(element: Element, level: number): void {
    const { heading, rest } = splitUnclosedHeading(element)
    this.#line.addContent(heading)
    const { alts } = this.#line
    const line = this.#line.flush()
    this.#writer.title(level, line.text.trim() === '' ? plainInline(alts.join(' ')) : line)
    this.#readChildren(rest)
  }

  #readList(element: Element): void {
    if (this.#lists.length === 0) {
      this.#writer.endList()
      this.#listKey = {}
    }
    this.#marker = null
    this.#lists.push(openList(element))
    this.#readChildren(element)
    this.#endLine()
    this.#lists.pop()
    if (this.#lists.length === 0) this.#writer.endList()
  }

  #readItem(element: Element): void {
    const list = this.#lists.at(-1)
    if (list === undefined) {
      this.#readChildren(element)
      return
    }
    this.#marker = nextMarker(list, element)
    this.#readChildren(element)
    this.#endLine()
    this.#marker = null
  }

  #readTable(element: Element): void {
    const cells = readHtmlCells(element)
    if (isLayoutTable(element, cells)) {
      for (const { element: cell } of cells) if (isLineNumbers(cell)) this.#lineNumbers.add(cell)
      this.#readChildren(element)
      return
    }
    this.#marker = null
    const caption = child(element, 'caption')
    this.#writer.table(
      this.#readCells(element),
      caption === undefined ? undefined : { inline: this.#flatten(caption), above: true },
    )
  }

  #readCells(table: Element): CellContent[] {
    return readHtmlCells(table).map(({ element, ...position }) => ({ ...position, ...this.#flatten(element) }))
  }

  #readFigure(element: Element): void {
    const [figcaption] = elements(element, 'figcaption')
    const body: Element = { ...element, children: element.children.filter((node) => node !== figcaption) }
    const above = figcaption !== undefined && elements(element)[0] === figcaption
    const caption = figcaption === undefined ? undefined : { inline: this.#flatten(figcaption), above }
    const images = descendants(body, 'img').filter((image) => !isHidden(image))
    const tables = descendants(body, 'table', true)
    const table = tables.length === 1 && images.length === 0 ? tables[0] : undefined
    const image = images.length === 1 && tables.length === 0 ? images[0] : undefined
    if (table !== undefined && caption !== undefined && child(table, 'caption') === undefined)
      this.#writer.table(this.#readCells(table), caption)
    else if (image !== undefined && this.#isOnlyContent(image, body)) {
      const loaded = this.#line.load(image)
      this.#writer.figure(loaded, loaded?.alt ?? altOf(image), caption)
    } else {
      if (above && caption !== undefined) this.#writer.text(caption.inline, 'figure_caption')
      this.#readChildren(body)
      this.#endLine()
      if (!above && caption !== undefined) this.#writer.text(caption.inline, 'figure_caption')
    }
  }

  #isOnlyContent(image: Element, body: Element): boolean {
    const text = tidyText(this.#flatten(body).text.replaceAll(imagePlaceholder, ''))
    return text === (this.#line.load(image) === null ? tidyText(altOf(image)) : '')
  }

  #flatten(element: Element): Inline {
    return flattenInline(element, this.#source)
  }

  #readMath(element: Element): void {
    if (attribute(element, 'display') !== 'block') {
      this.#line.addFormula(element)
      return
    }
    const tree = readMathml(element)
    if (tree === null) return
    this.#endLine()
    this.#writer.equation({ tree })
  }
}
