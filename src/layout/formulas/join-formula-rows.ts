/** Joins rows into formulas that continue or are aligned at their relations, unless each has a number. */
import type { Formula } from '../../model/formula.ts'
import { containsCenter, overlapX, union } from '../../model/geometry.ts'
import { maxOf, minOf } from '../../model/statistics.ts'
import type { Line } from '../state.ts'
import { glyphsIn } from './line-ink.ts'
import { isOperation, isRelation } from './math-symbols.ts'
import { readFormula } from './read-formula.ts'
import type { FormulaRow, Glyph } from './types.ts'

/** Gap between rows; the ink is an estimate, and tall fractions overlap. */
const MIN_ROW_GAP_EM = -1
const MAX_ROW_GAP_EM = 1.3
/** Maximum gap between rows that are not aligned; separate displays have more. */
const MAX_GROUP_GAP_EM = 0.6

const MAX_COLUMNS = 3
const MAX_ALIGNMENT_SHIFT_EM = 0.12
/** Minimum size of relations that are not in scripts, relative to the largest one. */
const MIN_BASE_RATIO = 0.85

export interface DisplayFormula {
  readonly rows: readonly FormulaRow[]
  readonly tree: Formula
  readonly number: Line | undefined
}

/** `others`: lines that are not part of a row, and must not get into one. */
export function joinFormulaRows(rows: readonly FormulaRow[], others: readonly Line[]): DisplayFormula[] {
  const formulas: { rows: FormulaRow[]; trees: Formula[] }[] = []
  for (const row of rows) {
    const tree = readFormula(row.lines.flatMap(glyphsIn), row.bars)
    // The rows of two columns alternate.
    const above = formulas
      .slice(-MAX_COLUMNS)
      .findLast(
        ({ rows, trees }) =>
          isNextRow(rows, row) &&
          !hasLineBetween(rows.at(-1) as FormulaRow, row, others) &&
          (continues(trees.at(-1) as Formula, tree) ||
            isAligned(rows.at(-1) as FormulaRow, row) ||
            isGroup(rows.at(-1) as FormulaRow, row)),
      )
    if (above !== undefined) {
      above.rows.push(row)
      above.trees.push(tree)
    } else formulas.push({ rows: [row], trees: [tree] })
  }
  return formulas.map(({ rows, trees }) => ({
    rows,
    number: rows.find((row) => row.number !== undefined)?.number,
    tree: trees.length === 1 ? (trees[0] as Formula) : { kind: 'lines', lines: trees.map(splitAtRelation) },
  }))
}

function isNextRow(rows: readonly FormulaRow[], row: FormulaRow): boolean {
  return (
    isBelow(rows.at(-1) as FormulaRow, row) &&
    (row.number === undefined || rows.every(({ number }) => number === undefined))
  )
}

function hasLineBetween(above: FormulaRow, row: FormulaRow, others: readonly Line[]): boolean {
  const box = union(above.box, row.box)
  return others.some((line) => containsCenter(box, line.box))
}

/** Whether a row is directly below another. */
export function isBelow(above: FormulaRow, row: FormulaRow): boolean {
  const gap = (row.box.y0 - above.box.y1) / row.size
  return gap > MIN_ROW_GAP_EM && gap < MAX_ROW_GAP_EM && overlapX(above.box, row.box) > 0
}

export function isAligned(above: FormulaRow, row: FormulaRow): boolean {
  const [x, other] = [relationX(above), relationX(row)]
  return x !== null && other !== null && Math.abs(x - other) < MAX_ALIGNMENT_SHIFT_EM * row.size
}

/** Rows of a group that are not aligned, such as an objective and its constraints, or the parts of a long row. */
function isGroup(above: FormulaRow, row: FormulaRow): boolean {
  const isClose = row.box.y0 - above.box.y1 < MAX_GROUP_GAP_EM * row.size
  const hasOneNumber = (row.number === undefined) !== (above.number === undefined)
  return isClose && (hasOneNumber || relationX(above) === null || relationX(row) === null || isOpen(above))
}

function relationX({ lines }: FormulaRow): number | null {
  const relations = lines.flatMap(glyphsIn).filter(({ text }) => isRelation(text))
  const size = maxOf(relations.map((glyph) => glyph.size))
  const inRow = relations.filter((glyph) => glyph.size > MIN_BASE_RATIO * size)
  return inRow.length === 0 ? null : minOf(inRow.map(({ x0 }) => x0))
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

/** Whether a row ends with an operation, or has a bracket that is not closed. */
export function isOpen({ lines }: FormulaRow): boolean {
  const glyphs = lines.flatMap(glyphsIn)
  const count = (symbols: string): number => glyphs.filter(({ text }) => symbols.includes(text)).length
  if (count('([{⎛⎡⎧') > count(')]}⎞⎤⎫')) return true
  const last = glyphs.reduce<Glyph | undefined>(
    (right, glyph) => (right && right.x1 > glyph.x1 ? right : glyph),
    undefined,
  )
  return last !== undefined && (isOperation(last.text) || isRelation(last.text))
}
