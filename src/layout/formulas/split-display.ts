/** Splits the lines of a grown row that belong to several rows of a display, such as those with tall fractions. */
import { type Box, centerY, height, unionAll } from '../../model/geometry.ts'
import type { Line } from '../state.ts'
import { glyphsOf } from './glyphs.ts'
import { inkOf } from './line-ink.ts'
import { isOperation, isRelation } from './math-symbols.ts'
import { closingOf, isBracket, joinBracketParts } from './matrix-brackets.ts'
import { mainSize } from './part-metrics.ts'
import { findRows } from './split-rows.ts'
import type { FormulaRow, Part } from './types.ts'

/** Minimum height of a bracket around several rows. */
const MIN_TALL_BRACKET_EM = 1.7

/** Returns the row itself unless each part has a relation, or an operation at its start. `numbers`: of any row. */
export function splitDisplay(row: FormulaRow, numbers: readonly Line[]): readonly FormulaRow[] {
  const parts = joinBracketParts(glyphsOf(row.lines.flatMap(({ spans }) => spans)))
  const isInside = insideTallBrackets(parts)
  const rows = findRows(parts, row.bars, { ignored: isInside })
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

function isDisplayRow(lines: readonly Line[], isInside: (part: Part) => boolean): boolean {
  const glyphs = glyphsOf(lines.flatMap(({ spans }) => spans)).filter((glyph) => !isInside(glyph))
  const first = glyphs.reduce((left, glyph) => (left === undefined || glyph.x0 < left.x0 ? glyph : left), glyphs[0])
  return glyphs.some(({ text }) => isRelation(text)) || isOperation(first?.text ?? '')
}

/** Parts between tall brackets may be rows of a matrix. */
function insideTallBrackets(parts: readonly Part[]): (part: Box) => boolean {
  const size = mainSize(parts)
  const brackets = parts.filter(isBracket)
  const tall = brackets
    .filter((bracket) => bracket.stretchy && height(bracket) > MIN_TALL_BRACKET_EM * size)
    .map((open) => ({ open, right: closingOf(open, brackets)?.x0 ?? (open.text === '{' ? Infinity : open.x1) }))
  return (part) => {
    const y = centerY(part)
    return tall.some(({ open, right }) => part.x0 >= open.x1 - 1 && part.x1 <= right + 1 && y > open.y0 && y < open.y1)
  }
}
