/**
 * `styles.xml` → what a paragraph's style says of its role: heading level, list, caption, contents entry, hidden. Styles inherit
 * from each other; names of built-in styles are English in every language of Word.
 */
import type { ScriptLevel } from '../../../model/superscripts.ts'
import { attribute, child, type Element, elements, integer } from '../../../xml/tree.ts'

export interface ParagraphStyle {
  /** 1–9 for headings, by outline level; 0 for the document's title; `null` for text. */
  readonly level: number | null
  readonly numId: string | null
  readonly listLevel: number | null
  readonly role: 'text' | 'caption' | 'contents' | 'code' | 'note'
  readonly pageBreakBefore: boolean
  readonly hidden: boolean
}

const plain: ParagraphStyle = {
  level: null,
  numId: null,
  listLevel: null,
  role: 'text',
  pageBreakBefore: false,
  hidden: false,
}
/** Chains of `basedOn` are short; longer ones are loops. */
const maxChain = 20

export class Styles {
  readonly #byId: ReadonlyMap<string, Element>
  readonly #resolved = new Map<string, ParagraphStyle>()
  readonly #defaultParagraph: string | undefined

  constructor(root: Element | null) {
    const styles = elements(root ?? undefined, 'w:style')
    this.#byId = new Map(styles.map((style) => [attribute(style, 'w:styleId') ?? '', style]))
    this.#defaultParagraph = attribute(
      styles.find(
        (style) => attribute(style, 'w:type') === 'paragraph' && isOnValue(attribute(style, 'w:default') ?? '0'),
      ),
      'w:styleId',
    )
  }

  paragraph(id: string | undefined): ParagraphStyle {
    const known = id !== undefined && this.#byId.has(id) ? id : this.#defaultParagraph
    if (known === undefined) return plain
    const before = this.#resolved.get(known)
    if (before !== undefined) return before
    const style = this.#resolve(known)
    this.#resolved.set(known, style)
    return style
  }

  /** Whether a character style hides its text; `null` when it does not say. */
  hides(id: string | undefined): boolean | null {
    if (id === undefined) return null
    for (const style of this.#chain(id)) {
      const vanish = child(style, 'w:rPr', 'w:vanish')
      if (vanish !== undefined) return isOn(vanish)
    }
    return null
  }

  /** Whether a table style gives the first row a look of its own. */
  setsOffFirstRow(id: string | undefined): boolean {
    if (id === undefined) return false
    return this.#chain(id).some((style) =>
      elements(style, 'w:tblStylePr').some((part) => attribute(part, 'w:type') === 'firstRow'),
    )
  }

  /** Whether text with these properties is raised or lowered, by itself or by its character style. */
  scriptLevel(properties: Element | undefined): ScriptLevel | null {
    const id = attribute(child(properties, 'w:rStyle'), 'w:val')
    const styles = id === undefined ? [] : this.#chain(id).map((style) => child(style, 'w:rPr'))
    for (const place of [properties, ...styles]) {
      const told = attribute(child(place, 'w:vertAlign'), 'w:val')
      if (told !== undefined) return told === 'superscript' ? 'super' : told === 'subscript' ? 'sub' : null
    }
    return null
  }

  /** The style and those it is based on, itself first. */
  #chain(id: string): Element[] {
    const chain: Element[] = []
    let next = this.#byId.get(id)
    while (next !== undefined && chain.length < maxChain && !chain.includes(next)) {
      chain.push(next)
      next = this.#byId.get(attribute(child(next, 'w:basedOn'), 'w:val') ?? '')
    }
    return chain
  }

  #resolve(id: string): ParagraphStyle {
    const chain = this.#chain(id)
    const names = chain.map((style) => (attribute(child(style, 'w:name'), 'w:val') ?? '').toLowerCase())
    const first = <value>(read: (style: Element, name: string) => value | null): value | null => {
      for (const [at, style] of chain.entries()) {
        const value = read(style, names[at]!)
        if (value !== null) return value
      }
      return null
    }
    const level = first((style, name) => {
      const outline = integer(child(style, 'w:pPr', 'w:outlineLvl'), 'w:val')
      if (outline !== undefined) return outline > 8 ? -1 : outline + 1
      const heading = /^heading ([1-9])$/.exec(name)
      return heading === null ? (name === 'title' ? 0 : null) : Number(heading[1])
    })
    const numbering = first((style) => child(style, 'w:pPr', 'w:numPr') ?? null)
    return {
      level: level === -1 ? null : level,
      numId: first((style) => attribute(child(style, 'w:pPr', 'w:numPr', 'w:numId'), 'w:val') ?? null),
      listLevel: numbering === null ? null : (integer(child(numbering, 'w:ilvl'), 'w:val') ?? null),
      role: roleOf(names),
      pageBreakBefore: first((style) => onOrNull(child(style, 'w:pPr', 'w:pageBreakBefore'))) ?? false,
      hidden: first((style) => onOrNull(child(style, 'w:rPr', 'w:vanish'))) ?? false,
    }
  }
}

function roleOf(names: readonly string[]): ParagraphStyle['role'] {
  for (const name of names) {
    if (name === 'caption' || name === 'table caption' || name === 'image caption' || name === 'figure caption')
      return 'caption'
    if (/^toc \d$/.test(name) || name === 'table of figures') return 'contents'
    if (name === 'html preformatted' || name === 'source code' || name === 'plain text' || name === 'code')
      return 'code'
    if (name === 'footnote text' || name === 'endnote text') return 'note'
  }
  return 'text'
}

function onOrNull(element: Element | undefined): boolean | null {
  return element === undefined ? null : isOn(element)
}

/** A switch of WordprocessingML: on when it stands there without a value. */
export function isOn(element: Element | undefined): boolean {
  return element !== undefined && isOnValue(attribute(element, 'w:val') ?? '1')
}

/** The value of a switch. */
export function isOnValue(value: string): boolean {
  return value !== '0' && value !== 'false' && value !== 'off'
}
