import { centerY, overlapY, unionOf, width } from '../../model/geometry.ts'
import { median } from '../../model/statistics.ts'
import { usualSize } from './layout-items.ts'
import { type Interval, type LayoutItem, TOUCH_TOLERANCE } from './types.ts'

/** Maximum width of a side of labels, bullets or numbers. */
const MAX_LABEL_WIDTH_EM = 4
/** Minimum fraction of labels next to a line. */
const MIN_LABELED_RATIO = 0.7
/** Minimum fraction of lines on a baseline of the other side. */
const MIN_ALIGNED_RATIO = 0.5
/** Minimum mean length of text; shorter lines are entries. */
const MIN_TEXT_CHARS = 14
/** Minimum rows of a table of short entries, and fraction of aligned rows. */
const MIN_TABLE_ROWS = 4
const MIN_TABLE_ALIGNED_RATIO = 0.8
/** Minimum fraction of a card's lines on one left edge. */
const MIN_CARD_RATIO = 0.7
const ROW_TOLERANCE_EM = 0.3

export function isReadRowWise(items: readonly LayoutItem[], gutter: Interval): boolean {
  const onLeft = items.filter(({ box }) => box.x1 <= gutter.from + TOUCH_TOLERANCE)
  const onRight = items.filter(({ box }) => box.x0 >= gutter.to - TOUCH_TOLERANCE)
  if (onLeft.length === 0 || onRight.length === 0) return false
  // A figure or table next to text is a separate column.
  if (hasObjectNextTo(onLeft, onRight) || hasObjectNextTo(onRight, onLeft)) return false
  const left = onLeft.filter(isLine)
  const right = onRight.filter(isLine)
  if (left.length === 0 || right.length === 0) return false
  const maxWidth = MAX_LABEL_WIDTH_EM * usualSize(items)
  const isNarrow = (side: readonly LayoutItem[]): boolean => (median(side.map(({ box }) => width(box))) ?? 0) < maxWidth
  if (isNarrow(left) && labeledRatio(left, right) >= MIN_LABELED_RATIO) return true
  if (isNarrow(right) && labeledRatio(right, left) >= MIN_LABELED_RATIO) return true
  return isAlignedRowWise(left, right, gutter)
}

function isLine({ kind }: LayoutItem): boolean {
  return kind === 'line'
}

function hasObjectNextTo(side: readonly LayoutItem[], other: readonly LayoutItem[]): boolean {
  const objects = side.filter((item) => !isLine(item))
  if (objects.length === 0) return false
  const extent = unionOf(objects)
  return other.some(({ box }) => overlapY(extent, box) > 0)
}

function isAlignedRowWise(left: readonly LayoutItem[], right: readonly LayoutItem[], gutter: Interval): boolean {
  const pairs = alignedPairs(left, right)
  const rows = Math.min(left.length, right.length)
  if (pairs === 0 || pairs < MIN_ALIGNED_RATIO * rows || areCards(left, right)) return false
  const crossings = streamCrossings([...left, ...right], gutter)
  if (crossings > pairs || pairs < 2) return true
  const isShort = [left, right].some(
    (side) => side.reduce((sum, { chars }) => sum + chars, 0) < MIN_TEXT_CHARS * side.length,
  )
  // Short entries are a table in any stream order, unless they are few and may be cards.
  if (isShort && rows >= MIN_TABLE_ROWS && pairs >= MIN_TABLE_ALIGNED_RATIO * rows) return true
  return crossings * 2 > pairs + 1 && (rows < 3 || isShort)
}

/** A text written row by row changes sides at each line. */
function streamCrossings(items: readonly LayoutItem[], gutter: Interval): number {
  const sides = items
    .filter(({ order }) => order >= 0)
    .sort((a, b) => a.order - b.order)
    .map(({ box }) => box.x0 >= gutter.to - TOUCH_TOLERANCE)
  return sides.filter((side, index) => index > 0 && side !== sides[index - 1]).length
}

/** Cards are left-aligned, with one size per row and different sizes in a column (a heading over its text). */
function areCards(left: readonly LayoutItem[], right: readonly LayoutItem[]): boolean {
  const edge = median(right.map(({ box }) => box.x0)) ?? 0
  const aligned = right.filter(({ box, size }) => Math.abs(box.x0 - edge) <= size)
  if (aligned.length < MIN_CARD_RATIO * right.length) return false
  const sizes = new Set<number>()
  for (const { box, size } of left) {
    const neighbor = right.find((other) => Math.abs(other.box.y1 - box.y1) <= size * ROW_TOLERANCE_EM)
    if (neighbor === undefined) continue
    if (Math.abs(neighbor.size - size) > 0.3) return false
    sizes.add(Math.round(size))
  }
  return sizes.size > 1
}

function alignedPairs(left: readonly LayoutItem[], right: readonly LayoutItem[]): number {
  const bottoms = right.map(({ box }) => box.y1).sort((a, b) => a - b)
  let pairs = 0
  let at = 0
  for (const { box, size } of [...left].sort((a, b) => a.box.y1 - b.box.y1)) {
    const tolerance = size * ROW_TOLERANCE_EM
    while (at < bottoms.length && bottoms[at]! < box.y1 - tolerance) at++
    if (at < bottoms.length && bottoms[at]! <= box.y1 + tolerance) {
      pairs++
      at++
    }
  }
  return pairs
}

/** Labels may be raised, or smaller than their lines. */
function labeledRatio(labels: readonly LayoutItem[], lines: readonly LayoutItem[]): number {
  const sorted = [...lines].sort((a, b) => a.box.y0 - b.box.y0)
  let at = 0
  const labeled = [...labels]
    .sort((a, b) => a.box.y0 - b.box.y0)
    .filter(({ box }) => {
      const y = centerY(box)
      while (at < sorted.length && sorted[at]!.box.y1 < y) at++
      return at < sorted.length && sorted[at]!.box.y0 <= y
    })
  return labeled.length / labels.length
}
