/** Rows next to those of a display, which belong to it although they are not certain on their own. */
import { overlapX, overlapY, union } from '../../model/geometry.ts'
import { minOf } from '../../model/statistics.ts'
import type { Line } from '../state.ts'
import { numberOf } from './formula-numbers.ts'
import { isListItem, mayJoin } from './is-formula.ts'
import { isAligned, isBelow, isOpen } from './join-formula-rows.ts'
import { glyphsIn, inkOf } from './line-ink.ts'
import { scoreMath } from './math-score.ts'
import { isFunctionName, isMathFont, isOperation, isSlanted } from './math-symbols.ts'
import type { FormulaRow } from './types.ts'

const MAX_CONDITION_GAP_EM = 20
const BASELINE_TOLERANCE_EM = 0.1

/** A row above or below a display that has no words, or whose relation is aligned. */
export function isNextTo(row: FormulaRow, display: FormulaRow): boolean {
  if ((!isBelow(display, row) && !isBelow(row, display)) || isListItem(row.lines)) return false
  return isAligned(display, row) || !row.lines.some(hasText)
}

/** Whether a line has upright words, even short ones, that are no functions. */
function hasText({ spans }: Line): boolean {
  return spans.some(
    ({ font, text }) =>
      !isSlanted(font) && !isMathFont(font) && (text.match(/\p{L}{2,}/gu) ?? []).some((word) => !isFunctionName(word)),
  )
}

/** Returns the first line of a row without relation that continues a row: `+ b`, or after an open bracket. */
export function continuationOf(row: FormulaRow, lines: readonly Line[]): Line | undefined {
  const reach = { ...row.box, y0: row.box.y1, y1: row.box.y1 + 2 * row.size }
  const below = lines.filter((line) => {
    const ink = inkOf(line)
    return ink.y0 > row.box.y1 - row.size && overlapY(ink, reach) > 0 && overlapX(ink, reach) > 0 && isBare(line)
  })
  const y = minOf(below.map(({ baseline }) => baseline))
  const next = below.filter(({ baseline }) => baseline < y + BASELINE_TOLERANCE_EM * row.size)
  const [first] = next.toSorted((a, b) => a.box.x0 - b.box.x0)
  if (first === undefined) return undefined
  return isOpen(row) || isOperation(glyphsIn(first)[0]?.text ?? '') ? first : undefined
}

function isBare(line: Line): boolean {
  return mayJoin(line) && numberOf(line.text) === null && scoreMath(line).words === 0 && scoreMath(line).math > 0
}

/** Whether `right` is the condition of a row: on its baseline, in a column whose text spans the gap between them. */
export function isConditionOf(row: FormulaRow, right: FormulaRow, prose: readonly Line[]): boolean {
  const gap = right.box.x0 - row.box.x1
  if (gap < 0 || gap > MAX_CONDITION_GAP_EM * row.size) return false
  const isOnBaseline = row.lines.some((line) =>
    right.lines.some((other) => Math.abs(other.baseline - line.baseline) < BASELINE_TOLERANCE_EM * row.size),
  )
  return isOnBaseline && prose.some(({ box }) => box.x0 < row.box.x1 && box.x1 > right.box.x0)
}

export function joinRows(row: FormulaRow, right: FormulaRow): FormulaRow {
  const number = row.number ?? right.number
  return {
    lines: [...row.lines, ...right.lines],
    bars: [...row.bars, ...right.bars],
    box: union(row.box, right.box),
    size: row.size,
    ...(number === undefined ? {} : { number }),
  }
}
