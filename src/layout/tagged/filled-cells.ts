/** Makes a table of the cells of a tagged grid: borders between the cells are estimated from their text. */
import type { Cell } from '../../model/document.ts'
import { type Box, unionOf } from '../../model/geometry.ts'
import { joinBrokenLines } from '../../model/join-text.ts'
import { maxOf, minOf } from '../../model/statistics.ts'
import type { TagCell } from '../../model/tags.ts'
import type { DetectedTable, Row } from '../state.ts'
import { confidenceOf, spansOf } from '../text/text-style.ts'

export interface FilledCell {
  readonly cell: TagCell
  readonly rows: readonly Row[]
  readonly box: Box | null
}

export function columnEdges(filled: readonly FilledCell[], cols: number): number[] {
  return edgesOf(
    filled.flatMap(({ cell, box }) =>
      box === null ? [] : [{ from: cell.col, to: cell.col + cell.colSpan, low: box.x0, high: box.x1 }],
    ),
    cols,
  )
}

interface Extent {
  readonly from: number
  readonly to: number
  readonly low: number
  readonly high: number
}

function edgesOf(extents: readonly Extent[], count: number): number[] {
  const low = minOf(extents.map((each) => each.low))
  const high = maxOf(extents.map((each) => each.high))
  const edges: (number | null)[] = Array.from({ length: count + 1 }, (_, edge) => {
    if (edge === 0) return low
    if (edge === count) return high
    const before = extents.filter(({ to }) => to === edge).map((each) => each.high)
    const after = extents.filter(({ from }) => from === edge).map((each) => each.low)
    if (before.length === 0 && after.length === 0) return null
    if (before.length === 0) return minOf(after)
    if (after.length === 0) return maxOf(before)
    return (maxOf(before) + minOf(after)) / 2
  })
  // Unknown edges are interpolated, and edges never decrease.
  let last = 0
  for (let edge = 1; edge <= count; edge++) {
    if (edges[edge] === null) continue
    const from = edges[last]!
    const to = Math.max(from, edges[edge]!)
    edges[edge] = to
    for (let between = last + 1; between < edge; between++)
      edges[between] = from + ((to - from) * (between - last)) / (edge - last)
    last = edge
  }
  return edges.map((edge) => edge ?? high)
}

export function toDetectedTable(filled: readonly FilledCell[], rows: number, cols: number): DetectedTable {
  const columns = columnEdges(filled, cols)
  const lines = edgesOf(
    filled.flatMap(({ cell, box }) =>
      box === null ? [] : [{ from: cell.row, to: cell.row + cell.rowSpan, low: box.y0, high: box.y1 }],
    ),
    rows,
  )
  const cells = filled.map(
    ({ cell, rows: text }): Cell => ({
      row: cell.row,
      col: cell.col,
      rowSpan: cell.rowSpan,
      colSpan: cell.colSpan,
      header: cell.header,
      box: {
        x0: columns[cell.col]!,
        y0: lines[cell.row]!,
        x1: columns[cell.col + cell.colSpan]!,
        y1: lines[cell.row + cell.rowSpan]!,
      },
      text: joinBrokenLines(text),
    }),
  )
  cells.sort((a, b) => a.row - b.row || a.col - b.col)
  return {
    box: unionOf(cells),
    rows,
    cols,
    cells,
    confidence: confidenceOf(spansOf(filled.flatMap(({ rows: own }) => own))),
    source: 'tagged',
    method: 'tagged',
  }
}
