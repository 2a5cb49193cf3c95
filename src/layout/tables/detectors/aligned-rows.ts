/** Finds tables without rulings: adjacent rows, most with several cells. */
import { type Box, centerY, overlapX, unionOf, width } from '../../../model/geometry.ts'
import type { Line, Ruling } from '../../state.ts'
import { findProseNextToTables } from '../../text/prose.ts'
import { startsCaption } from '../captions.ts'
import { readRun } from '../stream/candidates.ts'
import { joinRuns, type RowRange } from '../stream/join-runs.ts'
import { spansGutter, splitByGutters } from '../stream/page-gutter.ts'
import { hasSideBySideLines } from '../stream/side-by-side-lines.ts'
import { separateTables } from '../stream/side-by-side-tables.ts'
import { groupIntoRows, hasCellGap, lastLineOfRow } from '../text-rows.ts'
import type { TableDetector, TablePage, TextRow } from '../types.ts'

const MAX_ROW_GAP_EM = 2.6
/** Maximum consecutive rows of one segment, such as group titles. */
const MAX_SINGLE_ROWS = 3
const MAX_HEADER_LINES = 5
const MAX_HEADER_LEADING_EM = 1.45
const MAX_HEADER_WORDS = 4
/** Maximum fraction of the width with prose between two rows. */
const MAX_PROSE_RATIO = 0.3
/** Minimum fraction of the width of a ruling above or below, and its maximum distance. */
const MIN_RULING_RATIO = 0.7
const MAX_RULING_GAP_EM = 1.5

export const alignedRows: TableDetector = {
  method: 'stream/aligned-rows',
  *detect(page) {
    const { lines, prose, wordsOf } = page
    const rulings = page.rulings()
    const excluded = findProseNextToTables(lines)
    const free = page.streamLines().filter((index) => !excluded.has(index) && !prose.has(index))
    if (!hasSideBySideLines(free, lines)) return
    const boxOfLine = (index: number): Box => (lines[index] as Line).box
    const proseBoxes = [...prose].map(boxOfLine)
    const gutters = page.gutters()
    const runs = findRuns(groupIntoRows(free.flatMap(wordsOf)), { rulings, proseBoxes })
    for (const run of runs)
      if (isAcrossColumns(run, page)) for (const rows of separateTables(run, page)) yield* readRun(rows, page)
    if (gutters.length === 0) return
    const rest = free.filter((index) => !page.isClaimed(index))
    const { columns, crossing } = splitByGutters(rest, gutters, lines)
    const obstacles = { rulings, proseBoxes: [...proseBoxes, ...crossing.map(boxOfLine)] }
    for (const column of columns)
      for (const run of findRuns(groupIntoRows(column.flatMap(wordsOf)), obstacles)) yield* readRun(run, page)
  },
}

function isAcrossColumns(run: readonly TextRow[], { gutters, size }: TablePage): boolean {
  if (gutters().length === 0) return true
  const { x0, x1 } = unionOf(run)
  const inside = gutters().filter(({ x }) => x > x0 && x < x1)
  return inside.length > 0 && inside.every((gutter) => spansGutter(run, gutter, size))
}

interface Obstacles {
  readonly rulings: readonly Ruling[]
  readonly proseBoxes: readonly Box[]
}

function findRuns(rows: readonly TextRow[], obstacles: Obstacles): TextRow[][] {
  const runs: RowRange[] = []
  for (let start = 0; start < rows.length; ) {
    if (!hasCellGap(rows[start]!)) {
      start++
      continue
    }
    const last = lastRow(rows, start, obstacles)
    const box = unionOf(rows.slice(start, last + 1))
    const first = withHeaderLines(rows, { first: firstRow(rows, { start, box, obstacles }), box })
    const end = withFooterRow(rows, { last: lastLineOfRow(rows, last), box, obstacles })
    runs.push({ first, last: end })
    start = end + 1
  }
  return joinRuns(runs, rows, (above, below) => areSeparate(above, below, obstacles)).map(({ first, last }) =>
    rows.slice(first, last + 1),
  )
}

function lastRow(rows: readonly TextRow[], start: number, obstacles: Obstacles): number {
  let last = start
  for (let at = start + 1; at < rows.length; at++) {
    const row = rows[at]!
    if (areSeparate(rows[at - 1]!, row, obstacles) || at - last > MAX_SINGLE_ROWS) break
    if (hasCellGap(row)) last = at
    else if (startsCaption(row)) break
  }
  return last
}

function firstRow(
  rows: readonly TextRow[],
  { start, box, obstacles }: { start: number; box: Box; obstacles: Obstacles },
): number {
  for (let at = start - 1; at >= 0 && start - at <= MAX_SINGLE_ROWS; at--) {
    if (areSeparate(rows[at]!, rows[at + 1]!, obstacles)) break
    if (isBelowRuling(rows[at]!, rows[at - 1], { rulings: obstacles.rulings, box })) return at
  }
  return start
}

/** Includes header lines over the values. Captions and titles start over the labels. */
function withHeaderLines(rows: readonly TextRow[], { first, box }: { first: number; box: Box }): number {
  const label = rows[first]!.segments[0]!
  let at = first
  while (at > 0 && first - at < MAX_HEADER_LINES) {
    const row = rows[at - 1]!
    const isClose = centerY(rows[at]!.box) - centerY(row.box) <= MAX_HEADER_LEADING_EM * row.size
    const isOverColumns = row.box.x0 > label.box.x1 && row.box.x1 <= box.x1 + row.size
    if (!isClose || !isOverColumns || row.segments.some(({ words }) => words.length > MAX_HEADER_WORDS)) break
    at--
  }
  return at
}

function withFooterRow(
  rows: readonly TextRow[],
  { last, box, obstacles }: { last: number; box: Box; obstacles: Obstacles },
): number {
  for (let at = last + 1; at < rows.length && at - last <= MAX_SINGLE_ROWS; at++) {
    if (areSeparate(rows[at - 1]!, rows[at]!, obstacles) || hasCellGap(rows[at]!)) break
    if (isAboveRuling(rows[at]!, rows[at + 1], { rulings: obstacles.rulings, box })) return at
  }
  return last
}

function areSeparate(above: TextRow, below: TextRow, { proseBoxes }: Obstacles): boolean {
  if (below.box.y0 - above.box.y1 > MAX_ROW_GAP_EM * Math.max(above.size, below.size)) return true
  const extent = unionOf([above, below])
  return proseBoxes.some(
    (box) =>
      centerY(box) > centerY(above.box) &&
      centerY(box) < centerY(below.box) &&
      overlapX(box, extent) > width(extent) * MAX_PROSE_RATIO,
  )
}

interface RulingSearch {
  readonly rulings: readonly Ruling[]
  readonly box: Box
}

function isWide({ horizontal, from, to }: Ruling, box: Box): boolean {
  return horizontal && Math.min(to, box.x1) - Math.max(from, box.x0) > width(box) * MIN_RULING_RATIO
}

function isBelowRuling(row: TextRow, above: TextRow | undefined, { rulings, box }: RulingSearch): boolean {
  const top = Math.max(above === undefined ? -Infinity : centerY(above.box), row.box.y0 - MAX_RULING_GAP_EM * row.size)
  return rulings.some((ruling) => isWide(ruling, box) && ruling.position > top && ruling.position < centerY(row.box))
}

function isAboveRuling(row: TextRow, below: TextRow | undefined, { rulings, box }: RulingSearch): boolean {
  const bottom = Math.min(
    below === undefined ? Infinity : centerY(below.box),
    row.box.y1 + MAX_RULING_GAP_EM * row.size,
  )
  return rulings.some((ruling) => isWide(ruling, box) && ruling.position < bottom && ruling.position > centerY(row.box))
}
