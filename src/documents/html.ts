/**
 * An element tree of HTML → blocks: headings with their levels, paragraphs, lists, tables, code, pictures and formulas. Runs
 * nothing and fetches nothing: a picture is shown when its bytes lie in the file itself.
 */
import { pictureMark } from '../model/document.ts'
import { counter } from './counters.ts'
import { linearFormula } from './formula-text.ts'
import { placeCells } from './html-table.ts'
import { isHidden } from './html-visible.ts'
import type { EmbeddedPicture } from './logical.ts'
import { readMathml } from './mathml.ts'
import { type CellContent, type Inline, type PageWriter, plainInline, tidy } from './page-writer.ts'
import { attribute, child, descendants, type Element, elements, integer, isElement, textOf } from './tree.ts'

export interface HtmlSource {
  /** The bytes behind an address; `null` when they are not in the file. */
  readonly loadPicture: (address: string) => Uint8Array | null
  /** Menus are read too: a book's contents list is one. */
  readonly menus: boolean
}

/** Elements that begin a line of their own. Unknown elements are inline, as in browsers. */
const blockNames = new Set([
  ...['address', 'article', 'aside', 'blockquote', 'body', 'center', 'dd', 'details', 'dir', 'div', 'dl', 'dt', 'fieldset', 'figcaption', 'figure', 'footer'],
  ...['form', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hgroup', 'hr', 'html', 'legend', 'li', 'listing', 'main', 'menu', 'nav', 'ol', 'optgroup', 'p'],
  ...['plaintext', 'pre', 'search', 'section', 'summary', 'table', 'tbody', 'thead', 'tfoot', 'tr', 'td', 'th', 'caption', 'ul', 'xmp', '#document'],
])
/** A picture without bytes leaves its words in the line only when they are as short as a sign: an emoji, a letter. */
const signLength = 3

export class HtmlReader {
  readonly #writer: PageWriter
  readonly #source: HtmlSource
  /** Text since the last block ended. */
  #line = ''
  #linePictures: EmbeddedPicture[] = []
  /** Words of pictures of the line whose bytes are not in the file. */
  #lineAlts: string[] = []
  readonly #lists: { ordered: boolean; next: number; step: number; style: string }[] = []
  /** The marker of the item that has begun and has no text yet. */
  #marker: string | null = null
  #noteDepth = 0
  #list: object = {}

  constructor(writer: PageWriter, source: HtmlSource) {
    this.#writer = writer
    this.#source = source
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
      else this.#line += node.replace(/[ \t\n\r\f]+/g, ' ')
    }
  }

  #element(element: Element): void {
    const { name } = element
    if (name === 'math') {
      this.#math(element)
      return
    }
    if (isHidden(element)) {
      this.#hiddenMath(element)
      return
    }
    if (name === 'nav' && !this.#source.menus) return
    if (!blockNames.has(name)) {
      this.#inline(element)
      return
    }
    this.#endLine()
    this.#block(element)
    this.#endLine()
  }

  #inline(element: Element): void {
    switch (element.name) {
      case 'br':
        this.#line += '\v'
        return
      case 'img':
        this.#image(element)
        return
      case 'svg':
        this.#drawing(element)
        return
      case 'q':
        this.#line += '“'
        this.#walk(element)
        this.#line += '”'
        return
      case 'input':
        this.#line += element.attributes.checked === undefined ? '[ ] ' : '[x] '
        return
      default:
        this.#walk(element)
    }
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
      default: {
        const isNote = /(?:^|\s)(?:(?:foot|end|rear)note|doc-(?:foot|end)note)(?:\s|$)/.test(
          `${attribute(element, 'epub:type') ?? ''} ${attribute(element, 'role') ?? ''}`,
        )
        if (isNote) this.#noteDepth++
        this.#walk(element)
        if (isNote) {
          this.#endLine()
          this.#noteDepth--
        }
      }
    }
  }

  /** What has gathered since the last block becomes a paragraph, an item, or a figure. */
  #endLine(): void {
    const line = this.#takeLine()
    const alts = this.#lineAlts
    this.#lineAlts = []
    const words = line.text.replaceAll(pictureMark, '').trim()
    if (words === '' && line.pictures.length === 0) {
      // Alone on its line a picture matters, even if only its words are here.
      for (const alt of alts) this.#alone(plainInline(''), alt)
      return
    }
    if (words === '') this.#alone(line, '')
    else this.#paragraph(line)
  }

  #paragraph(line: Inline): void {
    if (this.#lists.length === 0) {
      this.#writer.text(line, this.#noteDepth > 0 ? 'footnote' : 'text')
      return
    }
    if (this.#marker === null && this.#writer.continueItem(line)) return
    this.#writer.item({ level: this.#lists.length - 1, marker: this.#marker ?? '- ' }, line, this.#list)
    this.#marker = null
  }

  #alone(line: Inline, alt: string): void {
    if (line.pictures.length > 0) for (const picture of line.pictures) this.#writer.figure(picture, picture.alt)
    else if (this.#lists.length > 0) this.#paragraph(plainInline(alt))
    else this.#writer.figure(null, alt)
  }

  #takeLine(): Inline {
    const line = { text: this.#line.replace(/ *\v */g, '\n'), pictures: this.#linePictures }
    this.#line = ''
    this.#linePictures = []
    return line
  }

  #heading(element: Element, level: number): void {
    this.#walk(element)
    this.#lineAlts = []
    this.#marker = null
    this.#writer.title(level, this.#takeLine())
  }

  #listOf(element: Element): void {
    const ordered = element.name === 'ol'
    const reversed = ordered && element.attributes.reversed !== undefined
    const items = elements(element, 'li').length
    const start = integer(element, 'start') ?? (reversed ? items : 1)
    // Two lists beside each other are two blocks; what is nested belongs to the outer one.
    if (this.#lists.length === 0) {
      this.#writer.endList()
      this.#list = {}
    }
    if (this.#marker !== null) this.#marker = null
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
    const cells = placed.map(({ element: cell, ...where }): CellContent => ({ ...where, ...this.#flat(cell) }))
    this.#writer.table(cells, caption === undefined ? undefined : { inline: this.#flat(caption), above: true })
  }

  #figure(element: Element): void {
    const caption = elements(element, 'figcaption')[0]
    const body: Element = { ...element, children: element.children.filter((node) => node !== caption) }
    const above = caption !== undefined && elements(element)[0] === caption
    const images = descendants(body, 'img').filter((image) => !isHidden(image))
    const tables = descendants(body, 'table', true)
    const words = tidy(this.#flat(body).text.replaceAll(pictureMark, ''))
    const captioned = caption === undefined ? undefined : { inline: this.#flat(caption), above }
    const [image] = images
    const [table] = tables
    if (table !== undefined && tables.length === 1 && images.length === 0 && captioned !== undefined && child(table, 'caption') === undefined) {
      const cells = placeCells(table).map(({ element: cell, ...where }): CellContent => ({ ...where, ...this.#flat(cell) }))
      this.#writer.table(cells, captioned)
      return
    }
    if (image !== undefined && images.length === 1 && tables.length === 0 && words === '') {
      const picture = this.#load(image)
      this.#writer.figure(picture, picture?.alt ?? altOf(image), captioned)
      return
    }
    if (above && caption !== undefined) this.#caption(caption)
    this.#walk(body)
    this.#endLine()
    if (!above && caption !== undefined) this.#caption(caption)
  }

  #caption(caption: Element): void {
    this.#writer.text(this.#flat(caption), 'figure_caption')
  }

  /** All that is inside as one text, a line for each block: for cells and captions, which hold no blocks. */
  #flat(element: Element): Inline {
    const outer = { line: this.#line, pictures: this.#linePictures, alts: this.#lineAlts }
    this.#line = ''
    this.#linePictures = []
    this.#lineAlts = []
    this.#flatten(element)
    const inline = this.#takeLine()
    const alts = this.#lineAlts
    this.#line = outer.line
    this.#linePictures = outer.pictures
    this.#lineAlts = outer.alts
    return inline.text.trim() === '' && alts.length > 0 ? plainInline(alts.join('\n')) : inline
  }

  #flatten(element: Element): void {
    for (const node of element.children) {
      if (!isElement(node)) this.#line += node.replace(/[ \t\n\r\f]+/g, ' ')
      else if (node.name === 'math') this.#line += mathText(node)
      else if (isHidden(node)) this.#hiddenMath(node, true)
      else if (!blockNames.has(node.name)) {
        if (node.name === 'br' || node.name === 'img' || node.name === 'svg' || node.name === 'input') this.#inline(node)
        else this.#flatten(node)
      } else {
        const separator = node.name === 'td' || node.name === 'th' ? ' ' : '\v'
        this.#line += separator
        this.#flatten(node)
        this.#line += separator
      }
    }
  }

  #image(element: Element): void {
    const picture = this.#load(element)
    if (picture === null) {
      this.#alt(altOf(element))
      return
    }
    this.#line += pictureMark
    this.#linePictures.push(picture)
  }

  /** A drawing shows its title and, as covers of books do, the pictures that it places. */
  #drawing(element: Element): void {
    const images = descendants(element, 'image')
    for (const image of images) this.#image({ ...image, attributes: { ...image.attributes, src: attribute(image, 'xlink:href') ?? '' } })
    if (images.length === 0) this.#alt(textOf(child(element, 'title')))
  }

  #alt(alt: string): void {
    const words = tidy(alt)
    if (words === '') return
    if ([...words].length <= signLength) this.#line += words
    else if (!this.#line.endsWith(`${words}\u200b`)) this.#lineAlts.push(words)
  }

  #load(element: Element): EmbeddedPicture | null {
    const address = element.attributes.src?.trim()
    const bytes = address === undefined || address === '' ? null : this.#source.loadPicture(address)
    if (bytes === null) return null
    const [width, height] = [pixels(element.attributes.width), pixels(element.attributes.height)]
    return { bytes, alt: altOf(element), ...(width === null ? {} : { width }), ...(height === null ? {} : { height }) }
  }

  #math(element: Element): void {
    const tree = readMathml(element)
    if (tree === null) return
    if (attribute(element, 'display') === 'block') {
      this.#endLine()
      this.#writer.equation({ tree }, linearFormula(tree))
    } else this.#line += linearFormula(tree)
  }

  /** Sites hide MathML beside a picture of it: the words are what is wanted, and the picture's own words would say them twice. */
  #hiddenMath(element: Element, flat = false): void {
    const [math] = element.name === 'script' || element.name === 'style' || element.name === 'template' ? [] : descendants(element, 'math')
    if (math === undefined) return
    if (flat) this.#line += mathText(math)
    else this.#math(math)
  }
}

function mathText(element: Element): string {
  const tree = readMathml(element)
  return tree === null ? '' : linearFormula(tree)
}

function headingLevel(element: Element): number | null {
  const named = /^h([1-6])$/.exec(element.name)
  if (named !== null) return attribute(element, 'role') === 'presentation' ? null : Number(named[1])
  return attribute(element, 'role') === 'heading' ? Math.min(6, Math.max(1, integer(element, 'aria-level') ?? 2)) : null
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
  const open = [...element.children].reverse()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isElement(next)) text += next
    else if (next.name === 'br') text += '\n'
    else if (!isHidden(next)) open.push(...[...next.children].reverse())
  }
  return text
}

/** Words of a picture; the name of its file is none. */
function altOf(element: Element): string {
  const alt = element.attributes.alt?.trim() ?? ''
  return /^[\w.%-]+\.(?:jpe?g|png|gif|svg|webp|bmp|tiff?)$/i.test(alt) ? '' : alt
}

/** CSS pixels are three quarters of a point. */
function pixels(text: string | undefined): number | null {
  const match = /^\s*(\d{1,5}(?:\.\d+)?)(?:px)?\s*$/.exec(text ?? '')
  return match === null ? null : Number(match[1]) * 0.75
}
