import { type Box, gapX, height, overlapX, overlapY } from '../../model/geometry.ts'
import { maxOf, minOf } from '../../model/statistics.ts'
import type { Line } from '../state.ts'
import { readMarker } from '../text/list-markers.ts'
import { numberOf } from './formula-numbers.ts'
import { areStretchy } from './glyphs.ts'
import { scoreMath, sumMathScores } from './math-score.ts'
import { isBigOperator, isOperation, isRelation } from './math-symbols.ts'
import type { PageLines } from './page-lines.ts'
import type { FormulaRow } from './types.ts'

/** Minimum fraction of mathematical characters among those that are no digits or punctuation. */
const MIN_MATH_RATIO = 0.12
/** The same for rows without a relation. */
const MIN_EXPRESSION_RATIO = 0.5
/** Minimum number of characters. */
const MIN_LENGTH = { relation: 3, expression: 8 }
/** Maximum fraction of characters in words ("for all", "where", units); in numbered formulas and in cases. */
const MAX_WORD_RATIO = 0.45
const MAX_CERTAIN_WORD_RATIO = 0.75
const MIN_NUMBER_GAP_EM = 3
/** Minimum distance of a display from the lines around it; the usual line spacing is 1.2. */
const MIN_SPACING_EM = 1.35
const MIN_INDENT_EM = 1
/** Maximum gap to a cell of another column. */
const MAX_CELL_GAP_EM = 3
/** Minimum height of a row with a fraction or limits. */
const MIN_TALL_EM = 1.7

/** Whether a line has few enough words to be part of a formula. */
export function mayJoin(line: Line): boolean {
  const { chars, words, longWords } = scoreMath(line)
  return longWords <= 1 || words <= chars * 0.4
}

export function isMathematics({ lines, bars, box, size, number }: FormulaRow): boolean {
  const score = sumMathScores(lines.map(scoreMath))
  const { chars, neutral, math, words, certain } = score
  const hasFraction = bars.length > 0 && height(box) > MIN_TALL_EM * size
  const isNumbered = number !== undefined && gapX(number.box, box) > MIN_NUMBER_GAP_EM * size
  const hasCases = lines.some(({ text }) => text.includes('⎧'))
  const hasRelation =
    score.relation || (isNumbered && (hasFraction || certain)) || isMatrix(lines) || isExpression(lines)
  if (!hasRelation || chars < (score.relation ? MIN_LENGTH.relation : MIN_LENGTH.expression)) return false
  if (isListItem(lines)) return false
  if (isNumbered && words === 0 && chars > neutral) return true
  return (
    math > 0 &&
    math >= (chars - neutral) * MIN_MATH_RATIO &&
    words <= chars * (isNumbered || hasCases ? MAX_CERTAIN_WORD_RATIO : MAX_WORD_RATIO)
  )
}

/** Whether the lines begin with a list marker. */
export function isListItem(lines: readonly Line[]): boolean {
  const first = lines.reduce((left, line) => (line.box.x0 < left.box.x0 ? line : left))
  const marker = readMarker(`${first.text} x`)
  if (marker === null) return false
  const next = first.text.slice(marker.length)[0] ?? ''
  return ![marker.printed, next].some((text) => isOperation(text) || isRelation(text))
}

/** Whether a row without a relation is a calculation without words. */
export function isExpression(lines: readonly Line[]): boolean {
  const { chars, neutral, math, words, certain } = sumMathScores(lines.map(scoreMath))
  return (
    certain &&
    words === 0 &&
    math >= (chars - neutral) * MIN_EXPRESSION_RATIO &&
    lines.some(({ text }) => [...text].some((char) => isOperation(char) || isBigOperator(char)))
  )
}

/** A matrix has no relation if it is the result of a calculation. */
function isMatrix(lines: readonly Line[]): boolean {
  return lines.some(({ text }) => /[⎛⎡⎧]/.test(text)) && lines.some(({ text }) => /[⎠⎦⎭]/.test(text))
}

/** Displayed formulas have separate lines, and are numbered, indented, tall, or have extra space around. */
export function isDisplayed(row: FormulaRow, { all, columnOf }: PageLines): boolean {
  const { lines, box, size, number } = row
  if (number !== undefined) return true
  const own = new Set(lines)
  const others = all.filter((line) => !own.has(line))
  const column = columnOf(box)
  const space = spaceAround(row, others, MIN_SPACING_EM * size)
  const isTall = height(box) > MIN_TALL_EM * size || lines.some(({ spans }) => areStretchy(spans))
  const isFree = space.above && space.below
  if (column === null) return (isFree || isTall) && sumMathScores(lines.map(scoreMath)).certain
  if (hasWordsOnRow(row, others, column)) return false
  if (isTall) return true
  if (box.x0 - column.x0 >= MIN_INDENT_EM * size) return space.above || space.below
  // A cell of a table is next to those of other columns.
  const isNextToCell = others.some(
    (line) => overlapY(line.box, box) > 0.5 * height(box) && gapX(line.box, box) < MAX_CELL_GAP_EM * size,
  )
  return isFree && !isNextToCell
}

/** Whether text of a column is on the baseline of a row. */
function hasWordsOnRow({ lines, size }: FormulaRow, others: readonly Line[], column: Box): boolean {
  return others.some(
    (line) =>
      overlapX(line.box, column) > 0 &&
      lines.some(({ baseline }) => Math.abs(baseline - line.baseline) < size * 0.3) &&
      scoreMath(line).longWords > 0,
  )
}

/** Whether no baseline is within `minGap` points above and below, except those of mathematics. */
function spaceAround(
  { lines, box }: FormulaRow,
  others: readonly Line[],
  minGap: number,
): { above: boolean; below: boolean } {
  const baselines = lines.map((line) => line.baseline)
  const [first, last] = [minOf(baselines), maxOf(baselines)]
  const near = others.filter(
    (line) =>
      line.baseline >= first - minGap &&
      line.baseline <= last + minGap &&
      overlapX(line.box, box) > 0 &&
      !isBareMath(line) &&
      numberOf(line.text) === null,
  )
  return {
    above: near.every(({ baseline }) => baseline >= first),
    below: near.every(({ baseline }) => baseline <= last),
  }
}

/** Whether a line without words may be the next row of a display. */
function isBareMath(line: Line): boolean {
  const { math, words, relation } = scoreMath(line)
  return words === 0 && math > 0 && relation
}
