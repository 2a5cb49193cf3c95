import { type Box, centerY, overlapX, unionOf } from '../../model/geometry.ts'
import type { Line } from '../state.ts'
import { findProse } from '../text/prose.ts'

/** Number of lines nearby that show the column. */
const COLUMN_LINES = 6
/** Maximum comparisons of lines with prose; more are noise. */
const MAX_COMPARISONS = 10_000_000

export interface PageLines {
  readonly all: readonly Line[]
  readonly prose: readonly Line[]
  /** Returns the box of the nearest prose above and below, or `null`. */
  readonly columnOf: (box: Box) => Box | null
}

export function toPageLines(all: readonly Line[]): PageLines {
  const indexes = findProse(all)
  const prose = all.filter((_, index) => indexes.has(index))
  const isNoise = all.length * prose.length > MAX_COMPARISONS
  const columns = new Map<Box, Box | null>()
  const columnOf = (box: Box): Box | null => {
    const known = columns.get(box)
    if (known !== undefined) return known
    const column = isNoise ? null : findColumn(box, prose)
    columns.set(box, column)
    return column
  }
  return { all, prose, columnOf }
}

function findColumn(box: Box, prose: readonly Line[]): Box | null {
  const y = centerY(box)
  const nearest = prose
    .filter((line) => overlapX(line.box, box) > 0)
    .sort((a, b) => Math.abs(a.baseline - y) - Math.abs(b.baseline - y))
    .slice(0, COLUMN_LINES)
  return nearest.length === 0 ? null : unionOf(nearest)
}
