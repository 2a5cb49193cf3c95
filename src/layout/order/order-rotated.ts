/** Programs that stamp a rotated note may draw its last line first. */

import { centerX, height, overlapY } from '../../model/geometry.ts'
import { groupAdjacent } from '../../model/group-adjacent.ts'
import type { Line } from '../state.ts'

const MAX_LEADING_EM = 1.7
/** Minimum overlap of consecutive lines, relative to the shorter one. */
const MIN_OVERLAP = 0.5

/** Keeps the order of the notes. */
export function orderRotated(lines: readonly Line[]): Line[] {
  return groupAdjacent(lines, areNeighbors).flatMap((note) => note.sort((a, b) => positionOf(a) - positionOf(b)))
}

/** Lines at 90° follow one another toward −x, at 270° toward +x. */
function positionOf(line: Line): number {
  return rotationOf(line) === 90 ? -centerX(line.box) : centerX(line.box)
}

function areNeighbors(a: Line, b: Line): boolean {
  const size = Math.max(a.size, b.size)
  return (
    rotationOf(a) === rotationOf(b) &&
    rotationOf(a) % 180 !== 0 &&
    Math.abs(centerX(a.box) - centerX(b.box)) <= MAX_LEADING_EM * size &&
    overlapY(a.box, b.box) >= MIN_OVERLAP * Math.min(height(a.box), height(b.box))
  )
}

function rotationOf({ spans }: Line): number {
  return spans[0]?.rotation ?? 0
}
