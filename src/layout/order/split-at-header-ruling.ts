import { centerY, unionOf } from '../../model/geometry.ts'
import { isDrawn } from '../rulings.ts'
import type { Ruling } from '../state.ts'
import type { LayoutItem } from './types.ts'

/** Minimum length of a ruling relative to the text of the page. */
const MIN_LENGTH_RATIO = 0.95
/** Maximum height of a page header relative to the text of the page. */
const MAX_HEADER_RATIO = 0.25

/** A ruling over the whole width below a page header separates it from all columns. */
export function splitAtHeaderRuling(items: readonly LayoutItem[], rulings: readonly Ruling[]): LayoutItem[][] {
  if (items.length === 0) return []
  const { x0, y0, x1, y1 } = unionOf(items)
  const border = rulings
    .filter((ruling) => ruling.horizontal && isDrawn(ruling) && coveredWidth(ruling, x0, x1) >= MIN_LENGTH_RATIO)
    .map(({ position }) => position)
    .filter((y) => y > y0 && items.every(({ box }) => box.y1 <= y + 1 || box.y0 >= y - 1))
    .sort((a, b) => a - b)[0]
  if (border === undefined || border > y0 + MAX_HEADER_RATIO * (y1 - y0)) return [[...items]]
  const isAbove = ({ box }: LayoutItem): boolean => centerY(box) < border
  return [items.filter(isAbove), items.filter((item) => !isAbove(item))].filter((section) => section.length > 0)
}

function coveredWidth({ from, to }: Ruling, x0: number, x1: number): number {
  return (Math.min(to, x1) - Math.max(from, x0)) / (x1 - x0)
}
