import { type Box, centerY, height, overlapX, unionAll } from '../../model/geometry.ts'
import { maxOf, minOf } from '../../model/statistics.ts'
import type { Line, PageObjects } from '../state.ts'
import { readMarker } from '../text/list-markers.ts'
import { findProse } from '../text/prose.ts'
import { scoreMath, sumMathScores } from './math-score.ts'
import { isOperation, isRelation } from './math-symbols.ts'
import type { FormulaRow } from './types.ts'

/** Minimum fraction of mathematical characters among those that are no digits or punctuation. */
const MIN_MATH_RATIO = 0.12
/** Maximum fraction of characters in words ("for all", "where", units); in numbered formulas and in cases. */
const MAX_WORD_RATIO = 0.45
const MAX_CERTAIN_WORD_RATIO = 0.75
const MIN_NUMBER_GAP_EM = 3
/** Minimum distance of a display from the lines around it; the usual line spacing is 1.2. */
const MIN_SPACING_EM = 1.35
const MIN_INDENT_EM = 1
/** Number of lines nearby that show the column. */
const COLUMN_LINES = 6
/** Minimum height of a row with a fraction or limits. */
const MIN_TALL_EM = 1.7

/** `(12)`, `[3.4a]`, `(A.1′)`. */
const printedNumber = /^[([]\s*((?:\p{Lu}{1,2}[.\-–]?)?\d{1,4}(?:[.\-–]\d{1,4}){0,3}\s?[a-z]?['′*]{0,2})\s*[)\]]$/u

export function numberOf(text: string): string | null {
  return printedNumber.exec(text.trim())?.[1] ?? null
}

/** Whether a line has few enough words to be part of a formula. */
export function mayJoin(line: Line): boolean {
  const { chars, words, longWords } = scoreMath(line)
  return longWords <= 1 || words <= chars * 0.4
}

export function isMathematics({ lines, bars, box, size, number }: FormulaRow): boolean {
  const score = sumMathScores(lines.map(scoreMath))
  const { chars, neutral, math, words, certain } = score
  const hasFraction = bars.length > 0 && height(box) > MIN_TALL_EM * size
  const isNumbered = number !== undefined && number.box.x0 - box.x1 > MIN_NUMBER_GAP_EM * size
  const hasCases = lines.some(({ text }) => text.includes('⎧'))
  const hasRelation = score.relation || (isNumbered && (hasFraction || certain)) || isMatrix(lines)
  if (!hasRelation || chars < 3) return false
  const first = lines.reduce((left, line) => (line.box.x0 < left.box.x0 ? line : left))
  const marker = readMarker(first.text)?.printed
  if (marker !== undefined && !isOperation(marker) && !isRelation(marker)) return false
  if (isNumbered && words === 0 && chars > neutral) return true
  return (
    math > 0 &&
    math >= (chars - neutral) * MIN_MATH_RATIO &&
    words <= chars * (isNumbered || hasCases ? MAX_CERTAIN_WORD_RATIO : MAX_WORD_RATIO)
  )
}

/** A matrix has no relation if it is the result of a calculation. */
function isMatrix(lines: readonly Line[]): boolean {
  return lines.some(({ text }) => /[⎛⎡⎧]/.test(text)) && lines.some(({ text }) => /[⎠⎦⎭]/.test(text))
}

/** Displayed formulas have separate lines, and are numbered, indented, tall, or have extra space around. */
export function isDisplayed({ lines, box, size, number }: FormulaRow, state: PageObjects): boolean {
  if (number !== undefined) return true
  const own = new Set(lines)
  const others = state.lines.filter((line) => !own.has(line))
  const { above, below } = gapsAround({ lines, box }, others)
  const column = nearestProse(state.lines, box)
  const minGap = MIN_SPACING_EM * size
  const isTall = height(box) > MIN_TALL_EM * size
  const isFree = Math.min(above, below) > minGap
  if (column.length === 0) return (isFree || isTall) && sumMathScores(lines.map(scoreMath)).certain
  const { x0, x1 } = unionAll(column.map((line) => line.box))
  const isInColumn = (line: Line): boolean => line.box.x1 > x0 && line.box.x0 < x1
  if (others.some((line) => isInColumn(line) && hasWordsOnRow(line, lines, size))) return false
  if (isTall) return true
  return box.x0 - x0 < MIN_INDENT_EM * size ? isFree : Math.max(above, below) > minGap
}

/** Distances to the next baselines that are not mathematics. */
function gapsAround(
  { lines, box }: Pick<FormulaRow, 'lines' | 'box'>,
  others: readonly Line[],
): { above: number; below: number } {
  const baselines = lines.map((line) => line.baseline)
  const [first, last] = [minOf(baselines), maxOf(baselines)]
  let [above, below] = [Infinity, Infinity]
  for (const line of others) {
    if (overlapX(line.box, box) === 0 || isBareMath(line)) continue
    if (line.baseline < first) above = Math.min(above, first - line.baseline)
    else if (line.baseline > last) below = Math.min(below, line.baseline - last)
  }
  return { above, below }
}

function nearestProse(lines: readonly Line[], box: Box): Line[] {
  const prose = findProse(lines)
  const y = centerY(box)
  return lines
    .filter((line, index) => prose.has(index) && overlapX(line.box, box) > 0)
    .sort((a, b) => Math.abs(a.baseline - y) - Math.abs(b.baseline - y))
    .slice(0, COLUMN_LINES)
}

/** Whether a line without words may be the next row of a display. */
function isBareMath(line: Line): boolean {
  const { math, words, relation } = scoreMath(line)
  return words === 0 && math > 0 && relation
}

function hasWordsOnRow(line: Line, row: readonly Line[], size: number): boolean {
  return row.some(({ baseline }) => Math.abs(baseline - line.baseline) < size * 0.3) && scoreMath(line).longWords > 0
}
