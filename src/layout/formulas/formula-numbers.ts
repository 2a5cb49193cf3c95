/** Printed numbers of display formulas, left or right of their rows. */
import { type Box, gapX, height, overlapX, overlapY, unionOf } from '../../model/geometry.ts'
import type { Line } from '../state.ts'
import type { DisplayFormula } from './join-formula-rows.ts'

/** Maximum gap between a formula and a number below it, for which its row had no space. */
const MAX_GAP_BELOW_EM = 0.8

/** `(12)`, `[3.4a]`, `(A.1′)`. */
const printedNumber = /^[([]\s*((?:\p{Lu}{1,2}[.\-–]?)?\d{1,4}(?:[.\-–]\d{1,4}){0,3}\s?[a-z]?['′*]{0,2})\s*[)\]]$/u

export function numberOf(text: string): string | null {
  return printedNumber.exec(text.trim())?.[1] ?? null
}

/** Adds numbers that are centered between rows, or below the right end of a long formula. */
export function addNumbers(formulas: readonly DisplayFormula[], lines: readonly Line[]): readonly DisplayFormula[] {
  const numbers = lines.filter(({ text }) => numberOf(text) !== null)
  const used = new Set(formulas.flatMap(({ number }) => (number === undefined ? [] : [number])))
  return formulas.map((formula) => {
    if (formula.number !== undefined) return formula
    const box = unionOf(formula.rows)
    const number = numbers.find(
      (line) =>
        !used.has(line) &&
        ((formula.rows.length > 1 && isBetweenRows(line, box, lines)) || isBelowEnd(line, box, lines)),
    )
    if (number === undefined) return formula
    used.add(number)
    return { ...formula, number }
  })
}

/** Whether a number is next to a formula, with no other line between them. */
function isBetweenRows(line: Line, formula: Box, lines: readonly Line[]): boolean {
  const { box, size } = line
  if (overlapY(box, formula) <= 0.9 * height(box) || gapX(box, formula) <= size) return false
  const between = { ...box, x0: Math.min(box.x1, formula.x1), x1: Math.max(box.x0, formula.x0) }
  return lines.every((other) => other === line || overlapX(other.box, between) === 0 || !isAtHeight(other, box))
}

function isBelowEnd(line: Line, formula: Box, lines: readonly Line[]): boolean {
  const { box, size } = line
  const gap = (box.y0 - formula.y1) / size
  if (gap < -0.5 || gap > MAX_GAP_BELOW_EM || Math.abs(box.x1 - formula.x1) > 2 * size) return false
  return lines.every((other) => other === line || overlapX(other.box, formula) === 0 || !isAtHeight(other, box))
}

function isAtHeight(line: Line, box: Box): boolean {
  return overlapY(line.box, box) > 0.3 * height(box)
}
