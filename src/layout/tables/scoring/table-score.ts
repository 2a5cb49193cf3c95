/** Scores a grid of aligned words: is it a table? Text with the pattern of a list or code is refused, then features are added up. */
import { centerX, centerY, width } from '../../../model/geometry.ts'
import { maxOf, minOf } from '../../../model/statistics.ts'
import type { Line, Ruling } from '../../state.ts'
import { isCaptioned } from '../captions.ts'
import { isNumeric, rowText } from '../cell-text.ts'
import type { CellSegment, StreamGrid, TablePage } from '../types.ts'
import {
  areNumberedEquations,
  areNumberedHeadings,
  hasBullets,
  isColumnList,
  isContents,
  isForm,
  isLineNumbered,
  isList,
  isListing,
  isLongContents,
  isMonospaced,
  isPageHeaderOverTitle,
  isSlideFooter,
} from './non-table-patterns.ts'

/** Minimum score of a table: two full rulings and common edges are enough, and so are numbers in three columns. */
export const MIN_SCORE = 3
/** Tolerance of edges, in em. */
const EDGE_TOLERANCE = 0.5
/** Segments of a column that show its edge without the header. */
const MIN_BODY_ROWS = 4
/** Tables of two columns without any other feature: their rows, the gap in em, and the rows that need no gap. */
const MIN_PAIRS = 5
const MIN_PAIR_GAP = 1.5
const MANY_PAIRS = 15
/** Tables of two columns with bold headers: their rows, and the filled part. */
const MIN_HEADED_ROWS = 4
const MIN_HEADED_FILLED_RATIO = 0.9
/** Weight of an amount with a unit, relative to a number. */
const QUANTITY_WEIGHT = 0.6
/** Rows of a full grid. Ticks and labels of a chart make fewer. */
const MIN_FULL_ROWS = 4
/** Maximum mean number of words in the cells of a full grid. Newspaper columns have more. */
const MAX_CELL_WORDS = 6
/** Part of a table's width that a full ruling covers. */
const MIN_RULING_RATIO = 0.7

export interface GridContext {
  readonly rulings: readonly Ruling[]
  readonly size: number
  /** Number of vertical rulings or shaded column edges. */
  readonly columnLines?: number
  readonly page: Pick<TablePage, 'lines' | 'tables'>
}

/** Facts about a grid that features are computed from. Ratios are 0 to 1. */
interface GridFacts {
  readonly columns: readonly CellSegment[][]
  /** Full rulings, and those of them that are drawn lines. */
  readonly rulings: number
  readonly drawnRulings: number
  readonly columnLines: number
  readonly isCaptioned: boolean
  readonly hasHeader: boolean
}

/** `-Infinity` for text that is not a table. */
export function scoreGrid(grid: StreamGrid, context: GridContext): number {
  if (grid.cols < 2 || grid.rows.length < 2) return -Infinity
  const { rulings, size, columnLines = 0, page } = context
  const facts: GridFacts = {
    columns: columnSegments(grid),
    rulings: countRulings(grid, rulings),
    drawnRulings: countRulings(
      grid,
      rulings.filter(({ shading }) => shading !== true),
    ),
    columnLines,
    isCaptioned: isCaptioned(grid.box, page.lines, { size, tables: page.tables }),
    hasHeader: hasHeader(grid, size),
  }
  if (isRefused(grid, facts, context)) return -Infinity
  return Object.values(tableFeatures(grid, facts, context)).reduce((sum, points) => sum + points, 0)
}

/** Lists, tables of contents, numbered equations and numbered lines have columns, too. */
export function isNonTable(grid: StreamGrid, captioned = false): boolean {
  if (grid.cols < 2 || grid.rows.length < 2) return true
  const columns = columnSegments(grid)
  return (
    hasBullets(columns) ||
    isList(columns) ||
    isContents(columns, captioned) ||
    areNumberedEquations(columns) ||
    isLineNumbered(columns)
  )
}

/** Tables of contents and code: no part of them is a table either. */
export function isNonTableThroughout(grid: StreamGrid, lines: readonly Line[]): boolean {
  const columns = columnSegments(grid)
  return grid.cols > 1 && (isContents(columns) || isListing(columns, lines))
}

function isRefused(grid: StreamGrid, facts: GridFacts, { size, page }: GridContext): boolean {
  const { columns, rulings, drawnRulings, columnLines, isCaptioned: captioned, hasHeader: headed } = facts
  // A caption counts as a third ruling: the rows of some tables are numbered like the items of a list.
  if (rulings + (captioned ? 1 : 0) < 3 && columnLines < 3 && isNonTable(grid, captioned)) return true
  if (isLongContents(columns) || isForm(columns)) return true
  // Backgrounds are also behind code, lists and the footer of a slide.
  if (columnLines < 3 && !captioned && drawnRulings < 3) {
    if (
      isListing(columns, page.lines) ||
      isLineNumbered(columns) ||
      hasBullets(columns) ||
      areNumberedHeadings(columns)
    )
      return true
  }
  if (captioned) return false
  return (
    (rulings < 2 && isPageHeaderOverTitle(grid)) ||
    (drawnRulings < 2 && isSlideFooter(grid)) ||
    (rulings === 0 && columnLines === 0 && !headed && isColumnList(columns, size))
  )
}

/** Points by feature. */
function tableFeatures(grid: StreamGrid, facts: GridFacts, context: GridContext): Record<string, number> {
  const { columns, rulings, columnLines, isCaptioned: captioned, hasHeader: headed } = facts
  const { size, page } = context
  const { cols, textRows } = grid
  const rows = grid.rows.length
  const meanWords = meanOf(columns.flat().map(({ words }) => words.length))
  const numeric = meanOf(columns.slice(1).flat().map(numericWeight))
  const filled = grid.rows.flat().reduce((sum, { colSpan }) => sum + colSpan, 0) / (rows * cols)
  const aligned = alignmentOf(columns, size)
  const isFull = cols >= 3 && rows >= MIN_FULL_ROWS && filled >= 0.9 && aligned >= 0.9 && hasShortCells(grid)
  // Between rulings, and in a full grid of short cells, lines of one cell are not rows.
  const multi =
    (rulings >= 3 && rows > 3) || isFull
      ? grid.rows.filter((row) => row.length > 1).length / rows
      : textRows.filter(({ segments }) => segments.length > 1).length / textRows.length
  const isHeadedPair = cols === 2 && filled >= MIN_HEADED_FILLED_RATIO && rows >= MIN_HEADED_ROWS
  const areShortColumns = cols >= 3 && (rows >= MIN_FULL_ROWS || captioned || rulings >= 2) && multi >= 0.8
  const areShortPairs = cols === 2 && rows >= MIN_PAIRS && multi >= 0.9 && isSetApart(grid, size)
  const isAlignedShort = aligned >= 0.9 && meanWords <= 4
  const longCells = rulings >= 3 || columnLines >= 2 ? -0.5 : captioned ? -0.75 : -1.5
  return {
    rulings: rulings >= 3 ? 2.5 : rulings === 2 ? 2 : rulings === 1 ? 0.75 : 0,
    columnLines: columnLines >= 3 ? 2.5 : columnLines > 0 ? 1.5 : 0,
    caption: captioned ? 1.5 : 0,
    boldHeader: headed ? (isHeadedPair ? 1 : 0.5) : 0,
    ruledHeader: rulings === 1 && isRuledBelowHeader(grid, context.rulings) ? (rows > 3 ? 0.75 : 0.5) : 0,
    monospaced: rulings < 2 && numeric < 0.3 && isMonospaced(columns, page.lines) ? -1.5 : 0,
    threeColumns: cols >= 3 && rows >= 3 ? 0.75 : 0,
    fiveRows: rows >= 5 ? 0.5 : 0,
    numbers: numeric >= 0.6 ? 1.5 : numeric >= 0.3 ? 0.75 : 0,
    alignment: aligned >= 0.85 ? 1 : aligned < 0.6 ? -1 : 0,
    filled: 0.5 * slope(filled, 0.6, 0.75) - slope(-filled, -0.5, -0.4),
    singleSegments: multi < 0.5 ? -1 : 0,
    // Lines of a text with a few words next to them.
    sparsePairs: cols === 2 && multi < 0.4 ? -1 : 0,
    // Each segment after the first of its row and column is aligned in two directions, which is rarely chance.
    shortColumns: areShortColumns && isAlignedShort ? 0.75 * slope((rows - 1) * (cols - 1), 2, 6) : 0,
    shortPairs: areShortPairs && isAlignedShort ? 0.5 : 0,
    // Long cells may be running text in columns.
    longCells: meanWords > 6 && numeric < 0.3 ? longCells : 0,
    twoRows: rows < 3 ? -0.75 : 0,
  }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

/** 0 up to `from`, 1 from `to`, linear between them: one cell more or less changes the score little. */
function slope(value: number, from: number, to: number): number {
  return Math.max(0, Math.min(1, (value - from) / (to - from)))
}

function numericWeight({ words }: CellSegment): number {
  const text = rowText(words)
  return isNumeric(text) ? 1 : isQuantity(text) ? QUANTITY_WEIGHT : 0
}

/** An amount with its unit: "127 bar", "−40 °C", "$21m". */
function isQuantity(text: string): boolean {
  return /^[<>≤≥±~≈+–−-]?\s?[$€£¥]?\d[\d.,]*\s?[^\s\d]{1,4}$/u.test(text)
}

function hasShortCells({ rows }: StreamGrid): boolean {
  return meanOf(rows.flat().map(({ words }) => words.length)) <= MAX_CELL_WORDS
}

/** A wide gap between two columns, or many rows. */
function isSetApart({ separators, rows }: StreamGrid, size: number): boolean {
  const [gap] = separators
  return rows.length >= MANY_PAIRS || (gap !== undefined && gap.x1 - gap.x0 >= MIN_PAIR_GAP * size)
}

/** By column: the segments in it alone. */
function columnSegments({ cols, textRows }: StreamGrid): CellSegment[][] {
  const columns: CellSegment[][] = Array.from({ length: cols }, () => [])
  for (const { segments } of textRows)
    for (const segment of segments) if (segment.colSpan === 1) columns[segment.col]!.push(segment)
  return columns
}

/** Part of the segments on a common edge of their column; headers may be centered over it. */
function alignmentOf(columns: readonly CellSegment[][], size: number): number {
  const body = columns.map((own) => (own.length >= MIN_BODY_ROWS ? own.slice(1) : own))
  return Math.max(alignment(columns, size), alignment(body, size))
}

function alignment(columns: readonly CellSegment[][], size: number): number {
  const several = columns.filter((own) => own.length >= 2)
  const all = several.reduce((sum, own) => sum + own.length, 0)
  const edges = [
    ({ box }: CellSegment) => box.x0,
    ({ box }: CellSegment) => box.x1,
    ({ box }: CellSegment) => centerX(box),
  ]
  const aligned = several.reduce(
    (sum, own) => sum + Math.max(...edges.map((edge) => mostCommon(own.map(edge), size * EDGE_TOLERANCE))),
    0,
  )
  return all === 0 ? 0 : aligned / all
}

/** Size of the largest set of values within a tolerance. */
function mostCommon(values: number[], tolerance: number): number {
  values.sort((a, b) => a - b)
  let best = 0
  let start = 0
  for (const [end, value] of values.entries()) {
    while (value - values[start]! > tolerance) start++
    best = Math.max(best, end - start + 1)
  }
  return best
}

/** Number of heights with rulings over most of the table's width. */
function countRulings({ box }: StreamGrid, rulings: readonly Ruling[]): number {
  const lengths = new Map<number, number>()
  for (const { position, from, to } of rulings) {
    const key = Math.round(position / 3)
    lengths.set(key, (lengths.get(key) ?? 0) + Math.max(0, Math.min(to, box.x1) - Math.max(from, box.x0)))
  }
  return [...lengths.values()].filter((length) => length >= width(box) * MIN_RULING_RATIO).length
}

/** Whether a drawn ruling is directly below the first row. */
export function isRuledBelowHeader({ rows }: StreamGrid, rulings: readonly Ruling[]): boolean {
  const [first, second] = rows
  if (first === undefined || second === undefined) return false
  const top = maxOf(first.map(({ box }) => centerY(box)))
  const bottom = minOf(second.map(({ box }) => centerY(box)))
  return rulings.some(({ position, shading }) => shading !== true && position > top && position < bottom)
}

/** Whether only the first row is bold, on the edges or centers of its columns. */
function hasHeader({ rows }: StreamGrid, size: number): boolean {
  const isBold = (row: readonly CellSegment[]): boolean =>
    row.length > 1 && row.every(({ words }) => words.every(({ bold }) => bold))
  const [first, ...rest] = rows
  if (first === undefined || !isBold(first) || rest.some(isBold)) return false
  const tolerance = size * EDGE_TOLERANCE * 1.5
  const isOverColumn = ({ box: own, col }: CellSegment): boolean => {
    const boxes = rest.flat().flatMap((other) => (other.col === col && other.colSpan === 1 ? [other.box] : []))
    const [left, right] = [minOf(boxes.map(({ x0 }) => x0)), maxOf(boxes.map(({ x1 }) => x1))]
    return (
      boxes.length === 0 ||
      boxes.some(({ x0, x1 }) => Math.abs(x0 - own.x0) <= tolerance || Math.abs(x1 - own.x1) <= tolerance) ||
      Math.abs(left + right - own.x0 - own.x1) <= tolerance * 4
    )
  }
  return first.filter(isOverColumn).length >= first.length * 0.6
}
