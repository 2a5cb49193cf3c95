import { type Box, unionAll, unionOf } from '../../model/geometry.ts'
import { textLength } from '../../model/join-text.ts'
import { median } from '../../model/statistics.ts'
import type { Line, Row } from '../state.ts'
import { inkBox } from '../text/lines.ts'
import { isRtl } from '../text/right-to-left-text.ts'
import { mostFrequentSize, roundSize } from '../text/text-style.ts'
import type { LayoutItem } from './types.ts'

export function lineItem(line: Line, order: number): LayoutItem {
  return { kind: 'line', line, box: inkBox(line), order, size: line.size, chars: textLength(line.text) }
}

export function usualSize(items: readonly LayoutItem[]): number {
  return median(items.map(({ size }) => size).filter((size) => size > 0)) ?? 10
}

export function boxOfRows(rows: readonly Row[]): Box {
  return unionOf(rows.flatMap(({ lines }) => lines))
}

/** In the direction of the script. */
export function toRow(lines: readonly Line[]): Row {
  const isMirrored = lines[0]?.spans[0]?.mirrored === true
  const isLeftwards = lines.length > 1 && isRtl(lines.map((line) => line.text).join('')) !== isMirrored
  const sorted =
    lines.length === 1 ? lines : [...lines].sort((a, b) => (isLeftwards ? b.box.x1 - a.box.x1 : a.box.x0 - b.box.x0))
  const size = mostFrequentSize(sorted, sorted[0]?.size ?? 0)
  const main = sorted.find((line) => roundSize(line.size) === size) ?? sorted[0]
  return {
    lines: sorted,
    box: unionAll(sorted.map(inkBox)),
    baseline: main?.baseline ?? 0,
    size,
    text: sorted.map(({ text }) => text).join(' '),
  }
}
