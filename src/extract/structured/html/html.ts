/**
 * An element tree of HTML → blocks: headings with their levels, paragraphs, lists, tables, code, pictures and formulas. Runs
 * nothing and fetches nothing: a picture is shown when its bytes lie in the file itself.
 */
import { imagePlaceholder } from '../../../model/document.ts'
import { splitLinks } from '../../../model/hyperlinks.ts'
import {
  attribute,
  child,
  descendants,
  type Element,
  elements,
  integer,
  isElement,
  type Node,
} from '../../../xml/tree.ts'
import { linearFormula } from '../formulas/linear-text.ts'
import { readMathml } from '../formulas/mathml.ts'
import { type Inline, plainInline, tidy } from '../inline-text.ts'
import { counter } from '../list-counters.ts'
import type { CellContent, PageWriter } from '../page-writer.ts'
import { altOf, blockNames, flatText, HtmlLine, hiddenMath, type LoadPicture } from './html-line.ts'
import { placeCells } from './html-table.ts'
import { isHidden } from './visible-elements.ts'

export interface HtmlSource {
  readonly loadPicture: LoadPicture
  /** Menus are read too: a book's contents list is one. */
  readonly menus: boolean
}

interface OpenList {
  readonly ordered: boolean
  next: number
  readonly step: number
  readonly style: string
}

export class HtmlReader {
  readonly #writer: PageWriter
  readonly #source: HtmlSource
  readonly #line: HtmlLine
  readonly #lists: OpenList[] = []
  /** The marker of the item that has begun and has no text yet. */
  #marker: string | null = null
  #noteDepth = 0
  /** Items of one outermost list are one block. */
  #list: object = {}

  constructor(writer: PageWriter, source: HtmlSource) {
    this.#writer = writer
    this.#source = source
    this.#line = new HtmlLine(source.loadPicture)
  }

  /** Reads an element with all that is in it. */
  read(root: Element): void {
    this.#walk(root)
    this.#endLine()
    this.#writer.endList()
  }

  #walk(element: Element): void {
    for (const node of element.children) {
      if (isElement(node)) this.#element(node)
      else this.#line.words(node)
    }
  }

  #element(element: Element): void {
    const { name } = element
    if (name === 'math') this.#math(element)
    else if (isHidden(element)) {
      const math = hiddenMath(element)
      if (math !== null) this.#math(math)
    } else if (name === 'nav' && !this.#source.menus) return
    else if (blockNames.has(name)) {
      this.#endLine()
      this.#block(element)
      this.#endLine()
    } else if (!this.#line.leaf(element)) this.#line.dress(element, () => this.#walk(element))
  }

  #block(element: Element): void {
    const level = headingLevel(element)
    if (level !== null) {
      this.#heading(element, level)
      return
    }
    switch (element.name) {
      case 'ul':
      case 'ol':
      case 'menu':
      case 'dir':
        this.#listOf(element)
        return
      case 'li':
        this.#item(element)
        return
      case 'table':
        this.#table(element)
        return
      case 'pre':
      case 'xmp':
      case 'listing':
      case 'plaintext':
        this.#writer.code(preText(element))
        return
      case 'figure':
        this.#figure(element)
        return
      case 'hr':
        this.#writer.endList()
        return
      default:
        this.#section(element)
    }
  }

  /** Books mark their notes. */
  #section(element: Element): void {
    const roles = `${attribute(element, 'epub:type') ?? ''} ${attribute(element, 'role') ?? ''}`
    const isNote = /(?:^|\s)(?:(?:foot|end|rear)note|doc-(?:foot|end)note)(?:\s|$)/.test(roles)
    if (isNote) this.#noteDepth++
    this.#walk(element)
    if (!isNote) return
    this.#endLine()
    this.#noteDepth--
  }

  /** What has gathered since the last block becomes a paragraph, an item, or a figure. */
  #endLine(): void {
    const { alts } = this.#line
    const whole = this.#line.take()
    // Alone on its line a picture matters, even if only its words are here.
    if (whole.text.trim() === '')
      for (const alt of alts)
        this.#lists.length > 0 ? this.#paragraph(plainInline(alt)) : this.#writer.figure(null, alt)
    for (const line of paragraphsOf(whole)) {
      if (line.text.replaceAll(imagePlaceholder, '').trim() !== '') this.#paragraph(line)
      else for (const picture of line.pictures) this.#writer.figure(picture, picture.alt)
    }
  }

  #paragraph(line: Inline): void {
    if (this.#lists.length > 0 && this.#marker !== null) {
      this.#writer.item({ level: this.#lists.length - 1, marker: this.#marker }, line, this.#list)
      this.#marker = null
    } else if (this.#lists.length === 0 || !this.#writer.continueItem(line)) {
      // What goes on after a table or code inside of an item is no item of its own.
      this.#writer.text(line, this.#noteDepth > 0 ? 'footnote' : 'text')
    }
  }

  #heading(element: Element, level: number): void {
    const { words, rest } = splitHeading(element)
    this.#line.flatten(words)
    const { alts } = this.#line
    const line = this.#line.take()
    // A logo as heading: its words are the heading.
    this.#writer.title(level, line.text.trim() === '' ? plainInline(alts.join(' ')) : line)
    this.#walk(rest)
  }

  #listOf(element: Element): void {
    const ordered = element.name === 'ol'
    const reversed = ordered && element.attributes.reversed !== undefined
    const start = integer(element, 'start') ?? (reversed ? elements(element, 'li').length : 1)
    // Two lists beside each other are two blocks; what is nested belongs to the outer one.
    if (this.#lists.length === 0) {
      this.#writer.endList()
      this.#list = {}
    }
    this.#marker = null
    this.#lists.push({ ordered, next: start, step: reversed ? -1 : 1, style: element.attributes.type ?? '1' })
    this.#walk(element)
    this.#endLine()
    this.#lists.pop()
    if (this.#lists.length === 0) this.#writer.endList()
  }

  #item(element: Element): void {
    const list = this.#lists.at(-1)
    if (list === undefined) {
      this.#walk(element)
      return
    }
    const number = integer(element, 'value') ?? list.next
    list.next = number + list.step
    this.#marker = list.ordered ? `${counter(number, list.style)}.` : '- '
    this.#walk(element)
    this.#endLine()
    this.#marker = null
  }

  #table(element: Element): void {
    const placed = placeCells(element)
    if (isLayout(element, placed.length)) {
      this.#walk(element)
      return
    }
    this.#marker = null
    const caption = child(element, 'caption')
    this.#writer.table(
      this.#cells(element),
      caption === undefined ? undefined : { inline: this.#flat(caption), above: true },
    )
  }

  #cells(table: Element): CellContent[] {
    return placeCells(table).map(({ element, ...where }) => ({ ...where, ...this.#flat(element) }))
  }

  /** A picture or table with its caption; other figures are read like sections. */
  #figure(element: Element): void {
    const [caption] = elements(element, 'figcaption')
    const body: Element = { ...element, children: element.children.filter((node) => node !== caption) }
    const above = caption !== undefined && elements(element)[0] === caption
    const images = descendants(body, 'img').filter((image) => !isHidden(image))
    const tables = descendants(body, 'table', true)
    const captioned = caption === undefined ? undefined : { inline: this.#flat(caption), above }
    const [image] = images
    const [table] = tables
    if (
      table !== undefined &&
      tables.length === 1 &&
      images.length === 0 &&
      captioned !== undefined &&
      child(table, 'caption') === undefined
    )
      this.#writer.table(this.#cells(table), captioned)
    else if (
      image !== undefined &&
      images.length === 1 &&
      tables.length === 0 &&
      tidy(this.#flat(body).text.replaceAll(imagePlaceholder, '')) === altOrNothing(image, this.#line)
    ) {
      const picture = this.#line.load(image)
      this.#writer.figure(picture, picture?.alt ?? altOf(image), captioned)
    } else {
      if (above && captioned !== undefined) this.#writer.text(captioned.inline, 'figure_caption')
      this.#walk(body)
      this.#endLine()
      if (!above && captioned !== undefined) this.#writer.text(captioned.inline, 'figure_caption')
    }
  }

  #flat(element: Element): Inline {
    return flatText(element, this.#source.loadPicture)
  }

  #math(element: Element): void {
    if (attribute(element, 'display') !== 'block') {
      this.#line.formula(element)
      return
    }
    const tree = readMathml(element)
    if (tree === null) return
    this.#endLine()
    this.#writer.equation({ tree }, linearFormula(tree))
  }
}

/** What flat text shows of a picture alone: its words, if its bytes are not here. */
function altOrNothing(image: Element, line: HtmlLine): string {
  return line.load(image) === null ? tidy(altOf(image)) : ''
}

function headingLevel(element: Element): number | null {
  const named = /^h([1-6])$/.exec(element.name)
  if (named !== null) return attribute(element, 'role') === 'presentation' ? null : Number(named[1])
  return attribute(element, 'role') === 'heading' ? Math.min(6, Math.max(1, integer(element, 'aria-level') ?? 2)) : null
}

/** Two line breaks end a paragraph, as they look. */
function paragraphsOf({ text, pictures, links = [] }: Inline): Inline[] {
  const left = [...pictures]
  const pieces = text.split(/\n{2,}/)
  const linked = splitLinks(pieces, links)
  return pieces.map((piece, at) => ({
    text: piece,
    pictures: left.splice(0, piece.split(imagePlaceholder).length - 1),
    ...linked[at],
  }))
}

const bodyNames = ['table', 'ul', 'ol', 'dl', 'pre', 'p']

/** A heading that was never closed holds what follows it, too: from the first list, table or paragraph on it is none. */
function splitHeading(element: Element): { readonly words: Element; readonly rest: Element } {
  const isLong = bodyNames.some((name) => descendants(element, name).length > (name === 'p' ? 1 : 0))
  const holdsBody = (node: Node): boolean =>
    isElement(node) && bodyNames.some((name) => node.name === name || descendants(node, name).length > 0)
  const end = isLong ? element.children.findIndex(holdsBody) : element.children.length
  return {
    words: { ...element, children: element.children.slice(0, end) },
    rest: { ...element, children: element.children.slice(end) },
  }
}

/** A table that only places things: told so, of one cell, or holding other tables without having any heads of its own. */
function isLayout(table: Element, cellCount: number): boolean {
  const role = attribute(table, 'role')
  if (role === 'presentation' || role === 'none' || cellCount <= 1) return true
  const inner = descendants(table, 'table', true)
  if (inner.length === 0 || child(table, 'caption') !== undefined) return false
  const innerHeads = inner.reduce((sum, each) => sum + descendants(each, 'th').length, 0)
  return descendants(table, 'th').length === innerHeads
}

function preText(element: Element): string {
  let text = ''
  const open = element.children.toReversed()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isElement(next)) text += next
    else if (next.name === 'br') text += '\n'
    else if (!isHidden(next)) for (const inside of next.children.toReversed()) open.push(inside)
  }
  return text
}
