import { centerX } from '../../../model/geometry.ts'
import { maxOf } from '../../../model/statistics.ts'
import type { CellSegment, StreamGrid } from '../types.ts'

const EDGE_TOLERANCE_EM = 0.5
/** Minimum segments of a column without the header. */
const MIN_BODY_ROWS = 4

/** Whether only the first row is bold. See test/layout/tables/metamorphic.test.ts. */
export function hasBoldHeader({ rows }: StreamGrid): boolean {
  const isBold = (row: readonly CellSegment[]): boolean =>
    row.length > 1 && row.every(({ words }) => words.every(({ bold }) => bold))
  const [first, ...rest] = rows
  return first !== undefined && isBold(first) && !rest.some(isBold)
}

export function columnSegments({ cols, textRows }: StreamGrid): CellSegment[][] {
  const columns: CellSegment[][] = Array.from({ length: cols }, () => [])
  for (const { segments } of textRows)
    for (const segment of segments) if (segment.colSpan === 1) columns[segment.col]!.push(segment)
  return columns
}

type Edge = (segment: CellSegment) => number
export const leftEdge: Edge = ({ box }) => box.x0
export const rightEdge: Edge = ({ box }) => box.x1
export const allEdges: readonly Edge[] = [leftEdge, rightEdge, ({ box }) => centerX(box)]

/** Headers may be centered instead. */
export function alignmentOf(columns: readonly CellSegment[][], size: number, edges: readonly Edge[]): number {
  const body = columns.map((own) => (own.length >= MIN_BODY_ROWS ? own.slice(1) : own))
  return Math.max(alignment(columns, size, edges), alignment(body, size, edges))
}

function alignment(columns: readonly CellSegment[][], size: number, edges: readonly Edge[]): number {
  const several = columns.filter((own) => own.length >= 2)
  const all = several.reduce((sum, own) => sum + own.length, 0)
  const aligned = several.reduce(
    (sum, own) => sum + maxOf(edges.map((edge) => mostCommon(own.map(edge), size * EDGE_TOLERANCE_EM))),
    0,
  )
  return all === 0 ? 0 : aligned / all
}

function mostCommon(values: number[], tolerance: number): number {
  values.sort((a, b) => a - b)
  let best = 0
  let start = 0
  for (const [end, value] of values.entries()) {
    while (value - values[start]! > tolerance) start++
    best = Math.max(best, end - start + 1)
  }
  return best
}
