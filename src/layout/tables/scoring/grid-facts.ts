import { cached } from '../../../model/cached.ts'
import { type Box, centerX, width } from '../../../model/geometry.ts'
import { maxOf } from '../../../model/statistics.ts'
import type { Ruling } from '../../state.ts'
import type { CellSegment, Segment, StreamGrid } from '../types.ts'

const EDGE_TOLERANCE_EM = 0.5
/** Minimum fraction of the width that a full ruling covers. */
const MIN_RULING_RATIO = 0.7
/** Height of the bands whose rulings count as one, in points. */
const RULING_DISTANCE = 3
/** Minimum segments of a column without the header. */
const MIN_BODY_ROWS = 4

/** Whether only the first row is bold. See test/layout/tables/metamorphic.test.ts. */
export function hasBoldHeader({ rows }: StreamGrid): boolean {
  const isBold = (row: readonly CellSegment[]): boolean =>
    row.length > 1 && row.every(({ words }) => words.every(({ bold }) => bold))
  const [first, ...rest] = rows
  return first !== undefined && isBold(first) && !rest.some(isBold)
}

export function columnSegments({ cols, textRows }: Pick<StreamGrid, 'cols' | 'textRows'>): CellSegment[][] {
  const columns: CellSegment[][] = Array.from({ length: cols }, () => [])
  for (const { segments } of textRows)
    for (const segment of segments) if (segment.colSpan === 1) columns[segment.col]?.push(segment)
  return columns
}

/** Heights at which rulings together cover most of the width. */
export function fullRulings(box: Box, rulings: readonly Ruling[]): { position: number; isDrawn: boolean }[] {
  const levels = new Map<number, { position: number; length: number; isDrawn: boolean }>()
  for (const { position, from, to, shading } of rulings) {
    const key = Math.round(position / RULING_DISTANCE)
    const level = cached(levels, key, () => ({ position, length: 0, isDrawn: false }))
    level.length += Math.max(0, Math.min(to, box.x1) - Math.max(from, box.x0))
    level.isDrawn ||= shading !== true
  }
  return [...levels.values()].filter(({ length }) => length >= width(box) * MIN_RULING_RATIO)
}

type Edge = (segment: Segment) => number
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
