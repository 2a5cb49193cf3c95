/**
 * Inline content of HTML → one line of text with its pictures: what gathers between the ends of two blocks, or all that is in a
 * cell or caption. Blanks collapse as in browsers; line breaks stay.
 */
import { imageDescription } from '../../../model/alt-text.ts'
import { imagePlaceholder } from '../../../model/document.ts'
import { type Hyperlink, mergeLinks } from '../../../model/hyperlinks.ts'
import { type ScriptLevel, scriptText } from '../../../model/superscripts.ts'
import { attribute, child, descendants, type Element, isElement, textOf } from '../../../xml/tree.ts'
import { linearFormula } from '../formulas/linear-text.ts'
import { readMathml } from '../formulas/mathml.ts'
import { type Inline, linkedInline, plainInline, tidy } from '../inline-text.ts'
import { LineText } from '../line-text.ts'
import type { EmbeddedImage } from '../structured-document.ts'
import { isHidden } from './visible-elements.ts'

/** The bytes behind an address; `null` when they are not in the file. */
export type LoadPicture = (address: string) => Uint8Array | null

/** Elements that begin a line of their own. Unknown elements are inline, as in browsers. */
export const blockNames: ReadonlySet<string> = new Set([
  ...[
    'address',
    'article',
    'aside',
    'blockquote',
    'body',
    'center',
    'dd',
    'details',
    'dir',
    'div',
    'dl',
    'dt',
    'fieldset',
    'figcaption',
    'figure',
    'footer',
  ],
  ...[
    'form',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'header',
    'hgroup',
    'hr',
    'html',
    'legend',
    'li',
    'listing',
    'main',
    'menu',
    'nav',
    'ol',
    'optgroup',
    'p',
  ],
  ...[
    'plaintext',
    'pre',
    'search',
    'section',
    'summary',
    'table',
    'tbody',
    'thead',
    'tfoot',
    'tr',
    'td',
    'th',
    'caption',
    'ul',
    'xmp',
    '#document',
  ],
])
/** A picture without bytes leaves its words in the line only when they are as short as a sign: an emoji, a letter. */
const signLength = 3
/** Stands for a line break until blanks around it are gone. */
const lineBreak = '\v'
const lineBreaks = / *\v */g

export class HtmlLine {
  readonly #load: LoadPicture
  readonly #text = new LineText()
  #pictures: EmbeddedImage[] = []
  #links: Hyperlink[] = []
  #alts: string[] = []

  constructor(load: LoadPicture) {
    this.#load = load
  }

  /** Words of pictures whose bytes are not in the file. */
  get alts(): readonly string[] {
    return this.#alts
  }

  /** What has gathered; the line is empty then. */
  take(): Inline {
    const inline = {
      text: this.#text.take().replace(lineBreaks, '\n'),
      pictures: this.#pictures,
      ...mergeLinks({ links: this.#links }),
    }
    this.#pictures = []
    this.#links = []
    this.#alts = []
    return inline
  }

  /** Text as it stands in the source. */
  words(source: string): void {
    this.#text.add(source.replace(/[ \t\n\r\f]+/g, ' '))
  }

  /** Elements that are no containers of other inline content; `false` for all others. */
  leaf(element: Element): boolean {
    switch (element.name) {
      case 'br':
        this.#text.add(lineBreak)
        return true
      case 'img':
        this.#image(element)
        return true
      case 'svg':
        this.#drawing(element)
        return true
      case 'input':
        this.#text.add(element.attributes.checked === undefined ? '[ ] ' : '[x] ')
        return true
      default:
        return false
    }
  }

  formula(math: Element): void {
    const tree = readMathml(math)
    if (tree !== null) this.#text.add(linearFormula(tree))
  }

  /** All that is inside, a line for each block. */
  flatten(element: Element): void {
    for (const node of element.children) {
      if (!isElement(node)) this.words(node)
      else if (node.name === 'math') this.formula(node)
      else if (isHidden(node)) {
        const math = hiddenMath(node)
        if (math !== null) this.formula(math)
      } else if (!blockNames.has(node.name)) {
        if (!this.leaf(node)) this.dress(node, () => this.flatten(node))
      } else {
        const separator = node.name === 'td' || node.name === 'th' ? ' ' : lineBreak
        this.#text.add(separator)
        this.flatten(node)
        this.#text.add(separator)
      }
    }
  }

  /** Inline elements whose look is part of the text: quotes, blanks beside buttons, super- and subscripts. */
  dress(element: Element, write: () => void): void {
    if (element.name === 'a' && element.attributes.href !== undefined) this.#link(element.attributes.href, write)
    else this.#raise(element, write)
  }

  /** What of a link's words stands in this line: a block inside has ended the one before. */
  #link(address: string, write: () => void): void {
    const before = this.#text.mark()
    write()
    const words = this.#text.since(before)
    this.#links.push(...(linkedInline(plainInline(words.replace(lineBreaks, '\n')), address).links ?? []))
  }

  #raise(element: Element, write: () => void): void {
    const level = scriptLevel(element)
    if (level === null) {
      this.#quote(element, write)
      return
    }
    const before = this.#text.mark()
    const base = this.#text.end
    write()
    // A block inside has ended the line.
    if (this.#text.goesOn(before)) this.#text.add(scriptText(base, this.#text.takeBack(before), level))
  }

  /** Quotation elements have no quotes in the source, buttons no blanks beside them. */
  #quote({ name }: Element, write: () => void): void {
    const [before, after] = name === 'q' ? ['“', '”'] : name === 'button' ? [' ', ' '] : ['', '']
    this.#text.add(before)
    write()
    this.#text.add(after)
  }

  load(element: Element): EmbeddedImage | null {
    const address = element.attributes.src?.trim()
    const bytes = address === undefined || address === '' ? null : this.#load(address)
    if (bytes === null) return null
    const [width, height] = [pixels(element.attributes.width), pixels(element.attributes.height)]
    return { bytes, alt: altOf(element), ...(width === null ? {} : { width }), ...(height === null ? {} : { height }) }
  }

  #image(element: Element): void {
    const picture = this.load(element)
    if (picture === null) this.#alt(altOf(element))
    else {
      this.#text.add(imagePlaceholder)
      this.#pictures.push(picture)
    }
  }

  /** A drawing shows its title and, as covers of books do, the pictures that it places. */
  #drawing(element: Element): void {
    const images = descendants(element, 'image')
    for (const image of images)
      this.#image({ ...image, attributes: { ...image.attributes, src: attribute(image, 'xlink:href') ?? '' } })
    if (images.length === 0) this.#alt(textOf(child(element, 'title')))
  }

  #alt(alt: string): void {
    const words = tidy(alt)
    if (words === '') return
    if ([...words].length <= signLength) this.#text.add(words)
    else this.#alts.push(words)
  }
}

/** All that is in a cell or caption; the words of its pictures where there is nothing else. */
export function flatText(element: Element, load: LoadPicture): Inline {
  const line = new HtmlLine(load)
  line.flatten(element)
  const alts = line.alts
  const inline = line.take()
  return inline.text.trim() === '' && alts.length > 0 ? plainInline(alts.join('\n')) : inline
}

/** Elements are raised by their names or by their own style; style sheets are not read. */
function scriptLevel({ name, attributes }: Element): ScriptLevel | null {
  const styled = /(?:^|;)\s*vertical-align\s*:\s*(super|sub)\s*(?:;|!|$)/i
    .exec(attributes.style ?? '')?.[1]
    ?.toLowerCase()
  if (styled === 'super' || name === 'sup') return 'super'
  return styled === 'sub' || name === 'sub' ? 'sub' : null
}

/** Sites hide MathML beside a picture of it: the formula is what is wanted. */
export function hiddenMath(element: Element): Element | null {
  if (element.name === 'script' || element.name === 'style' || element.name === 'template' || element.name === 'head')
    return null
  return descendants(element, 'math')[0] ?? null
}

/** Words of a picture; the name of its file is none. */
export function altOf(element: Element): string {
  return imageDescription(element.attributes.alt ?? '')
}

/** CSS pixels are three quarters of a point. */
function pixels(text: string | undefined): number | null {
  const match = /^\s*(\d{1,5}(?:\.\d+)?)(?:px)?\s*$/.exec(text ?? '')
  return match === null ? null : Number(match[1]) * 0.75
}
