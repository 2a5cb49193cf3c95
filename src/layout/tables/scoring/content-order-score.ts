/**
 * Decides whether rows written cell by cell are a table: cells begin above the end of the one before, and at least
 * one column contains labels. Adjacent columns of text, author names, formulas and matrices are rejected.
 */
import { type Box, overlapX } from '../../../model/geometry.ts'
import { maxOf, minOf } from '../../../model/statistics.ts'
import { rowText } from '../cell-text.ts'
import { boxOf } from '../text-rows.ts'
import type { Word } from '../types.ts'

/** Minimum distance of lines below each other, in em: closer lines are next to each other. */
export const MIN_LINE_DISTANCE_EM = 0.6
/** Maximum distance between baselines of one line, in em. */
export const BASELINE_TOLERANCE_EM = 0.1
/** Minimum gap between two columns, in em. */
export const MIN_GAP_EM = 0.3
/** Minimum number of rows with at least two cells. */
export const MIN_ROWS = 3
/** Minimum number and fraction of the rows in which a cell begins above the end of the one before. */
const MIN_OVERLAPPING_ROWS = 2
const MIN_OVERLAPPING_RATIO = 0.2
/** Minimum number of cells in a row whose numbers are on the last line of its label. */
const MIN_NUMERIC_ROW_CELLS = 3
/**
 * Maximum mean number of words per cell, in the column with the fewest and in the one with the most: adjacent columns
 * of text have longer cells.
 */
const MAX_LABEL_WORDS = 10
const MAX_WORDS = 45
/** Fraction of monospaced lines from which a region is program output. */
const MAX_MONO_RATIO = 0.5
/** Maximum number of lines of a label, and minimum fraction of the labels with no more. */
const MAX_LABEL_LINES = 2
const MIN_LABEL_RATIO = 0.6

/** Text on one baseline. */
export interface StreamSegment {
  readonly box: Box
  readonly baseline: number
  readonly size: number
  readonly bold: boolean
  readonly mono: boolean
  /** Whether it may end in a colon. */
  readonly colon: boolean
  /** Computed only where a row of cells is likely: most lines of a page are running text. */
  readonly words: () => readonly Word[]
}

/** The lines of one cell, from top to bottom. */
export type StreamCell = readonly StreamSegment[]
/** The cells of one row, from left to right. */
export type StreamRow = readonly StreamCell[]

export const boxOfCell = (cell: StreamCell): Box => boxOf(cell)
/** Lowest and highest baseline of a row, in points. */
export const bottomOf = (row: StreamRow): number => maxOf(row.flat().map(({ baseline }) => baseline))
export const topOf = (row: StreamRow): number => minOf(row.flat().map(({ baseline }) => baseline))

/** Whether rows in columns of these extents are a table. */
export function isTable(rows: readonly StreamRow[], columns: readonly Box[]): boolean {
  const segments = rows.flat(2)
  // Program output has columns too.
  if (segments.filter(({ mono }) => mono).length >= segments.length * MAX_MONO_RATIO) return false
  return isCellOrder(rows) && hasLabelColumn(rows, columns)
}

/**
 * Whether in several rows a cell begins above the last line of the one before: neither lines nor columns are written
 * in this order.
 */
function isCellOrder(rows: readonly StreamRow[]): boolean {
  const full = rows.filter((row) => row.length > 1)
  const bottomAligned = full.filter((row) => row.length >= MIN_NUMERIC_ROW_CELLS && isBottomAligned(row))
  const overlapping = full.filter((row) => row.some((cell, at) => at > 0 && startsAboveEnd(row[at - 1]!, cell)))
  return (
    overlapping.length + bottomAligned.length >= Math.max(MIN_OVERLAPPING_ROWS, full.length * MIN_OVERLAPPING_RATIO)
  )
}

/**
 * Whether several numbers are on the last line of a long label. Entries of a table of contents have only one number.
 */
function isBottomAligned([label, ...numbers]: StreamRow): boolean {
  const last = label!.at(-1)!
  return (
    label!.length > 1 &&
    label!.some(hasLongWord) &&
    numbers.every(
      (cell) => cell.length === 1 && Math.abs(cell[0]!.baseline - last.baseline) <= BASELINE_TOLERANCE_EM * last.size,
    )
  )
}

/**
 * Whether a cell begins above the end of the one before. Both must contain words, because parts of formulas overlap
 * too.
 */
function startsAboveEnd(before: StreamCell, cell: StreamCell): boolean {
  const last = before.at(-1)!
  return (
    cell[0]!.baseline < last.baseline - MIN_LINE_DISTANCE_EM * last.size &&
    [before, cell].every((lines) => lines.every(hasWord))
  )
}

const hasWord = ({ words }: StreamSegment): boolean => /[\p{L}\p{N}]{2}|\p{Lo}/u.test(rowText(words()))
const hasLongWord = ({ words }: StreamSegment): boolean => /\p{L}{3}|\p{Lo}/u.test(rowText(words()))

/** Whether cells are short in at least one column: adjacent columns of text have none. */
function hasLabelColumn(rows: readonly StreamRow[], columns: readonly Box[]): boolean {
  const cells = columns.map((column) => rows.flat().filter((cell) => overlapX(boxOfCell(cell), column) > 0))
  const means = cells.map(
    (column) =>
      column.reduce((sum, cell) => sum + cell.reduce((count, { words }) => count + words().length, 0), 0) /
      Math.max(1, column.length),
  )
  const hasLabels = cells.some(
    (column, at) =>
      means[at]! <= MAX_LABEL_WORDS &&
      column.filter((cell) => cell.length <= MAX_LABEL_LINES).length >= column.length * MIN_LABEL_RATIO,
  )
  return hasLabels && maxOf(means) <= MAX_WORDS
}
