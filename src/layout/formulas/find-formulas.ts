/** Finds display formulas: each becomes one line with its tree and number. Doubtful ones stay text. */
import { unionOf } from '../../model/geometry.ts'
import type { Line, PageObjects } from '../state.ts'
import { findRows } from './find-rows.ts'
import { addNumbers, numberOf } from './formula-numbers.ts'
import { mayHaveFormulas } from './formula-seeds.ts'
import { type DisplayFormula, joinFormulaRows } from './join-formula-rows.ts'
import { sizeOf } from './line-ink.ts'

export function findFormulas(state: PageObjects): PageObjects {
  if (!state.lines.some(mayHaveFormulas)) return state
  const rows = findRows(state)
  if (rows.length === 0) return state
  const inRows = new Set(rows.flatMap(({ lines, number }) => (number === undefined ? lines : [...lines, number])))
  const others = state.lines.filter((line) => !inRows.has(line) && numberOf(line.text) === null)
  const joined = addNumbers(joinFormulaRows(rows, others), state.lines)
  const replaced = new Set(
    joined.flatMap(({ rows, number }) => [
      ...rows.flatMap(({ lines }) => lines),
      ...(number === undefined ? [] : [number]),
    ]),
  )
  const formulas = new Map(joined.map((formula) => [formula.rows[0]?.lines[0], toLine(formula)]))
  const lines = state.lines.flatMap((line) => formulas.get(line) ?? (replaced.has(line) ? [] : [line]))
  return { ...state, lines }
}

function toLine({ rows, tree, number }: DisplayFormula): Line {
  const lines = rows.flatMap((row) => row.lines)
  const all = number === undefined ? lines : [...lines, number]
  const main = rows[0]?.lines.find((line) => sizeOf(line) === rows[0]?.size) ?? (lines[0] as Line)
  const printed = number === undefined ? null : numberOf(number.text)
  return {
    spans: all.flatMap(({ spans }) => spans),
    box: unionOf(rows),
    baseline: main.baseline,
    size: sizeOf(main),
    text: all.map(({ text }) => text).join(' '),
    formula: printed === null ? { tree } : { tree, number: printed },
  }
}
