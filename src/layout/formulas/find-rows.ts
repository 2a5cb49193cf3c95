/** Finds the rows of display formulas: from seeds, and next to rows that are certain. */
import { overlapX } from '../../model/geometry.ts'
import type { Line, PageObjects } from '../state.ts'
import { compareLines } from '../text/lines.ts'
import { findSeeds, mayHaveFormulas } from './formula-seeds.ts'
import { barsOf } from './glyphs.ts'
import { outsideGrids } from './grid-bars.ts'
import { growRows } from './grow-row.ts'
import { isDisplayed, isMathematics } from './is-formula.ts'
import { continuationOf, isConditionOf, isNextTo, joinRows } from './neighbor-rows.ts'
import { type PageLines, toPageLines } from './page-lines.ts'
import type { FormulaRow } from './types.ts'

/** Maximum comparisons of lines with possible formulas. */
const MAX_COMPARISONS = 10_000_000

export function findRows(state: PageObjects): FormulaRow[] {
  const seeds = findSeeds(state.lines, MAX_COMPARISONS)
  if (seeds.length === 0) return []
  const bars = outsideGrids(barsOf(state.raw), state.rulings)
  const used = new Set<Line>()
  const page = toPageLines(state.lines)
  const grow = (seed: Line): readonly FormulaRow[] => growRows(seed, { lines: inColumnOf(seed, unused(), page), bars })
  const unused = (): Line[] => state.lines.filter((line) => !used.has(line))
  const rows: FormulaRow[] = []
  const addRow = (row: FormulaRow): void => {
    rows.push(row)
    for (const line of row.lines) used.add(line)
    if (row.number !== undefined) used.add(row.number)
  }
  const doubtful: FormulaRow[] = []
  for (const seed of seeds) {
    if (used.has(seed)) continue
    for (const row of grow(seed)) {
      // Calculations without a relation are also in tables and drawings.
      const isInText = mayHaveFormulas(seed) || row.number !== undefined || page.columnOf(row.box) !== null
      if (isInText && isMathematics(row) && isDisplayed(row, page)) addRow(row)
      else doubtful.push(row)
    }
  }
  for (const row of [...doubtful, ...doubtful.toReversed()])
    if (!row.lines.some((line) => used.has(line)) && rows.some((other) => isNextTo(row, other))) addRow(row)
  for (const row of rows) {
    const next = continuationOf(row, unused())
    if (next !== undefined) for (const other of grow(next)) addRow(other)
  }
  return joinConditions(rows, page.prose).sort((a, b) => compareLines(a.lines[0] as Line, b.lines[0] as Line))
}

/** Columns may be closer than the parts of a formula. */
function inColumnOf(seed: Line, lines: readonly Line[], { columnOf }: PageLines): readonly Line[] {
  const column = columnOf(seed.box)
  if (column === null) return lines
  return lines.filter(({ box }) => {
    if (overlapX(box, column) > 0) return true
    const other = columnOf(box)
    return other === null || overlapX(other, column) > 0
  })
}

function joinConditions(rows: readonly FormulaRow[], prose: readonly Line[]): FormulaRow[] {
  const joined: FormulaRow[] = []
  for (const row of rows.toSorted((a, b) => a.box.x0 - b.box.x0)) {
    const at = joined.findIndex((left) => isConditionOf(left, row, prose))
    if (at < 0) joined.push(row)
    else joined[at] = joinRows(joined[at] as FormulaRow, row)
  }
  return joined
}
