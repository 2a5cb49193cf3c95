/** Finds columns: vertical gaps that nearly all rows leave free. */
import { type Box, width } from '../../../model/geometry.ts'
import { isMonospacedSpace, splitAtSpaces } from '../text-rows.ts'
import type { Separator, TextRow } from '../types.ts'

/** Minimum gap between columns; narrower gaps occur by chance. */
const MIN_GAP_EM = 0.3
/** Maximum fraction of rows that cross a gap, such as group titles. */
const MAX_CROSSING_RATIO = 0.12
/** Minimum segments of a row that shows columns, relative to full rows. */
const MIN_SEGMENTS_RATIO = 0.5
const MIN_FILLED_RATIO = 0.1

export function rowsShowingColumns(rows: readonly TextRow[]): TextRow[] {
  const counts = rows.map((row) => row.segments.length).sort((a, b) => b - a)
  // The fullest rows may be exceptions.
  const full = counts[Math.floor(counts.length / 6)] ?? 0
  return rows.filter(({ segments }) => segments.length >= Math.max(2, full * MIN_SEGMENTS_RATIO))
}

/** Sweeps over segment edges: a gap is where few segments are open. */
export function findSeparators(rows: readonly TextRow[], size: number): Separator[] {
  const core = rows.map(splitAtSpaces)
  const edges = core
    .flatMap((row) =>
      row.segments.flatMap(({ box }) => [
        { x: box.x0, step: 1 },
        { x: box.x1, step: -1 },
      ]),
    )
    .sort((a, b) => a.x - b.x || b.step - a.step)
  const allowed = Math.floor(core.length * MAX_CROSSING_RATIO)
  const found: Separator[] = []
  let depth = 0
  let from: number | null = null
  for (const [at, { x, step }] of edges.entries()) {
    const before = depth
    depth += step
    if (at > 0 && before > allowed && depth <= allowed) from = x
    else if (before <= allowed && depth > allowed && from !== null) {
      if (x - from >= size * MIN_GAP_EM) found.push({ x0: from, x1: x })
      from = null
    }
  }
  return dropSparseColumns(
    found.filter((gap) => !isBetweenWords(gap, core)),
    core,
  )
}

/** Whether most rows that have text on both sides have only a space of a monospaced font there, as code has. */
function isBetweenWords({ x0, x1 }: Separator, core: readonly TextRow[]): boolean {
  let spaces = 0
  let gaps = 0
  for (const { words } of core) {
    const at = words.findIndex(({ box }) => box.x0 >= x1)
    const [left, right] = [words[at - 1], words[at]]
    if (left === undefined || right === undefined || left.box.x1 > x0) continue
    if (isMonospacedSpace(left, right)) spaces++
    else gaps++
  }
  return spaces > gaps
}

function dropSparseColumns(gaps: readonly Separator[], core: readonly TextRow[]): Separator[] {
  const kept = [...gaps]
  const needed = core.length <= 2 ? 1 : Math.max(2, Math.ceil(core.length * MIN_FILLED_RATIO))
  for (;;) {
    const filled = filledRows(kept, core)
    const sparse = filled.reduce((best, rows, col) => (rows.size < filled[best]!.size ? col : best), 0)
    const own = filled[sparse]!
    if (kept.length === 0 || own.size >= needed) return kept
    const left = kept[sparse - 1]
    const right = kept[sparse]
    const hasConflict = (col: number): boolean => [...own].some((row) => filled[col]?.has(row) === true)
    const isLeft =
      hasConflict(sparse - 1) === hasConflict(sparse + 1)
        ? left !== undefined && right !== undefined && width(left) < width(right)
        : hasConflict(sparse + 1)
    kept.splice(left === undefined || (right !== undefined && !isLeft) ? sparse : sparse - 1, 1)
  }
}

function filledRows(gaps: readonly Separator[], core: readonly TextRow[]): Set<number>[] {
  const filled = Array.from({ length: gaps.length + 1 }, () => new Set<number>())
  for (const [at, row] of core.entries())
    for (const segment of row.segments) {
      const { first, last } = columnSpan(segment, gaps)
      if (first === last) filled[first]?.add(at)
    }
  return filled
}

/** A segment that begins in a gap is in the next column; one that ends there, in the previous. */
export function columnSpan(
  { box }: { readonly box: Box },
  separators: readonly Separator[],
): { first: number; last: number } {
  let first = 0
  while (first < separators.length && separators[first]!.x0 <= box.x0) first++
  let last = first
  while (last < separators.length && separators[last]!.x1 < box.x1) last++
  return { first, last }
}
