/**
 * Header rows of a table → its levels: lines of one heading joined, headings over several columns spread over what they
 * head. Where neither a ruling nor the middle of the columns tells, a heading stays in its own column.
 */
import { type Box, centerX, centerY, unionAll } from '../../../model/geometry.ts'
import type { Ruling } from '../../state.ts'
import type { CellSegment, GridRow, Separator } from '../types.ts'

/** Lines of one cell are set at most this far apart (baseline to baseline, in ems); looser lines are rows of their own. */
export const leadingEm = 1.5

export interface RowContext {
  readonly cols: number
  readonly separators: readonly Separator[]
  readonly rulings: readonly Ruling[]
  readonly box: Box
  readonly size: number
  /** Heights between the rows, where they are known. */
  readonly cuts?: readonly number[] | undefined
}

/** Levels of the header: lines of one cell join, a heading over several columns stays above what it heads. */
export function joinHeader(visual: readonly GridRow[], context: RowContext): CellSegment[][] {
  const levels: GridRow[][] = []
  for (const row of visual) {
    const level = levels.at(-1)
    const above = level?.at(-1)
    if (level === undefined || above === undefined || startsLevel(level, row, context)) levels.push([row])
    else level.push(row)
  }
  return levels.map((level, index) =>
    spreadHeadings(mergeSegments(level), levels[index + 1], context, Math.max(...level.map((row) => row.box.y1))),
  )
}

/**
 * Headings that repeat below others ("Men, Women, Men, Women" under "2019, 2020"): how many columns each of the upper ones
 * heads, counted from the second column. 0 when the lower ones don't repeat, or the upper ones don't stand over their groups.
 */
function groupWidth(above: GridRow, row: GridRow, cols: number): number {
  const upper = above.segments.filter(({ col }) => col > 0)
  const lower = row.segments.filter(({ col }) => col > 0)
  const width = lower.length / upper.length
  if (
    upper.length < 2 ||
    width < 2 ||
    !Number.isInteger(width) ||
    lower.length !== cols - 1 ||
    lower.some(({ colSpan }) => colSpan > 1)
  )
    return 0
  const texts = lower.map(({ words }) => words.map(({ text }) => text).join(' '))
  if (texts.some((text, index) => text !== texts[index % width])) return 0
  const isOver = upper.every(({ box }, index) => {
    const middle = centerX(box)
    return (
      middle > (lower[index * width] as CellSegment).box.x0 &&
      middle < (lower[(index + 1) * width - 1] as CellSegment).box.x1
    )
  })
  return isOver ? width : 0
}

function startsLevel(level: readonly GridRow[], row: GridRow, { rulings, size, cols }: RowContext): boolean {
  const above = level.at(-1) as GridRow
  if (groupWidth(above, row, cols) > 0) return true
  const top = centerY(above.box)
  const bottom = centerY(row.box)
  const ruled = rulings.some(
    (ruling) =>
      ruling.horizontal && ruling.position > top && ruling.position < bottom && ruling.to - ruling.from > 2 * size,
  )
  if (ruled) return true
  if (bottom - top > leadingEm * 1.35 * Math.max(above.size, row.size)) return true
  // Something over several columns that each have their own heading below it.
  return above.segments.some(
    (segment) =>
      segment.colSpan > 1 &&
      row.segments.filter((below) => below.col >= segment.col && below.col < segment.col + segment.colSpan).length > 1,
  )
}

/** A heading over an empty neighbor spans it when a ruling under it says so, or when it stands in the middle of both. */
function spreadHeadings(
  segments: CellSegment[],
  below: readonly GridRow[] | undefined,
  context: RowContext,
  bottom: number,
): CellSegment[] {
  if (below === undefined) return segments
  const { separators, cols, rulings, size, box } = context
  const [lower] = below
  const width = lower === undefined || below.length > 1 ? 0 : groupWidth({ segments, box, size }, lower, cols)
  if (width > 0) {
    const stub = segments.filter(({ col }) => col === 0)
    return [
      ...stub,
      ...segments
        .filter(({ col }) => col > 0)
        .map((segment, index) => ({ ...segment, col: 1 + index * width, colSpan: width })),
    ]
  }
  const left = (col: number): number => (col === 0 ? box.x0 : (separators[col - 1] as Separator).x1)
  const right = (col: number): number => (col === cols - 1 ? box.x1 : (separators[col] as Separator).x0)
  const nextTop = Math.min(...below.map((row) => row.box.y0))
  return segments.map((segment, index) => {
    const before =
      index === 0 ? -1 : (segments[index - 1] as CellSegment).col + (segments[index - 1] as CellSegment).colSpan - 1
    const after = segments[index + 1]?.col ?? cols
    const rule = rulings.find(
      (ruling) =>
        ruling.horizontal &&
        ruling.position >= bottom - size * 0.5 &&
        ruling.position <= nextTop + size * 0.5 &&
        ruling.from <= segment.box.x0 + size &&
        ruling.to >= segment.box.x1 - size &&
        ruling.to - ruling.from < (box.x1 - box.x0) * 0.9,
    )
    let first = segment.col
    let last = segment.col + segment.colSpan - 1
    if (rule !== undefined) {
      while (first - 1 > before && (left(first - 1) + right(first - 1)) / 2 > rule.from) first--
      while (last + 1 < after && (left(last + 1) + right(last + 1)) / 2 < rule.to) last++
    } else {
      const best = centerdSpan(segment, { before, after, left, right, size, below })
      if (best !== null) [first, last] = best
    }
    return first === segment.col && last === segment.col + segment.colSpan - 1
      ? segment
      : { ...segment, col: first, colSpan: last - first + 1 }
  })
}

/** The columns around a piece whose common middle is the middle of the piece, all headed again below. */
function centerdSpan(
  segment: CellSegment,
  at: {
    before: number
    after: number
    left: (col: number) => number
    right: (col: number) => number
    size: number
    below: readonly GridRow[]
  },
): [number, number] | null {
  const center = centerX(segment.box)
  let best: [number, number] | null = null
  let nearest = at.size * 0.8
  const own = segment.col + segment.colSpan - 1
  // Alone over at least three columns: even one that stands right under it does not claim it for itself.
  const alone = segment.col > 0 && at.before <= 0 && at.after - 1 - Math.max(1, at.before + 1) >= 2
  for (let first = segment.col; first > at.before && first > 0; first--)
    for (let last = Math.max(own, first + 1); last < at.after; last++) {
      const headed = (col: number): boolean =>
        at.below.some((row) => row.segments.some((other) => other.col <= col && other.col + other.colSpan > col))
      let all = true
      for (let col = first; col <= last; col++) all &&= headed(col)
      if (!all) continue
      const off = Math.abs((at.left(first) + at.right(last)) / 2 - center)
      const ownOff = Math.abs((at.left(segment.col) + at.right(own)) / 2 - center)
      if (
        off < nearest &&
        (off < ownOff * 0.5 || (alone && first === Math.max(1, at.before + 1) && last === at.after - 1))
      ) {
        nearest = off
        best = [first, last]
      }
    }
  return best
}

/** Lines of one row: pieces of one column together. */
export function mergeSegments(rows: readonly GridRow[]): CellSegment[] {
  const segments: { col: number; colSpan: number; words: CellSegment['words'][number][] }[] = []
  for (const row of rows)
    for (const segment of row.segments) {
      const touching = segments.filter(
        (other) => other.col < segment.col + segment.colSpan && segment.col < other.col + other.colSpan,
      )
      const home = touching[0]
      if (home === undefined) {
        segments.push({ col: segment.col, colSpan: segment.colSpan, words: [...segment.words] })
        continue
      }
      const end = Math.max(...touching.map((other) => other.col + other.colSpan), segment.col + segment.colSpan)
      home.col = Math.min(...touching.map((other) => other.col), segment.col)
      home.colSpan = end - home.col
      for (const other of touching.slice(1)) {
        home.words.push(...other.words)
        segments.splice(segments.indexOf(other), 1)
      }
      home.words.push(...segment.words)
    }
  return segments
    .sort((a, b) => a.col - b.col)
    .map((segment) => ({ ...segment, box: unionAll(segment.words.map((word) => word.box)) }))
}
