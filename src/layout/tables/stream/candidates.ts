/** Builds and scores the grid of a run of rows, and splits a refused run at its widest gap. */
import { type Box, unionOf } from '../../../model/geometry.ts'
import { maxOf, median, minOf } from '../../../model/statistics.ts'
import type { Ruling } from '../../state.ts'
import { isLargeHeadingRow, isNumberedHeadingRow } from '../heading-rows.ts'
import { scoreTable } from '../scoring/table-classifier.ts'
import { MIN_SCORE, scoreGrid } from '../scoring/table-score.ts'
import { hasCellGap, lastLineOfRow } from '../text-rows.ts'
import type { Candidate, StreamGrid, TableCell, TableGrid, TablePage, TextRow } from '../types.ts'
import { buildGrid } from './grid.ts'
import { trimNotes } from './trim-region.ts'

/** Minimum log-odds of grids that the points accept and refuse. See docs/decisions/031-table-classifier.md. */
const MIN_TABLE_ODDS = -3.5
const MIN_REFUSED_ODDS = 1
const MAX_SPLITS = 4
const MIN_SPLIT_ROWS = 4
/** The parts of a table of contents are no tables. */
const CONTENTS_REFUSAL = refusalOf('a table of contents')

export function sizeOf(rows: readonly TextRow[]): number {
  return median(rows.map(({ size }) => size)) ?? 10
}

interface ScoreOptions {
  readonly rulings: readonly Ruling[]
  readonly size: number
  readonly page: TablePage
  readonly hasKnownColumns?: boolean
}

export function scoreCandidate(grid: StreamGrid, options: ScoreOptions): Candidate {
  const scored = scoreGrid(grid, options)
  if (scored.refusal !== undefined) return { table: null, box: grid.box, refusal: refusalOf(scored.refusal) }
  const score = scoreTable(grid, options)
  const hasEnoughPoints = options.hasKnownColumns === true || scored.points >= MIN_SCORE
  const limit = hasEnoughPoints ? MIN_TABLE_ODDS : MIN_REFUSED_ODDS
  if (score >= limit) return { table: tableFromGrid(grid), score }
  const refusal = `score below ${limit}, the limit for ${scored.points.toFixed(2)} points`
  return { table: null, box: grid.box, refusal, score }
}

/** `kind`: the kind of non-table. */
function refusalOf(kind: string): string {
  return `not a table but ${kind}`
}

interface RunOptions {
  readonly splits: number
  /** Whether the detector knows the header and the columns, which counts as enough points. */
  readonly hasKnownColumns?: boolean
}

/** Returns the tables between the headings of a run, or the parts of one if they score higher. */
export function readRun(
  rows: readonly TextRow[],
  page: TablePage,
  options: RunOptions = { splits: MAX_SPLITS },
): Candidate[] {
  const parts = splitAtHeadings(rows, page.size)
  if (parts.length === 1) return readRows(rows, page, options)
  return parts.flatMap((part) => readRows(trimSingleSegments(part), page, options))
}

function splitAtHeadings(rows: readonly TextRow[], bodySize: number): TextRow[][] {
  const parts: TextRow[][] = [[]]
  const size = sizeOf(rows)
  for (const row of rows)
    if (isNumberedHeadingRow(row, bodySize) || isLargeHeadingRow(row, bodySize, size)) parts.push([])
    else parts.at(-1)!.push(row)
  return parts
}

function readRows(rows: readonly TextRow[], page: TablePage, options: RunOptions): Candidate[] {
  if (rows.length < 2) return []
  const { splits, hasKnownColumns = false } = options
  const rulings = page.rulings()
  const size = sizeOf(rows)
  const near = horizontalRulingsNear(unionOf(rows), rulings, size)
  const grid = trimNotes(buildGrid(rows, size, { rulings: near }))
  const candidate = scoreCandidate(grid, { rulings: near, size, page, hasKnownColumns })
  if (candidate.table !== null || splits === 0 || rows.length < MIN_SPLIT_ROWS) return [candidate]
  if (candidate.refusal === CONTENTS_REFUSAL) return [candidate]
  const at = widestGap(rows)
  const parts = [rows.slice(0, at), rows.slice(at)].flatMap((part) =>
    readRows(trimSingleSegments(part), page, { splits: splits - 1 }),
  )
  const { score = -Infinity } = candidate
  const isBetter = parts.some((part) => part.table !== null && (part.score ?? Infinity) < score)
  return isBetter ? [{ table: tableFromGrid(grid), score }] : [candidate, ...parts]
}

function trimSingleSegments(run: readonly TextRow[]): TextRow[] {
  const first = run.findIndex(hasCellGap)
  return first < 0 ? [] : run.slice(first, lastLineOfRow(run, run.findLastIndex(hasCellGap)) + 1)
}

function widestGap(run: readonly TextRow[]): number {
  let best = 1
  let widest = -Infinity
  for (let index = 1; index < run.length; index++) {
    const gap = (run[index] as TextRow).box.y0 - (run[index - 1] as TextRow).box.y1
    if (gap > widest + 0.01) {
      widest = gap
      best = index
    }
  }
  return best
}

function horizontalRulingsNear(box: Box, rulings: readonly Ruling[], size: number): Ruling[] {
  return rulings.filter(
    ({ horizontal, position, from, to }) =>
      horizontal &&
      position > box.y0 - 1.5 * size &&
      position < box.y1 + 1.5 * size &&
      Math.min(to, box.x1) - Math.max(from, box.x0) > size,
  )
}

/** Borders are at the centers of the gaps. */
export function tableFromGrid({ box, cols, rows, separators, headerRows }: StreamGrid): TableGrid {
  const xs = [box.x0, ...separators.map(({ x0, x1 }) => (x0 + x1) / 2), box.x1]
  const tops = rows.map((row) => minOf(row.map((segment) => segment.box.y0)))
  const bottoms = rows.map((row) => maxOf(row.map((segment) => segment.box.y1)))
  const ys = [box.y0, ...tops.slice(1).map((top, at) => (top + (bottoms[at] as number)) / 2), box.y1]
  const cells = rows.flatMap((segments, row) => {
    const own: TableCell[] = []
    for (let col = 0; col < cols; ) {
      const segment = segments.find((other) => other.col === col)
      const colSpan = segment?.colSpan ?? 1
      own.push({
        row,
        col,
        rowSpan: 1,
        colSpan,
        words: segment?.words ?? [],
        box: { x0: xs[col]!, y0: ys[row]!, x1: xs[col + colSpan]!, y1: ys[row + 1]! },
      })
      col += colSpan
    }
    return own
  })
  return { box, rows: rows.length, cols, cells, headerRows }
}
