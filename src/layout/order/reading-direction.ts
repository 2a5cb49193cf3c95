/**
 * The two sides of a gutter → read down (columns) or across (labels and values, numbers and their lines)?
 * Geometry first; where it leaves both open, the content stream decides.
 */
import { centerY } from '../../model/geometry.ts'
import { median } from '../../model/statistics.ts'
import { type Interval, TOUCH, usualSize } from './gutters.ts'
import type { LayoutItem } from './layout-items.ts'

/** A side narrower than this holds labels, bullets or numbers, which are read with what stands beside them. */
const LABEL_EM = 4
/** Shorter pieces than this, on average, are entries rather than running text. */
const TEXT_CHARS = 14
/** From this many rows of short pieces on, reading down makes no sense. */
const TABLE_ROWS = 4
/** Whether text at the two sides of a gutter is read line by line across it. */
export function readsAcross(atoms: readonly LayoutItem[], gutter: Interval): boolean {
  const left = atoms.filter(({ box }) => box.x1 <= gutter.from + TOUCH)
  const right = atoms.filter(({ box }) => box.x0 >= gutter.to - TOUCH)
  const lines = (side: readonly LayoutItem[]): LayoutItem[] => side.filter(({ kind }) => kind === 'line')
  const leftLines = lines(left)
  const rightLines = lines(right)
  // A figure or table beside text is a column of its own.
  if (leftLines.length === 0 || rightLines.length === 0) return false
  if (left.length !== leftLines.length || right.length !== rightLines.length) return false
  const size = usualSize(atoms)
  const narrow = (side: readonly LayoutItem[]): boolean =>
    (median(side.map(({ box }) => box.x1 - box.x0)) ?? 0) < LABEL_EM * size
  const fewer = Math.min(leftLines.length, rightLines.length)
  // Labels may be raised (marks of notes) or set in another size: standing beside is enough.
  if (narrow(leftLines) && besides(leftLines, rightLines) >= 0.7) return true
  if (narrow(rightLines) && besides(rightLines, leftLines) >= 0.7) return true
  const pairs = alignedPairs(leftLines, rightLines)
  if (pairs === 0 || areCards(leftLines, rightLines)) return false
  const aligned = pairs / fewer
  if (aligned < 0.5) return false
  // The stream: going down one side and then the other crosses the gutter once or twice, going across does so at each line.
  const stream = [...leftLines, ...rightLines].filter(({ order }) => order >= 0).sort((a, b) => a.order - b.order)
  let crossings = 0
  for (let index = 1; index < stream.length; index++)
    if (stream[index]!.box.x0 >= gutter.to - TOUCH !== stream[index - 1]!.box.x0 >= gutter.to - TOUCH) crossings++
  if (crossings > pairs || pairs < 2) return true
  const chars = (side: readonly LayoutItem[]): number => side.reduce((sum, atom) => sum + atom.chars, 0) / side.length
  const short = chars(leftLines) < TEXT_CHARS || chars(rightLines) < TEXT_CHARS
  // Many short pieces in step are a table, however its producer wrote it; a few are cards side by side.
  if (short && fewer >= TABLE_ROWS && aligned >= 0.8) return true
  return crossings * 2 > pairs + 1 && (fewer < 3 || short)
}

/** Cards side by side: each row in one size across the gutter, the rows in different sizes (a head over its text). */
function areCards(left: readonly LayoutItem[], right: readonly LayoutItem[]): boolean {
  const sizes = new Set<number>()
  for (const { box, size } of left) {
    const mate = right.find((other) => Math.abs(other.box.y1 - box.y1) <= size * 0.3)
    if (mate === undefined) continue
    if (Math.abs(mate.size - size) > 0.3) return false
    sizes.add(Math.round(size))
  }
  return sizes.size > 1
}

/** Lines of the one side that have a line of the other on their baseline. */
function alignedPairs(left: readonly LayoutItem[], right: readonly LayoutItem[]): number {
  const ys = right.map(({ box }) => box.y1).sort((a, b) => a - b)
  let pairs = 0
  let at = 0
  for (const { box, size } of [...left].sort((a, b) => a.box.y1 - b.box.y1)) {
    const reach = size * 0.3
    while (at < ys.length && ys[at]! < box.y1 - reach) at++
    if (at < ys.length && ys[at]! <= box.y1 + reach) {
      pairs++
      at++
    }
  }
  return pairs
}

/** Share of the labels that have a line of the other side right beside them. */
function besides(labels: readonly LayoutItem[], lines: readonly LayoutItem[]): number {
  const sorted = [...lines].sort((a, b) => a.box.y0 - b.box.y0)
  let at = 0
  let found = 0
  for (const { box } of [...labels].sort((a, b) => a.box.y0 - b.box.y0)) {
    const middle = centerY(box)
    while (at < sorted.length && sorted[at]!.box.y1 < middle) at++
    if (at < sorted.length && sorted[at]!.box.y0 <= middle) found++
  }
  return found / labels.length
}
