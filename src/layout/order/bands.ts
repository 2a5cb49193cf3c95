import { type Box, compareBoxes, height, overlapY, unionOf } from '../../model/geometry.ts'
import { groupAdjacent } from '../../model/group-adjacent.ts'
import { usualSize } from './layout-items.ts'
import { type Band, type LayoutItem, TOUCH_TOLERANCE } from './types.ts'

/** Maximum height of a band of one row, whose ink is about one em high. */
const MAX_ROW_HEIGHT_EM = 1.6
/** Minimum overlap of items in one row, relative to the lower one. */
export const MIN_ROW_OVERLAP = 0.5
/** Maximum items in one row, far more than of any table. */
const MAX_ROW_ITEMS = 1000

export function splitBands(items: readonly LayoutItem[]): Band[] {
  const sorted = [...items].sort((a, b) => compareBoxes(a.box, b.box) || a.order - b.order)
  const bands: LayoutItem[][] = []
  let bottom = -Infinity
  for (const item of sorted) {
    const band = item.box.y0 >= bottom - TOUCH_TOLERANCE ? undefined : bands.at(-1)
    if (band === undefined) bands.push([item])
    else band.push(item)
    bottom = band === undefined ? item.box.y1 : Math.max(bottom, item.box.y1)
  }
  return bands.map((band) => ({ items: band, box: unionOf(band) }))
}

export function isSingleRow(band: Band): boolean {
  return height(band.box) < MAX_ROW_HEIGHT_EM * usualSize(band.items)
}

/** Tables and figures are separate rows. */
export function splitRows(items: readonly LayoutItem[]): LayoutItem[][] {
  const sorted = [...items].sort((a, b) => compareBoxes(a.box, b.box))
  return groupAdjacent(sorted, (item, _, row) => item.kind === 'line' && isInRow(item, row))
}

function isInRow({ box }: LayoutItem, row: readonly LayoutItem[]): boolean {
  const sharesHeight = (other: Box): boolean =>
    overlapY(other, box) >= MIN_ROW_OVERLAP * Math.min(height(other), height(box))
  return (
    row.length < MAX_ROW_ITEMS &&
    row.some((other) => other.kind === 'line' && sharesHeight(other.box)) &&
    row.every((other) => other.box.x1 <= box.x0 + 1 || other.box.x0 >= box.x1 - 1)
  )
}
