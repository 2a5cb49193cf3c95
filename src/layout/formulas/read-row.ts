import type { Formula } from '../../model/formula.ts'
import { centerY, overlapY } from '../../model/geometry.ts'
import { maxOf } from '../../model/statistics.ts'
import { attachAccents } from './attach-accents.ts'
import { AXIS_EM, SCRIPT_RATIO } from './fractions.ts'
import { isOpening } from './math-symbols.ts'
import { readTokens } from './math-words.ts'
import { isBracket } from './matrix-brackets.ts'
import { mainBaseline, mainSize } from './part-metrics.ts'
import {
  attachScripts,
  type Base,
  isDisplaced,
  isOnBaseline,
  isSpaced,
  MAX_SCRIPT_RATIO,
  type Row,
  toBase,
  toFormula,
} from './scripts.ts'
import type { Glyph, Part, Reader } from './types.ts'

/** Minimum width of an intended gap (`\quad`). */
const MIN_QUAD_EM = 0.95
const MAX_SCRIPT_GAP_EM = 0.2
/** Maximum distance of a script from the baseline; stacked parts are further away. */
const MAX_SCRIPT_SHIFT_EM = 0.6
/** Minimum distance of a bracket in an exponent from the axis of the row. */
const MIN_BRACKET_SHIFT_EM = 0.15

interface RowContext {
  readonly read: Reader
  readonly hasItalic: boolean
  /** The row is a nested script, whose own scripts are as large; its first part shows the baseline. */
  readonly isSmallest: boolean
}

export function readRow(parts: readonly Part[], { read, hasItalic, isSmallest }: RowContext): Formula[] {
  if (parts.length === 0) return []
  const row = { size: mainSize(parts), baseline: isSmallest ? firstOf(parts).baseline : mainBaseline(parts) }
  const scriptBrackets = new Set(parts.filter((part) => isScriptBracket(part, parts, row)))
  const onBaseline = parts.filter((part) => !scriptBrackets.has(part) && isOnBaseline(part, row))
  // Scripts without a base, such as a single prime, are the row.
  const hasBase = onBaseline.length > 0
  const others = parts.filter((part) => !onBaseline.includes(part))
  const scripts = others.map((part) => (scriptBrackets.has(part) ? toScriptBracket(part as Glyph) : part))
  const { main, off } = attachAccents({ main: hasBase ? onBaseline : parts, off: hasBase ? scripts : [] }, hasItalic)
  const bases = readTokens(main, hasItalic).map((token) => toBase(token, row.baseline))
  const displaced = off.filter((part) => isDisplaced(part, row) && !isSmallestScript(part, { main, off, row }))
  for (const part of displaced)
    bases.push(...readTokens([part], hasItalic).map((token) => toBase(token, part.baseline)))
  bases.sort((a, b) => a.x0 - b.x0)
  attachScripts(
    off.filter((part) => !displaced.includes(part)),
    bases,
    row,
  )
  return bases.flatMap((base, index): Formula[] => {
    const before = bases[index - 1]
    return before !== undefined && isQuad(before, base, row.size)
      ? [{ kind: 'gap' }, toFormula(base, read)]
      : [toFormula(base, read)]
  })
}

function firstOf(parts: readonly Part[]): Part {
  return parts.reduce((first, part) => (part.x0 < first.x0 ? part : first))
}

/** TeX has no font smaller than that of nested scripts: theirs are as large, close to the base. */
function isSmallestScript(
  part: Part,
  { main, off, row: { size, baseline } }: { main: readonly Part[]; off: readonly Part[]; row: Row },
): boolean {
  const hasOwnColumn = main.every(({ x0, x1 }) => x1 <= part.x0 + 0.1 * size || x0 >= part.x1 - 0.1 * size)
  const isClose = [...main, ...off].some(({ x1 }) => Math.abs(part.x0 - x1) < MAX_SCRIPT_GAP_EM * size)
  return hasOwnColumn && isClose && Math.abs(part.baseline - baseline) < MAX_SCRIPT_SHIFT_EM * size
}

/** Brackets around small symbols, in exponents, may be as large as those of the row. */
function isScriptBracket(part: Part, parts: readonly Part[], { size, baseline }: Row): boolean {
  if (!isBracket(part) || part.size < MAX_SCRIPT_RATIO * size) return false
  const center = part.stretchy ? centerY(part) : part.baseline - AXIS_EM * size
  if (Math.abs(center - (baseline - AXIS_EM * size)) < MIN_BRACKET_SHIFT_EM * size) return false
  const inside = isOpening(part.text)
    ? parts.filter(({ x0 }) => x0 >= part.x1 - 0.1 * size).sort((a, b) => a.x0 - b.x0)
    : parts.filter(({ x1 }) => x1 <= part.x0 + 0.1 * size).sort((a, b) => b.x1 - a.x1)
  const nearest = inside.find((other) => overlapY(other, part) > 0)
  return nearest !== undefined && nearest.size < MAX_SCRIPT_RATIO * size
}

function toScriptBracket(part: Glyph): Glyph {
  return { ...part, size: SCRIPT_RATIO * part.size, stretchy: true }
}

/** Wide gaps next to relations and operations are normal spacing. */
function isQuad(before: Base, base: Base, size: number): boolean {
  const right = Math.max(before.x1, maxOf([...before.sub, ...before.sup].map(({ x1 }) => x1)))
  return base.x0 - right > MIN_QUAD_EM * size && !isSpaced(before) && !isSpaced(base)
}
