/** Finds display formulas: each becomes one line with its tree and number. Doubtful ones stay text. */

import { union } from '../../model/geometry.ts'
import { isHorizontal } from '../../model/raw-page.ts'
import type { Line, PageObjects, Ruling } from '../state.ts'
import { compareLines } from '../text/lines.ts'
import { barsOf } from './glyphs.ts'
import { growRow, sizeOf } from './grow-row.ts'
import { isDisplayed, isMathematics, numberOf } from './is-formula.ts'
import { type DisplayFormula, joinFormulaRows } from './join-formula-rows.ts'
import { scoreMath } from './math-score.ts'
import type { Bar, FormulaRow } from './types.ts'

const relationSymbol = /[=<>≠≤≥≦≧≪≫≈≃≅≡∼∝∈⊂⊆→⇒⇔]/u
const tallBracket = /[⎛⎡⎧]/
/** Maximum comparisons of lines with possible formulas. */
const MAX_COMPARISONS = 10_000_000
/** Minimum number of vertical rulings that a ruling of a grid meets. */
const MIN_GRID_RULINGS = 3
/** Maximum gap where rulings meet, in points. */
const GRID_TOLERANCE = 2

export function findFormulas(state: PageObjects): PageObjects {
  if (!state.lines.some(({ text }) => relationSymbol.test(text) || tallBracket.test(text))) return state
  const rows = findRows(state)
  if (rows.length === 0) return state
  const replaced = new Set(rows.flatMap(({ lines, number }) => (number === undefined ? lines : [...lines, number])))
  const formulas = new Map(joinFormulaRows(rows).map((formula) => [formula.rows[0]?.lines[0], toLine(formula)]))
  const lines = state.lines.flatMap((line) => formulas.get(line) ?? (replaced.has(line) ? [] : [line]))
  return { ...state, lines }
}

function findRows(state: PageObjects): FormulaRow[] {
  const seeds = [
    ...inOrder(findSeeds(state.lines)),
    ...inOrder(state.lines.filter(({ text }) => tallBracket.test(text))),
  ]
  if (seeds.length * state.lines.length > MAX_COMPARISONS) return []
  const bars = seeds.length === 0 ? [] : outsideGrids(barsOf(state.raw), state.rulings)
  const used = new Set<Line>()
  const rows: FormulaRow[] = []
  for (const seed of seeds) {
    if (used.has(seed)) continue
    const row = growRow(seed, { lines: state.lines.filter((line) => !used.has(line)), bars })
    if (row === null || !isMathematics(row) || !isDisplayed(row, state)) continue
    rows.push(row)
    for (const line of row.lines) used.add(line)
    if (row.number !== undefined) used.add(row.number)
  }
  return rows
}

function inOrder(lines: readonly Line[]): Line[] {
  return lines.toSorted(compareLines)
}

/** A horizontal ruling of a grid is not a fraction bar. */
function outsideGrids(bars: readonly Bar[], rulings: readonly Ruling[]): readonly Bar[] {
  const verticals = rulings.filter(({ horizontal }) => !horizontal)
  if (verticals.length < MIN_GRID_RULINGS || bars.length * verticals.length > MAX_COMPARISONS) return bars
  return bars.filter((bar) => {
    const touching = verticals.filter(
      ({ position, from, to }) =>
        position > bar.x0 - GRID_TOLERANCE &&
        position < bar.x1 + GRID_TOLERANCE &&
        bar.y > from - GRID_TOLERANCE &&
        bar.y < to + GRID_TOLERANCE,
    )
    return touching.length < MIN_GRID_RULINGS
  })
}

function findSeeds(lines: readonly Line[]): Line[] {
  const seeds = new Set(lines.filter((line) => relationSymbol.test(line.text) && isSeed(line)))
  const numbers = lines.filter(({ text }) => numberOf(text) !== null)
  if (numbers.length * lines.length > MAX_COMPARISONS) return [...seeds]
  for (const number of numbers) {
    const row = lines.filter(
      (line) => Math.abs(line.baseline - number.baseline) < number.size && line.box.x1 < number.box.x0,
    )
    if (row.length === 0 || row.some((line) => seeds.has(line))) continue
    const last = row.reduce((right, line) => (line.box.x1 > right.box.x1 ? line : right))
    if (isSeed(last)) seeds.add(last)
  }
  return [...seeds]
}

function isSeed(line: Line): boolean {
  const [first] = line.spans
  if (first === undefined || !isHorizontal(first) || line.spans.every(({ font }) => font.mono)) return false
  const { chars, words } = scoreMath(line)
  return words <= chars * 0.5
}

function toLine({ rows, tree }: DisplayFormula): Line {
  const number = rows.find((row) => row.number !== undefined)?.number
  const lines = rows.flatMap((row) => row.lines)
  const all = number === undefined ? lines : [...lines, number]
  const main = rows[0]?.lines.find((line) => sizeOf(line) === rows[0]?.size) ?? (lines[0] as Line)
  const printed = number === undefined ? null : numberOf(number.text)
  return {
    spans: all.flatMap(({ spans }) => spans),
    box: rows.map((row) => row.box).reduce(union),
    baseline: main.baseline,
    size: sizeOf(main),
    text: all.map(({ text }) => text).join(' '),
    formula: printed === null ? { tree } : { tree, number: printed },
  }
}
