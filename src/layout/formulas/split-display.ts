/** Splits the lines of a grown row that belong to several rows of a display, such as those with tall fractions. */
import { type Box, unionAll } from '../../model/geometry.ts'
import type { Line } from '../state.ts'
import { glyphsIn, inkOf } from './line-ink.ts'
import { isOperation, isRelation } from './math-symbols.ts'
import { insideTallBrackets, joinBracketParts } from './matrix-brackets.ts'
import { baselineRows } from './split-rows.ts'
import type { FormulaRow } from './types.ts'

/** Returns the row itself unless each part has a relation, or an operation at its start. `numbers`: of any row. */
export function splitDisplay(row: FormulaRow, numbers: readonly Line[]): readonly FormulaRow[] {
  const parts = joinBracketParts(row.lines.flatMap(glyphsIn))
  const isInside = insideTallBrackets(parts)
  const rows = baselineRows(parts, row.bars, { ignored: isInside })
  const rowOfLine = (line: Line): number => rows.of({ ...inkOf(line), baseline: line.baseline })
  const split = Array.from({ length: rows.count }, (_, index): FormulaRow => {
    const lines = row.lines.filter((line) => rowOfLine(line) === index)
    const bars = row.bars.filter((bar) => rows.ofBar(bar) === index)
    const number = numbers.find((line) => rowOfLine(line) === index)
    const box = unionAll([...lines.map(inkOf), ...bars])
    return { lines, bars, box, size: row.size, ...(number === undefined ? {} : { number }) }
  })
  return rows.count > 1 && split.every(({ lines }) => isDisplayRow(lines, isInside)) ? split : [row]
}

function isDisplayRow(lines: readonly Line[], isInside: (part: Box) => boolean): boolean {
  const glyphs = lines.flatMap(glyphsIn).filter((glyph) => !isInside(glyph))
  const first = glyphs.reduce((left, glyph) => (left === undefined || glyph.x0 < left.x0 ? glyph : left), glyphs[0])
  return glyphs.some(({ text }) => isRelation(text)) || isOperation(first?.text ?? '')
}
