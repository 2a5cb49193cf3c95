import type { Formula } from '../../model/formula.ts'
import { centerX, unionAll, width } from '../../model/geometry.ts'
import { AXIS_EM } from './fractions.ts'
import { isBigOperator, isIntegral, isOperation, isRelation, takesLimits } from './math-symbols.ts'
import type { Token } from './math-words.ts'
import { isComposite } from './part-metrics.ts'
import type { Part, Reader } from './types.ts'

/** Maximum distance from the baseline; that of composites is an estimate. */
const BASELINE_TOLERANCE_EM = { glyph: 0.15, composite: 0.5 }
export const MAX_SCRIPT_RATIO = 0.86
const MAX_NESTED_SCRIPT_RATIO = 0.62
/** Maximum offset of a limit; scripts are further right. */
const MAX_LIMIT_OFFSET_EM = 0.35
/** Minimum distance of a limit from the baseline; scripts are closer. */
const MIN_LIMIT_SHIFT_EM = { under: 0.62, over: 0.95 }
/** Minimum gap after an operation before a script that precedes its base. */
const MIN_PRESCRIPT_GAP_EM = 0.12
const MAX_LIMIT_GAP_EM = 0.7

export interface Row {
  readonly size: number
  readonly baseline: number
}

export interface Base extends Token {
  readonly baseline: number
  readonly sub: Part[]
  readonly sup: Part[]
  readonly under: Part[]
  readonly over: Part[]
}

export function toBase(token: Token, baseline: number): Base {
  return { ...token, baseline, sub: [], sup: [], under: [], over: [] }
}

export function isOnBaseline(part: Part, { size, baseline }: Row): boolean {
  const shift = Math.abs(part.baseline - baseline)
  if (isComposite(part)) return part.size >= size * MAX_SCRIPT_RATIO && shift <= BASELINE_TOLERANCE_EM.composite * size
  if (part.stretchy) {
    const axis = baseline - AXIS_EM * size
    return part.y0 < axis && part.y1 > axis
  }
  if (isPrime(part)) return false
  return shift <= BASELINE_TOLERANCE_EM.glyph * (part.size >= size * MAX_SCRIPT_RATIO ? 1 : 0.3) * size
}

/** Parts stacked without a bar, or set loosely, are as large as the row and have their own scripts. */
export function isDisplaced(part: Part, { size, baseline }: Row): boolean {
  return (
    !isComposite(part) &&
    !isPrime(part) &&
    part.size >= size * MAX_SCRIPT_RATIO &&
    Math.abs(part.baseline - baseline) > BASELINE_TOLERANCE_EM.glyph * size
  )
}

function isPrime(part: Part): boolean {
  return !isComposite(part) && ['′', '″', '‴', "'", '’'].includes(part.text)
}

export function attachScripts(parts: readonly Part[], bases: Base[], row: Row): void {
  const limits = attachLimits(parts, bases, row)
  // Larger parts are the bases of smaller ones.
  for (const part of [...parts].sort((a, b) => b.size - a.size || a.x0 - b.x0)) {
    if (limits.has(part)) continue
    const base = baseOf(part, bases, row)
    if (base === undefined) continue
    const nested = part.size < row.size * MAX_NESTED_SCRIPT_RATIO ? listOfNeighbor(base, part) : undefined
    const isRaised = part.baseline < base.baseline - 0.02 * row.size || isPrime(part)
    ;(nested ?? (isRaised ? base.sup : base.sub)).push(part)
  }
}

/** Tensor notation: a script after a relation or operation precedes its base. */
function baseOf(part: Part, bases: Base[], row: Row): Base | undefined {
  const before = bases.findLastIndex(({ x0 }) => x0 <= part.x0 + 0.1 * row.size)
  const base = bases[before]
  if (base !== undefined && !(isSpaced(base) && part.x0 > base.x1 + MIN_PRESCRIPT_GAP_EM * row.size)) return base
  const next = bases[before + 1]
  if (next === undefined || part.x1 > next.x0 + 0.3 * row.size) return base ?? next
  const empty: Base = toBase(
    { node: { kind: 'row', items: [] }, x0: part.x0, x1: part.x0, size: row.size },
    row.baseline,
  )
  bases.splice(before + 1, 0, empty)
  return empty
}

export function isSpaced({ node }: Base): boolean {
  return node.kind === 'sign' && (isRelation(node.text) || isOperation(node.text))
}

function attachLimits(parts: readonly Part[], bases: readonly Base[], { size, baseline }: Row): ReadonlySet<Part> {
  const limits = new Set<Part>()
  const carriers = bases.filter(carriesLimits)
  const distance = (part: Part, base: Base): number => Math.abs(centerX(part) - centerX(base))
  for (const base of carriers) {
    for (const side of ['under', 'over'] as const) {
      const shifted = parts.filter((part) => {
        const shift = side === 'under' ? part.baseline - baseline : baseline - part.baseline
        const isNearest = carriers.every((other) => distance(part, other) >= distance(part, base))
        return isNearest && !limits.has(part) && shift > MIN_LIMIT_SHIFT_EM[side] * size
      })
      for (const limit of splitByGaps(shifted)) {
        const offset = Math.abs(centerX(unionAll(limit)) - centerX(base))
        if (offset >= MAX_LIMIT_OFFSET_EM * size + width(base) * 0.2) continue
        base[side].push(...limit)
        for (const part of limit) limits.add(part)
      }
    }
  }
  return limits
}

function carriesLimits({ node }: Base): boolean {
  return (node.kind === 'sign' && isBigOperator(node.text)) || (node.kind === 'function' && takesLimits(node.name))
}

function splitByGaps(parts: readonly Part[]): Part[][] {
  const groups: Part[][] = []
  let right = -Infinity
  for (const part of [...parts].sort((a, b) => a.x0 - b.x0)) {
    const isNext = part.x0 - right < MAX_LIMIT_GAP_EM * part.size
    if (isNext) groups.at(-1)?.push(part)
    else groups.push([part])
    right = isNext ? Math.max(right, part.x1) : part.x1
  }
  return groups
}

/** Nested scripts may cross the row's baseline: they follow the larger part on their left. */
function listOfNeighbor({ sub, sup }: Base, part: Part): Part[] | undefined {
  return [sup, sub].find((list) =>
    list.some(
      (other) =>
        other.size > part.size * 1.15 &&
        part.x0 - other.x1 < 0.3 * other.size &&
        part.x0 - other.x1 > -0.5 * other.size &&
        Math.abs(part.baseline - other.baseline) < other.size * 0.6,
    ),
  )
}

export function toFormula({ node, sub, sup, under, over }: Base, read: Reader): Formula {
  // Limits of integrals are written as scripts.
  const asScripts = node.kind === 'sign' && isIntegral(node.text)
  const low = asScripts ? [...sub, ...under] : sub
  const high = asScripts ? [...sup, ...over] : sup
  const base: Formula =
    asScripts || under.length + over.length === 0
      ? node
      : {
          kind: 'limits',
          base: node,
          ...(under.length > 0 && { under: read(under, []) }),
          ...(over.length > 0 && { over: read(over, []) }),
        }
  if (low.length + high.length === 0) return base
  return {
    kind: 'scripts',
    base,
    ...(low.length > 0 && { sub: read(low, []) }),
    ...(high.length > 0 && { sup: read(high, []) }),
  }
}
