/**
 * Finds tables without ruled rows from column lines of one height and from shaded columns. Scoring rejects lines
 * between columns of running text and panels with text next to them.
 */

import { type Box, centerX, overlapArea, overlapX, unionAll } from '../../../model/geometry.ts'
import type { Line, Ruling } from '../../state.ts'
import { rulingsAcross, scoreCandidate, sizeOf } from '../stream/candidates.ts'
import { columnRows, findSeparators } from '../stream/columns.ts'
import { buildGrid } from '../stream/grid.ts'
import { trimNotes } from '../stream/trim-region.ts'
import { boxOf, rowsWithin } from '../text-rows.ts'
import type { Candidate, Separator, TableDetector, TablePage, TextRow, Word } from '../types.ts'

/** Minimum number of rows between column lines: with fewer, the lines may be the sides of boxes. */
const MIN_ROWS = 3
/** Maximum distance between the ends of column lines of one table, in em. */
const END_TOLERANCE_EM = 0.8
/** Minimum height of a column line, in em: shorter ones cover one row. */
const MIN_HEIGHT_EM = 2.5
/**
 * Maximum distance between the edges of touching cells of one shaded column, in points, from rounding.
 */
const EDGE_TOLERANCE = 2.5
/** Minimum and maximum width of a shaded column, in em: wide enough for a word, narrower than a panel of text. */
const MIN_COLUMN_EM = 2
const MAX_COLUMN_EM = 22
/**
 * Maximum distance of text in the next column from the outermost line, in em, and minimum fraction of the rows with
 * such text.
 */
const MAX_SIDE_GAP_EM = 2.5
const MIN_SIDE_RATIO = 0.5
/**
 * The same for text further away: maximum distance in em, minimum fraction of the rows, and tolerance of their common
 * edge in em.
 */
const MAX_FAR_GAP_EM = 12
const MIN_FAR_RATIO = 0.8
const FAR_EDGE_TOLERANCE_EM = 0.3
/** Minimum number of rows next to a single line: with fewer it is a line in the margin. */
const MIN_SINGLE_LINE_ROWS = 4
/** Maximum distance between columns of one table, in em. */
const MAX_COLUMN_GAP_EM = 6
/** Maximum fraction of running text in a region without lines on both sides. */
const MAX_PROSE_RATIO = 0.3

interface VerticalRuleRegion {
  readonly box: Box
  readonly rows: readonly TextRow[]
  readonly separators: readonly Separator[]
  /** Y positions between its rows, if its cells are shaded separately. */
  readonly rowBorders?: readonly number[]
  /** Number of lines between columns. */
  readonly lineCount: number
}

export const verticalRules: TableDetector = {
  method: 'stream/vertical-rules',
  *detect(page) {
    const regions = [...groupColumnLines(page), ...shadedColumns(page)].flatMap(
      (group) => readRegion(group, page) ?? [],
    )
    for (const region of regions)
      if (!page.tables.some((table) => overlapArea(table, region.box) > 0)) yield readColumns(region, page)
  },
}

/** Reads the columns between the lines or in the shading. */
function readColumns({ rows, separators, rowBorders, lineCount }: VerticalRuleRegion, page: TablePage): Candidate {
  const size = sizeOf(rows)
  const rulings = rulingsAcross(unionAll(rows.map((row) => row.box)), page.rulings(), size)
  const grid = trimNotes(buildGrid(rows, size, { rulings, separators, rowBorders }))
  // Two adjacent cards have common edges and lines of words too.
  return grid.rows.length < MIN_ROWS
    ? { table: null, box: grid.box, refusal: 'too few rows' }
    : scoreCandidate(grid, { rulings, size, columnLines: lineCount, page })
}

interface LineGroup {
  /** X positions of its lines, ascending. */
  readonly xs: readonly number[]
  readonly y0: number
  readonly y1: number
  readonly rowBorders?: readonly number[]
  /** Whether the lines are drawn; otherwise they are the edges of a shaded column. */
  readonly isDrawn: boolean
}

/** Groups vertical lines that begin and end at one height. */
function groupColumnLines({ rulings, size }: TablePage): LineGroup[] {
  const columnLines = rulings().filter(
    (ruling) => !ruling.horizontal && ruling.shading !== true && ruling.to - ruling.from >= MIN_HEIGHT_EM * size,
  )
  const used = new Set<Ruling>()
  return columnLines.flatMap((first): LineGroup[] => {
    if (used.has(first)) return []
    const group = columnLines.filter(
      (other) =>
        !used.has(other) &&
        Math.abs(other.from - first.from) <= END_TOLERANCE_EM * size &&
        Math.abs(other.to - first.to) <= END_TOLERANCE_EM * size,
    )
    for (const member of group) used.add(member)
    const xs = group.map(({ position }) => position)
    return [
      {
        xs,
        y0: Math.min(...group.map(({ from }) => from)),
        y1: Math.max(...group.map(({ to }) => to)),
        isDrawn: true,
      },
    ]
  })
}

/** Shaded boxes of one width that touch from top to bottom, or a single tall one. */
function shadedColumns({ filledRects, size }: TablePage): LineGroup[] {
  const narrow = filledRects.filter(
    (box) => box.x1 - box.x0 >= MIN_COLUMN_EM * size && box.x1 - box.x0 <= MAX_COLUMN_EM * size,
  )
  const sorted = [...narrow].sort((a, b) => a.y0 - b.y0)
  const used = new Set<Box>()
  return sorted.flatMap((first): LineGroup[] => {
    if (used.has(first)) return []
    const column = [first]
    for (const box of sorted) {
      const last = column.at(-1) as Box
      if (
        box !== last &&
        Math.abs(box.x0 - first.x0) <= EDGE_TOLERANCE &&
        Math.abs(box.x1 - first.x1) <= EDGE_TOLERANCE &&
        Math.abs(box.y0 - last.y1) <= EDGE_TOLERANCE
      )
        column.push(box)
    }
    for (const box of column) used.add(box)
    const { x0, x1, y0, y1 } = boxOf(column.map((box) => ({ box })))
    // Neighbors with the same shading are stripes.
    const rows = column.filter((box) =>
      filledRects.some(
        (other) =>
          other !== box &&
          Math.abs(other.y0 - box.y0) <= EDGE_TOLERANCE &&
          Math.abs(other.y1 - box.y1) <= EDGE_TOLERANCE,
      ),
    )
    if (y1 - y0 < MIN_HEIGHT_EM * size || rows.length > 0) return []
    const rowBorders = column.slice(1).map((box) => box.y0)
    return [{ xs: [x0, x1], y0, y1, isDrawn: false, ...(rowBorders.length >= 2 ? { rowBorders } : {}) }]
  })
}

function readRegion(group: LineGroup, page: TablePage): VerticalRuleRegion | null {
  const { size, lines, prose, wordsIn } = page
  const { xs, y0, y1, rowBorders, isDrawn } = group
  const wordsByRow = rowsWithin({ x0: -Infinity, x1: Infinity, y0: y0 - 1, y1: y1 + 1 }, wordsIn).flatMap((row) => {
    const words = row.words.filter(
      (word) => !prose.has(word.line) || isOnlyWithin((lines[word.line] as Line).box, { y0, y1 }, page),
    )
    return words.length === 0 ? [] : [words]
  })
  const first = xs[0] as number
  const last = xs.at(-1) as number
  // The table extends past the outermost lines if most rows do. Group titles are not between the lines.
  const inside = wordsByRow.filter(
    (words) => !isDrawn || xs.length < 2 || words.some(({ box }) => centerX(box) > first && centerX(box) < last),
  )
  const right = outerEdge(
    inside.map((words) => words.filter((word) => centerX(word.box) > last)),
    { from: last, sign: 1, size },
  )
  const left = outerEdge(
    inside.map((words) => words.filter((word) => centerX(word.box) < first)),
    { from: first, sign: -1, size },
  )
  const x0 = left ?? first
  const x1 = extendAfterGap(wordsByRow, right ?? last, size)
  const rows = rowsWithin({ x0, x1, y0: y0 - 1, y1: y1 + 1 }, wordsIn)
  const inner = xs.filter((x) => x > x0 + EDGE_TOLERANCE && x < x1 - EDGE_TOLERANCE)
  if (xs.length === 1 && rows.length < MIN_SINGLE_LINE_ROWS) return null
  if (rows.length < 2 || inner.length === 0) return null
  const words = rows.flatMap((row) => row.words)
  const isOpen = xs.length - inner.length < 2
  if (
    isOpen &&
    words.filter((word) => prose.has(word.line)).length > words.length * MAX_PROSE_RATIO &&
    rowBorders === undefined
  )
    return null
  const lineSeparators = inner.map((x): Separator => ({ x0: x - 0.5, x1: x + 0.5 }))
  // Not all columns have lines: a shaded one may be the first of several.
  const gaps =
    xs.length > 2
      ? []
      : findSeparators(columnRows(rows), size).filter((gap) =>
          inner.every((x) => x < gap.x0 - size || x > gap.x1 + size),
        )
  return {
    box: { x0, y0, x1, y1 },
    rows,
    separators: [...lineSeparators, ...gaps].sort((a, b) => a.x0 - b.x0),
    ...(rowBorders === undefined ? {} : { rowBorders }),
    lineCount: inner.length + (inner.length < xs.length ? 1 : 0),
  }
}

/** Right edge of the table. It continues after a wide gap if nearly all rows have a segment on a common edge there. */
function extendAfterGap(wordsByRow: readonly (readonly Word[])[], from: number, size: number): number {
  const next = wordsByRow.flatMap((words) => {
    const wordsAfter = words.filter(({ box }) => box.x0 > from)
    const extent = extentOutside(wordsAfter, {
      from: Math.min(...wordsAfter.map(({ box }) => box.x0)),
      sign: 1,
      size,
      gapEm: MAX_SIDE_GAP_EM,
    })
    return extent === null ? [] : [extent]
  })
  const countAligned = (edges: readonly number[]): number =>
    Math.max(
      0,
      ...edges.map((edge) => edges.filter((other) => Math.abs(other - edge) <= FAR_EDGE_TOLERANCE_EM * size).length),
    )
  const shared = Math.max(countAligned(next.map((own) => own.near)), countAligned(next.map((own) => own.end)))
  if (
    next.length < Math.max(MIN_SINGLE_LINE_ROWS, wordsByRow.length * MIN_FAR_RATIO) ||
    shared < next.length * MIN_FAR_RATIO
  )
    return from
  return extendAfterGap(wordsByRow, Math.max(...next.map(({ far }) => far)), size)
}

interface SideSearch {
  readonly from: number
  readonly sign: 1 | -1
  readonly size: number
}

/** X position up to which the rows continue outside a line; `null` if most do not. */
function outerEdge(rows: readonly (readonly Word[])[], side: SideSearch): number | null {
  const near = rows.flatMap((words) => extentOutside(words, { ...side, gapEm: MAX_SIDE_GAP_EM }) ?? [])
  const end = (ends: readonly OuterExtent[]): number => side.sign * Math.max(...ends.map(({ far }) => side.sign * far))
  if (near.length >= Math.max(2, rows.length * MIN_SIDE_RATIO)) return end(near)
  const far = rows.flatMap((words) => extentOutside(words, { ...side, gapEm: MAX_FAR_GAP_EM }) ?? [])
  const countAligned = (edges: readonly number[]): number =>
    Math.max(
      0,
      ...edges.map(
        (edge) => edges.filter((other) => Math.abs(other - edge) <= FAR_EDGE_TOLERANCE_EM * side.size).length,
      ),
    )
  const aligned = Math.max(countAligned(far.map((own) => own.near)), countAligned(far.map((own) => own.end)))
  return far.length >= Math.max(2, rows.length * MIN_FAR_RATIO) && aligned >= far.length * MIN_FAR_RATIO
    ? end(far)
    : null
}

interface OuterExtent {
  /** Start and end of the first segment, seen from the line. */
  readonly near: number
  readonly end: number
  /** End of the last segment. */
  readonly far: number
}

/** Extent of the words outside a line up to a wide gap; `null` if they do not begin near the line. */
function extentOutside(
  words: readonly Word[],
  { from, sign, size, gapEm }: SideSearch & { gapEm: number },
): OuterExtent | null {
  const sorted = [...words].sort((a, b) => sign * (centerX(a.box) - centerX(b.box)))
  const edges = sorted.map(({ box }) => (sign > 0 ? { near: box.x0, far: box.x1 } : { near: box.x1, far: box.x0 }))
  const [first] = edges
  if (first === undefined || sign * (first.near - from) > gapEm * size) return null
  let { far } = first
  let end = far
  for (const edge of edges.slice(1)) {
    if (sign * (edge.near - far) > MAX_COLUMN_GAP_EM * size) break
    if (end === far && sign * (edge.near - end) <= size) end = edge.far
    far = edge.far
  }
  return { near: first.near, end, far }
}

/** Whether text is between these positions only: running text that continues above or below is not a cell. */
function isOnlyWithin(box: Box, { y0, y1 }: { y0: number; y1: number }, { lines, prose, size }: TablePage): boolean {
  return ![...prose].some((index) => {
    const other = (lines[index] as Line).box
    const isAdjacent =
      (other.y1 <= y0 + 1 && other.y1 > y0 - 2 * size) || (other.y0 >= y1 - 1 && other.y0 < y1 + 2 * size)
    return (
      isAdjacent &&
      Math.abs(other.x0 - box.x0) <= size &&
      overlapX(other, box) > 0.5 * Math.min(other.x1 - other.x0, box.x1 - box.x0)
    )
  })
}
