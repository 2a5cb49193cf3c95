import { type Box, centerY, compareBoxes, coverage, height, union, unionAll, width } from '../../../model/geometry.ts'
import { maxOf } from '../../../model/statistics.ts'
import type { Ruling } from '../../state.ts'
import { scoreCandidate, sizeOf } from '../stream/candidates.ts'
import { buildGrid } from '../stream/grid.ts'
import { trimNotes } from '../stream/trim-region.ts'
import { rowsWithin } from '../text-rows.ts'
import type { TableDetector, TablePage, TextRow, WordsIn } from '../types.ts'

/** Maximum rounding difference of edges, in points. */
const EDGE_TOLERANCE = 2.5
/** Maximum gap between shaded cells of a stripe, and their maximum height. */
const MAX_SEGMENT_GAP_EM = 1.5
const MAX_SEGMENT_HEIGHT_EM = 3
/** Maximum height of a stripe; panels are higher. */
const MAX_STRIPE_HEIGHT_EM = 9
const MAX_STRIPE_GAP_EM = 12
/** Maximum gap between a stripe and a plain row. */
const MAX_ROW_GAP_EM = 1.4
/** Maximum plain rows after the last stripe, unless the sections between stripes have more. */
const MAX_PLAIN_ROWS = 6
const MIN_STRIPE_WIDTH_EM = 8
/** Maximum distance of words that continue a row at the sides. */
const MAX_SIDE_GAP_EM = 6
const MAX_HEADER_WORDS = 4
/** Maximum width of a single column header relative to the table. */
const MAX_HEADER_RATIO = 0.7
/** Minimum full lines of prose in a box with shaded parts, and their relative width. */
const MIN_PROSE_LINES = 2
const MIN_PROSE_RATIO = 0.9

export const zebra: TableDetector = {
  method: 'stream/zebra',
  detect: (page) =>
    zebraRegions(page).map(({ rows, rulings }) => {
      const size = sizeOf(rows)
      const grid = trimNotes(buildGrid(rows, size, { rulings }))
      return scoreCandidate(grid, { rulings, size, page })
    }),
}

interface ZebraRegion {
  readonly box: Box
  readonly rows: readonly TextRow[]
  readonly rulings: readonly Ruling[]
}

function zebraRegions(page: TablePage): ZebraRegion[] {
  const { filledRects, size } = page
  if (filledRects.length < 2) return []
  const stripes = joinStripes(filledRects, size).filter(
    (box) => height(box) <= MAX_STRIPE_HEIGHT_EM * size && width(box) >= MIN_STRIPE_WIDTH_EM * size,
  )
  return groupStripes(stripes, size).flatMap((group) => regionOfStripes(group, page) ?? [])
}

function groupStripes(stripes: readonly Box[], size: number): Box[][] {
  const groups: Box[][] = []
  const used = new Set<Box>()
  for (const first of stripes) {
    if (used.has(first)) continue
    const group = [first]
    for (const other of stripes) {
      const last = group.at(-1) as Box
      if (used.has(other) || other.y0 < last.y1 - EDGE_TOLERANCE || other.y0 - last.y1 > MAX_STRIPE_GAP_EM * size)
        continue
      if (Math.abs(other.x0 - first.x0) <= EDGE_TOLERANCE && Math.abs(other.x1 - first.x1) <= EDGE_TOLERANCE)
        group.push(other)
    }
    if (group.length < 2) continue
    for (const member of group) used.add(member)
    groups.push(group)
  }
  return groups
}

function regionOfStripes(group: readonly Box[], { wordsIn, size, prose, rulings }: TablePage): ZebraRegion | null {
  const box = unionAll(group)
  const maxRows = Math.max(MAX_PLAIN_ROWS, 2 * longestSection(group, wordsIn))
  const reach = maxRows * 2 * size
  const nearRows = rowsWithin({ x0: box.x0, x1: box.x1, y0: box.y0 - reach, y1: box.y1 + reach }, wordsIn)
  const isWithin = (row: TextRow): boolean =>
    row.box.x0 >= box.x0 - EDGE_TOLERANCE && row.box.x1 <= box.x1 + EDGE_TOLERANCE
  const stripedRows = nearRows.filter((row) => centerY(row.box) > box.y0 && centerY(row.box) < box.y1)
  if (stripedRows.length < 2) return null
  const isFullProse = ({ words, box: { x0, x1 } }: TextRow): boolean =>
    x1 - x0 >= MIN_PROSE_RATIO * width(box) && words.every(({ line }) => prose.has(line))
  if (stripedRows.filter(isFullProse).length >= MIN_PROSE_LINES) return null
  // Only some columns are shaded if the rows continue outside the stripes.
  const widerRows = rowsWithin(
    { ...box, x0: box.x0 - MAX_SIDE_GAP_EM * size, x1: box.x1 + MAX_SIDE_GAP_EM * size },
    wordsIn,
  )
  const extendsBeyond = (row: TextRow): boolean =>
    row.words.some(
      (word) =>
        !prose.has(word.line) && (word.box.x0 > box.x1 + EDGE_TOLERANCE || word.box.x1 < box.x0 - EDGE_TOLERANCE),
    )
  if (widerRows.filter(extendsBeyond).length >= stripedRows.length * 0.5) return null
  const above = nearRows.filter((row) => centerY(row.box) <= box.y0).reverse()
  const below = nearRows.filter((row) => centerY(row.box) >= box.y1)
  const rows = [
    ...plainRows(above.slice(0, MAX_PLAIN_ROWS), box, size, isWithin).reverse(),
    ...stripedRows,
    ...plainRows(below.slice(0, maxRows), box, size, isWithin),
  ]
  const inner = { ...box, y0: rows[0]!.box.y1, y1: rows.at(-1)!.box.y0 }
  return {
    box,
    rows,
    rulings: [...group.flatMap(stripeEdges), ...rulings().filter((ruling) => isBetweenRows(ruling, inner))],
  }
}

function isBetweenRows({ horizontal, shading, position, from, to }: Ruling, { x0, x1, y0, y1 }: Box): boolean {
  return horizontal && !shading && position > y0 && position < y1 && from < x1 && to > x0
}

/** Largest number of rows between two stripes, which then are titles of sections. */
function longestSection(group: readonly Box[], wordsIn: WordsIn): number {
  const counts = group.slice(1).map((stripe, at) => {
    const above = group[at]!
    const gap = { x0: stripe.x0, x1: stripe.x1, y0: above.y1, y1: stripe.y0 }
    return gap.y1 <= gap.y0 ? 0 : rowsWithin(gap, wordsIn).length
  })
  return maxOf(counts)
}

function stripeEdges({ x0, x1, y0, y1 }: Box): Ruling[] {
  return [y0, y1].map((position) => ({ horizontal: true, position, from: x0, to: x1, shading: true }))
}

const maxGapOf = (box: Box, size: number): number =>
  height(box) <= MAX_SEGMENT_HEIGHT_EM * size ? MAX_SEGMENT_GAP_EM * size : EDGE_TOLERANCE * 2

function joinStripes(filledRects: readonly Box[], size: number): Box[] {
  const joined: Box[] = []
  for (const box of [...filledRects].sort(compareBoxes)) {
    const at = joined.findLastIndex(
      (other) =>
        Math.abs(other.y0 - box.y0) <= EDGE_TOLERANCE &&
        Math.abs(other.y1 - box.y1) <= EDGE_TOLERANCE &&
        box.x0 - other.x1 <= maxGapOf(box, size),
    )
    const last = joined[at]
    if (last === undefined) joined.push(box)
    else if (coverage(box, last) < 0.9) joined[at] = { ...union(last, box), y0: last.y0, y1: last.y1 }
  }
  return joined
}

function plainRows(rows: readonly TextRow[], box: Box, size: number, isWithin: (row: TextRow) => boolean): TextRow[] {
  const kept: TextRow[] = []
  let last: Box = box
  for (const row of rows) {
    const gap = row.box.y0 >= last.y1 ? row.box.y0 - last.y1 : last.y0 - row.box.y1
    if (gap > MAX_ROW_GAP_EM * size || !isWithin(row)) break
    // A line over most of the width is a caption or prose.
    if (row.segments.length === 1 && width(row.box) > width(box) * MAX_HEADER_RATIO) {
      while (kept.at(-1)?.segments.length === 1) kept.pop()
      break
    }
    kept.push(row)
    last = row.box
  }
  // Outer rows of one segment are titles and notes, except headers over later columns.
  const count = kept.findLastIndex((row) => row.segments.length > 1 || isHeaderLine(row, box)) + 1
  return kept.slice(0, count)
}

function isHeaderLine(row: TextRow, box: Box): boolean {
  return row.box.x0 > box.x0 + width(box) * 0.25 && row.words.length <= MAX_HEADER_WORDS
}
