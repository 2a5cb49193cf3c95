import { type Box, centerY, height, overlapX, unionAll } from '../../model/geometry.ts'
import { median } from '../../model/statistics.ts'
import type { Line, PageObjects } from '../state.ts'
import { readMarker } from '../text/list-markers.ts'
import { findProse } from '../text/prose.ts'
import { scoreMath, sumMathScores } from './math-score.ts'
import { isFunctionName, isOperation, isRelation } from './math-symbols.ts'
import type { FormulaRow } from './types.ts'

/** Minimum fraction of mathematical characters among those that are no digits or punctuation. */
const MIN_MATH_RATIO = 0.12
/** Maximum fraction of characters in words ("for all", "where", units). */
const MAX_WORD_RATIO = { numbered: 0.75, certain: 0.45, plain: 0.1 }
const MAX_LONG_WORDS = { numbered: 6, plain: 4 }
/** Minimum gap before a number at the margin. */
const MIN_NUMBER_GAP_EM = 3
const MAX_LEADING_EM = 2.1
/** Minimum distance from adjacent lines, relative to the leading. */
const MIN_LEADING_RATIO = 1.12
const MAX_WORD_GAP_EM = 1.2
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

/** `else` is for example the next column. `gap` is in em. */
export function roleOnRow(line: Line, { isLeft, gap }: { isLeft: boolean; gap: number }): 'part' | 'text' | 'else' {
  const { math, operation, relation, longWords } = scoreMath(line)
  // Words after a formula are its conditions, words before it are text.
  if (!mayJoin(line) || (isLeft && longWords > 0)) return gap <= MAX_WORD_GAP_EM ? 'text' : 'else'
  return isLeft && math === 0 && !operation && !relation && gap > MAX_WORD_GAP_EM ? 'else' : 'part'
}

export function isMathematics({ lines, bars, box, size, number }: FormulaRow): boolean {
  const score = sumMathScores(lines.map(scoreMath))
  const { chars, neutral, math, words, longWords, certain } = score
  const hasFraction = bars.length > 0 && height(box) > MIN_TALL_EM * size
  const isNumbered = number !== undefined && number.box.x0 - box.x1 > MIN_NUMBER_GAP_EM * size
  const hasRelation = score.relation || (isNumbered && (hasFraction || certain))
  if (!hasRelation || chars < 3 || longWords > MAX_LONG_WORDS[isNumbered ? 'numbered' : 'plain']) return false
  const first = lines.reduce((left, line) => (line.box.x0 < left.box.x0 ? line : left))
  if (!hasFraction && startsWithWord(first)) return false
  const marker = readMarker(first.text)?.printed
  if (marker !== undefined && !isOperation(marker) && !isRelation(marker)) return false
  if (isNumbered && words === 0 && chars > neutral) return true
  const maxWordRatio = MAX_WORD_RATIO[isNumbered ? 'numbered' : certain || hasFraction ? 'certain' : 'plain']
  if (words > chars * maxWordRatio) return false
  return math >= 2 ? math >= (chars - neutral) * MIN_MATH_RATIO : hasFraction && math > 0
}

/** A definition such as `Re(z) = …` or `TP = …` is no sentence. */
function startsWithWord({ spans, text }: Line): boolean {
  // A letter and its index are separate spans.
  const word = /^\p{L}{2,}/u.exec(spans[0]?.text ?? '')?.[0]
  return word !== undefined && !isFunctionName(word) && !/^\p{L}+\s?[(=]/u.test(text)
}

/** Displayed formulas have separate lines, and are numbered, indented, tall, or have extra space around. */
export function isDisplayed({ lines, box, size, number }: FormulaRow, state: PageObjects): boolean {
  if (number !== undefined) return true
  const own = new Set(lines)
  const others = state.lines.filter((line) => !own.has(line))
  const { above, below } = gapsAround({ lines, box }, others)
  const column = nearestProse(state.lines, box)
  const minGap = (usualLeading(column) ?? size * 1.2) * MIN_LEADING_RATIO
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
  const [first, last] = [Math.min(...baselines), Math.max(...baselines)]
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
export function isBareMath(line: Line): boolean {
  const { math, words, relation } = scoreMath(line)
  return words === 0 && math > 0 && relation
}

function hasWordsOnRow(line: Line, row: readonly Line[], size: number): boolean {
  return row.some(({ baseline }) => Math.abs(baseline - line.baseline) < size * 0.3) && scoreMath(line).longWords > 0
}

/** Returns `null` without a paragraph. */
function usualLeading(lines: readonly Line[]): number | null {
  const size = lines[0]?.size ?? 10
  const baselines = lines.map((line) => line.baseline).sort((a, b) => a - b)
  const steps = baselines
    .slice(1)
    .map((baseline, index) => baseline - (baselines[index] as number))
    .filter((step) => step > size * 0.7 && step < size * MAX_LEADING_EM)
  return median(steps)
}
