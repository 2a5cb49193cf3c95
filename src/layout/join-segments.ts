import type { Ruling } from './state.ts'

/** Maximum distance of lines drawn twice, in points, such as borders of two cells. */
const SNAP_DISTANCE = 1.6
/** Maximum gap within a line in points, from dashes and crossing lines. */
const MAX_JOIN_GAP = 3.2
const MIN_LENGTH = 5
/** Maximum segments; a map or plot keeps the longest. */
const MAX_SEGMENTS = 12_000
/** Maximum rulings per direction; a dense full-page table has a few hundred. */
const MAX_RULINGS = 1_200

export interface StraightSegment {
  readonly position: number
  readonly from: number
  readonly to: number
  readonly shading: boolean
  /** 0xRRGGBB, for the edges of a box. */
  readonly color?: number
}

/** Ordered by position, then start. */
export function joinSegments(segments: readonly StraightSegment[], horizontal: boolean): Ruling[] {
  const kept =
    segments.length > MAX_SEGMENTS
      ? [...segments].sort((a, b) => b.to - b.from - (a.to - a.from)).slice(0, MAX_SEGMENTS)
      : [...segments]
  kept.sort((a, b) => a.position - b.position || a.from - b.from)
  const rulings: Ruling[] = []
  for (let start = 0; start < kept.length; ) {
    const first = kept[start] as StraightSegment
    let end = start + 1
    // Segments are compared with the first one, so that the group cannot drift.
    while (end < kept.length && (kept[end] as StraightSegment).position - first.position <= SNAP_DISTANCE) end++
    joinCollinear(kept.slice(start, end), horizontal, rulings)
    start = end
  }
  if (rulings.length <= MAX_RULINGS) return rulings
  const minKeptLength = rulings.map(({ from, to }) => to - from).sort((a, b) => b - a)[MAX_RULINGS - 1]!
  return rulings.filter((ruling) => ruling.to - ruling.from >= minKeptLength).slice(0, MAX_RULINGS)
}

function joinCollinear(group: StraightSegment[], horizontal: boolean, rulings: Ruling[]): void {
  group.sort((a, b) => a.from - b.from)
  for (let start = 0; start < group.length; ) {
    const first = group[start] as StraightSegment
    let { to, shading } = first
    let weightedPosition = 0
    let weight = 0
    let end = start
    for (; end < group.length; end++) {
      const segment = group[end] as StraightSegment
      // An inverted box would cause an endless loop.
      if (end > start && segment.from > to + MAX_JOIN_GAP) break
      to = Math.max(to, segment.to)
      shading &&= segment.shading
      // Drawn lines determine the position; edges of fills only replace missing lines.
      const weightOfSegment = (segment.to - segment.from + 0.1) * (segment.shading ? 0.01 : 1)
      weightedPosition += segment.position * weightOfSegment
      weight += weightOfSegment
    }
    if (to - first.from >= MIN_LENGTH)
      rulings.push({
        horizontal,
        position: weightedPosition / weight,
        from: first.from,
        to,
        ...(shading ? { shading } : {}),
      })
    start = end
  }
}
