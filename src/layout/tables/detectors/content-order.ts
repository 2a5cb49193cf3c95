/**
 * Finds tables that were written cell by cell: all lines of a cell, then the next cell of the row, then the next row.
 * Word processors, browsers and typesetting programs write in this order, so it shows where rows begin without
 * rulings or gaps. It proposes rows; `content-order-score.ts` decides whether they are a table.
 */

import { type Box, overlapX, union } from '../../../model/geometry.ts'
import type { Line } from '../../state.ts'
import { rowText } from '../cell-text.ts'
import {
  besideEm,
  bottomOf,
  boxOfCell,
  type Cell,
  isTable,
  levelEm,
  minRows,
  minStripEm,
  type Piece,
  type StreamRow,
  topOf,
} from '../scoring/content-order-score.ts'
import { isNonTable, isRuledBelowHead } from '../scoring/table-score.ts'
import { MAX_COLUMNS } from '../settings.ts'
import { rulingsAcross, sizeOf, tableFromGrid } from '../stream/candidates.ts'
import { buildGrid } from '../stream/grid.ts'
import { trimNotes } from '../stream/trim-region.ts'
import { boxOf, groupIntoRows } from '../text-rows.ts'
import type { Candidate, Separator, TableDetector, TablePage, TextRow } from '../types.ts'

/** Maximum distance between lines of a cell, and from a row to the next one, between baselines in em. */
const maxLeadingEm = 1.9
const maxRowStepEm = 4.5
/** Maximum distance from the row above to a label at the middle or bottom of a tall row, in em. */
const maxLabelStepEm = 16
/** Maximum distance between the edges of lines of one cell, in em. */
const edgeEm = 0.4
/** Minimum step to a new row, relative to the leading within cells. */
const rowStep = 1.12
/** Maximum difference between the font sizes of lines of one cell, as a ratio. */
const sizeRatio = 0.12
/** Maximum width of a space in a justified line, in em. */
const maxBlankEm = 4
/** Maximum number of header rows, whose cells may span several columns. */
const maxHeadRows = 2

interface ContentOrderRegion {
  readonly rows: readonly TextRow[]
  /** Y positions between its rows. */
  readonly cuts: readonly number[]
  /** The gaps between its columns. */
  readonly strips: readonly Separator[]
}

export const contentOrder: TableDetector = {
  method: 'stream/content-order',
  detect: (page) => contentOrderRegions(page).map((region) => readRegion(region, page)),
}

/** Reads the table. Its rows were detected from the writing order, so that their evidence is already scored. */
function readRegion({ rows, cuts, strips }: ContentOrderRegion, page: TablePage): Candidate {
  const size = sizeOf(rows)
  const grid = trimNotes(buildGrid(rows, size, { rulings: [], separators: strips, rowBorders: cuts }))
  if (isNonTable(grid)) return { table: null, box: grid.box, refusal: 'not a table' }
  const isHeaded = isRuledBelowHead(grid, rulingsAcross(grid.box, page.rulings(), size))
  return { table: tableFromGrid({ ...grid, headerRows: isHeaded ? 1 : 0 }) }
}

function contentOrderRegions({ streamLines, lines, wordsOf }: TablePage): ContentOrderRegion[] {
  const pieces = [...streamLines()]
    .sort((a, b) => a - b)
    .flatMap((index): Piece[] => {
      const { box, baseline, size, spans } = lines[index] as Line
      const [span] = spans
      if (span?.source !== 'text_layer') return []
      const colon = spans.some(({ text }) => /[:：]/.test(text))
      return [{ box, baseline, size, bold: span.font.bold, mono: span.font.mono, colon, words: () => wordsOf(index) }]
    })
  return runsOfRows(pieces)
    .flatMap(partsOf)
    .flatMap((part) => regionOf(part) ?? [])
}

/** Groups segments in writing order into rows of cells that follow each other downward. */
function runsOfRows(pieces: readonly Piece[]): StreamRow[][] {
  const runs: StreamRow[][] = []
  let run: Piece[][][] = []
  let floor = -Infinity
  for (const piece of pieces) {
    const row = run.at(-1)
    const step = row === undefined ? 'none' : stepTo(piece, row, { floor, above: run.at(-2) })
    if (row === undefined || step === 'none') {
      run = [[[piece]]]
      runs.push(run)
      floor = -Infinity
    } else if (step === 'on') (row.at(-1) as Piece[]).push(piece)
    else if (typeof step === 'number')
      row.splice(step, Infinity, [
        ...row[step]!.slice(0, -1),
        oneLine(row.slice(step).map((cell) => cell.at(-1)!)),
        piece,
      ])
    else if (step === 'across') {
      if (row.length === 1) run.splice(-1, 1, ...apartFromText(row[0]!, piece))
      run.at(-1)!.push([piece])
    } else {
      floor = bottomOf(row)
      run.push([[piece]])
    }
  }
  return runs
}

/**
 * Separates a paragraph directly above a table from the first cell in the same column: only the lines that end before
 * the next cell belong to the cell.
 */
function apartFromText(cell: Cell, next: Piece): Piece[][][] {
  const from = cell.findLastIndex(({ box, size }) => box.x1 + minStripEm * size > next.box.x0) + 1
  return [cell.slice(0, from), cell.slice(from)].flatMap((lines) => (lines.length === 0 ? [] : [[lines]]))
}

type Step = 'on' | 'across' | 'return' | 'none' | number

/**
 * Whether a segment continues the cell above it, begins the next cell of its row or the next row, or none of these. A
 * number is the index of the cell that it continues when the segments after that cell are on its line.
 */
function stepTo(piece: Piece, row: StreamRow, { floor, above }: { floor: number; above: StreamRow | undefined }): Step {
  const cell = row.at(-1) as Cell
  const last = cell.at(-1) as Piece
  const size = Math.max(last.size, piece.size)
  if (piece.box.x0 >= (row.length === 1 ? last.box : boxOfCell(cell)).x1 + minStripEm * size)
    return piece.baseline - last.baseline <= besideEm * size && piece.baseline > floor + besideEm * size
      ? 'across'
      : 'none'
  if (
    goesOn(piece, cell) &&
    row.slice(0, -1).every((before) => boxOfCell(before).x1 < piece.box.x0) &&
    !isTitle(row, above)
  )
    return 'on'
  const below = piece.baseline - bottomOf(row)
  if (below <= besideEm * size) return brokenLine(piece, row) ?? 'none'
  return below <= maxLabelStepEm * size ? 'return' : 'none'
}

/**
 * Whether a row is a single line over several columns, or one that ends in a colon: the following line is another
 * cell.
 */
function isTitle(row: StreamRow, above: StreamRow | undefined): boolean {
  if (row.length > 1) return false
  const cell = row[0]!
  const last = cell.at(-1)!
  return runsOver(cell, above) || (last.colon && /[:：]$/.test(rowText(last.words())))
}

/**
 * In a justified cell, spaces stretch until a line breaks into segments. A further line next to other cells of its
 * row shows that.
 */
function brokenLine(piece: Piece, row: StreamRow): number | null {
  const at = row.findIndex((cell, index) => index > 0 && index < row.length - 1 && goesOn(piece, cell))
  const last = row[at]?.at(-1)
  return last !== undefined && row.slice(at + 1).every((cell) => cell.length === 1 && isLevel(cell[0]!, last))
    ? at
    : null
}

const isLevel = (a: Piece, b: Piece): boolean => Math.abs(a.baseline - b.baseline) <= levelEm * a.size

function oneLine(pieces: readonly Piece[]): Piece {
  const words = pieces.flatMap((piece) => piece.words())
  return { ...pieces[0]!, box: boxOf(pieces), colon: pieces.some(({ colon }) => colon), words: () => words }
}

/**
 * Whether a segment is the next line of a cell: below the last, on a common edge or middle, in the same weight, and
 * as close as the lines before it.
 */
function goesOn(piece: Piece, cell: Cell): boolean {
  const last = cell.at(-1) as Piece
  const step = piece.baseline - last.baseline
  if (step <= besideEm * piece.size || step > maxLeadingEm * piece.size || overlapX(piece.box, last.box) <= 0)
    return false
  if (Math.abs(piece.size - last.size) > sizeRatio * piece.size || piece.bold !== last.bold) return false
  const before = cell.at(-2)
  if (before !== undefined && step > (last.baseline - before.baseline) * rowStep) return false
  const [left, right] = [piece.box.x0 - last.box.x0, piece.box.x1 - last.box.x1]
  return Math.min(Math.abs(left), Math.abs(right), Math.abs(left + right) / 2) <= edgeEm * piece.size
}

/**
 * Splits a run at wide gaps, and at lines that span several cells of the row above or below: titles and text between
 * tables.
 */
function partsOf(run: readonly StreamRow[]): StreamRow[][] {
  const parts: StreamRow[][] = [[]]
  for (const [at, row] of run.entries()) {
    const above = run[at - 1]
    if (above !== undefined && topOf(row) - bottomOf(above) > maxRowStepEm * row[0]![0]!.size) parts.push([])
    if (row.length === 1 && [above, run[at + 1]].some((other) => runsOver(row[0] as Cell, other))) parts.push([])
    else (parts.at(-1) as StreamRow[]).push(row)
  }
  return parts
}

/** Whether a cell spans the first two cells of a row. */
function runsOver(cell: Cell, row: StreamRow | undefined): boolean {
  const box = boxOfCell(cell)
  return row !== undefined && row.length > 1 && row.slice(0, 2).every((other) => overlapX(boxOfCell(other), box) > 0)
}

/** The table that the rows form; `null` when they form none. */
function regionOf(run: readonly StreamRow[]): ContentOrderRegion | null {
  const rows = tableRows(run)
  if (rows === null) return null
  const found = columnsOf(rows)
  const table = tableRows(runsOfRows(joinLevel(rows.flat(2), found))[0] ?? [])
  if (table === null) return null
  const columns = columnsOf(table)
  const { size } = table[0]![0]![0]!
  const strips = columns.slice(1).map(({ x0 }, at): Separator => ({ x0: columns[at]!.x1, x1: x0 }))
  if (columns.length < 2 || strips.some(({ x0, x1 }) => x1 - x0 < minStripEm * size) || !isTable(table, columns))
    return null
  const cuts = table.slice(1).map((row, at) => (bottomOf(table[at]!) + topOf(row)) / 2 - 0.3 * size)
  return { rows: groupIntoRows(table.flat(2).flatMap(({ words }) => words())), cuts, strips }
}

/**
 * The rows from the first to the last with several cells, without the text above; `null` for fewer than a table
 * needs.
 */
function tableRows(run: readonly StreamRow[]): StreamRow[] | null {
  const isFull = (row: StreamRow): boolean => row.length > 1
  const rows = run.slice(Math.max(0, run.findIndex(isFull)), run.findLastIndex(isFull) + 1)
  return rows.filter(isFull).length < minRows ? null : withoutTextAbove(rows)
}

/** Removes short lines above the first row: only as many as are next to its other cells belong to the first cell. */
function withoutTextAbove(rows: readonly StreamRow[]): StreamRow[] {
  const [stub, ...others] = rows[0]!
  const cell = stub!
  const last = cell.at(-1)!
  const beside = boxOf(others.flat())
  const top = Math.min(beside.y0, last.box.y0) - besideEm * last.size
  const kept = cell.filter(({ box }) => box.y0 >= top)
  return [[kept.length > 0 ? kept : [last], ...others], ...rows.slice(1)]
}

/** Extents of the columns: the union of cells above each other, without headings over several columns. */
function columnsOf(rows: readonly StreamRow[]): Box[] {
  let best: Box[] = []
  for (let skipped = 0; skipped <= maxHeadRows && rows.length - skipped >= minRows; skipped++) {
    const extents = joined(rows.slice(skipped).flatMap((row) => row.map(boxOfCell)))
    if (extents.length > MAX_COLUMNS) return []
    const columns = withHeads(extents, rows)
    if (columns.length > best.length) best = columns
  }
  return best
}

interface Column {
  readonly box: Box
  /** By row: whether the column has a cell in it. */
  readonly fill: readonly boolean[]
}

/**
 * A heading at the left of its column and numbers at the right may not overlap. An extent that only the heading fills
 * therefore joins the nearest column without one.
 */
function withHeads(extents: readonly Box[], rows: readonly StreamRow[]): Box[] {
  const cells = rows.map((row) => row.map(boxOfCell))
  const columns = extents.map(
    (box): Column => ({ box, fill: cells.map((row) => row.some((cell) => overlapX(cell, box) > 0)) }),
  )
  for (let at = 0; at < columns.length; at++) {
    const column = columns[at]!
    if (!isHead(column)) continue
    const [home] = [at - 1, at + 1]
      .filter(
        (other) =>
          columns[other] !== undefined &&
          !isHead(columns[other]) &&
          !columns[other].fill.some((filled, row) => filled && column.fill[row]),
      )
      .sort((a, b) => gapOf(column.box, columns[a]!.box) - gapOf(column.box, columns[b]!.box))
    if (home === undefined) continue
    const { box, fill } = columns[home]!
    columns.splice(Math.min(at, home), 2, {
      box: union(column.box, box),
      fill: fill.map((filled, row) => filled || column.fill[row]!),
    })
    // A column that has grown is closer to those before it.
    at = -1
  }
  return columns.map(({ box }) => box)
}

function isHead({ fill }: Column): boolean {
  return fill.every((filled, row) => !filled || row < maxHeadRows)
}

const gapOf = (a: Box, b: Box): number => Math.max(a.x0 - b.x1, b.x0 - a.x1)

function joined(boxes: readonly Box[]): Box[] {
  const columns: Box[] = []
  for (const box of [...boxes].sort((a, b) => a.x0 - b.x0)) {
    const last = columns.at(-1)
    if (last !== undefined && box.x0 < last.x1) columns[columns.length - 1] = union(last, box)
    else columns.push(box)
  }
  return columns
}

/** Joins segments on one baseline in one column: they are one line of a justified cell. */
function joinLevel(pieces: readonly Piece[], columns: readonly Box[]): Piece[] {
  const lines: Piece[] = []
  for (const piece of pieces) {
    const last = lines.at(-1)
    const gap = last === undefined ? -1 : piece.box.x0 - last.box.x1
    const isOne = last !== undefined && isLevel(piece, last) && gap >= 0 && gap <= maxBlankEm * piece.size
    if (isOne && columns.some((column) => overlapX(column, last.box) > 0 && overlapX(column, piece.box) > 0))
      lines[lines.length - 1] = oneLine([last, piece])
    else lines.push(piece)
  }
  return lines
}
