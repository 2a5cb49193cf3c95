import type { Formula } from '../../model/formula.ts'
import { pairBrackets } from './brackets.ts'
import { extractFractions } from './fractions.ts'
import { isSlanted } from './math-symbols.ts'
import { extractMatrices } from './matrices.ts'
import { joinBracketParts } from './matrix-brackets.ts'
import { mainSize } from './part-metrics.ts'
import { readRow } from './read-row.ts'
import type { Bar, Glyph, Part, Reader } from './types.ts'

/** Maximum recursion; deeper nesting is noise. */
const MAX_DEPTH = 10
/** Maximum size of nested scripts relative to the formula. */
const MAX_SMALLEST_RATIO = 0.62

/** Never throws. Reads matrices, then fractions and roots, then symbols with scripts and limits. */
export function readFormula(glyphs: readonly Glyph[], bars: readonly Bar[]): Formula {
  return readAt(glyphs, bars, {
    depth: 0,
    hasItalic: glyphs.some(({ span }) => isSlanted(span.font)),
    size: mainSize(glyphs),
  })
}

interface FormulaContext {
  readonly depth: number
  /** Then upright letters are words. */
  readonly hasItalic: boolean
  /** Size of the whole formula. */
  readonly size: number
}

function readAt(glyphs: readonly Part[], bars: readonly Bar[], context: FormulaContext): Formula {
  const { depth, hasItalic } = context
  const isSmallest = mainSize(glyphs) < MAX_SMALLEST_RATIO * context.size
  const read: Reader =
    depth < MAX_DEPTH
      ? (inner, own) => readAt(inner, own, { ...context, depth: depth + 1 })
      : (inner) => toRow(readRow(inner, { read: () => ({ kind: 'row', items: [] }), hasItalic, isSmallest }))
  const outside = extractMatrices(joinBracketParts(glyphs), bars, read)
  const parts = extractFractions(outside.parts, outside.bars, read)
  return toRow(pairBrackets(readRow(parts, { read, hasItalic, isSmallest })))
}

function toRow(items: readonly Formula[]): Formula {
  const [only] = items
  return items.length === 1 && only !== undefined ? only : { kind: 'row', items }
}
