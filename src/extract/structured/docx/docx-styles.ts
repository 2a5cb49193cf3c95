/** Built-in styles have English names in every language version of Word. */

import { cached } from '../../../model/cached.ts'
import type { ScriptLevel } from '../../../model/superscripts.ts'
import { attribute, child, type Element, elements, integer } from '../../../xml/tree.ts'
import type { ParagraphRole } from '../flow/flow-paragraph.ts'
import { isOn, isOnValue } from '../ooxml/on-off.ts'
import { firstOf, headingLevelOfStyle, roleOfStyle, styleChain } from '../style-names.ts'

export interface ParagraphStyle {
  /** 1–9 for headings; 0 for the document title; `null` for body text. */
  readonly level: number | null
  readonly numId: string | null
  readonly listLevel: number | null
  readonly role: ParagraphRole
  readonly pageBreakBefore: boolean
  readonly hidden: boolean
}

const plainStyle: ParagraphStyle = {
  level: null,
  numId: null,
  listLevel: null,
  role: 'text',
  pageBreakBefore: false,
  hidden: false,
}

export class Styles {
  readonly #byId: ReadonlyMap<string, Element>
  readonly #resolved = new Map<string, ParagraphStyle>()
  readonly #defaultParagraph: string | undefined

  constructor(root: Element | null) {
    const styles = elements(root ?? undefined, 'w:style')
    this.#byId = new Map(styles.map((style) => [attribute(style, 'w:styleId') ?? '', style]))
    const isDefault = (style: Element): boolean =>
      attribute(style, 'w:type') === 'paragraph' && isOnValue(attribute(style, 'w:default') ?? '0')
    this.#defaultParagraph = attribute(styles.find(isDefault), 'w:styleId')
  }

  paragraph(id: string | undefined): ParagraphStyle {
    const knownId = id !== undefined && this.#byId.has(id) ? id : this.#defaultParagraph
    return knownId === undefined ? plainStyle : cached(this.#resolved, knownId, () => this.#resolve(knownId))
  }

  isHidden(id: string | undefined): boolean | null {
    return firstOf(this.#chain(id), (style) => onOrNull(child(style, 'w:rPr', 'w:vanish')))
  }

  hasFirstRowFormat(id: string | undefined): boolean {
    return this.#chain(id).some((style) =>
      elements(style, 'w:tblStylePr').some((part) => attribute(part, 'w:type') === 'firstRow'),
    )
  }

  scriptLevel(properties: Element | undefined): ScriptLevel | null {
    const styles = this.#chain(attribute(child(properties, 'w:rStyle'), 'w:val'))
    const align = firstOf(
      [properties, ...styles.map((style) => child(style, 'w:rPr'))],
      (each) => attribute(child(each, 'w:vertAlign'), 'w:val') ?? null,
    )
    return align === 'superscript' ? 'super' : align === 'subscript' ? 'sub' : null
  }

  #chain(id: string | undefined): Element[] {
    return styleChain(this.#byId.get(id ?? ''), (style) =>
      this.#byId.get(attribute(child(style, 'w:basedOn'), 'w:val') ?? ''),
    )
  }

  #resolve(id: string): ParagraphStyle {
    const chain = this.#chain(id)
    const level = firstOf(chain, outlineLevel)
    const numbering = firstOf(chain, (style) => child(style, 'w:pPr', 'w:numPr') ?? null)
    return {
      level: level === BODY_TEXT ? null : level,
      numId: firstOf(chain, (style) => attribute(child(style, 'w:pPr', 'w:numPr', 'w:numId'), 'w:val') ?? null),
      listLevel: integer(child(numbering ?? undefined, 'w:ilvl'), 'w:val') ?? null,
      role: firstOf(chain, (style) => roleOf(nameOf(style))) ?? 'text',
      pageBreakBefore: firstOf(chain, (style) => onOrNull(child(style, 'w:pPr', 'w:pageBreakBefore'))) ?? false,
      hidden: firstOf(chain, (style) => onOrNull(child(style, 'w:rPr', 'w:vanish'))) ?? false,
    }
  }
}

function nameOf(style: Element): string {
  return (attribute(child(style, 'w:name'), 'w:val') ?? '').toLowerCase()
}

const BODY_TEXT = -1

/** Paragraphs of the notebook layout of Word for Mac have outline levels, but are text. */
const NOTE_LEVEL = /^note level \d$/

function outlineLevel(style: Element): number | null {
  if (NOTE_LEVEL.test(nameOf(style))) return BODY_TEXT
  const outline = integer(child(style, 'w:pPr', 'w:outlineLvl'), 'w:val')
  if (outline !== undefined) return outline > 8 ? BODY_TEXT : outline + 1
  return headingLevelOfStyle(nameOf(style))
}

function roleOf(name: string): ParagraphRole | null {
  return roleOfStyle(name) ?? (/^(?:foot|end)note text$/.test(name) ? 'text' : null)
}

function onOrNull(element: Element | undefined): boolean | null {
  return element === undefined ? null : isOn(element)
}
