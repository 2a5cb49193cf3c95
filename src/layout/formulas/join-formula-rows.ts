/** Joins rows into formulas that continue or are aligned at their relations, unless each has a number. */
import type { Formula } from '../../model/formula.ts'
import { overlapX } from '../../model/geometry.ts'
import { minOf } from '../../model/statistics.ts'
import { glyphsOf } from './glyphs.ts'
import { isOperation, isRelation } from './math-symbols.ts'
import { readFormula } from './read-formula.ts'
import type { FormulaRow } from './types.ts'

const MAX_ROW_GAP_EM = 1.3

const MAX_COLUMNS = 3
const MAX_ALIGNMENT_SHIFT_EM = 0.12

export interface DisplayFormula {
  readonly rows: readonly FormulaRow[]
  readonly tree: Formula
}

export function joinFormulaRows(rows: readonly FormulaRow[]): DisplayFormula[] {
  const formulas: { rows: FormulaRow[]; trees: Formula[] }[] = []
  for (const row of rows) {
    const tree = readFormula(glyphsOf(row.lines.flatMap(({ spans }) => spans)), row.bars)
    // The rows of two columns alternate.
    const above = formulas
      .slice(-MAX_COLUMNS)
      .findLast(
        ({ rows, trees }) =>
          isNextRow(rows, row) &&
          (continues(trees.at(-1) as Formula, tree) || isAligned(rows.at(-1) as FormulaRow, row)),
      )
    if (above !== undefined) {
      above.rows.push(row)
      above.trees.push(tree)
    } else formulas.push({ rows: [row], trees: [tree] })
  }
  return formulas.map(({ rows, trees }) => ({
    rows,
    tree: trees.length === 1 ? (trees[0] as Formula) : { kind: 'lines', lines: trees.map(splitAtRelation) },
  }))
}

function isNextRow(rows: readonly FormulaRow[], row: FormulaRow): boolean {
  const above = rows.at(-1) as FormulaRow
  const gap = row.box.y0 - above.box.y1
  return (
    gap > -0.3 * row.size &&
    gap < MAX_ROW_GAP_EM * row.size &&
    overlapX(above.box, row.box) > 0 &&
    (row.number === undefined || rows.every(({ number }) => number === undefined))
  )
}

function isAligned(above: FormulaRow, row: FormulaRow): boolean {
  const [x, other] = [relationX(above), relationX(row)]
  return x !== null && other !== null && Math.abs(x - other) < MAX_ALIGNMENT_SHIFT_EM * row.size
}

function relationX({ lines, size }: FormulaRow): number | null {
  const relations = glyphsOf(lines.flatMap(({ spans }) => spans)).filter(
    (glyph) => isRelation(glyph.text) && glyph.size > 0.9 * size,
  )
  return relations.length === 0 ? null : minOf(relations.map(({ x0 }) => x0))
}

function continues(above: Formula, row: Formula): boolean {
  const items = itemsOf(row)
  const [first] = items
  // A leading operation may be the sign of a new formula with a relation.
  if (first !== undefined && isRelationOrOperation(first)) return isRelationItem(first) || !items.some(isRelationItem)
  const last = itemsOf(above).at(-1)
  return last !== undefined && isRelationOrOperation(last)
}

function isRelationOrOperation(item: Formula): boolean {
  return isRelationItem(item) || (item.kind === 'sign' && isOperation(item.text))
}

function isRelationItem(item: Formula): boolean {
  return item.kind === 'sign' && isRelation(item.text)
}

function itemsOf(formula: Formula): readonly Formula[] {
  return formula.kind === 'row' ? formula.items : [formula]
}

function splitAtRelation(formula: Formula): readonly [Formula, Formula] {
  const items = itemsOf(formula)
  const at = Math.max(0, items.findIndex(isRelationItem))
  return [
    { kind: 'row', items: items.slice(0, at) },
    { kind: 'row', items: items.slice(at) },
  ]
}
