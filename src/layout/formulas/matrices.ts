/** Tall brackets around several rows: matrices and cases. */
import type { Formula } from '../../model/formula.ts'
import { type Box, centerY, unionAll } from '../../model/geometry.ts'
import { AXIS_EM } from './fractions.ts'
import { isOpening } from './math-symbols.ts'
import { closingOf, insideTallBrackets, isBracket } from './matrix-brackets.ts'
import { mainSize } from './part-metrics.ts'
import { type RowParts, splitRows } from './split-rows.ts'
import type { Bar, Composite, Glyph, Part, Reader } from './types.ts'

const MIN_COLUMN_GAP_EM = 0.6
/** Maximum distance of a part's center above or below its bracket. */
const MAX_OVERHANG_EM = 0.3
/** Maximum rows; more are noise or a table. */
const MAX_ROWS = 24

/** Returns the parts with a composite for each matrix, and the bars outside of them. */
export function extractMatrices(parts: readonly Part[], bars: readonly Bar[], read: Reader): RowParts {
  const brackets = parts.filter(isBracket).sort((a, b) => a.x0 - b.x0)
  for (const open of brackets) {
    if (!isOpening(open.text) && open.text !== '|') continue
    const close = closingOf(open, brackets)
    if (close === undefined && open.text !== '{') continue
    const isInside = insideBrackets(open, close)
    const inside = parts.filter((part) => part !== open && part !== close && isInside(part))
    const barsInside = bars.filter(isInside)
    const rows = splitRows(inside, barsInside, { around: bars, ignored: insideTallBrackets(inside) })
    if (rows.length < 2 || rows.length > MAX_ROWS) continue
    const members = new Set<Part>([open, ...(close === undefined ? [] : [close]), ...inside])
    const composite = readMatrix({ open, close, inside, rows }, read)
    const others = [...parts.filter((part) => !members.has(part)), composite]
    return extractMatrices(
      others,
      bars.filter((bar) => !barsInside.includes(bar)),
      read,
    )
  }
  return { parts, bars }
}

function insideBrackets(open: Glyph, close: Glyph | undefined): (part: Box) => boolean {
  const reach = MAX_OVERHANG_EM * open.size
  return (part) => {
    const y = centerY(part)
    return (
      part.x0 >= open.x1 - 1 &&
      (close === undefined || part.x1 <= close.x0 + 1) &&
      (!open.stretchy || (y > open.y0 - reach && y < open.y1 + reach))
    )
  }
}

interface Matrix {
  readonly open: Glyph
  readonly close: Glyph | undefined
  readonly inside: readonly Part[]
  readonly rows: readonly RowParts[]
}

function readMatrix({ open, close, inside, rows }: Matrix, read: Reader): Composite {
  const body: Formula = {
    kind: 'matrix',
    rows: rows.map((row) => splitColumns(row, rows).map((cell) => read(cell.parts, cell.bars))),
  }
  const size = mainSize(inside)
  const box = unionAll(inside)
  return {
    node: { kind: 'fence', open: open.text, close: close?.text ?? '', body, tall: true },
    x0: open.x0,
    y0: box.y0,
    x1: Math.max(open.x1, box.x1, close?.x1 ?? -Infinity),
    y1: box.y1,
    baseline: centerY(box) + size * AXIS_EM,
    size,
  }
}

function splitColumns(row: RowParts, rows: readonly RowParts[]): RowParts[] {
  const all = rows.flatMap(({ parts, bars }) => [...parts, ...bars]).sort((a, b) => a.x0 - b.x0)
  const minGap = MIN_COLUMN_GAP_EM * mainSize(rows.flatMap(({ parts }) => parts))
  const gaps: number[] = []
  let right = Infinity
  for (const part of all) {
    if (part.x0 - right >= minGap) gaps.push((right + part.x0) / 2)
    right = right === Infinity ? part.x1 : Math.max(right, part.x1)
  }
  const columnOf = ({ x0 }: Part | Bar): number => gaps.filter((gap) => gap < x0).length
  return Array.from({ length: gaps.length + 1 }, (_, column) => ({
    parts: row.parts.filter((part) => columnOf(part) === column),
    bars: row.bars.filter((bar) => columnOf(bar) === column),
  }))
}
