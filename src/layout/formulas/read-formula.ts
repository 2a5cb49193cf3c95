import type { Formula } from '../../model/formula.ts'
import { pairBrackets } from './brackets.ts'
import { extractFractions } from './fractions.ts'
import { isSlanted } from './math-symbols.ts'
import { extractMatrices, joinBracketParts } from './matrices.ts'
import { readRow } from './read-row.ts'
import type { Bar, Glyph, Part, Reader } from './types.ts'

/** Maximum recursion; deeper nesting is noise. */
const MAX_DEPTH = 10

/** Never throws. Reads fractions and roots, then matrices, then symbols with scripts and limits. */
export function readFormula(glyphs: readonly Glyph[], bars: readonly Bar[]): Formula {
  return readAt(glyphs, bars, { depth: 0, hasItalic: glyphs.some(({ span }) => isSlanted(span.font)) })
}

interface FormulaContext {
  readonly depth: number
  /** Then upright letters are words. */
  readonly hasItalic: boolean
}

function readAt(glyphs: readonly Part[], bars: readonly Bar[], { depth, hasItalic }: FormulaContext): Formula {
  const read: Reader =
    depth < MAX_DEPTH
      ? (inner, own) => readAt(inner, own, { depth: depth + 1, hasItalic })
      : (inner) => toRow(readRow(inner, { read: () => ({ kind: 'row', items: [] }), hasItalic }))
  const parts = extractMatrices(extractFractions(joinBracketParts(glyphs), bars, read), read)
  return toRow(pairBrackets(readRow(parts, { read, hasItalic })))
}

function toRow(items: readonly Formula[]): Formula {
  const [only] = items
  return items.length === 1 && only !== undefined ? only : { kind: 'row', items }
}
