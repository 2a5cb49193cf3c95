/**
 * Rows of mathematics below each other → formulas: a row that goes on where the last one stopped belongs to it,
 * aligned at the relations. Rows with numbers of their own are formulas of their own.
 */
import type { Formula } from '../../model/formula.ts'
import { type Box, overlapX } from '../../model/geometry.ts'
import type { Line } from '../state.ts'
import { type Bar, glyphsOf } from './glyphs.ts'
import { isOperation, isRelation } from './math-symbols.ts'
import { readFormula } from './read-formula.ts'

/** Rows of one formula stand at most this far apart. Ems of ink to ink. */
const rowGapEm = 1.3

/** One row of mathematics: a seed and what belongs to it. */
export interface FormulaRow {
  readonly lines: readonly Line[]
  readonly bars: readonly Bar[]
  readonly box: Box
  readonly size: number
  readonly number?: Line
}

/** A formula as found: one or several rows, read. */
export interface FoundFormula {
  readonly rows: readonly FormulaRow[]
  readonly tree: Formula
}

export function joinRows(rows: readonly FormulaRow[]): FoundFormula[] {
  const found: { rows: FormulaRow[]; trees: Formula[] }[] = []
  for (const row of rows) {
    const tree = readFormula(glyphsOf(row.lines.flatMap(({ spans }) => spans)), row.bars)
    const last = found.at(-1)
    const above = last?.rows.at(-1)
    if (
      last !== undefined &&
      above !== undefined &&
      goesOn(above, row) &&
      (last.rows.every(({ number }) => number === undefined) || row.number === undefined) &&
      continues(last.trees.at(-1) as Formula, tree)
    ) {
      last.rows.push(row)
      last.trees.push(tree)
    } else found.push({ rows: [row], trees: [tree] })
  }
  return found.map(({ rows: own, trees }) => ({
    rows: own,
    tree: trees.length === 1 ? (trees[0] as Formula) : { kind: 'lines', lines: trees.map(cutAtRelation) },
  }))
}

function goesOn(above: FormulaRow, row: FormulaRow): boolean {
  const gap = row.box.y0 - above.box.y1
  return gap > -0.3 * row.size && gap < rowGapEm * row.size && overlapX(above.box, row.box) > 0
}

/** The row begins with a relation or operation, or the one above ended with one. */
function continues(above: Formula, row: Formula): boolean {
  const first = firstOf(row)
  const last = lastOf(above)
  const links = (item: Formula | undefined): boolean =>
    item?.kind === 'sign' && (isRelation(item.text) || isOperation(item.text))
  // A sign of its own at the front may be a minus of a new formula: then a relation follows in it.
  if (links(first)) return first?.kind === 'sign' && (isRelation(first.text) || !hasRelation(row))
  return links(last)
}

function itemsOf(formula: Formula): readonly Formula[] {
  return formula.kind === 'row' ? formula.items : [formula]
}

const firstOf = (formula: Formula): Formula | undefined => itemsOf(formula)[0]
const lastOf = (formula: Formula): Formula | undefined => itemsOf(formula).at(-1)
const hasRelation = (formula: Formula): boolean =>
  itemsOf(formula).some((item) => item.kind === 'sign' && isRelation(item.text))

/** What stands before the row's first relation, and the rest. */
function cutAtRelation(formula: Formula): readonly [Formula, Formula] {
  const items = itemsOf(formula)
  const at = Math.max(
    0,
    items.findIndex((item) => item.kind === 'sign' && isRelation(item.text)),
  )
  return [
    { kind: 'row', items: items.slice(0, at) },
    { kind: 'row', items: items.slice(at) },
  ]
}
