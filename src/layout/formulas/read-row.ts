import type { Formula } from '../../model/formula.ts'
import { maxOf } from '../../model/statistics.ts'
import { attachAccents } from './attach-accents.ts'
import { readTokens } from './math-words.ts'
import { mainBaseline, mainSize } from './part-metrics.ts'
import { attachScripts, type Base, isDisplaced, isOnBaseline, isSpaced, toBase, toFormula } from './scripts.ts'
import type { Part, Reader } from './types.ts'

/** Minimum width of an intended gap (`\quad`). */
const MIN_QUAD_EM = 0.95
const MAX_SCRIPT_GAP_EM = 0.2
/** Maximum distance of a script from the baseline; stacked parts are further away. */
const MAX_SCRIPT_SHIFT_EM = 0.6

interface RowContext {
  readonly read: Reader
  readonly hasItalic: boolean
  /** The row is a nested script, whose own scripts are as large; its first part shows the baseline. */
  readonly isSmallest: boolean
}

export function readRow(parts: readonly Part[], { read, hasItalic, isSmallest }: RowContext): Formula[] {
  if (parts.length === 0) return []
  const row = { size: mainSize(parts), baseline: isSmallest ? firstOf(parts).baseline : mainBaseline(parts) }
  const onBaseline = parts.filter((part) => isOnBaseline(part, row))
  // Scripts without a base, such as a single prime, are the row.
  const hasBase = onBaseline.length > 0
  const { main, off } = attachAccents(
    { main: hasBase ? onBaseline : parts, off: hasBase ? parts.filter((part) => !onBaseline.includes(part)) : [] },
    hasItalic,
  )
  const bases = readTokens(main, hasItalic).map((token) => toBase(token, row.baseline))
  const displaced = off.filter((part) => isDisplaced(part, row) && !isSmallestScript(part, main, row))
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
  main: readonly Part[],
  { size, baseline }: Pick<Base, 'size' | 'baseline'>,
): boolean {
  const hasOwnColumn = main.every(({ x0, x1 }) => x1 <= part.x0 + 0.1 * size || x0 >= part.x1 - 0.1 * size)
  const isClose = main.some(({ x1 }) => Math.abs(part.x0 - x1) < MAX_SCRIPT_GAP_EM * size)
  return hasOwnColumn && isClose && Math.abs(part.baseline - baseline) < MAX_SCRIPT_SHIFT_EM * size
}

/** Wide gaps next to relations and operations are normal spacing. */
function isQuad(before: Base, base: Base, size: number): boolean {
  const right = Math.max(before.x1, maxOf([...before.sub, ...before.sup].map(({ x1 }) => x1)))
  return base.x0 - right > MIN_QUAD_EM * size && !isSpaced(before) && !isSpaced(base)
}
