/**
 * Rows written cell by cell → whether they are a table: cells that climb, in columns of which one at least holds labels. Text beside
 * text, names of authors, formulas and matrices are refused.
 */
import { type Box, overlapX } from '../../../model/geometry.ts'
import { maxOf, minOf } from '../../../model/statistics.ts'
import { rowText } from '../cell-text.ts'
import { boxOf } from '../text-rows.ts'
import type { Word } from '../types.ts'

/** Lines nearer than this stand beside each other, not under. Ems. */
export const besideEm = 0.6
/** Baselines nearer than this are one. Ems. */
export const levelEm = 0.1
/** White between two columns. Ems. */
export const minStripEm = 0.3
/** Rows of at least two cells. */
export const minRows = 3
/** Rows in which a cell begins above the end of the one before, and their share. */
const minClimbs = 2
const climbRatio = 0.2
/** Cells of a row whose figures stand at the foot of its label. */
const minFigures = 3
/** Words of a cell on average, in the column that has fewest and in the one that has most: text side by side has longer ones. */
const maxLabelWords = 10
const maxWords = 45
/** Share of the lines that are of one pitch. */
const monoRatio = 0.5
/** Lines of a label, and share of the labels that have no more. */
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
  /** Asked for only where a row of cells is likely: most lines of a page are running text. */
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
  // What programs print has columns, too.
  if (pieces.filter(({ mono }) => mono).length >= pieces.length * monoRatio) return false
  return isWrittenByCells(rows) && holdsLabels(rows, columns)
}

/** In several rows a cell begins above the last line of the one before: that is no order of lines, nor of columns. */
function isWrittenByCells(rows: readonly StreamRow[]): boolean {
  const full = rows.filter((row) => row.length > 1)
  const feet = full.filter((row) => row.length >= minFigures && isOnFoot(row))
  const climbs = full.filter((row) => row.some((cell, at) => at > 0 && climbsAbove(row[at - 1]!, cell)))
  return climbs.length + feet.length >= Math.max(minClimbs, full.length * climbRatio)
}

/** Several figures level with the last line of a long label: the entries of a table of contents have one. */
function isOnFoot([label, ...figures]: StreamRow): boolean {
  const last = label!.at(-1)!
  return (
    label!.length > 1 &&
    label!.some(isNamed) &&
    figures.every((cell) => cell.length === 1 && Math.abs(cell[0]!.baseline - last.baseline) <= levelEm * last.size)
  )
}

/** Both hold words: parts of formulas climb, too. */
function climbsAbove(before: Cell, cell: Cell): boolean {
  const last = before.at(-1)!
  return cell[0]!.baseline < last.baseline - besideEm * last.size && [before, cell].every((one) => one.every(isWorded))
}

const isWorded = ({ words }: Piece): boolean => /[\p{L}\p{N}]{2}|\p{Lo}/u.test(rowText(words()))
const isNamed = ({ words }: Piece): boolean => /\p{L}{3}|\p{Lo}/u.test(rowText(words()))

/** Not text beside text: in one column at least the cells are short. */
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
