import { type Element, elements } from '../../../xml/tree.ts'
import type { ListLevel } from './odf-styles.ts'

export function isListItem({ name }: Element): boolean {
  return name === 'text:list-item' || name === 'text:list-header'
}

/** Whether the first item has only an inner list, which continues the items before it. */
export function beginsInside(element: Element | undefined): boolean {
  if (element?.name !== 'text:list') return false
  return elements(elements(element).find(isListItem))[0]?.name === 'text:list'
}

/** Counts an item of `level` in `numbers` and returns its marker. */
export function countNext(
  numbers: number[],
  { level, definition, start }: { level: number; definition: ListLevel; start: number | undefined },
): string {
  numbers.length = Math.min(numbers.length, level + 1)
  for (let above = 0; above < level; above++) numbers[above] ??= 1
  numbers[level] = start ?? (numbers[level] ?? definition.start - 1) + 1
  return definition.formatMarker(numbers)
}
