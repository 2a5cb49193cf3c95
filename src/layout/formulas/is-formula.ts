/**
 * Is it mathematics, and is it displayed? Words, signs and place of a row of a formula against the text around it.
 * When in doubt it is text.
 */
import { type Box, centerY, overlapX, unionAll } from '../../model/geometry.ts'
import type { Line, PageObjects } from '../state.ts'
import { readMarker } from '../text/list-markers.ts'
import { findProse } from '../text/prose.ts'
import type { FormulaRow } from './join-formula-rows.ts'
import { scoreMath, sumMathScores } from './math-score.ts'
import { isFunctionName, isOperation, isRelation } from './math-symbols.ts'

/** Share of signs that only mathematics has. */
const mathRatio = 0.12
/** Share of signs in words: "for all", "where", units. Without any certain sign hardly any. */
const maxWordRatio = 0.45
const maxPlainWordRatio = 0.1
const maxLongWords = 4
/** With a number at the margin it is displayed whatever it says: conditions in words may follow it. */
const maxNumberedWordRatio = 0.75
const maxNumberedLongWords = 6
/** Numbers of equations stand at the margin. Ems. */
const marginEm = 3
/** Lines further apart are no lines of one paragraph. Ems. */
const maxLeadingEm = 2.1
/** White above or below a displayed formula exceeds that between lines of text. */
const leadingRatio = 1.12
/** White that no blank between words has. Ems. */
const besideEm = 1.2
/** Display formulas are centerd or set in. Ems. */
const indentEm = 1
/** The column is told by so many lines of running text nearby. */
const columnLines = 6
/** Rows this much taller than a line of text have something stacked. Ems. */
const stackedEm = 1.7

/** `(12)`, `[3.4a]`, `(A.1′)`. */
const printedNumber = /^[([]\s*((?:\p{Lu}{1,2}[.\-–]?)?\d{1,4}(?:[.\-–]\d{1,4}){0,3}\s?[a-z]?['′*]{0,2})\s*[)\]]$/u

/** The number of an equation without its brackets; `null` for any other text. */
export function numberOf(text: string): string | null {
  return printedNumber.exec(text.trim())?.[1] ?? null
}

/** A line that may be part of a formula: few words, or none. */
export function mayJoin(line: Line): boolean {
  const { chars, words, longWords } = scoreMath(line)
  return longWords <= 1 || words <= chars * 0.4
}

/**
 * What stands on the formula's row: a `part` of it, `text` that the formula is within, or something `else`, as in the next column.
 * `gap` in ems.
 */
export function standsBeside(line: Line, { left, gap }: { left: boolean; gap: number }): 'part' | 'text' | 'else' {
  const { math, operation, relation, longWords } = scoreMath(line)
  // Conditions follow a formula; what goes before it in words is text.
  if (!mayJoin(line) || (left && longWords > 0)) return gap <= besideEm ? 'text' : 'else'
  return left && math === 0 && !operation && !relation && gap > besideEm ? 'else' : 'part'
}

export function isMathematics({ lines, bars, box, size, number }: FormulaRow): boolean {
  const evidence = sumMathScores(lines.map(scoreMath))
  const { chars, neutral, math, words, longWords, certain } = evidence
  const fraction = bars.length > 0 && box.y1 - box.y0 > stackedEm * size
  const numbered = number !== undefined && number.box.x0 - box.x1 > marginEm * size
  const relation = evidence.relation || (numbered && (fraction || certain))
  if (!relation || chars < 3 || longWords > (numbered ? maxNumberedLongWords : maxLongWords)) return false
  const first = lines.reduce((left, line) => (line.box.x0 < left.box.x0 ? line : left))
  // A word in front: a sentence with a formula in it, or an item.
  if (!fraction && startsWithWord(first)) return false
  const marker = readMarker(first.text)?.printed
  if (marker !== undefined && !isOperation(marker) && !isRelation(marker)) return false
  if (numbered && words === 0 && chars > neutral) return true
  if (words > chars * (numbered ? maxNumberedWordRatio : certain || fraction ? maxWordRatio : maxPlainWordRatio))
    return false
  return math >= 2 ? math >= (chars - neutral) * mathRatio : fraction && math > 0
}

function startsWithWord({ spans, text }: Line): boolean {
  // Within one span: a letter and its index are none.
  const word = /^\p{L}{2,}/u.exec(spans[0]?.text ?? '')?.[0]
  // `Re(z) = …`, `TP = …`: a name that is defined here.
  return word !== undefined && !isFunctionName(word) && !/^\p{L}+\s?[(=]/u.test(text)
}

/** On lines of its own, centerd or set in, or free above and below, or numbered. */
export function isDisplayed({ lines, box, size, number }: FormulaRow, draft: PageObjects): boolean {
  if (number !== undefined) return true
  const own = new Set<Line>(lines)
  const baselines = lines.map((line) => line.baseline)
  const [first, last] = [Math.min(...baselines), Math.max(...baselines)]
  let above = Infinity
  let below = Infinity
  for (const line of draft.lines) {
    if (own.has(line) || overlapX(line.box, box) === 0 || isBare(line)) continue
    if (line.baseline < first) above = Math.min(above, first - line.baseline)
    else if (line.baseline > last) below = Math.min(below, line.baseline - last)
  }
  const column = nearestProse(draft.lines, box)
  const leading = usualStep(column) ?? size * 1.2
  const stacked = box.y1 - box.y0 > stackedEm * size
  const free = Math.min(above, below) > leading * leadingRatio
  if (column.length === 0) return (free || stacked) && sumMathScores(lines.map(scoreMath)).certain
  const { x0: left, x1: right } = unionAll(column.map((line) => line.box))
  if (draft.lines.some((line) => !own.has(line) && hasWordsBeside(line, { lines, size, left, right }))) return false
  if (box.x0 - left < indentEm * size) return stacked || (free && Math.max(above, below) > 0)
  return stacked || Math.max(above, below) > leading * leadingRatio
}

const proses = new WeakMap<readonly Line[], ReadonlySet<number>>()

/** Each formula of a page asks for the same. */
function proseOf(lines: readonly Line[]): ReadonlySet<number> {
  const known = proses.get(lines) ?? findProse(lines)
  proses.set(lines, known)
  return known
}

/** Running text above and below that shares the formula's width: the column that it is displayed in. */
function nearestProse(lines: readonly Line[], box: Box): Line[] {
  const prose = proseOf(lines)
  const middle = centerY(box)
  return lines
    .filter((line, index) => prose.has(index) && overlapX(line.box, box) > 0)
    .sort((a, b) => Math.abs(a.baseline - middle) - Math.abs(b.baseline - middle))
    .slice(0, columnLines)
}

/** Mathematics without words: the next row of the same display. */
export function isBare(line: Line): boolean {
  const { math, words, relation } = scoreMath(line)
  return words === 0 && math > 0 && relation
}

/** Words on the formula's own row: it is the end of a line of text that was stretched. */
function hasWordsBeside(
  line: Line,
  row: { lines: readonly Line[]; size: number; left: number; right: number },
): boolean {
  if (line.box.x1 <= row.left || line.box.x0 >= row.right) return false
  return (
    row.lines.some(({ baseline }) => Math.abs(baseline - line.baseline) < row.size * 0.3) &&
    scoreMath(line).longWords > 0
  )
}

/** The distance of baselines that most lines of text have. */
function usualStep(lines: readonly Line[]): number | null {
  const baselines = lines.map((line) => line.baseline).sort((a, b) => a - b)
  const steps = baselines.slice(1).flatMap((baseline, index) => {
    const step = baseline - (baselines[index] as number)
    const size = lines[0]?.size ?? 10
    return step > size * 0.7 && step < size * maxLeadingEm ? [step] : []
  })
  steps.sort((a, b) => a - b)
  return steps[steps.length >> 1] ?? null
}
