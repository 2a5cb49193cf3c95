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
export const besideEm = 0.6
/** Maximum distance between baselines of one line, in em. */
export const levelEm = 0.1
/** Minimum gap between two columns, in em. */
export const minStripEm = 0.3
/** Minimum number of rows with at least two cells. */
export const minRows = 3
/** Minimum number and part of the rows in which a cell begins above the end of the one before. */
const minClimbs = 2
const climbRatio = 0.2
/** Minimum number of cells in a row whose numbers are level with the last line of its label. */
const minFigures = 3
/**
 * Maximum mean number of words per cell, in the column with the fewest and in the one with the most: adjacent columns
 * of text have longer cells.
 */
const maxLabelWords = 10
const maxWords = 45
/** Minimum part of monospaced lines in program output. */
const monoRatio = 0.5
/** Maximum number of lines of a label, and minimum part of the labels with no more. */
const maxLabelLines = 2
const labelRatio = 0.6

/** Text on one baseline. */
export interface Piece {
  readonly box: Box
  readonly baseline: number
  readonly size: number
  readonly bold: boolean
  readonly mono: boolean
  /** Whether it may end in a colon. */
  readonly colon: boolean
  /** Requested only where a row of cells is likely: most lines of a page are running text. */
  readonly words: () => readonly Word[]
}

/** One cell: its lines, from top to bottom. */
export type Cell = readonly Piece[]
/** Its cells, from left to right. */
export type StreamRow = readonly Cell[]

export const boxOfCell = (cell: Cell): Box => boxOf(cell)
/** The lowest and the highest baseline of a row, in points. */
export const bottomOf = (row: StreamRow): number => maxOf(row.flat().map(({ baseline }) => baseline))
export const topOf = (row: StreamRow): number => minOf(row.flat().map(({ baseline }) => baseline))

/** Whether rows in columns of these extents are a table. */
export function isTable(rows: readonly StreamRow[], columns: readonly Box[]): boolean {
  const pieces = rows.flat(2)
  // Program output has columns too.
  if (pieces.filter(({ mono }) => mono).length >= pieces.length * monoRatio) return false
  return isWrittenByCells(rows) && holdsLabels(rows, columns)
}

/**
 * Whether in several rows a cell begins above the last line of the one before: neither lines nor columns are written
 * in this order.
 */
function isWrittenByCells(rows: readonly StreamRow[]): boolean {
  const full = rows.filter((row) => row.length > 1)
  const feet = full.filter((row) => row.length >= minFigures && isOnFoot(row))
  const climbs = full.filter((row) => row.some((cell, at) => at > 0 && climbsAbove(row[at - 1]!, cell)))
  return climbs.length + feet.length >= Math.max(minClimbs, full.length * climbRatio)
}

/**
 * Whether several numbers are level with the last line of a long label: entries of a table of contents have only one.
 */
function isOnFoot([label, ...figures]: StreamRow): boolean {
  const last = label!.at(-1)!
  return (
    label!.length > 1 &&
    label!.some(isNamed) &&
    figures.every((cell) => cell.length === 1 && Math.abs(cell[0]!.baseline - last.baseline) <= levelEm * last.size)
  )
}

/**
 * Whether a cell begins above the end of the one before. Both must contain words, because parts of formulas overlap
 * too.
 */
function climbsAbove(before: Cell, cell: Cell): boolean {
  const last = before.at(-1)!
  return cell[0]!.baseline < last.baseline - besideEm * last.size && [before, cell].every((one) => one.every(isWorded))
}

const isWorded = ({ words }: Piece): boolean => /[\p{L}\p{N}]{2}|\p{Lo}/u.test(rowText(words()))
const isNamed = ({ words }: Piece): boolean => /\p{L}{3}|\p{Lo}/u.test(rowText(words()))

/** Whether cells are short in at least one column: adjacent columns of text have none. */
function holdsLabels(rows: readonly StreamRow[], columns: readonly Box[]): boolean {
  const cells = columns.map((column) => rows.flat().filter((cell) => overlapX(boxOfCell(cell), column) > 0))
  const means = cells.map(
    (own) =>
      own.reduce((sum, cell) => sum + cell.reduce((count, { words }) => count + words().length, 0), 0) /
      Math.max(1, own.length),
  )
  const hasLabels = cells.some(
    (own, at) =>
      means[at]! <= maxLabelWords &&
      own.filter((cell) => cell.length <= maxLabelLines).length >= own.length * labelRatio,
  )
  return hasLabels && maxOf(means) <= maxWords
}
