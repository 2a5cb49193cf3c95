/**
 * Two neighboring rows of text in a table → do they belong to one row of cells? Decided from figures, spacing, how lines begin, and
 * whether a line had room for what follows it.
 */

import { isNumeric, rowText } from '../cell-text.ts'
import type { CellSegment, GridRow } from '../types.ts'
import { leadingEm } from './header-rows.ts'
import type { FitsOnLine } from './line-wrap.ts'

/** Rows nearer than this stand partly beside each other. Ems. */
const overlapEm = 0.8
/** Lines of one cell are nearer than this share of the distance of records. */
const footPitch = 0.9
/** Rows at this share of that distance, or further apart, may be records. */
const recordPitch = 0.95

/** A figure that goes on in the next line: a deviation, a share or a range after its sign, a bracket that is open. */
const brokenFigure = /[±/]$|\([^)]*$|\d\s?[–-]$/

/** Columns where at least half of the pieces are figures. */
export function numericColumns(visual: readonly GridRow[], cols: number): Set<number> {
  const all = new Array<number>(cols).fill(0)
  const figures = new Array<number>(cols).fill(0)
  for (const row of visual)
    for (const segment of row.segments) {
      if (segment.colSpan > 1) continue
      all[segment.col] = (all[segment.col] as number) + 1
      if (isNumeric(rowText(segment.words))) figures[segment.col] = (figures[segment.col] as number) + 1
    }
  return new Set(all.flatMap((count, col) => (count > 0 && (figures[col] as number) >= count * 0.5 ? [col] : [])))
}

/** Both have a figure in the same column: they can't be lines of one row. */
export function hasConflictingNumbers(
  group: readonly GridRow[],
  row: GridRow,
  numericCols: ReadonlySet<number>,
): boolean {
  return row.segments.some(
    (segment) =>
      numericCols.has(segment.col) &&
      isNumeric(rowText(segment.words)) &&
      group.some((other) =>
        other.segments.some(
          ({ col, words }) => col === segment.col && isNumeric(rowText(words)) && !brokenFigure.test(rowText(words)),
        ),
      ),
  )
}

/** Columns where at least half of the rows that fill every column begin in small letters: names of parameters, words of a list. */
export function lowercaseColumns(visual: readonly GridRow[], cols: number): Set<number> {
  const full = visual.filter(({ segments }) => segments.length === cols)
  const isLow = (row: GridRow, col: number): boolean => low.test(rowText(row.segments[col]?.words ?? []))
  return new Set(
    Array.from({ length: cols }, (_, col) => col).filter(
      (col) => full.length > 1 && full.filter((row) => isLow(row, col)).length * 2 >= full.length,
    ),
  )
}

export interface RowPair {
  readonly group: readonly GridRow[]
  readonly row: GridRow
  /** Distance to the row above and to the row below. */
  readonly pitch: number
  readonly next: number | undefined
  /** How far apart records of this table stand. */
  readonly typical: number
  readonly size: number
  readonly numericCols: ReadonlySet<number>
  readonly following: GridRow | undefined
  readonly hadRoom: FitsOnLine
  readonly cols: number
  /** Columns whose cells begin in small letters. */
  readonly lowCols: ReadonlySet<number>
}

const low = /^[\p{Ll}(&/]/u

/** The last line of the same column in the rows above had room for its first word. */
function couldJoin(segment: CellSegment, group: readonly GridRow[], hadRoom: FitsOnLine): boolean {
  const above = group
    .findLast(({ segments }) => segments.some(({ col }) => col === segment.col))
    ?.segments.find(({ col }) => col === segment.col)
  return above !== undefined && hadRoom(above, segment)
}

export function isContinuationRow({
  group,
  row,
  pitch,
  next,
  typical,
  size,
  numericCols,
  following,
  hadRoom,
  cols,
  lowCols,
}: RowPair): boolean {
  if (pitch > leadingEm * Math.max(size, row.size)) return false
  if (hasConflictingNumbers(group, row, numericCols)) return false
  // Overlapping heights: figures set to the middle of a label of several lines.
  if (pitch < overlapEm * Math.max(size, row.size)) return true
  const filledAbove = new Set(group.flatMap(({ segments }) => segments.map(({ col }) => col)))
  const subset = row.segments.every(({ col }) => filledAbove.has(col))
  const figures = row.segments.some((segment) => numericCols.has(segment.col) && isNumeric(rowText(segment.words)))
  const first = row.segments[0] as CellSegment
  const text = rowText(first.words)
  const above = group.at(-1) as GridRow
  const aboveFirst = above.segments.find(({ col }) => col === first.col)
  const tighter = pitch < (next ?? typical) * 0.87
  const shared = row.segments.filter(({ col }) => filledAbove.has(col))
  const roomy = shared.filter((segment) => couldJoin(segment, group, hadRoom)).length
  // Columns of words in small letters begin every record so.
  const begunLow =
    lowCols.has(first.col) ||
    group.some(({ segments }) => segments.some(({ col, words }) => col === first.col && low.test(rowText(words))))
  const startsLow = low.test(text) && !(begunLow && row.segments.length > 1)
  // A word that found room on the line above begins a cell of its own, unless the white holds both lines together. One that goes on in
  // small letters may have been broken by hand in one column, not in all of them.
  if (!tighter && roomy > 0 && (!startsLow || roomy === shared.length)) return false
  // Rows that fill every column, as far apart as records are: one word that found room tells that this is one, too.
  if (
    !tighter &&
    roomy > 0 &&
    row.segments.length === cols &&
    above.segments.length === cols &&
    pitch >= typical * recordPitch
  )
    return false
  // Cells set to the foot of their row: the first lines of the higher ones stand above it, and found no room to go on.
  const isFoot =
    shared.length === filledAbove.size &&
    shared.length < row.segments.length &&
    group.every(({ segments }) => segments.every(({ colSpan }) => colSpan === 1))
  if (isFoot && roomy === 0 && ((!filledAbove.has(0) && first.col === 0) || pitch < typical * footPitch)) return true
  const aboveOpen =
    aboveFirst !== undefined && /([,;&/\-–]|\b(and|or|of|the|for|in|to|with))$/u.test(rowText(aboveFirst.words))
  if (figures) {
    // The figures of a row may stand at its last line: "Long name of / something   12".
    const bare = !group.some((other) =>
      other.segments.some(({ col, words }) => numericCols.has(col) && isNumeric(rowText(words))),
    )
    return (
      bare &&
      group.length <= 3 &&
      group.every(({ segments }) => segments.length === 1) &&
      first.col === group[0]?.segments[0]?.col &&
      startsLow
    )
  }
  if (first.col > 0 && !row.segments.some(({ col }) => col === 0)) {
    // Nothing in the first column: more lines of the row above.
    return subset || tighter
  }
  if (!subset) return false
  if (
    startsLow ||
    row.segments.length < Math.max(...group.map(({ segments }) => segments.length)) ||
    numericCols.size === 0
  ) {
    if (tighter && group.length <= 8) return true
    if (startsLow || aboveOpen) return true
    // A hanging indent: the second line starts further in and nothing of its own follows at that place.
    if (
      row.segments.length === 1 &&
      aboveFirst !== undefined &&
      first.box.x0 > aboveFirst.box.x0 + size * 0.4 &&
      following !== undefined &&
      following.segments.length > 1
    ) {
      const followingFirst = following.segments[0] as CellSegment
      return followingFirst.col === first.col && followingFirst.box.x0 < first.box.x0 - size * 0.4
    }
  }
  return false
}
