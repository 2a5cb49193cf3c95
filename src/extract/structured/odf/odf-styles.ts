import type { ScriptLevel } from '../../../model/superscripts.ts'
import { attribute, child, type Element, elements, integer } from '../../../xml/tree.ts'
import { formatCounter } from '../list-counters.ts'
import { styleChain } from '../style-names.ts'

/** Name of the list of headings in the files of LibreOffice. */
const OUTLINE = 'Outline'

export interface ListLevel {
  readonly isBullet: boolean
  readonly start: number
  formatMarker(numbers: readonly number[]): string
}

export class OdfStyles {
  readonly #styles = new Map<string, Element>()
  readonly #lists = new Map<string, Element>()

  constructor(roots: readonly (Element | null)[]) {
    const groups = roots.flatMap((root) =>
      ['office:styles', 'office:automatic-styles'].map((name) => child(root ?? undefined, name)),
    )
    for (const style of groups.flatMap((group) => elements(group))) {
      const name = attribute(style, 'style:name') ?? ''
      if (style.name === 'style:style') this.#styles.set(`${attribute(style, 'style:family')} ${name}`, style)
      else if (style.name === 'text:list-style') this.#lists.set(name, style)
      else if (style.name === 'text:outline-style') this.#lists.set(OUTLINE, style)
    }
  }

  #chain(family: string, name: string | undefined): Element[] {
    const first = name === undefined ? undefined : this.#styles.get(`${family} ${name}`)
    return styleChain(first, (style) => this.#styles.get(`${family} ${attribute(style, 'style:parent-style-name')}`))
  }

  names(family: string, name: string | undefined): string[] {
    const chain = this.#chain(family, name)
    return chain.length === 0 && name !== undefined
      ? [decodeName(name)]
      : chain.map((style) => decodeName(attribute(style, 'style:name') ?? ''))
  }

  /** Attribute of a style and of those that it is based on. */
  #values(family: string, name: string | undefined, wanted: string): string[] {
    return this.#chain(family, name).flatMap((style) => attribute(style, wanted) ?? [])
  }

  #property(family: string, name: string | undefined, group: string, property: string): string | undefined {
    return this.#chain(family, name)
      .map((style) => attribute(child(style, group), property))
      .find((value) => value !== undefined)
  }

  breaksBefore(family: 'paragraph' | 'table', name: string | undefined): boolean {
    const master = this.#values(family, name, 'style:master-page-name')[0] ?? ''
    if (master !== '') return true
    return this.#property(family, name, `style:${family}-properties`, 'fo:break-before') === 'page'
  }

  breaksAfter(name: string | undefined): boolean {
    return this.#property('paragraph', name, 'style:paragraph-properties', 'fo:break-after') === 'page'
  }

  isTextHidden(family: 'text' | 'paragraph', name: string | undefined): boolean {
    return this.#property(family, name, 'style:text-properties', 'text:display') === 'none'
  }

  /** Name or family of the font, which may be in quotes; "" if the style has none. */
  font(family: 'text' | 'paragraph', name: string | undefined): string {
    const property = (each: string): string | undefined =>
      this.#property(family, name, 'style:text-properties', each)?.replace(/^'|'$/g, '')
    return property('style:font-name') ?? property('fo:font-family') ?? ''
  }

  /** The property is `super 58%`, `sub 58%`, or a shift in percent of the font size. */
  scriptLevel(name: string | undefined): ScriptLevel | null {
    const value = this.#property('text', name, 'style:text-properties', 'style:text-position') ?? ''
    const [position = ''] = value.trim().split(/\s+/)
    if (position === 'super' || position === 'sub') return position
    const shift = Number.parseFloat(position)
    return shift > 0 ? 'super' : shift < 0 ? 'sub' : null
  }

  isTableHidden(name: string | undefined): boolean {
    return this.#property('table', name, 'style:table-properties', 'table:display') === 'false'
  }

  isSlideHidden(name: string | undefined): boolean {
    const visibility = this.#property('drawing-page', name, 'style:drawing-page-properties', 'presentation:visibility')
    return visibility === 'hidden'
  }

  listLevel(name: string | undefined, level: number): ListLevel | null {
    const definitions = elements(name === undefined ? undefined : this.#lists.get(name)).filter(
      (each) => each.name.startsWith('text:list-level-style') || each.name === 'text:outline-level-style',
    )
    const definitionOf = (at: number): Element | undefined =>
      definitions
        .filter((each) => (integer(each, 'text:level') ?? 0) <= at + 1)
        .toSorted((a, b) => (integer(b, 'text:level') ?? 0) - (integer(a, 'text:level') ?? 0))[0]
    const definition = definitionOf(level)
    if (definition === undefined) return null
    const format = attribute(definition, 'style:num-format') ?? ''
    const firstLevel = Math.max(0, level + 1 - (integer(definition, 'text:display-levels') ?? 1))
    return {
      isBullet: ['text:list-level-style-bullet', 'text:list-level-style-image'].includes(definition.name),
      start: integer(definition, 'text:start-value') ?? 1,
      formatMarker(numbers) {
        if (format === '') return ''
        const counters = numbers.slice(firstLevel, level + 1).map((number, index) => {
          const at = firstLevel + index
          return formatCounter(number, at === level ? format : (attribute(definitionOf(at), 'style:num-format') ?? '1'))
        })
        const [prefix = '', suffix = ''] = ['prefix', 'suffix'].map((each) =>
          attribute(definition, `style:num-${each}`),
        )
        return `${prefix}${counters.join('.')}${suffix}`.trim()
      },
    }
  }

  /** Headings whose style has no list of its own are numbered by the outline. */
  headingLevel(name: string | undefined, level: number): ListLevel | null {
    const own = this.#values('paragraph', name, 'style:list-style-name')[0] ?? OUTLINE
    return own === OUTLINE ? this.listLevel(OUTLINE, level) : null
  }

  listOf(name: string | undefined): string | undefined {
    return this.#values('paragraph', name, 'style:list-style-name').find((each) => each !== '')
  }
}

function decodeName(name: string): string {
  return name
    .replace(/_([\da-f]{2})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .toLowerCase()
}
