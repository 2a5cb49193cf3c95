import { imageDescription } from '../../../model/alt-text.ts'
import { mergeLinks } from '../../../model/hyperlinks.ts'
import { type ScriptLevel, scriptText } from '../../../model/superscripts.ts'
import { attribute, child, descendants, type Element, isElement, textOf } from '../../../xml/tree.ts'
import { readMathml } from '../formulas/mathml.ts'
import { readTex } from '../formulas/tex.ts'
import { InlineBuffer } from '../inline-buffer.ts'
import { type Inline, plainInline, tidyText } from '../inline-text.ts'
import type { EmbeddedImage } from '../types.ts'
import { splitTex, type TexPart } from './tex-text.ts'
import { isHidden } from './visible-elements.ts'

export interface InlineSource {
  readonly loadImage: (address: string) => Uint8Array | null
  /** Whether single dollar signs enclose LaTeX, as in Markdown. */
  readonly dollars: boolean
}

/** Elements that begin a new line. Unknown elements are inline, as in browsers. */
export const BLOCK_ELEMENTS: ReadonlySet<string> = new Set(
  `#document address article aside blockquote body caption center dd details dir div dl dt fieldset figcaption figure
  footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup p plaintext pre search
  section summary table tbody td tfoot th thead tr ul xmp`.split(/\s+/),
)

const MAX_SYMBOL_LENGTH = 3
const LINE_BREAK = '\v'
const LINE_BREAKS = / *\v */g

const CODE_ELEMENTS = new Set(['code', 'kbd', 'samp', 'tt'])

export class HtmlInline {
  readonly #source: InlineSource
  #codeDepth = 0
  readonly #line = new InlineBuffer()
  #alts: string[] = []

  constructor(source: InlineSource) {
    this.#source = source
  }

  get alts(): readonly string[] {
    return this.#alts
  }

  flush(): Inline {
    const { text, links = [], ...inline } = this.#line.flush()
    const broken = (part: string): string => part.replace(LINE_BREAKS, '\n')
    this.#alts = []
    return {
      ...inline,
      text: broken(text),
      ...mergeLinks({ links: links.map((link) => ({ ...link, text: broken(link.text) })) }),
    }
  }

  /** Display formulas are inline without `onDisplay`. */
  addText(source: string, onDisplay?: (part: TexPart) => void): void {
    for (const part of this.#codeDepth > 0 ? [source] : splitTex(source, this.#source)) {
      if (typeof part === 'string') this.#addPlain(part)
      else if (part.isDisplay && onDisplay !== undefined) onDisplay(part)
      else {
        const tree = readTex(part.tex)?.tree
        if (tree === undefined) this.#addPlain(part.source)
        else this.#line.addFormula(tree)
      }
    }
  }

  #addPlain(source: string): void {
    this.#line.add(source.replace(/[ \t\n\r\f]+/g, ' '))
  }

  addVoid(element: Element): boolean {
    switch (element.name) {
      case 'br':
        this.#line.add(LINE_BREAK)
        return true
      case 'img':
        this.#addImage(element)
        return true
      case 'svg':
        this.#addDrawing(element)
        return true
      case 'input':
        this.#line.add(element.attributes.checked === undefined ? '[ ] ' : '[x] ')
        return true
      default:
        return false
    }
  }

  addFormula(math: Element): void {
    const tree = readMathml(math)
    if (tree !== null) this.#line.addFormula(tree)
  }

  addContent(element: Element): void {
    for (const node of element.children) {
      if (!isElement(node)) this.addText(node)
      else if (node.name === 'math') this.addFormula(node)
      else if (isHidden(node)) {
        const math = findHiddenMath(node)
        if (math !== null) this.addFormula(math)
      } else if (this.addVoid(node)) continue
      else if (!BLOCK_ELEMENTS.has(node.name)) this.addStyled(node, () => this.addContent(node))
      else {
        const separator = node.name === 'td' || node.name === 'th' ? ' ' : LINE_BREAK
        this.#line.add(separator)
        this.addContent(node)
        this.#line.add(separator)
      }
    }
  }

  addStyled(element: Element, addChildren: () => void): void {
    const { href } = element.attributes
    const level = scriptLevel(element)
    if (element.name === 'a' && href !== undefined) {
      const start = this.#line.position()
      addChildren()
      this.#line.link(start, href)
    } else if (level !== null) this.#addScript(level, addChildren)
    else {
      const [before, after] = element.name === 'q' ? ['“', '”'] : element.name === 'button' ? [' ', ' '] : ['', '']
      this.#line.add(before)
      if (CODE_ELEMENTS.has(element.name)) this.#codeDepth++
      addChildren()
      if (CODE_ELEMENTS.has(element.name)) this.#codeDepth--
      this.#line.add(after)
    }
  }

  #addScript(level: ScriptLevel, addChildren: () => void): void {
    const start = this.#line.position()
    const base = this.#line.end
    addChildren()
    if (this.#line.isSameLine(start)) this.#line.add(scriptText(base, this.#line.removeSince(start), level))
  }

  load(image: Element): EmbeddedImage | null {
    const address = image.attributes.src?.trim()
    const bytes = address === undefined || address === '' ? null : this.#source.loadImage(address)
    if (bytes === null) return null
    const { width, height } = image.attributes
    return { bytes, alt: altOf(image), width: toPoints(width), height: toPoints(height) }
  }

  #addImage(element: Element): void {
    const image = this.load(element)
    if (image === null) this.#addAlt(altOf(element))
    else this.#line.addImage(image)
  }

  /** An SVG contributes its embedded images, as book covers do, or its title. */
  #addDrawing(element: Element): void {
    const images = descendants(element, 'image')
    for (const image of images)
      this.#addImage({ ...image, attributes: { ...image.attributes, src: attribute(image, 'xlink:href') ?? '' } })
    if (images.length === 0) this.#addAlt(textOf(child(element, 'title')))
  }

  #addAlt(alt: string): void {
    const text = tidyText(alt)
    if (text === '') return
    if ([...text].length <= MAX_SYMBOL_LENGTH) this.#line.add(text)
    else this.#alts.push(text)
  }
}

/** Returns the alternative texts of images if there is no other content. */
export function flattenInline(element: Element, source: InlineSource): Inline {
  const line = new HtmlInline(source)
  line.addContent(element)
  const { alts } = line
  const inline = line.flush()
  return inline.text.trim() === '' && alts.length > 0 ? plainInline(alts.join('\n')) : inline
}

function scriptLevel({ name, attributes }: Element): ScriptLevel | null {
  const align = /(?:^|;)\s*vertical-align\s*:\s*(super|sub)\s*(?:;|!|$)/i.exec(attributes.style ?? '')?.[1]
  const styled = align?.toLowerCase()
  if (styled === 'super' || name === 'sup') return 'super'
  return styled === 'sub' || name === 'sub' ? 'sub' : null
}

const NEVER_MATH = new Set(['script', 'style', 'template', 'head'])

/** Websites hide MathML next to an image of the formula. */
export function findHiddenMath(element: Element): Element | null {
  return NEVER_MATH.has(element.name) ? null : (descendants(element, 'math')[0] ?? null)
}

export function altOf(image: Element): string {
  return imageDescription(image.attributes.alt ?? '')
}

const POINTS_PER_CSS_PIXEL = 0.75

function toPoints(pixels: string | undefined): number | undefined {
  const match = /^\s*(\d{1,5}(?:\.\d+)?)(?:px)?\s*$/.exec(pixels ?? '')
  return match === null ? undefined : Number(match[1]) * POINTS_PER_CSS_PIXEL
}
