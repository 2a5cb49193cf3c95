/** Finds display formulas: each becomes one line with its tree and number. Doubtful ones stay text. */
import { union, unionAll } from '../../model/geometry.ts'
import type { Line, PageObjects } from '../state.ts'
import { barsOf } from './glyphs.ts'
import { growRow, sizeOf } from './grow-row.ts'
import { isDisplayed, isMathematics, numberOf } from './is-formula.ts'
import { type DisplayFormula, joinFormulaRows } from './join-formula-rows.ts'
import { scoreMath } from './math-score.ts'
import type { FormulaRow } from './types.ts'

/** Pages without a relation symbol have no formula. */
const relationSymbol = /[=<>≠≤≥≦≧≪≫≈≃≅≡∼∝∈⊂⊆→⇒⇔]/u
/** Minimum gap before an equation number within the line. */
const MIN_NUMBER_GAP_EM = 0.5
/** Maximum number of comparisons of lines with possible formulas. */
const MAX_COMPARISONS = 10_000_000

export function findFormulas(state: PageObjects): PageObjects {
  if (!state.lines.some(({ text }) => relationSymbol.test(text))) return state
  const split = { ...state, lines: state.lines.flatMap(splitNumber) }
  const rows = findRows(split)
  if (rows.length === 0) return state
  const replaced = new Set(rows.flatMap(({ lines, number }) => (number === undefined ? lines : [...lines, number])))
  const formulas = new Map(joinFormulaRows(rows).map((formula) => [formula.rows[0]?.lines[0], toLine(formula)]))
  const lines = split.lines.flatMap((line) => formulas.get(line) ?? (replaced.has(line) ? [] : [line]))
  return { ...split, lines }
}

function findRows(state: PageObjects): FormulaRow[] {
  const seeds = findSeeds(state.lines).sort((a, b) => a.baseline - b.baseline || a.box.x0 - b.box.x0)
  if (seeds.length * state.lines.length > MAX_COMPARISONS) return []
  const bars = seeds.length === 0 ? [] : barsOf(state.raw)
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

/** In narrow columns, the equation number is merged into the line. */
function splitNumber(line: Line): Line[] {
  const last = line.spans.at(-1)
  if (last === undefined || line.spans.length < 2 || numberOf(last.text) === null || !relationSymbol.test(line.text))
    return [line]
  const spans = line.spans.slice(0, -1)
  const box = unionAll(spans.map((span) => span.box))
  const number = last.text.trim()
  // `text` has other characters for scripts; then the number is not found.
  const text = line.text.slice(0, Math.max(0, line.text.lastIndexOf(number))).trimEnd()
  const isNumber = text !== '' && last.box.x0 - box.x1 >= MIN_NUMBER_GAP_EM * last.size
  if (!isNumber || scoreMath({ ...line, spans }).words > 0) return [line]
  return [
    { ...line, spans, box, text },
    { ...line, spans: [last], box: last.box, baseline: last.baseline, size: last.size, text: number },
  ]
}

/** Finds lines with a relation, and the last lines of rows with an equation number. */
function findSeeds(lines: readonly Line[]): Line[] {
  const seeds = new Set(lines.filter((line) => relationSymbol.test(line.text) && isSeed(line, true)))
  const numbers = lines.filter(({ text }) => numberOf(text) !== null)
  if (numbers.length * lines.length > MAX_COMPARISONS) return [...seeds]
  for (const number of numbers) {
    const row = lines.filter(
      (line) =>
        line !== number && Math.abs(line.baseline - number.baseline) < number.size && line.box.x1 < number.box.x0,
    )
    if (row.length === 0 || row.some((line) => seeds.has(line))) continue
    const last = row.reduce((right, line) => (line.box.x1 > right.box.x1 ? line : right))
    if (isSeed(last, false)) seeds.add(last)
  }
  return [...seeds]
}

function isSeed(line: Line, needsRelation: boolean): boolean {
  const [first] = line.spans
  if (first === undefined || first.rotation !== 0 || first.vertical || line.spans.every(({ font }) => font.mono))
    return false
  const { chars, words, relation } = scoreMath(line)
  return (relation || !needsRelation) && words <= chars * 0.5
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
