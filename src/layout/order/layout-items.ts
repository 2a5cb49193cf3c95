/**
 * What reading order moves about: lines, tables and figures as boxes of ink with their place in the content stream;
 * and rows, which are lines side by side. No decisions here.
 */
import { type Box, unionAll } from '../../model/geometry.ts'
import type { Line, Row } from '../state.ts'
import { inkBox } from '../text/lines.ts'
import { addWeight, heaviest, roundSize } from '../text/text-style.ts'
import { isRtl } from '../text/word-spacing.ts'

interface AtomBase {
  /** Ink, not font boxes. */
  readonly box: Box
  /** Place in the content stream; −1 for tables and figures, whose text has left it. */
  readonly order: number
  /** Points; 0 for tables and figures. */
  readonly size: number
  readonly chars: number
}

export type LayoutItem = AtomBase &
  ({ readonly kind: 'line'; readonly line: Line } | { readonly kind: 'table' | 'figure'; readonly index: number })

export function lineItem(line: Line, order: number): LayoutItem {
  return { kind: 'line', line, box: inkBox(line), order, size: line.size, chars: line.text.length }
}

/** Lines side by side → one row, its text joined with blanks from left to right. */
export function toRow(lines: readonly Line[]): Row {
  const rightwards = lines.length === 1 || !isRtl(lines.map((line) => line.text).join(''))
  const sorted =
    lines.length === 1 ? lines : [...lines].sort((a, b) => (rightwards ? a.box.x0 - b.box.x0 : b.box.x1 - a.box.x1))
  const sizes = new Map<number, number>()
  for (const line of sorted) addWeight(sizes, roundSize(line.size), line.text.length)
  const size = heaviest(sizes, sorted[0]?.size ?? 0)
  const main = sorted.find((line) => roundSize(line.size) === size) ?? sorted[0]
  let text = ''
  let last: Line | undefined
  for (const line of sorted) {
    text += last === undefined ? line.text : ` ${line.text}`
    last = line
  }
  return { lines: sorted, box: unionAll(sorted.map(inkBox)), baseline: main?.baseline ?? 0, size, text }
}
