/**
 * The white between visual rows → where records begin, when cells hold lines set tighter than the records.
 * It refuses rows set evenly, and white that only groups rows which are records already.
 */
import { centerY } from '../../../model/geometry.ts'
import { boxOf } from '../text-rows.ts'
import type { CellSegment, GridRow } from '../types.ts'

/** A gap this much wider than the leading within cells parts two records. */
const recordGap = 1.12
/** Lines of one cell are set at most this far apart. Ems. */
const maxLeadingEm = 1.75
/** Share of records that must begin in the first column. */
const startRatio = 0.8
/** Share of further lines that may fill nearly every column: rows that do are records of their own, though some of their cells are empty. */
const fullRatio = 0.5
const nearlyAll = 0.75

/** Lines nearer than this stand beside each other, not under; middles of the cells of a record agree within the other. Ems. */
const besideEm = 0.8
const middleEm = 0.35

const isBeside = (pitch: number, { size }: GridRow): boolean => pitch <= besideEm * size

/** Indices of the rows that begin a record, or `null` when the white does not tell. */
export function findRowStarts(
  visual: readonly GridRow[],
  { cols, clash }: { cols: number; clash: (above: GridRow, row: GridRow) => boolean },
): ReadonlySet<number> | null {
  if (visual.length < 4) return null
  const pitches = visual.slice(1).map((row, index) => centerY(row.box) - centerY((visual[index] as GridRow).box))
  if (pitches.some((pitch, index) => isBeside(pitch, visual[index] as GridRow)))
    return centerdStarts(visual, { pitches, clash })
  const tight = pitches.filter(
    (pitch, index) =>
      !isBeside(pitch, visual[index] as GridRow) && pitch <= maxLeadingEm * (visual[index] as GridRow).size,
  )
  if (tight.length < Math.max(2, pitches.length * 0.3)) return null
  const leading = [...tight].sort((a, b) => a - b)[Math.floor(tight.length * 0.2)] as number
  const starts = new Set([0])
  let further = 0
  let full = 0
  for (let index = 1; index < visual.length; index++) {
    const row = visual[index] as GridRow
    if ((pitches[index - 1] as number) > leading * recordGap) starts.add(index)
    else {
      further++
      if (row.segments.length >= (cols > 3 ? cols * nearlyAll : cols) && cols > 1) full++
      if (clash(visual[index - 1] as GridRow, row)) return null
    }
  }
  if (starts.size < 3 || further < 2) return null
  if (endTogether(visual, starts)) return starts
  if (full > further * fullRatio) return null
  const begun = [...starts].filter(
    (index) => (visual[index] as GridRow).segments[0]?.col === 0 && (visual[index] as GridRow).segments.length > 1,
  ).length
  return begun >= starts.size * startRatio ? starts : null
}

/** Cells set to the foot of their record: its last line has them all, and the lines above only go on in the first column. */
function endTogether(visual: readonly GridRow[], starts: ReadonlySet<number>): boolean {
  const ends = visual.flatMap((row, index) => (index === visual.length - 1 || starts.has(index + 1) ? [row] : []))
  const whole = ends.filter(({ segments }) => segments[0]?.col === 0 && segments.length > 1).length
  const alone = visual.filter(({ segments }) => segments.length === 1 && segments[0]?.col === 0).length
  return whole >= ends.length * startRatio && alone >= (visual.length - ends.length) * startRatio
}

/** Cells of several lines on one middle: their lines stand between each other's, so the leading shows within columns only. */
function centerdStarts(
  visual: readonly GridRow[],
  { pitches, clash }: { pitches: readonly number[]; clash: (above: GridRow, row: GridRow) => boolean },
): ReadonlySet<number> | null {
  const leadings = visual
    .flatMap((row, index) => row.segments.flatMap((segment) => leadingBelow(segment, visual, index) ?? []))
    .sort((a, b) => a - b)
  const leading = leadings[Math.floor(leadings.length * 0.2)]
  if (leading === undefined || leadings.length < 2) return null
  const starts = [0, ...pitches.flatMap((pitch, index) => (pitch > leading * recordGap ? [index + 1] : []))]
  const records = starts.map((start, at) => visual.slice(start, starts[at + 1] ?? visual.length))
  if (
    records.length < 3 ||
    records.some((rows) => rows.some((row, at) => at > 0 && clash(rows[at - 1] as GridRow, row)))
  )
    return null
  const whole = records.filter((rows) => rows.some(({ segments }) => segments[0]?.col === 0) && isOnOneMiddle(rows))
  return whole.length >= records.length * startRatio ? new Set(starts) : null
}

/** How far below the next line of its column stands; `null` when that is too far for lines of one cell. */
function leadingBelow({ col }: CellSegment, visual: readonly GridRow[], index: number): number | null {
  const row = visual[index] as GridRow
  for (let below = index + 1; below < visual.length; below++) {
    const pitch = centerY((visual[below] as GridRow).box) - centerY(row.box)
    if (pitch > maxLeadingEm * row.size) return null
    if (!isBeside(pitch, row) && (visual[below] as GridRow).segments.some((segment) => segment.col === col))
      return pitch
  }
  return null
}

function isOnOneMiddle(rows: readonly GridRow[]): boolean {
  const cells = Map.groupBy(
    rows.flatMap(({ segments }) => segments),
    ({ col }) => col,
  )
  const middles = [...cells.values()].map((segments) => centerY(boxOf(segments)))
  return middles.length > 1 && Math.max(...middles) - Math.min(...middles) <= middleEm * (rows[0] as GridRow).size
}
