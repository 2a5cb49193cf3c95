/** Removes edges inside a merged cell, whose shading is painted once per row or column of the grid. */

import { lowerBound } from '../model/binary-search.ts'
import { groupAdjacent } from '../model/group-adjacent.ts'
import type { StraightSegment } from './join-segments.ts'

/** Maximum distance of the edges of two fills that touch, in points. */
const TOUCH_DISTANCE = 1
/** Maximum distance of a drawn border next to a fill, in points. */
const NEXT_DISTANCE = 3
/** Maximum segments; drawings have more. */
const MAX_SEGMENTS = 5_000

/**
 * Two equal edges of shading are inside a cell if a border is next to them, but not on them. Without a border, shading
 * shows the rows.
 */
export function withoutInnerEdges(segments: readonly StraightSegment[]): StraightSegment[] {
  const drawn = segments.filter(({ shading }) => !shading).sort((a, b) => a.position - b.position)
  if (drawn.length === 0 || drawn.length === segments.length || segments.length > MAX_SEGMENTS) return [...segments]
  const inner = new Set<StraightSegment>()
  for (const run of groupAdjacent(sharedEdges(segments.filter(({ shading }) => shading)), isAdjacent))
    if (continuesBorder({ ...run[0], to: run.at(-1)!.to }, drawn)) for (const edge of run) inner.add(edge)
  return segments.filter((segment) => !inner.has(segment))
}

/** Edges of two fills of one color that touch, ordered by position, then start. */
function sharedEdges(edges: readonly StraightSegment[]): StraightSegment[] {
  const sorted = edges.toSorted((a, b) => a.position - b.position)
  const shared = new Set<StraightSegment>()
  for (const [at, edge] of sorted.entries())
    for (let next = at + 1; next < sorted.length; next++) {
      const other = sorted[next]!
      if (other.position - edge.position > TOUCH_DISTANCE) break
      const areEqual =
        other.color === edge.color &&
        Math.abs(other.from - edge.from) <= TOUCH_DISTANCE &&
        Math.abs(other.to - edge.to) <= TOUCH_DISTANCE
      if (areEqual) shared.add(edge).add(other)
    }
  return inLines([...shared])
}

/** Orders segments of one line by their start, although their positions differ a little. */
function inLines(segments: readonly StraightSegment[]): StraightSegment[] {
  const lines = groupAdjacent(
    segments.toSorted((a, b) => a.position - b.position),
    ({ position }, _, [first]) => position - first.position <= NEXT_DISTANCE,
  )
  return lines.flatMap((line) => line.sort((a, b) => a.from - b.from))
}

function isAdjacent(edge: StraightSegment, last: StraightSegment): boolean {
  return Math.abs(edge.position - last.position) <= NEXT_DISTANCE && edge.from - last.to <= NEXT_DISTANCE
}

function continuesBorder({ position, from, to }: StraightSegment, drawn: readonly StraightSegment[]): boolean {
  let isNext = false
  const first = lowerBound(drawn, (border) => border.position >= position - NEXT_DISTANCE)
  for (let at = first; at < drawn.length; at++) {
    const border = drawn[at]!
    if (border.position > position + NEXT_DISTANCE) break
    if (Math.min(border.to, to) - Math.max(border.from, from) > NEXT_DISTANCE) return false
    isNext ||= Math.abs(border.from - to) <= NEXT_DISTANCE || Math.abs(border.to - from) <= NEXT_DISTANCE
  }
  return isNext
}
