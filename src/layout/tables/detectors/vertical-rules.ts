/**
 * Finds tables without ruled rows, from column lines of one height and from shaded columns. It proposes regions only:
 * scoring rejects lines between columns of running text, and panels with text next to them, by their content.
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
const minColumnRows = 3
/** Maximum distance between the ends of column lines of one table, in em. */
const endEm = 0.8
/** Minimum height of a column line, in em: shorter ones cover one row. */
const minHeightEm = 2.5
/**
 * Maximum distance between the edges of cells of one shaded column, in points: the drawing program rounds them. The
 * cells touch.
 */
const edge = 2.5
/** Minimum and maximum width of a shaded column, in em: wide enough for a word, narrower than a panel of text. */
const minColumnEm = 2
const maxColumnEm = 22
/**
 * Maximum distance of text in the next column from the outermost line, in em, and minimum part of the rows with such
 * text.
 */
const besideEm = 2.5
const besideRatio = 0.5
/**
 * The same for text further away: maximum distance in em, minimum part of the rows, and tolerance of their common
 * edge in em.
 */
const farEm = 12
const farRatio = 0.8
const farEdgeEm = 0.3
/** Minimum number of rows on one side of a single line: with fewer on both sides it is a rule in the margin. */
const minSingleRows = 4
/** Maximum distance between columns of one table, in em. */
const maxGapEm = 6
/** Maximum part of the region that is running text, unless lines close it on both sides. */
const maxProse = 0.3

interface VerticalRuleRegion {
  readonly box: Box
  readonly rows: readonly TextRow[]
  readonly drawn: readonly Separator[]
  /** Y positions between its rows, where cells are shaded one by one. */
  readonly cuts?: readonly number[]
  /** Number of lines between columns. */
  readonly lines: number
}

export const verticalRules: TableDetector = {
  method: 'stream/vertical-rules',
  *detect(page) {
    const regions = [...lineFamilies(page), ...shadedColumns(page)].flatMap((family) => readRegion(family, page) ?? [])
    for (const region of regions)
      if (!page.tables.some((table) => overlapArea(table, region.box) > 0)) yield readColumns(region, page)
  },
}

/** Reads the columns that lines or shading show: they are evidence themselves. */
function readColumns({ rows, drawn, cuts, lines: columnLines }: VerticalRuleRegion, page: TablePage): Candidate {
  const size = sizeOf(rows)
  const rulings = rulingsAcross(unionAll(rows.map((row) => row.box)), page.rulings(), size)
  const grid = trimNotes(buildGrid(rows, size, { rulings, separators: drawn, rowBorders: cuts }))
  // Two adjacent cards have common edges and lines of words too.
  return grid.rows.length < minColumnRows
    ? { table: null, box: grid.box, refusal: 'too few rows' }
    : scoreCandidate(grid, { rulings, size, columnLines, page })
}

interface Family {
  /** X positions of its lines, ascending. */
  readonly xs: readonly number[]
  readonly y0: number
  readonly y1: number
  readonly cuts?: readonly number[]
  /** Lines were drawn; otherwise a column is shaded. */
  readonly isDrawn: boolean
}

/** Groups vertical lines that begin and end at one height. */
function lineFamilies({ rulings, size }: TablePage): Family[] {
  const down = rulings().filter(
    (ruling) => !ruling.horizontal && ruling.shading !== true && ruling.to - ruling.from >= minHeightEm * size,
  )
  const used = new Set<Ruling>()
  return down.flatMap((first): Family[] => {
    if (used.has(first)) return []
    const family = down.filter(
      (other) =>
        !used.has(other) &&
        Math.abs(other.from - first.from) <= endEm * size &&
        Math.abs(other.to - first.to) <= endEm * size,
    )
    for (const member of family) used.add(member)
    const xs = family.map(({ position }) => position)
    return [
      {
        xs,
        y0: Math.min(...family.map(({ from }) => from)),
        y1: Math.max(...family.map(({ to }) => to)),
        isDrawn: true,
      },
    ]
  })
}

/** Shaded boxes of one width that touch from top to bottom, or a single tall one. */
function shadedColumns({ filledRects: shades, size }: TablePage): Family[] {
  const narrow = shades.filter((box) => box.x1 - box.x0 >= minColumnEm * size && box.x1 - box.x0 <= maxColumnEm * size)
  const sorted = [...narrow].sort((a, b) => a.y0 - b.y0)
  const used = new Set<Box>()
  return sorted.flatMap((first): Family[] => {
    if (used.has(first)) return []
    const column = [first]
    for (const box of sorted) {
      const last = column.at(-1) as Box
      if (
        box !== last &&
        Math.abs(box.x0 - first.x0) <= edge &&
        Math.abs(box.x1 - first.x1) <= edge &&
        Math.abs(box.y0 - last.y1) <= edge
      )
        column.push(box)
    }
    for (const box of column) used.add(box)
    const { x0, x1, y0, y1 } = boxOf(column.map((box) => ({ box })))
    // Neighbors with the same shading form rows of cells: those are stripes.
    const rows = column.filter((box) =>
      shades.some(
        (other) => other !== box && Math.abs(other.y0 - box.y0) <= edge && Math.abs(other.y1 - box.y1) <= edge,
      ),
    )
    if (y1 - y0 < minHeightEm * size || rows.length > 0) return []
    const cuts = column.slice(1).map((box) => box.y0)
    return [{ xs: [x0, x1], y0, y1, isDrawn: false, ...(cuts.length >= 2 ? { cuts } : {}) }]
  })
}

function readRegion(family: Family, page: TablePage): VerticalRuleRegion | null {
  const { size, lines, prose, wordsIn } = page
  const { xs, y0, y1, cuts, isDrawn } = family
  const band = rowsWithin({ x0: -Infinity, x1: Infinity, y0: y0 - 1, y1: y1 + 1 }, wordsIn).flatMap((row) => {
    const words = row.words.filter(
      (word) => !prose.has(word.line) || isWithin((lines[word.line] as Line).box, { y0, y1 }, page),
    )
    return words.length === 0 ? [] : [words]
  })
  const first = xs[0] as number
  const last = xs.at(-1) as number
  // The table extends past the outermost lines where most rows do. Titles of groups fill no column between the lines.
  const inside = band.filter(
    (words) => !isDrawn || xs.length < 2 || words.some(({ box }) => centerX(box) > first && centerX(box) < last),
  )
  const right = reachOf(
    inside.map((words) => words.filter((word) => centerX(word.box) > last)),
    { from: last, sign: 1, size },
  )
  const left = reachOf(
    inside.map((words) => words.filter((word) => centerX(word.box) < first)),
    { from: first, sign: -1, size },
  )
  const x0 = left ?? first
  const x1 = goesOn(band, right ?? last, size)
  const rows = rowsWithin({ x0, x1, y0: y0 - 1, y1: y1 + 1 }, wordsIn)
  const inner = xs.filter((x) => x > x0 + edge && x < x1 - edge)
  if (xs.length === 1 && rows.length < minSingleRows) return null
  if (rows.length < 2 || inner.length === 0) return null
  const words = rows.flatMap((row) => row.words)
  const isOpen = xs.length - inner.length < 2
  if (isOpen && words.filter((word) => prose.has(word.line)).length > words.length * maxProse && cuts === undefined)
    return null
  const drawn = inner.map((x): Separator => ({ x0: x - 0.5, x1: x + 0.5 }))
  // Not all columns have lines: a shaded one may be the first of several.
  const white =
    xs.length > 2
      ? []
      : findSeparators(columnRows(rows), size).filter((strip) =>
          inner.every((x) => x < strip.x0 - size || x > strip.x1 + size),
        )
  return {
    box: { x0, y0, x1, y1 },
    rows,
    drawn: [...drawn, ...white].sort((a, b) => a.x0 - b.x0),
    ...(cuts === undefined ? {} : { cuts }),
    lines: inner.length + (inner.length < xs.length ? 1 : 0),
  }
}

/** Whether the table continues after a wide gap: nearly all of its rows have a segment on a common edge there. */
function goesOn(band: readonly (readonly Word[])[], from: number, size: number): number {
  const next = band.flatMap((words) => {
    const behind = words.filter(({ box }) => box.x0 > from)
    const reached = reach(behind, {
      from: Math.min(...behind.map(({ box }) => box.x0)),
      sign: 1,
      size,
      gapEm: besideEm,
    })
    return reached === null ? [] : [reached]
  })
  const sharing = (edges: readonly number[]): number =>
    Math.max(0, ...edges.map((edge) => edges.filter((other) => Math.abs(other - edge) <= farEdgeEm * size).length))
  const shared = Math.max(sharing(next.map((own) => own.near)), sharing(next.map((own) => own.end)))
  if (next.length < Math.max(minSingleRows, band.length * farRatio) || shared < next.length * farRatio) return from
  return goesOn(band, Math.max(...next.map(({ far }) => far)), size)
}

interface Side {
  readonly from: number
  readonly sign: 1 | -1
  readonly size: number
}

/** Distance that the rows continue outside a line; `null` when most do not. */
function reachOf(rows: readonly (readonly Word[])[], side: Side): number | null {
  const near = rows.flatMap((words) => reach(words, { ...side, gapEm: besideEm }) ?? [])
  const end = (ends: readonly Reach[]): number => side.sign * Math.max(...ends.map(({ far }) => side.sign * far))
  if (near.length >= Math.max(2, rows.length * besideRatio)) return end(near)
  const far = rows.flatMap((words) => reach(words, { ...side, gapEm: farEm }) ?? [])
  const shared = (edges: readonly number[]): number =>
    Math.max(0, ...edges.map((edge) => edges.filter((other) => Math.abs(other - edge) <= farEdgeEm * side.size).length))
  const aligned = Math.max(shared(far.map((own) => own.near)), shared(far.map((own) => own.end)))
  return far.length >= Math.max(2, rows.length * farRatio) && aligned >= far.length * farRatio ? end(far) : null
}

interface Reach {
  /** The edges of the first segment: the one at the line and the other one. */
  readonly near: number
  readonly end: number
  /** End of the last segment. */
  readonly far: number
}

/** Distance that words continue without a wide gap; `null` when none begins nearby. */
function reach(words: readonly Word[], { from, sign, size, gapEm }: Side & { gapEm: number }): Reach | null {
  const sorted = [...words].sort((a, b) => sign * (centerX(a.box) - centerX(b.box)))
  const edges = sorted.map(({ box }) => (sign > 0 ? { near: box.x0, far: box.x1 } : { near: box.x1, far: box.x0 }))
  const [first] = edges
  if (first === undefined || sign * (first.near - from) > gapEm * size) return null
  let { far } = first
  let end = far
  for (const edge of edges.slice(1)) {
    if (sign * (edge.near - far) > maxGapEm * size) break
    if (end === far && sign * (edge.near - end) <= size) end = edge.far
    far = edge.far
  }
  return { near: first.near, end, far }
}

/** Whether text is in the band only: running text that continues above or below is not a cell. */
function isWithin(box: Box, { y0, y1 }: { y0: number; y1: number }, { lines, prose, size }: TablePage): boolean {
  return ![...prose].some((index) => {
    const other = (lines[index] as Line).box
    const near = (other.y1 <= y0 + 1 && other.y1 > y0 - 2 * size) || (other.y0 >= y1 - 1 && other.y0 < y1 + 2 * size)
    return (
      near &&
      Math.abs(other.x0 - box.x0) <= size &&
      overlapX(other, box) > 0.5 * Math.min(other.x1 - other.x0, box.x1 - box.x0)
    )
  })
}
