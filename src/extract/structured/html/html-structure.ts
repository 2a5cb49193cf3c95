import { imagePlaceholder } from '../../../model/document.ts'
import { splitLinks } from '../../../model/hyperlinks.ts'
import { countFormulas, mergeFormulas } from '../../../model/inline-formulas.ts'
import { clamp } from '../../../model/statistics.ts'
import {
  attribute,
  child,
  descendants,
  type Element,
  integer,
  isElement,
  type Node,
  textOf,
} from '../../../xml/tree.ts'
import type { Inline } from '../inline-text.ts'
import type { SourceCell } from '../types.ts'
import { isHidden } from './visible-elements.ts'

export function headingLevel(element: Element): number | null {
  const role = attribute(element, 'role')
  const level = /^h([1-6])$/.exec(element.name)?.[1]
  if (level !== undefined) return role === 'presentation' ? null : Number(level)
  return role === 'heading' ? clamp(integer(element, 'aria-level') ?? 2, 1, 6) : null
}

export function splitParagraphs({ text, images, links = [], inlineFormulas }: Inline): Inline[] {
  const left = [...images]
  const texts = text.split(/\n{2,}/)
  const linksByText = splitLinks(texts, links)
  const formulas = [...(inlineFormulas ?? [])]
  return texts.map((each, at) => ({
    text: each,
    images: left.splice(0, each.split(imagePlaceholder).length - 1),
    ...linksByText[at],
    ...mergeFormulas({ inlineFormulas: formulas.splice(0, countFormulas(each)) }),
  }))
}

const BODY_ELEMENTS = ['table', 'ul', 'ol', 'dl', 'pre', 'p']

/** An unclosed heading ends at the first list, table or paragraph in it. */
export function splitUnclosedHeading(element: Element): { readonly heading: Element; readonly rest: Element } {
  const isUnclosed = BODY_ELEMENTS.some((name) => descendants(element, name).length > (name === 'p' ? 1 : 0))
  const isBody = (node: Node): boolean =>
    isElement(node) && BODY_ELEMENTS.some((name) => node.name === name || descendants(node, name).length > 0)
  const end = isUnclosed ? element.children.findIndex(isBody) : element.children.length
  return {
    heading: { ...element, children: element.children.slice(0, end) },
    rest: { ...element, children: element.children.slice(end) },
  }
}

const OUTLINE_ELEMENT = /^(?:h[1-6]|ul|ol|dl|pre)$/

/** Declared as such, or without own header cells: with a single cell, headings or lists in a single row, or nested tables. */
export function isLayoutTable(table: Element, cells: readonly SourceCell[]): boolean {
  const role = attribute(table, 'role')
  if (role === 'presentation' || role === 'none' || cells.length <= 1) return true
  if (child(table, 'caption') !== undefined) return false
  const isOneRow = cells.every(({ row, header }) => row === 0 && !header)
  if (isOneRow && descendants(table, ({ name }) => OUTLINE_ELEMENT.test(name), true).length > 0) return true
  const nested = descendants(table, 'table', true)
  if (nested.length === 0) return false
  const nestedHeaders = nested.reduce((sum, each) => sum + descendants(each, 'th').length, 0)
  return descendants(table, 'th').length === nestedHeaders
}

/** Cell next to a listing. */
export function isLineNumbers(cell: Element): boolean {
  if (descendants(cell, 'pre').length === 0) return false
  const numbers = textOf(cell).trim().split(/\s+/)
  return (
    numbers.length > 1 && numbers.every((each, at) => /^\d+$/.test(each) && Number(each) === Number(numbers[0]) + at)
  )
}

export function preformattedText(element: Element): string {
  let text = ''
  const open = element.children.toReversed()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isElement(next)) text += next
    else if (next.name === 'br') text += '\n'
    else if (!isHidden(next)) for (const inside of next.children.toReversed()) open.push(inside)
  }
  return text
}
