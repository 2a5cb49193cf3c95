/**
 * Finds regions where records of several columns begin at one height, band after band: tables without rulings whose
 * cells contain running text. Newspaper columns, whose paragraphs begin at any height, are rejected.
 */

import { type Box, centerX, centerY, coverage } from '../../../model/geometry.ts'
import type { Line, Ruling } from '../../state.ts'
import { findProseBeside } from '../../text/prose.ts'
import { isBold, isShaded, scoreMultiLineRows } from '../scoring/multi-line-row-score.ts'
import { isNonTable } from '../scoring/table-score.ts'
import { sizeOf, tableFromGrid } from '../stream/candidates.ts'
import { buildGrid } from '../stream/grid.ts'
import {
  columnsAtHead,
  commonLeading,
  headAbove,
  headCuts,
  isBeside,
  isCentered,
  isMulti,
  maxLeadingEm,
} from '../stream/multi-line-row-columns.ts'
import { findPageGutter } from '../stream/page-gutter.ts'
import { trimNotes } from '../stream/trim-region.ts'
import { boxOf, groupIntoRows } from '../text-rows.ts'
import type { Candidate, TableDetector, TablePage, TextRow } from '../types.ts'

/** Minimum gap between two records, relative to the leading within cells. */
const bandGap = 1.12
/** Maximum gap between bands of one table, in em. */
const maxBandGapEm = 4.5
/**
 * Maximum number of rows at the start of a run in which aligned segments must occur: those of the first record's
 * longest cell.
 */
const maxHeadRows = 12
/**
 * Minimum part of the bands that begin in the first column and in at least two columns, and minimum number of bands.
 */
const startRatio = 0.8
const minBands = 3
/** Minimum mean number of lines per band; with fewer there is nothing to join. */
const minLinesPerBand = 1.25
/** Minimum score of a table. */
const enough = 2
/** Minimum width of a table, in em. */
const minWidthEm = 14

interface MultiLineRegion {
  readonly rows: readonly TextRow[]
  /** Y positions between its bands. */
  readonly cuts: readonly number[]
}

export const multiLineRows: TableDetector = {
  method: 'stream/multi-line-rows',
  detect(page) {
    const beside = findProseBeside(page.lines)
    const free = page.streamLines().filter((index) => !beside.has(index))
    return multiLineRegions(free, page).map(readRegion)
  },
}

/** Reads the table. Its records were detected from the gaps between them, so that their evidence is already scored. */
function readRegion({ rows, cuts }: MultiLineRegion): Candidate {
  const grid = trimNotes(buildGrid(rows, sizeOf(rows), { rulings: [], rowBorders: cuts }))
  return isNonTable(grid) ? { table: null, box: grid.box, refusal: 'not a table' } : { table: tableFromGrid(grid) }
}

function multiLineRegions(free: readonly number[], page: TablePage): MultiLineRegion[] {
  if (!beginsSideBySide(free, page.lines)) return []
  const whole = regionsIn(free, page)
  const gutter = findPageGutter(free, page)?.x
  if (gutter === undefined) return whole
  const sides = [
    free.filter((index) => centerX((page.lines[index] as Line).box) < gutter),
    free.filter((index) => centerX((page.lines[index] as Line).box) >= gutter),
  ]
  const parts = sides.flatMap((side) => (beginsSideBySide(side, page.lines) ? regionsIn(side, page) : []))
  return [
    ...whole,
    ...parts.filter((part) => !whole.some((other) => coverage(boxOf(part.rows), boxOf(other.rows)) > 0.3)),
  ]
}

/**
 * Whether several lines begin at one height under a gap that is wider than the one below: bands do that, columns do
 * not.
 */
function beginsSideBySide(free: readonly number[], lines: readonly Line[]): boolean {
  const sorted = free.map((index) => lines[index] as Line).sort((a, b) => a.baseline - b.baseline)
  let starts = 0
  let between = 0
  let before = -Infinity
  for (let from = 0; from < sorted.length; ) {
    const first = sorted[from] as Line
    let to = from + 1
    while (to < sorted.length && (sorted[to] as Line).baseline - first.baseline <= 0.25 * first.size) to++
    const above = first.baseline - before
    const below = (sorted[to]?.baseline ?? Infinity) - first.baseline
    if (to - from >= 2 && above > Math.min(below, maxLeadingEm * first.size) * bandGap) starts++
    // Cells with different numbers of lines, vertically centered: their lines are between each other's.
    if (above <= 0.8 * first.size) between++
    before = first.baseline
    from = to
  }
  return starts >= minBands - 1 || between >= minBands - 1
}

function regionsIn(free: readonly number[], page: TablePage): MultiLineRegion[] {
  const rows = groupIntoRows(free.flatMap(page.wordsOf))
  const regions: MultiLineRegion[] = []
  let past = 0
  for (let start = 0; start < rows.length; ) {
    const end = runEnd(rows, start)
    const run = rows.slice(start, end)
    const region = run.length >= minBands ? readBands(run, page) : null
    if (region !== null) regions.push(withHead(region, rows.slice(past, start)))
    if (region !== null) past = end
    start = Math.max(end, start + 1)
  }
  return regions
}

/** A run begins with segments at one height and ends before a segment that spans the columns, or a wide gap. */
function runEnd(rows: readonly TextRow[], start: number): number {
  const lead = columnsAtHead(rows.slice(start, start + maxHeadRows))
  if (lead === null) return start + 1
  const left = (lead[0] as Box).x0
  let end = start + 1
  for (; end < rows.length; end++) {
    const row = rows[end] as TextRow
    if (centerY(row.box) - centerY((rows[end - 1] as TextRow).box) > maxBandGapEm * row.size) break
    if (row.box.x0 < left - row.size) break
    // A segment over the starts of two columns is a title or running text.
    if (
      row.segments.some(({ box }) =>
        lead.some((column, at) => runsOver(box, { before: lead[at - 1], column, size: row.size })),
      )
    )
      break
  }
  return end
}

/**
 * Whether a box runs from before a column into it, or from the previous column over the middle of a narrow one, such
 * as a page number next to a running head.
 */
function runsOver(box: Box, { before, column, size }: { before: Box | undefined; column: Box; size: number }): boolean {
  if (box.x0 >= column.x0 - size) return false
  return box.x1 > column.x0 + 2 * size || (before !== undefined && box.x0 < before.x1 && box.x1 > centerX(column))
}

/** Adds a header whose segments are on other edges than the columns below: centered, or not over the first column. */
function withHead({ rows, cuts }: MultiLineRegion, above: readonly TextRow[]): MultiLineRegion {
  const head = headAbove(above, rows)
  return { rows: [...head, ...rows], cuts: [...headCuts(head, rows[0] as TextRow), ...cuts] }
}

/** The bands of a run when they begin at one height; `null` otherwise. */
function readBands(run: readonly TextRow[], page: TablePage): MultiLineRegion | null {
  const pitches = run.slice(1).map((row, index) => centerY(row.box) - centerY((run[index] as TextRow).box))
  const leading = commonLeading(run)
  if (leading === null) return null
  const starts = [0, ...pitches.flatMap((pitch, index) => (pitch > leading * bandGap ? [index + 1] : []))]
  const bands = splitHead(
    starts.map((start, index) => run.slice(start, starts[index + 1] ?? run.length)),
    page,
  )
  const box = boxOf(run)
  const kept = wholeBands(bands, { left: box.x0, size: page.size })
  // Records of one line are found by their gaps; here the gaps must group lines.
  if (
    kept.length < minBands ||
    kept.flat().length < kept.length * minLinesPerBand ||
    box.x1 - box.x0 < minWidthEm * page.size
  )
    return null
  if (!standTogether(bands) || scoreMultiLineRows(kept, page) < enough) return null
  const cuts = kept.slice(1).map((band, index) => {
    const above = boxOf(kept[index] as readonly TextRow[])
    return (above.y1 + (band[0] as TextRow).box.y0) / 2
  })
  return { rows: kept.flat(), cuts }
}

/** Splits the header from the first record: it may be as close to it as that record's own lines. */
function splitHead(bands: (readonly TextRow[])[], { filledRects: shades, rulings }: TablePage): (readonly TextRow[])[] {
  const [first, ...rest] = bands
  if (first === undefined) return bands
  const count = first.findIndex(
    (row, index) =>
      index > 0 && isMulti(row) && looksApart(first.slice(0, index), first.slice(index), shades, rulings()),
  )
  return count <= 0 ? bands : [first.slice(0, count), first.slice(count), ...rest]
}

/** Whether the rows differ: bold above light, shaded above plain, or a ruling between. */
function looksApart(
  head: readonly TextRow[],
  body: readonly TextRow[],
  shades: readonly Box[],
  rulings: readonly Ruling[],
): boolean {
  const first = [body[0] as TextRow]
  if (isBold(head) && !isBold(first)) return true
  if (isShaded(head, shades) && !isShaded(first, shades)) return true
  const { x0, x1 } = boxOf(head)
  return rulings.some(
    (ruling) =>
      ruling.horizontal &&
      ruling.position > centerY((head.at(-1) as TextRow).box) &&
      ruling.position < centerY((body[0] as TextRow).box) &&
      Math.min(ruling.to, x1) - Math.max(ruling.from, x0) > (x1 - x0) * 0.7,
  )
}

/**
 * Whether lines are between each other's. Only vertically centered cells of a record have this order, columns of a
 * newspaper do not.
 */
function standTogether(bands: readonly (readonly TextRow[])[]): boolean {
  const mixed = bands.filter((band) => band.some((row, at) => at > 0 && isBeside(band[at - 1] as TextRow, row)))
  return mixed.filter(isCentered).length >= mixed.length * startRatio
}

/**
 * Whether a band is a record: segments begin at one height in its first row, the first of them at the left edge, or
 * are vertically centered.
 */
function isRecord(band: readonly TextRow[], { left, size }: { left: number; size: number }): boolean {
  const first = band[0] as TextRow
  if (isMulti(first) && Math.abs(first.box.x0 - left) <= size * 2) return true
  return Math.abs(boxOf(band).x0 - left) <= size * 2 && isCentered(band)
}

/** Joins paragraphs of one cell to their record. The table ends at text after the last record, usually notes. */
function wholeBands(
  bands: readonly (readonly TextRow[])[],
  { left, size }: { left: number; size: number },
): (readonly TextRow[])[] {
  const whole: TextRow[][] = []
  let loose = 0
  let held: TextRow[] = []
  for (const band of bands) {
    if (isRecord(band, { left, size })) {
      whole.at(-1)?.push(...held)
      held = []
      whole.push([...band])
    } else {
      // Where only the first column continues, these are not records of several columns.
      if ((band[0] as TextRow).box.x0 < left + size * 2) loose++
      held.push(...band)
    }
  }
  // The last record may have more paragraphs too: those to the right of the first column.
  if (held.every((row) => row.box.x0 > left + size * 2)) whole.at(-1)?.push(...held)
  return loose <= (whole.length + loose) * (1 - startRatio) ? whole : []
}
