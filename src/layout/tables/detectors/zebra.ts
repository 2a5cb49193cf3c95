/**
 * Finds striped tables from shaded bands of one width below each other, with the plain rows between, above and below.
 * It proposes regions only; their content decides.
 */
import { type Box, centerY, coverage, overlapArea } from '../../../model/geometry.ts'
import type { Ruling } from '../../state.ts'
import { scoreCandidate, sizeOf } from '../stream/candidates.ts'
import { buildGrid } from '../stream/grid.ts'
import { trimNotes } from '../stream/trim-region.ts'
import { boxOf, rowsWithin } from '../text-rows.ts'
import type { StreamGrid, TableDetector, TablePage, TextRow } from '../types.ts'

/**
 * Maximum distance between edges of stripes of one table, and between touching segments of one stripe, in points: the
 * drawing program rounds them.
 */
const edge = 2.5
/** Maximum gap between separately shaded cells of one stripe, and maximum height of those cells, in em. */
const pieceGapEm = 1.5
const maxPieceHeightEm = 3
/** Maximum height of a stripe, in em: it is a row or a header, not a panel. */
const maxHeightEm = 9
/** Maximum gap between stripes of one table, in em. */
const maxGapEm = 12
/** Maximum gap to a plain row above the first or below the last stripe, between boxes in em. */
const rowGapEm = 1.4
/** Maximum number of plain rows above or below, and minimum width of a stripe, in em. */
const maxPlainLines = 6
const minWidthEm = 8
/** Maximum distance of words at the sides that belong to the same rows, in em. */
const besideEm = 6
/** Maximum number of words in a line of a heading above its row. */
const maxHeadingWords = 4
/** Maximum width of a single segment that is a column header, as part of the table width. */
const titleRatio = 0.7
/** Maximum number of words of a line whose segments may be headings that nearly touch. */
const maxLineWords = 6

export const zebra: TableDetector = {
  method: 'stream/zebra',
  detect: (page) =>
    zebraRegions(page).map(({ rows, rulings }) => {
      const size = sizeOf(rows)
      const grid = spreadTitle(buildGrid(rows, size, { rulings }), rulings)
      return scoreCandidate(grid, { rulings, size, page })
    }),
}

interface ZebraRegion {
  readonly box: Box
  readonly rows: readonly TextRow[]
  /** Upper and lower edges of the stripes. */
  readonly rulings: readonly Ruling[]
}

function zebraRegions({ filledRects: shades, wordsIn, size, prose }: TablePage): ZebraRegion[] {
  if (shades.length < 2) return []
  const stripes = joinLevels(shades, size).filter(
    (box) => box.y1 - box.y0 <= maxHeightEm * size && box.x1 - box.x0 >= minWidthEm * size,
  )
  const regions: ZebraRegion[] = []
  const used = new Set<Box>()
  for (const first of stripes) {
    if (used.has(first)) continue
    const family = [first]
    for (const other of stripes) {
      const last = family.at(-1) as Box
      if (other === first || used.has(other) || other.y0 < last.y1 - edge || other.y0 - last.y1 > maxGapEm * size)
        continue
      if (Math.abs(other.x0 - first.x0) <= edge && Math.abs(other.x1 - first.x1) <= edge) family.push(other)
    }
    if (family.length < 2) continue
    for (const member of family) used.add(member)
    const box = boxOf(family.map((member) => ({ box: member })))
    const reach = {
      x0: box.x0,
      x1: box.x1,
      y0: box.y0 - maxPlainLines * 2 * size,
      y1: box.y1 + maxPlainLines * 2 * size,
    }
    const near = rowsWithin(reach, wordsIn)
    // Text that extends beyond the stripes at the sides does not belong to this table.
    const isWithin = (row: TextRow): boolean => row.box.x0 >= box.x0 - edge && row.box.x1 <= box.x1 + edge
    const isPlain = (row: TextRow): boolean => isWithin(row) && !isRunning(row)
    const own = near.filter((row) => centerY(row.box) > box.y0 && centerY(row.box) < box.y1)
    if (own.length < 2 || !own.every(isWithin)) continue
    // Only some columns are shaded: the rows continue outside the stripes.
    const wider = rowsWithin({ ...box, x0: box.x0 - besideEm * size, x1: box.x1 + besideEm * size }, wordsIn)
    const beside = (row: TextRow): boolean =>
      row.words.some((word) => !prose.has(word.line) && (word.box.x0 > box.x1 + edge || word.box.x1 < box.x0 - edge))
    if (wider.filter(beside).length >= own.length * 0.5) continue
    const rows = [
      ...plainRows(near.filter((row) => centerY(row.box) <= box.y0).reverse(), box, size, isPlain).reverse(),
      ...own,
    ]
    rows.push(
      ...plainRows(
        near.filter((row) => centerY(row.box) >= box.y1),
        box,
        size,
        isWithin,
      ),
    )
    const rulings = family.flatMap(({ x0, x1, y0, y1 }) =>
      [y0, y1].map(
        (position): Ruling => ({ horizontal: true, position, from: x0, to: x1, thickness: 0, shading: true }),
      ),
    )
    regions.push({ box, rows, rulings })
  }
  return widestFirst(regions)
}

/**
 * Headings over some of the columns form stripes of their own: of regions with common rows, only the one with the
 * most words is kept.
 */
function widestFirst(regions: readonly ZebraRegion[]): ZebraRegion[] {
  const count = ({ rows }: ZebraRegion): number => rows.reduce((sum, row) => sum + row.words.length, 0)
  const kept: ZebraRegion[] = []
  for (const region of [...regions].sort((a, b) => count(b) - count(a)))
    if (!kept.some((other) => overlapArea(boxOf(other.rows), boxOf(region.rows)) > 0)) kept.push(region)
  return kept
}

/** Tall boxes at one height are cards unless they touch. */
const gapOf = (box: Box, size: number): number =>
  box.y1 - box.y0 <= maxPieceHeightEm * size ? pieceGapEm * size : edge * 2

/** Joins fills of one height that touch horizontally into one stripe; ordered from top to bottom. */
function joinLevels(shades: readonly Box[], size: number): Box[] {
  const joined: Box[] = []
  for (const box of [...shades].sort((a, b) => a.y0 - b.y0 || a.x0 - b.x0)) {
    const at = joined.findLastIndex(
      (other) =>
        Math.abs(other.y0 - box.y0) <= edge &&
        Math.abs(other.y1 - box.y1) <= edge &&
        box.x0 - other.x1 <= gapOf(box, size),
    )
    const last = joined[at]
    if (last === undefined) joined.push(box)
    else if (coverage(box, last) < 0.9)
      joined[at] = { x0: Math.min(last.x0, box.x0), x1: Math.max(last.x1, box.x1), y0: last.y0, y1: last.y1 }
  }
  return joined
}

/**
 * Rows that follow the stripes directly, up to the first that is set apart, extends beyond them or is a title over
 * all columns.
 */
function plainRows(rows: readonly TextRow[], box: Box, size: number, isWithin: (row: TextRow) => boolean): TextRow[] {
  const kept: TextRow[] = []
  let last: Box = box
  for (const row of rows.slice(0, maxPlainLines)) {
    const gap = row.box.y0 >= last.y1 ? row.box.y0 - last.y1 : last.y0 - row.box.y1
    if (gap > rowGapEm * size || !isWithin(row)) break
    // A line over most of the width is a caption or running text, and the short lines next to it belong to it.
    if (row.segments.length === 1 && row.box.x1 - row.box.x0 > (box.x1 - box.x0) * titleRatio) {
      while (kept.at(-1)?.segments.length === 1) kept.pop()
      break
    }
    kept.push(row)
    last = row.box
  }
  // Only up to the furthest row of several segments, or line of a heading over later columns: the rest are titles and
  // notes.
  const count = kept.findLastIndex((row) => row.segments.length > 1 || isHeadingLine(row, box)) + 1
  return kept.slice(0, count)
}

/** Whether a row is running text: spaces of a justified line may be as wide as the gap between two cells. */
function isRunning(row: TextRow): boolean {
  const [first] = row.words
  return (
    row.segments.length > 1 && row.words.length > maxLineWords && row.words.every((word) => word.line === first?.line)
  )
}

function isHeadingLine(row: TextRow, box: Box): boolean {
  return row.box.x0 > box.x0 + (box.x1 - box.x0) * 0.25 && row.words.length <= maxHeadingWords
}

/** A first stripe with one segment at its left is a title over all columns. */
function spreadTitle(grid: StreamGrid, rulings: readonly Ruling[]): StreamGrid {
  const [title, heads] = grid.rows
  const segment = title?.[0]
  if (title?.length !== 1 || segment === undefined || segment.col > 0 || heads === undefined || heads.length < 2)
    return trimNotes(grid)
  const first = Math.min(...rulings.map(({ position }) => position))
  if (
    segment.box.y1 < first ||
    rulings.every(({ position }) => position < segment.box.y1 - 2 || position > (heads[0]?.box.y1 ?? 0))
  )
    return trimNotes(grid)
  return { ...grid, rows: [[{ ...segment, colSpan: grid.cols }], ...grid.rows.slice(1)] }
}
