/**
 * Finds tables without rulings whose cells contain running text: the cells of each row (record) begin at one height.
 * Newspaper columns, whose paragraphs begin at any height, are rejected.
 */

import { type Box, centerX, centerY, coverage } from '../../../model/geometry.ts'
import type { Line, Ruling } from '../../state.ts'
import { findProseNextToTables } from '../../text/prose.ts'
import { isBold, isShaded, scoreMultiLineRows } from '../scoring/multi-line-row-score.ts'
import { isNonTable } from '../scoring/table-score.ts'
import { sizeOf, tableFromGrid } from '../stream/candidates.ts'
import { buildGrid } from '../stream/grid.ts'
import {
  columnsAtStart,
  commonLeading,
  findHeader,
  hasSeveralCells,
  headerBorders,
  isCentered,
  isSideBySide,
  MAX_LEADING_EM,
} from '../stream/multi-line-row-columns.ts'
import { findPageGutter } from '../stream/page-gutter.ts'
import { trimNotes } from '../stream/trim-region.ts'
import { boxOf, groupIntoRows } from '../text-rows.ts'
import type { Candidate, TableDetector, TablePage, TextRow } from '../types.ts'

/** Minimum gap between two records, as a multiple of the leading within cells. */
const MIN_RECORD_GAP_RATIO = 1.12
/** Maximum gap between records of one table, in em. */
const MAX_RECORD_GAP_EM = 4.5
/**
 * Maximum number of rows at the start of a run in which aligned segments must occur: those of the first record's
 * longest cell.
 */
const MAX_START_ROWS = 12
/**
 * Minimum fraction of the records that begin in the first column and in at least two columns, and minimum number of
 * records.
 */
const MIN_START_RATIO = 0.8
const MIN_RECORDS = 3
/** Minimum mean number of lines per record. Records of one line are found by other detectors. */
const MIN_LINES_PER_RECORD = 1.25
/** Minimum score of a table. */
const MIN_SCORE = 2
/** Minimum width of a table, in em. */
const MIN_WIDTH_EM = 14

interface MultiLineRegion {
  readonly rows: readonly TextRow[]
  /** Y positions between its records. */
  readonly rowBorders: readonly number[]
}

export const multiLineRows: TableDetector = {
  method: 'stream/multi-line-rows',
  detect(page) {
    const sideBySide = findProseNextToTables(page.lines)
    const free = page.streamLines().filter((index) => !sideBySide.has(index))
    return multiLineRegions(free, page).map(readRegion)
  },
}

/** Reads the table. Its records are already scored. */
function readRegion({ rows, rowBorders }: MultiLineRegion): Candidate {
  const grid = trimNotes(buildGrid(rows, sizeOf(rows), { rulings: [], rowBorders }))
  return isNonTable(grid) ? { table: null, box: grid.box, refusal: 'not a table' } : { table: tableFromGrid(grid) }
}

function multiLineRegions(free: readonly number[], page: TablePage): MultiLineRegion[] {
  if (!beginsSideBySide(free, page.lines)) return []
  const whole = regionsIn(free, page)
  const gutter = findPageGutter(free, page)?.x
  if (gutter === undefined) return whole
  const halves = [
    free.filter((index) => centerX((page.lines[index] as Line).box) < gutter),
    free.filter((index) => centerX((page.lines[index] as Line).box) >= gutter),
  ]
  const parts = halves.flatMap((half) => (beginsSideBySide(half, page.lines) ? regionsIn(half, page) : []))
  return [
    ...whole,
    ...parts.filter((part) => !whole.some((other) => coverage(boxOf(part.rows), boxOf(other.rows)) > 0.3)),
  ]
}

/**
 * Whether several lines begin at one height under a gap that is wider than the one below, as records do and columns do
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
    if (to - from >= 2 && above > Math.min(below, MAX_LEADING_EM * first.size) * MIN_RECORD_GAP_RATIO) starts++
    // Lines of vertically centered cells with different numbers of lines alternate.
    if (above <= 0.8 * first.size) between++
    before = first.baseline
    from = to
  }
  return starts >= MIN_RECORDS - 1 || between >= MIN_RECORDS - 1
}

function regionsIn(free: readonly number[], page: TablePage): MultiLineRegion[] {
  const rows = groupIntoRows(free.flatMap(page.wordsOf))
  const regions: MultiLineRegion[] = []
  let previousEnd = 0
  for (let start = 0; start < rows.length; ) {
    const end = runEnd(rows, start)
    const run = rows.slice(start, end)
    const region = run.length >= MIN_RECORDS ? readRecords(run, page) : null
    if (region !== null) regions.push(withHeader(region, rows.slice(previousEnd, start)))
    if (region !== null) previousEnd = end
    start = Math.max(end, start + 1)
  }
  return regions
}

/** A run begins with segments at one height and ends before a segment that spans the columns, or a wide gap. */
function runEnd(rows: readonly TextRow[], start: number): number {
  const columns = columnsAtStart(rows.slice(start, start + MAX_START_ROWS))
  if (columns === null) return start + 1
  const left = (columns[0] as Box).x0
  let end = start + 1
  for (; end < rows.length; end++) {
    const row = rows[end] as TextRow
    if (centerY(row.box) - centerY((rows[end - 1] as TextRow).box) > MAX_RECORD_GAP_EM * row.size) break
    if (row.box.x0 < left - row.size) break
    // A segment over the starts of two columns is a title or running text.
    if (
      row.segments.some(({ box }) =>
        columns.some((column, at) => crossesColumn(box, { before: columns[at - 1], column, size: row.size })),
      )
    )
      break
  }
  return end
}

/**
 * Whether a box extends from before a column into it, or from the previous column over the center of a narrow one, such
 * as a page number next to a page header.
 */
function crossesColumn(
  box: Box,
  { before, column, size }: { before: Box | undefined; column: Box; size: number },
): boolean {
  if (box.x0 >= column.x0 - size) return false
  return box.x1 > column.x0 + 2 * size || (before !== undefined && box.x0 < before.x1 && box.x1 > centerX(column))
}

/** Adds a header whose segments are on other edges than the columns below: centered, or not over the first column. */
function withHeader({ rows, rowBorders }: MultiLineRegion, above: readonly TextRow[]): MultiLineRegion {
  const header = findHeader(above, rows)
  return { rows: [...header, ...rows], rowBorders: [...headerBorders(header, rows[0] as TextRow), ...rowBorders] }
}

/** The records of a run, or `null` if their cells do not begin at one height. */
function readRecords(run: readonly TextRow[], page: TablePage): MultiLineRegion | null {
  const distances = run.slice(1).map((row, index) => centerY(row.box) - centerY((run[index] as TextRow).box))
  const leading = commonLeading(run)
  if (leading === null) return null
  const starts = [
    0,
    ...distances.flatMap((distance, index) => (distance > leading * MIN_RECORD_GAP_RATIO ? [index + 1] : [])),
  ]
  const records = splitHeader(
    starts.map((start, index) => run.slice(start, starts[index + 1] ?? run.length)),
    page,
  )
  const box = boxOf(run)
  const complete = joinParagraphs(records, { left: box.x0, size: page.size })
  // The gaps must group several lines: other detectors find records of one line.
  if (
    complete.length < MIN_RECORDS ||
    complete.flat().length < complete.length * MIN_LINES_PER_RECORD ||
    box.x1 - box.x0 < MIN_WIDTH_EM * page.size
  )
    return null
  if (!areMixedRecordsCentered(records) || scoreMultiLineRows(complete, page) < MIN_SCORE) return null
  const rowBorders = complete.slice(1).map((record, index) => {
    const above = boxOf(complete[index] as readonly TextRow[])
    return (above.y1 + (record[0] as TextRow).box.y0) / 2
  })
  return { rows: complete.flat(), rowBorders }
}

/** Splits the header from the first record. Their distance may equal the leading of the record. */
function splitHeader(records: (readonly TextRow[])[], { filledRects, rulings }: TablePage): (readonly TextRow[])[] {
  const [first, ...rest] = records
  if (first === undefined) return records
  const count = first.findIndex(
    (row, index) =>
      index > 0 &&
      hasSeveralCells(row) &&
      isDistinctHeader(first.slice(0, index), first.slice(index), filledRects, rulings()),
  )
  return count <= 0 ? records : [first.slice(0, count), first.slice(count), ...rest]
}

/** Whether the header differs from the body: bold, shaded, or above a ruling. */
function isDistinctHeader(
  header: readonly TextRow[],
  body: readonly TextRow[],
  filledRects: readonly Box[],
  rulings: readonly Ruling[],
): boolean {
  const first = [body[0] as TextRow]
  if (isBold(header) && !isBold(first)) return true
  if (isShaded(header, filledRects) && !isShaded(first, filledRects)) return true
  const { x0, x1 } = boxOf(header)
  return rulings.some(
    (ruling) =>
      ruling.horizontal &&
      ruling.position > centerY((header.at(-1) as TextRow).box) &&
      ruling.position < centerY((body[0] as TextRow).box) &&
      Math.min(ruling.to, x1) - Math.max(ruling.from, x0) > (x1 - x0) * 0.7,
  )
}

/**
 * Whether most records with alternating lines are vertically centered. Newspaper columns have alternating lines without
 * being centered.
 */
function areMixedRecordsCentered(records: readonly (readonly TextRow[])[]): boolean {
  const mixed = records.filter((record) =>
    record.some((row, at) => at > 0 && isSideBySide(record[at - 1] as TextRow, row)),
  )
  return mixed.filter(isCentered).length >= mixed.length * MIN_START_RATIO
}

/**
 * Whether segments begin at one height in the first row, the first of them at the left edge, or are vertically
 * centered.
 */
function isRecord(record: readonly TextRow[], { left, size }: { left: number; size: number }): boolean {
  const first = record[0] as TextRow
  if (hasSeveralCells(first) && Math.abs(first.box.x0 - left) <= size * 2) return true
  return Math.abs(boxOf(record).x0 - left) <= size * 2 && isCentered(record)
}

/** Joins paragraphs of one cell to their record. The table ends at text after the last record, usually notes. */
function joinParagraphs(
  records: readonly (readonly TextRow[])[],
  { left, size }: { left: number; size: number },
): (readonly TextRow[])[] {
  const joined: TextRow[][] = []
  let otherCount = 0
  let pending: TextRow[] = []
  for (const record of records) {
    if (isRecord(record, { left, size })) {
      joined.at(-1)?.push(...pending)
      pending = []
      joined.push([...record])
    } else {
      // If only the first column continues, these are not records of several columns.
      if ((record[0] as TextRow).box.x0 < left + size * 2) otherCount++
      pending.push(...record)
    }
  }
  // The last record may have further paragraphs to the right of the first column.
  if (pending.every((row) => row.box.x0 > left + size * 2)) joined.at(-1)?.push(...pending)
  return otherCount <= (joined.length + otherCount) * (1 - MIN_START_RATIO) ? joined : []
}
