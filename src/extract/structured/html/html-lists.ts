import { type Element, elements, integer } from '../../../xml/tree.ts'
import { formatCounter } from '../list-counters.ts'
import { BULLET } from '../page-writer.ts'

export interface OpenList {
  readonly isOrdered: boolean
  nextNumber: number
  readonly step: 1 | -1
  readonly style: string
}

export function openList(element: Element): OpenList {
  const isOrdered = element.name === 'ol'
  const isReversed = isOrdered && element.attributes.reversed !== undefined
  const nextNumber = integer(element, 'start') ?? (isReversed ? elements(element, 'li').length : 1)
  return { isOrdered, nextNumber, step: isReversed ? -1 : 1, style: element.attributes.type ?? '1' }
}

export function nextMarker(list: OpenList, item: Element): string {
  const number = integer(item, 'value') ?? list.nextNumber
  list.nextNumber = number + list.step
  return list.isOrdered ? `${formatCounter(number, list.style)}.` : BULLET
}
