import type { Segment, Separator, TextRow } from '../types.ts'

/** Narrower strips also open by chance between words of a few rows. Ems. */
const minGapEm = 0.3
/** Share of rows that may cross a strip: headings over several columns, long titles of groups. */
const crossingRatio = 0.12
/** Rows with fewer pieces than this share of the fullest rows say nothing about columns. */
const coreRatio = 0.5
/** Levels of headings over several columns, the rows that must be left below them, and the share of these that they span. */
const maxSpanningRows = 3
const minBodyRows = 2
const spannedRatio = 0.6

/** Rows that show the columns: those with nearly as many pieces as the fullest ones. */
export function columnRows(rows: readonly TextRow[]): TextRow[] {
  const counts = rows.map((row) => row.segments.length).sort((a, b) => b - a)
  // The fullest row alone may be an accident: the one at a sixth of the list is typical for "full".
  const full = counts[Math.floor(counts.length / 6)] ?? 0
  return withoutSpanning(rows.filter((row) => row.segments.length >= 2 && row.segments.length >= full * coreRatio))
}

/** Headings over several columns in the leading rows hide the white between these: in a short table one such row would join them. */
function withoutSpanning(core: TextRow[]): TextRow[] {
  return core.map((row, index) => {
    const below = core.slice(index + 1)
    if (index >= maxSpanningRows || below.length < minBodyRows) return row
    const kept = row.segments.filter((segment) => !spans(segment, below))
    return kept.length === row.segments.length ? row : { ...row, segments: kept }
  })
}

/** It stands over two or more pieces of most rows below. */
function spans({ box }: Segment, below: readonly TextRow[]): boolean {
  return (
    below.filter((other) => other.segments.filter((piece) => isUnder(piece.box, box)).length > 1).length >=
    below.length * spannedRatio
  )
}

/** At least half of it stands within the heading's width. */
function isUnder(piece: Segment['box'], heading: Segment['box']): boolean {
  return Math.min(piece.x1, heading.x1) - Math.max(piece.x0, heading.x0) > (piece.x1 - piece.x0) * 0.5
}

export function findSeparators(core: readonly TextRow[], size: number): Separator[] {
  if (core.length === 0) return []
  const events: { x: number; by: number }[] = []
  for (const row of core)
    for (const { box } of row.segments) {
      events.push({ x: box.x0, by: 1 }, { x: box.x1, by: -1 })
    }
  events.sort((a, b) => a.x - b.x || b.by - a.by)
  const allowed = Math.floor(core.length * crossingRatio)
  const found: Separator[] = []
  let depth = 0
  let from: number | null = null
  for (let index = 0; index < events.length; index++) {
    const { x, by } = events[index] as { x: number; by: number }
    const before = depth
    depth += by
    if (index > 0 && before > allowed && depth <= allowed) from = x
    else if (before <= allowed && depth > allowed && from !== null) {
      if (x - from >= size * minGapEm) found.push(narrow({ x0: from, x1: x }, core))
      from = null
    }
  }
  return dropSparseColumns(found, core)
}

/** Where a few rows cross the strip partly, its emptiest part is the border. */
function narrow(strip: Separator, core: readonly TextRow[]): Separator {
  let { x0, x1 } = strip
  for (const row of core)
    for (const { box } of row.segments) {
      if (box.x0 < strip.x0 && box.x1 > strip.x1) continue
      if (box.x0 <= x0 && box.x1 > x0 && box.x1 < x1 - (x1 - x0) * 0.4) x0 = box.x1
      if (box.x1 >= x1 && box.x0 < x1 && box.x0 > x0 + (x1 - x0) * 0.4) x1 = box.x0
    }
  return { x0, x1 }
}

/** Drops strips beside columns that hardly any row fills. */
function dropSparseColumns(strips: Separator[], core: readonly TextRow[]): Separator[] {
  const kept = [...strips]
  const needed = core.length <= 2 ? 1 : Math.max(2, Math.ceil(core.length * 0.1))
  for (;;) {
    const filled = filledRows(kept, core)
    const poorest = filled.reduce((best, rows, col) => (rows.size < filled[best]!.size ? col : best), 0)
    const own = filled[poorest]!
    if (kept.length === 0 || own.size >= needed) return kept
    // The poor column joins the neighbor that none of its rows fills, a head its figures; else the one behind the narrower strip.
    const left = kept[poorest - 1]
    const right = kept[poorest]
    const clashes = (col: number): boolean => [...own].some((row) => filled[col]?.has(row) === true)
    const isLeft =
      clashes(poorest - 1) === clashes(poorest + 1)
        ? left !== undefined && right !== undefined && left.x1 - left.x0 < right.x1 - right.x0
        : clashes(poorest + 1)
    const drop = left === undefined ? poorest : right === undefined || isLeft ? poorest - 1 : poorest
    kept.splice(drop, 1)
  }
}

/** By column: the rows that have a piece in it alone. */
function filledRows(strips: readonly Separator[], core: readonly TextRow[]): Set<number>[] {
  const filled = Array.from({ length: strips.length + 1 }, () => new Set<number>())
  for (const [at, row] of core.entries())
    for (const segment of row.segments) {
      const { first, last } = columnSpan(segment, strips)
      if (first === last) filled[first]?.add(at)
    }
  return filled
}

/** First and last column that a piece stands in. Only a strip crossed whole is crossed. */
export function columnSpan(
  segment: Pick<Segment, 'box'>,
  separators: readonly Separator[],
): { first: number; last: number } {
  const { x0, x1 } = segment.box
  let first = 0
  while (first < separators.length && (separators[first] as Separator).x0 <= x0) first++
  let last = first
  while (last < separators.length && (separators[last] as Separator).x1 < x1) last++
  // A piece that begins inside a strip belongs behind it; one that begins before and ends inside, before it.
  return { first, last }
}
