/**
 * Signs and bars of one formula → its tree, from the outside in: the widest bar first (fractions, roots), then brackets around
 * several rows, then signs along the baseline with what is raised, lowered or stacked on them. Every step reads the parts that it
 * takes off with the same function; depth is bounded, and what can't be told is read from left to right.
 */
import type { Formula } from '../../model/formula.ts'
import { joinPieces, takeArrays } from './arrays.ts'
import { fenceItems } from './fences.ts'
import type { Bar, Glyph } from './glyphs.ts'
import { isSlanted } from './math-signs.ts'
import { readRow } from './rows.ts'
import { type Part, takeStacks } from './stacks.ts'

/** Deeper nesting than this is noise. */
const maxDepth = 10

/** Reads parts within a formula; handed down so that each step can read what it takes off. */
export type Reader = (parts: readonly Part[], bars: readonly Bar[]) => Formula

/** Reads one line of a formula. Never throws; no signs give an empty row. */
export function readFormula(glyphs: readonly Glyph[], bars: readonly Bar[]): Formula {
  return readAt(glyphs, bars, { depth: 0, slanted: glyphs.some(({ span }) => isSlanted(span.font)) })
}

function readAt(signs: readonly Part[], bars: readonly Bar[], context: { depth: number; slanted: boolean }): Formula {
  const deeper = { ...context, depth: context.depth + 1 }
  const read: Reader =
    context.depth >= maxDepth ? (inner) => rowOf(readRow(inner, { read: emptyReader, slanted: context.slanted })) : (inner, own) => readAt(inner, own, deeper)
  const stacked = takeStacks(joinPieces(signs), bars, read)
  const parts: readonly Part[] = takeArrays(stacked, read)
  return rowOf(fenceItems(readRow(parts, { read, slanted: context.slanted })))
}

const emptyReader: Reader = () => ({ kind: 'row', items: [] })

function rowOf(items: readonly Formula[]): Formula {
  const [only] = items
  return items.length === 1 && only !== undefined ? only : { kind: 'row', items }
}
