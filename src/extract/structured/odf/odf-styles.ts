/**
 * Styles of an OpenDocument file → what readers ask of them: parents, page breaks, hidden text and sheets, list levels. Automatic
 * styles stand in the content, named ones in a part of their own.
 */
import type { ScriptLevel } from '../../../model/superscripts.ts'
import { attribute, child, type Element, elements, integer } from '../../../xml/tree.ts'
import { counter } from '../list-counters.ts'

/** Chains of parents are short; longer ones are loops. */
const maxChain = 20

export interface ListLevel {
  readonly isBullet: boolean
  readonly start: number
  print(numbers: readonly number[]): string
}

export class OdfStyles {
  readonly #styles = new Map<string, Element>()
  readonly #lists = new Map<string, Element>()

  constructor(roots: readonly (Element | null)[]) {
    for (const root of roots) {
      for (const group of ['office:styles', 'office:automatic-styles'] as const) {
        for (const style of elements(child(root ?? undefined, group))) {
          const name = attribute(style, 'style:name') ?? ''
          if (style.name === 'style:style') this.#styles.set(`${attribute(style, 'style:family')} ${name}`, style)
          else if (style.name === 'text:list-style') this.#lists.set(name, style)
        }
      }
    }
  }

  /** The style and its parents, itself first. */
  #chain(family: string, name: string | undefined): Element[] {
    const chain: Element[] = []
    let next = name === undefined ? undefined : this.#styles.get(`${family} ${name}`)
    while (next !== undefined && chain.length < maxChain && !chain.includes(next)) {
      chain.push(next)
      next = this.#styles.get(`${family} ${attribute(next, 'style:parent-style-name')}`)
    }
    return chain
  }

  /** Names of the style and its parents, in plain letters. */
  names(family: string, name: string | undefined): string[] {
    const chain = this.#chain(family, name)
    return chain.length === 0 && name !== undefined
      ? [plainName(name)]
      : chain.map((style) => plainName(attribute(style, 'style:name') ?? ''))
  }

  #property(
    family: string,
    name: string | undefined,
    { group, property }: { group: string; property: string },
  ): string | undefined {
    for (const style of this.#chain(family, name)) {
      const value = attribute(child(style, group), property)
      if (value !== undefined) return value
    }
    return undefined
  }

  /** Whether a paragraph or table with this style begins a page. */
  breaksBefore(family: 'paragraph' | 'table', name: string | undefined): boolean {
    const master = this.#chain(family, name).find((style) => attribute(style, 'style:master-page-name') !== undefined)
    if (master !== undefined && attribute(master, 'style:master-page-name') !== '') return true
    return this.#property(family, name, { group: `style:${family}-properties`, property: 'fo:break-before' }) === 'page'
  }

  breaksAfter(name: string | undefined): boolean {
    return (
      this.#property('paragraph', name, { group: 'style:paragraph-properties', property: 'fo:break-after' }) === 'page'
    )
  }

  hidesText(family: 'text' | 'paragraph', name: string | undefined): boolean {
    return this.#property(family, name, { group: 'style:text-properties', property: 'text:display' }) === 'none'
  }

  /** `super 58%`, `sub 58%`, or how many per cent of the size above or below the line. */
  scriptLevel(name: string | undefined): ScriptLevel | null {
    const [position = ''] = (
      this.#property('text', name, { group: 'style:text-properties', property: 'style:text-position' }) ?? ''
    )
      .trim()
      .split(/\s+/)
    if (position === 'super' || position === 'sub') return position
    const shift = Number.parseFloat(position)
    return shift > 0 ? 'super' : shift < 0 ? 'sub' : null
  }

  hidesTable(name: string | undefined): boolean {
    return this.#property('table', name, { group: 'style:table-properties', property: 'table:display' }) === 'false'
  }

  hidesSlide(name: string | undefined): boolean {
    return (
      this.#property('drawing-page', name, {
        group: 'style:drawing-page-properties',
        property: 'presentation:visibility',
      }) === 'hidden'
    )
  }

  /** A level (0-based) of a list style; `null` when it is told nowhere. */
  listLevel(name: string | undefined, level: number): ListLevel | null {
    const shapes = elements(name === undefined ? undefined : this.#lists.get(name)).filter((each) =>
      each.name.startsWith('text:list-level-style'),
    )
    const shape = shapes.find((each) => integer(each, 'text:level') === level + 1)
    if (shape === undefined) return null
    const format = attribute(shape, 'style:num-format') ?? ''
    const shown = integer(shape, 'text:display-levels') ?? 1
    const formatAt = (at: number): string =>
      attribute(
        shapes.find((each) => integer(each, 'text:level') === at + 1),
        'style:num-format',
      ) ?? '1'
    return {
      isBullet: shape.name !== 'text:list-level-style-number',
      start: integer(shape, 'text:start-value') ?? 1,
      print(numbers) {
        if (format === '') return ''
        const first = Math.max(0, level + 1 - shown)
        const printed = numbers
          .slice(first, level + 1)
          .map((number, at) => counter(number, first + at === level ? format : formatAt(first + at)))
        return `${attribute(shape, 'style:num-prefix') ?? ''}${printed.join('.')}${attribute(shape, 'style:num-suffix') ?? ''}`.trim()
      },
    }
  }

  /** The list style that a paragraph's style brings along. */
  listOf(name: string | undefined): string | undefined {
    return this.#chain('paragraph', name)
      .map((style) => attribute(style, 'style:list-style-name'))
      .find((each) => each !== undefined && each !== '')
  }
}

/** Blanks in names are written `_20_`. */
function plainName(name: string): string {
  return name
    .replace(/_([\da-f]{2})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .toLowerCase()
}
