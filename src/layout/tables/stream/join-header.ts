/** Merges lines of header cells, and finds the columns that they span. */

import { type Box, centerX, centerY, unionOf, width } from '../../../model/geometry.ts'
import { groupAdjacent } from '../../../model/group-adjacent.ts'
import { maxOf, minOf } from '../../../model/statistics.ts'
import type { Ruling } from '../../state.ts'
import { isNumeric, rowText } from '../cell-text.ts'
import type { CellSegment, GridRow, Separator, Word } from '../types.ts'

/** Maximum distance between centers of lines of one cell. */
export const MAX_CELL_LEADING_EM = 1.5
const MAX_HEADER_LEADING_EM = MAX_CELL_LEADING_EM * 1.35
/** Maximum width of a ruling under a group header relative to the table. */
const MAX_GROUP_RULING_RATIO = 0.9

/** Tolerance of the center of a header over several columns. */
const CENTER_TOLERANCE_EM = 1.5

/** Limits the work. */
const MAX_GROUPED_COLUMNS = 60

const year = /^\(?(1[89]|20)\d\d([-–/](\d\d|\d{4}))?\)?\*?$/

export interface RowContext {
  readonly cols: number
  readonly separators: readonly Separator[]
  readonly rulings: readonly Ruling[]
  readonly box: Box
  readonly size: number
  /** Y positions. */
  readonly rowBorders?: readonly number[] | undefined
}

export function joinHeader(rows: readonly GridRow[], context: RowContext): CellSegment[][] {
  const levels = groupAdjacent(
    rows,
    (row, above) =>
      !startsLevel(above, row, context) && !(above === rows[0] && isOverAllValues(above, rows.slice(1), context)),
  )
  return joinColumnHeaders(
    levels.map((level, at) => extendHeaders(level, levels[at + 1], context)),
    context,
  )
}

function joinColumnHeaders(levels: readonly CellSegment[][], { rulings, size }: RowContext): CellSegment[][] {
  const joined = levels.map((level) => [...level])
  for (const [at, lower] of joined.entries()) {
    const upper = joined[at - 1] ?? []
    for (const [index, below] of lower.entries()) {
      const above = upper.find(({ col, colSpan }) => col === below.col && colSpan === 1)
      if (above === undefined || below.colSpan > 1) continue
      const [top, bottom] = [above.box.y1, below.box.y0]
      const isRuled = rulings.some(
        ({ horizontal, position, from, to }) =>
          horizontal &&
          position > top - size / 2 &&
          position < bottom + size / 2 &&
          Math.min(to, below.box.x1) > Math.max(from, below.box.x0),
      )
      if (isRuled || bottom - top > (MAX_HEADER_LEADING_EM - 1) * size) continue
      const words = [...above.words, ...below.words]
      lower[index] = { ...below, words, box: unionOf(words) }
      upper.splice(upper.indexOf(above), 1)
    }
  }
  return joined.filter((level) => level.length > 0)
}

function startsLevel(above: GridRow, row: GridRow, { rulings, size }: RowContext): boolean {
  if (repeatedGroups(above.segments, row.segments, size).size > 0) return true
  const [top, bottom] = [centerY(above.box), centerY(row.box)]
  const isRuled = rulings.some(
    ({ horizontal, position, from, to }) => horizontal && position > top && position < bottom && to - from > 2 * size,
  )
  return (
    isRuled ||
    bottom - top > MAX_HEADER_LEADING_EM * Math.max(above.size, row.size) ||
    above.segments.some(
      ({ col, colSpan }) =>
        colSpan > 1 && row.segments.filter((below) => below.col >= col && below.col < col + colSpan).length > 1,
    )
  )
}

export function isYears({ segments }: GridRow): boolean {
  const later = segments.filter(({ col }) => col > 0).map(({ words }) => rowText(words))
  return later.length > 0 && later.every((text) => year.test(text.replace(/\s/g, '')) || !isNumeric(text))
}

function isOverAllValues({ segments }: GridRow, below: readonly GridRow[], context: RowContext): boolean {
  const { cols, size, box } = context
  const [segment, ...others] = segments
  const [next, last] = [below[0], below.at(-1)]
  if (segment === undefined || others.length > 0 || next === undefined || last === undefined) return false
  if (last.segments.filter(({ col }) => col > 0).length < Math.max(2, cols - 2)) return false
  if (next.segments.some(({ col }) => col === segment.col)) return false
  const under = below
    .map((row) => row.segments.filter(({ box: own }) => own.x0 < segment.box.x1 && own.x1 > segment.box.x0))
    .find((segments) => segments.length > 0)
  if (under?.length === 1 && under[0]!.colSpan > 1) return false
  return Math.abs(centerX(segment.box) - (leftOf(1, context) + box.x1) / 2) <= CENTER_TOLERANCE_EM * size
}

/** Columns of upper headers if the lower ones repeat: "Men, Women, Men, Women" below "2019, 2020". */
function repeatedGroups(
  segments: readonly CellSegment[],
  lower: readonly CellSegment[],
  size: number,
): Map<CellSegment, Span> {
  if (lower.length > MAX_GROUPED_COLUMNS) return new Map()
  const texts = lower.map(({ col, colSpan, words }) => (col === 0 || colSpan > 1 ? '' : rowText(words)))
  for (let count = 2; count <= lower.length / 2; count++)
    for (let start = 0; start + 2 * count <= lower.length; start++) {
      let end = start + count
      while (end < lower.length && texts[end] !== '' && texts[end] === texts[end - count]) end++
      const groups = Array.from({ length: Math.floor((end - start) / count) }, (_, at) =>
        lower.slice(start + at * count, start + (at + 1) * count),
      )
      // Other columns have headers of several lines, which may repeat, too.
      const isComplete = groups.length * count === lower.filter(({ col }) => col > 0).length
      const maxOffset = isComplete ? Infinity : CENTER_TOLERANCE_EM * size
      const spans = groups.length < 2 ? null : spansOver(segments, groups, maxOffset)
      if (spans !== null) return spans
    }
  return new Map()
}

/** `null` unless each group has one header, at most `maxOffset` points from its center. */
function spansOver(
  segments: readonly CellSegment[],
  groups: readonly (readonly CellSegment[])[],
  maxOffset: number,
): Map<CellSegment, Span> | null {
  const spans = new Map<CellSegment, Span>()
  for (const group of groups) {
    const [first, last] = [group[0]!, group.at(-1)!]
    const over = segments.filter(({ box }) => centerX(box) > first.box.x0 && centerX(box) < last.box.x1)
    const isCentered = over.every(({ box }) => Math.abs(centerX(box) - (first.box.x0 + last.box.x1) / 2) <= maxOffset)
    if (over.length !== 1 || !isCentered) return null
    spans.set(over[0]!, { first: first.col, last: last.col })
  }
  return spans
}

function extendHeaders(
  level: readonly GridRow[],
  below: readonly GridRow[] | undefined,
  context: RowContext,
): CellSegment[] {
  const segments = mergeSegments(level)
  if (below === undefined) return segments
  const groups = repeatedGroups(segments, mergeSegments(below), context.size)
  if (groups.size > 0)
    return segments.map((segment) => {
      const span = groups.get(segment)
      return span === undefined ? segment : { ...segment, col: span.first, colSpan: span.last - span.first + 1 }
    })
  if (level.length === 1 && isOverAllValues(level[0]!, below, context))
    return [{ ...segments[0]!, col: 1, colSpan: context.cols - 1 }]
  const bottom = maxOf(level.map(({ box }) => box.y1))
  return segments.map((segment, at) => {
    const previous = segments[at - 1]
    const before = previous === undefined ? -1 : previous.col + previous.colSpan - 1
    const free: FreeColumns = { before, after: segments[at + 1]?.col ?? context.cols }
    const ruling = groupRuling(segment, { bottom, below, context })
    if (ruling === undefined) return segment
    const { first, last } = ruledSpan(segment, free, { ruling, context })
    return { ...segment, col: first, colSpan: last - first + 1 }
  })
}

interface Span {
  readonly first: number
  readonly last: number
}

interface FreeColumns {
  readonly before: number
  readonly after: number
}

function groupRuling(
  { box: own }: CellSegment,
  { bottom, below, context }: { bottom: number; below: readonly GridRow[]; context: RowContext },
): Ruling | undefined {
  const { rulings, size, box } = context
  const top = unionOf(below).y0
  return rulings.find(
    ({ horizontal, position, from, to }) =>
      horizontal &&
      position >= bottom - size * 0.5 &&
      position <= top + size * 0.5 &&
      from <= own.x0 + size &&
      to >= own.x1 - size &&
      to - from < width(box) * MAX_GROUP_RULING_RATIO,
  )
}

function ruledSpan(
  { col, colSpan }: CellSegment,
  { before, after }: FreeColumns,
  { ruling, context }: { ruling: Ruling; context: RowContext },
): Span {
  const centerOfColumn = (index: number): number => (leftOf(index, context) + rightOf(index, context)) / 2
  let first = col
  let last = col + colSpan - 1
  while (first - 1 > before && centerOfColumn(first - 1) > ruling.from) first--
  while (last + 1 < after && centerOfColumn(last + 1) < ruling.to) last++
  return { first, last }
}

function leftOf(col: number, { separators, box }: RowContext): number {
  return col === 0 ? box.x0 : separators[col - 1]!.x1
}

function rightOf(col: number, { separators, box, cols }: RowContext): number {
  return col === cols - 1 ? box.x1 : separators[col]!.x0
}

export function mergeSegments(rows: readonly GridRow[]): CellSegment[] {
  const cells: { col: number; colSpan: number; words: Word[] }[] = []
  for (const segment of rows.flatMap(({ segments }) => segments)) {
    const [cell, ...others] = cells.filter(
      ({ col, colSpan }) => col < segment.col + segment.colSpan && segment.col < col + colSpan,
    )
    if (cell === undefined) {
      cells.push({ col: segment.col, colSpan: segment.colSpan, words: [...segment.words] })
      continue
    }
    const merged = [cell, ...others, segment]
    const end = maxOf(merged.map(({ col, colSpan }) => col + colSpan))
    cell.col = minOf(merged.map(({ col }) => col))
    cell.colSpan = end - cell.col
    for (const other of others) {
      cell.words.push(...other.words)
      cells.splice(cells.indexOf(other), 1)
    }
    cell.words.push(...segment.words)
  }
  return cells.sort((a, b) => a.col - b.col).map((cell) => ({ ...cell, box: unionOf(cell.words) }))
}
