/** Numbers of lists and headings. */
import { clamp } from '../../../model/statistics.ts'
import { attribute, type Element, elements, integer } from '../../../xml/tree.ts'
import { BULLET } from '../page-writer.ts'
import type { ListLevel, OdfStyles } from './odf-styles.ts'

const MAX_LIST_LEVEL = 9

export interface ListContext {
  readonly level: number
  readonly style: string | undefined
  readonly key: object
}

export function innerContext(context: ListContext): ListContext {
  return { ...context, level: Math.min(MAX_LIST_LEVEL, context.level + 1) }
}

export function isListItem({ name }: Element): boolean {
  return name === 'text:list-item' || name === 'text:list-header'
}

/** Whether the first item has only an inner list, which continues the items before it. */
export function beginsInside(element: Element | undefined): boolean {
  if (element?.name !== 'text:list') return false
  return elements(elements(element).find(isListItem))[0]?.name === 'text:list'
}

/** Counts an item of `level` in `numbers` and returns its marker. */
function countNext(
  numbers: number[],
  { level, definition, start }: { level: number; definition: ListLevel; start: number | undefined },
): string {
  numbers.length = Math.min(numbers.length, level + 1)
  for (let above = 0; above < level; above++) numbers[above] ??= 1
  numbers[level] = start ?? (numbers[level] ?? definition.start - 1) + 1
  return definition.formatMarker(numbers)
}

export class OdfNumbers {
  readonly #styles: OdfStyles
  #numbers: number[] = []
  /** Whether no item was counted yet in a list that continues another one, at any level. */
  #isContinued = false
  readonly #headingNumbers: number[] = []
  /** Last numbers of finished lists by id, for lists that continue them. */
  readonly #finishedLists = new Map<string, number[]>()

  constructor(styles: OdfStyles) {
    this.#styles = styles
  }

  heading(heading: Element, level: number): string {
    const at = clamp(level - 1, 0, MAX_LIST_LEVEL)
    const definition = this.#styles.headingLevel(attribute(heading, 'text:style-name'), at)
    if (definition === null || attribute(heading, 'text:is-list-header') === 'true') return ''
    const restarted = attribute(heading, 'text:restart-numbering') === 'true'
    const start = restarted ? (integer(heading, 'text:start-value') ?? definition.start) : undefined
    return countNext(this.#headingNumbers, { level: at, definition, start })
  }

  start(list: Element, level: number): void {
    const continuesLast = attribute(list, 'text:continue-numbering') === 'true'
    if (level === 0) {
      const continued = attribute(list, 'text:continue-list') ?? (continuesLast ? 'last' : '')
      this.#numbers = [...(this.#finishedLists.get(continued) ?? [])]
      this.#isContinued = this.#numbers.length > 0
    } else if (!continuesLast && !this.#isContinued) this.#numbers.length = level
  }

  end(list: Element, level: number): void {
    if (level > 0) return
    const id = attribute(list, 'xml:id')
    this.#finishedLists.set('last', [...this.#numbers])
    if (id !== undefined) this.#finishedLists.set(id, [...this.#numbers])
  }

  marker(
    item: Element,
    paragraph: Element,
    { context: { level, style }, isFirst }: { context: ListContext; isFirst: boolean },
  ): string {
    this.#isContinued = false
    const listStyle = style ?? this.#styles.listOf(attribute(paragraph, 'text:style-name'))
    const definition = this.#styles.listLevel(listStyle, level)
    if (definition === null || definition.isBullet) return BULLET
    if (!isFirst) return definition.formatMarker(this.#numbers)
    return countNext(this.#numbers, { level, definition, start: integer(item, 'text:start-value') })
  }
}
