/**
 * Finds tables that were written cell by cell: all lines of a cell, then the next cell of the row, then the next row.
 * Word processors, browsers and typesetting programs write in this order. `content-order-score.ts` decides whether the
 * rows are a table.
 */
import { type Box, overlapX } from '../../../model/geometry.ts'
import type { Line } from '../../state.ts'
import {
  bottomOf,
  isTable,
  MIN_GAP_EM,
  MIN_LINE_DISTANCE_EM,
  MIN_ROWS,
  type StreamCell,
  type StreamRow,
  type StreamSegment,
  topOf,
} from '../scoring/content-order-score.ts'
import { isNonTable, isRuledBelowHeader } from '../scoring/table-score.ts'
import { rulingsAcross, sizeOf, tableFromGrid } from '../stream/candidates.ts'
import { columnsOf } from '../stream/content-order-columns.ts'
import { groupIntoRuns, isOnSameBaseline, joinSegments, spansCells } from '../stream/content-order-rows.ts'
import { buildGrid } from '../stream/grid.ts'
import { trimNotes } from '../stream/trim-region.ts'
import { boxOf, groupIntoRows } from '../text-rows.ts'
import type { Candidate, Separator, TableDetector, TablePage, TextRow } from '../types.ts'

/** Maximum distance from a row to the next one, between baselines in em. */
const MAX_ROW_STEP_EM = 4.5
/** Maximum width of a space in a justified line, in em. */
const MAX_SPACE_EM = 4

interface ContentOrderRegion {
  readonly rows: readonly TextRow[]
  /** Y positions between its rows. */
  readonly rowBorders: readonly number[]
  /** The gaps between its columns. */
  readonly separators: readonly Separator[]
}

export const contentOrder: TableDetector = {
  method: 'stream/content-order',
  detect: (page) => contentOrderRegions(page).map((region) => readRegion(region, page)),
}

/** Reads the table. Its rows are already scored. */
function readRegion({ rows, rowBorders, separators }: ContentOrderRegion, page: TablePage): Candidate {
  const size = sizeOf(rows)
  const grid = trimNotes(buildGrid(rows, size, { rulings: [], separators, rowBorders }))
  if (isNonTable(grid)) return { table: null, box: grid.box, refusal: 'not a table' }
  const hasHeaderRow = isRuledBelowHeader(grid, rulingsAcross(grid.box, page.rulings(), size))
  return { table: tableFromGrid({ ...grid, headerRows: hasHeaderRow ? 1 : 0 }) }
}

function contentOrderRegions({ streamLines, lines, wordsOf }: TablePage): ContentOrderRegion[] {
  const segments = [...streamLines()]
    .sort((a, b) => a - b)
    .flatMap((index): StreamSegment[] => {
      const { box, baseline, size, spans } = lines[index] as Line
      const [span] = spans
      if (span?.source !== 'text_layer') return []
      const colon = spans.some(({ text }) => /[:：]/.test(text))
      return [{ box, baseline, size, bold: span.font.bold, mono: span.font.mono, colon, words: () => wordsOf(index) }]
    })
  return groupIntoRuns(segments)
    .flatMap(splitRun)
    .flatMap((part) => toRegion(part) ?? [])
}

/**
 * Splits a run at wide gaps, and at lines that span several cells of the row above or below: titles and text between
 * tables.
 */
function splitRun(run: readonly StreamRow[]): StreamRow[][] {
  const parts: StreamRow[][] = [[]]
  for (const [index, row] of run.entries()) {
    const above = run[index - 1]
    if (above !== undefined && topOf(row) - bottomOf(above) > MAX_ROW_STEP_EM * row[0]![0]!.size) parts.push([])
    if (row.length === 1 && [above, run[index + 1]].some((other) => spansCells(row[0] as StreamCell, other)))
      parts.push([])
    else (parts.at(-1) as StreamRow[]).push(row)
  }
  return parts
}

/** The region of the rows, or `null` if they are not a table. */
function toRegion(run: readonly StreamRow[]): ContentOrderRegion | null {
  const rows = tableRows(run)
  if (rows === null) return null
  const found = columnsOf(rows)
  const table = tableRows(groupIntoRuns(joinSameBaseline(rows.flat(2), found))[0] ?? [])
  if (table === null) return null
  const columns = columnsOf(table)
  const { size } = table[0]![0]![0]!
  const separators = columns.slice(1).map(({ x0 }, index): Separator => ({ x0: columns[index]!.x1, x1: x0 }))
  if (columns.length < 2 || separators.some(({ x0, x1 }) => x1 - x0 < MIN_GAP_EM * size) || !isTable(table, columns))
    return null
  const rowBorders = table.slice(1).map((row, index) => (bottomOf(table[index]!) + topOf(row)) / 2 - 0.3 * size)
  return { rows: groupIntoRows(table.flat(2).flatMap(({ words }) => words())), rowBorders, separators }
}

/**
 * The rows from the first to the last with several cells, without the text above, or `null` if they are too few.
 */
function tableRows(run: readonly StreamRow[]): StreamRow[] | null {
  const isFull = (row: StreamRow): boolean => row.length > 1
  const rows = run.slice(Math.max(0, run.findIndex(isFull)), run.findLastIndex(isFull) + 1)
  return rows.filter(isFull).length < MIN_ROWS ? null : withoutTextAbove(rows)
}

/** Removes short lines above the first row: only as many as are next to its other cells belong to the first cell. */
function withoutTextAbove(rows: readonly StreamRow[]): StreamRow[] {
  const [stub, ...others] = rows[0]!
  const cell = stub!
  const last = cell.at(-1)!
  const otherCells = boxOf(others.flat())
  const top = Math.min(otherCells.y0, last.box.y0) - MIN_LINE_DISTANCE_EM * last.size
  const kept = cell.filter(({ box }) => box.y0 >= top)
  return [[kept.length > 0 ? kept : [last], ...others], ...rows.slice(1)]
}

/** Joins segments on one baseline in one column, which are one line of a justified cell. */
function joinSameBaseline(segments: readonly StreamSegment[], columns: readonly Box[]): StreamSegment[] {
  const lines: StreamSegment[] = []
  for (const segment of segments) {
    const last = lines.at(-1)
    const gap = last === undefined ? -1 : segment.box.x0 - last.box.x1
    const isSameLine =
      last !== undefined && isOnSameBaseline(segment, last) && gap >= 0 && gap <= MAX_SPACE_EM * segment.size
    if (isSameLine && columns.some((column) => overlapX(column, last.box) > 0 && overlapX(column, segment.box) > 0))
      lines[lines.length - 1] = joinSegments([last, segment])
    else lines.push(segment)
  }
  return lines
}
