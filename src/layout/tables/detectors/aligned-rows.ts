/**
 * Visual rows → runs that may be a table: rows that follow each other closely, most of them of several pieces, with the
 * headings above and the rulings around taken in. Running text between two rows parts them.
 */

import { type Box, centerY, overlapX, unionAll } from '../../../model/geometry.ts'
import type { Line, Ruling } from '../../state.ts'
import { findProseBeside } from '../../text/prose.ts'
import { startsCaption } from '../captions.ts'
import { readRun } from '../stream/candidates.ts'
import { spansGutter, splitByGutter } from '../stream/page-gutter.ts'
import { hasSideBySideLines } from '../stream/side-by-side-lines.ts'
import { groupIntoRows, hasCellGap } from '../text-rows.ts'
import type { TableDetector, TextRow } from '../types.ts'

/** Rows further apart than this are not one table. Ems between the boxes. */
const maxRowGapEm = 2.6
/** Rows of one piece (group titles, second lines) that may follow each other within a table. */
const maxSingleRows = 3
/** Edges of a heading and its column agree within this. Ems. */
const alignedEm = 0.3
/** Lines of a column heading above its row. */
const maxHeadingLines = 5

export const alignedRows: TableDetector = {
  method: 'stream/aligned-rows',
  *detect(page) {
    const { lines, prose, wordsOf } = page
    const rulings = page.rulings()
    const beside = findProseBeside(lines)
    const free = page.streamLines().filter((index) => !beside.has(index) && !prose.has(index))
    if (!hasSideBySideLines(free, lines)) return
    const blocks = [...prose].map((index) => (lines[index] as Line).box)
    const gutter = page.gutter()
    const whole = runsOf(groupIntoRows(free.flatMap(wordsOf)), { rulings, blocks })
    for (const run of whole) if (gutter === null || spansGutter(run, gutter)) yield* readRun(run, page)
    if (gutter === null) return
    const left = free.filter((index) => !page.isClaimed(index))
    const { columns, crossing } = splitByGutter(left, gutter, lines)
    const parting = [...blocks, ...crossing.map((index) => (lines[index] as Line).box)]
    for (const side of columns)
      for (const run of runsOf(groupIntoRows(side.flatMap(wordsOf)), { rulings, blocks: parting }))
        yield* readRun(run, page)
  },
}

/** What stands around the rows. */
interface Obstacles {
  readonly rulings: readonly Ruling[]
  /** Boxes of running text. */
  readonly blocks: readonly Box[]
}

/** Rows that follow each other closely, most of them of several pieces; widened to the rulings around them. */
function runsOf(rows: readonly TextRow[], page: Obstacles): TextRow[][] {
  const runs: TextRow[][] = []
  for (let start = 0; start < rows.length; ) {
    if (!hasCellGap(rows[start] as TextRow)) {
      start++
      continue
    }
    let last = start
    for (let index = start + 1; index < rows.length; index++) {
      const row = rows[index] as TextRow
      const above = rows[index - 1] as TextRow
      if (isApart(above, row, page) || index - last > maxSingleRows || (!hasCellGap(row) && startsCaption(row))) break
      if (hasCellGap(row)) last = index
    }
    let first = start
    const box = unionAll(rows.slice(start, last + 1).map((row) => row.box))
    // A heading over several columns may stand alone in its row, if a ruling above takes it in.
    for (let index = start - 1; index >= 0 && start - index <= maxSingleRows; index--) {
      if (isApart(rows[index] as TextRow, rows[index + 1] as TextRow, page)) break
      if (isUnderRule(rows[index] as TextRow, rows[index - 1], { rulings: page.rulings, box })) {
        first = index
        break
      }
    }
    if (first > 0 && first === start && headsColumns(rows[first - 1] as TextRow, rows[first] as TextRow, page)) first--
    first = aboveHeader(rows, { first, box })
    let end = last
    for (let index = last + 1; index < rows.length && index - last <= maxSingleRows; index++) {
      if (isApart(rows[index - 1] as TextRow, rows[index] as TextRow, page) || hasCellGap(rows[index] as TextRow)) break
      if (isOverRule(rows[index] as TextRow, rows[index + 1], { rulings: page.rulings, box })) {
        end = index
        break
      }
    }
    runs.push(rows.slice(first, end + 1))
    start = end + 1
  }
  return runs
}

/** Wide headings nearly touch: pieces that begin where those of the row below do head its columns, or as many as there with their ends or middles. */
function headsColumns(row: TextRow, below: TextRow, page: Obstacles): boolean {
  if (row.segments.length < 2 || isApart(row, below, page)) return false
  const reach = alignedEm * row.size
  if (row.segments.every(({ box }) => below.segments.some((other) => Math.abs(other.box.x0 - box.x0) <= reach)))
    return true
  if (row.segments.length !== below.segments.length || startsCaption(row)) return false
  return row.segments.every(({ box }, at) => {
    const { box: other } = below.segments[at] as { box: Box }
    const [left, right] = [other.x0 - box.x0, other.x1 - box.x1]
    return Math.min(Math.abs(left), Math.abs(right), Math.abs(left + right) / 2) <= reach
  })
}

/** Column headings of several lines end together: their upper lines stand alone above the row that has them all. */
function aboveHeader(rows: readonly TextRow[], run: { first: number; box: Box }): number {
  let { first } = run
  for (; first > 0 && run.first - first < maxHeadingLines; ) {
    const row = rows[first - 1] as TextRow
    const below = rows[first] as TextRow
    const start = rows[run.first] as TextRow
    const tight = (below.box.y0 + below.box.y1 - row.box.y0 - row.box.y1) / 2 <= 1.45 * row.size
    const stub = start.segments[0] as { box: Box }
    // Not over the first column: there stand captions and titles.
    if (
      !tight ||
      row.box.x0 <= stub.box.x1 ||
      row.box.x1 > run.box.x1 + row.size ||
      row.segments.some((segment) => segment.words.length > 4)
    )
      break
    first--
  }
  return first
}

function isApart(above: TextRow, below: TextRow, page: Obstacles): boolean {
  if (below.box.y0 - above.box.y1 > maxRowGapEm * Math.max(above.size, below.size)) return true
  const left = Math.min(above.box.x0, below.box.x0)
  const right = Math.max(above.box.x1, below.box.x1)
  const from = centerY(above.box)
  const to = centerY(below.box)
  return page.blocks.some((box) => {
    const y = centerY(box)
    return y > from && y < to && overlapX(box, { x0: left, x1: right, y0: 0, y1: 0 }) > (right - left) * 0.3
  })
}

interface Frame {
  readonly rulings: readonly Ruling[]
  readonly box: Box
}

function isWide(ruling: Ruling, box: Box): boolean {
  return ruling.horizontal && Math.min(ruling.to, box.x1) - Math.max(ruling.from, box.x0) > (box.x1 - box.x0) * 0.7
}

function isUnderRule(row: TextRow, above: TextRow | undefined, { rulings, box }: Frame): boolean {
  const top = above === undefined ? -Infinity : centerY(above.box)
  return rulings.some(
    (ruling) =>
      isWide(ruling, box) &&
      ruling.position > top &&
      ruling.position < centerY(row.box) &&
      ruling.position > row.box.y0 - 1.5 * row.size,
  )
}

function isOverRule(row: TextRow, below: TextRow | undefined, { rulings, box }: Frame): boolean {
  const bottom = below === undefined ? Infinity : centerY(below.box)
  return rulings.some(
    (ruling) =>
      isWide(ruling, box) &&
      ruling.position < bottom &&
      ruling.position > centerY(row.box) &&
      ruling.position < row.box.y1 + 1.5 * row.size,
  )
}
