/**
 * Signs and bars of one formula → its tree, from the outside in: the widest bar first (fractions, roots), then brackets around
 * several rows, then signs along the baseline with what is raised, lowered or stacked on them. Every step reads the parts that it
 * takes off with the same function; depth is bounded, and what can't be told is read from left to right.
 */
import type { Formula } from '../../model/formula.ts'
import { pairBrackets } from './brackets.ts'
import { extractFractions, type Part } from './fractions.ts'
import type { Bar, Glyph } from './glyphs.ts'
import { isSlantedSymbol } from './math-symbols.ts'
import { extractMatrices, joinPieces } from './matrices.ts'
import { readRow } from './read-row.ts'

/** Deeper nesting than this is noise. */
const maxDepth = 10

/** Reads parts within a formula; handed down so that each step can read what it takes off. */
export type Reader = (parts: readonly Part[], bars: readonly Bar[]) => Formula

/** Reads one line of a formula. Never throws; no signs give an empty row. */
export function readFormula(glyphs: readonly Glyph[], bars: readonly Bar[]): Formula {
  return readAt(glyphs, bars, { depth: 0, slanted: glyphs.some(({ span }) => isSlantedSymbol(span.font)) })
}

function readAt(signs: readonly Part[], bars: readonly Bar[], context: { depth: number; slanted: boolean }): Formula {
  const deeper = { ...context, depth: context.depth + 1 }
  const read: Reader =
    context.depth >= maxDepth
      ? (inner) => rowOf(readRow(inner, { read: emptyReader, slanted: context.slanted }))
      : (inner, own) => readAt(inner, own, deeper)
  const stacked = extractFractions(joinPieces(signs), bars, read)
  const parts: readonly Part[] = extractMatrices(stacked, read)
  return rowOf(pairBrackets(readRow(parts, { read, slanted: context.slanted })))
}

const emptyReader: Reader = () => ({ kind: 'row', items: [] })

function rowOf(items: readonly Formula[]): Formula {
  const [only] = items
  return items.length === 1 && only !== undefined ? only : { kind: 'row', items }
}
