import { maxOf } from '../../model/statistics.ts'
import type { Composite, Part } from './types.ts'

/** Minimum size of parts other than scripts, relative to the row. */
export const MIN_BASE_RATIO = 0.85
export const BASELINE_TOLERANCE_EM = 0.12

export const isComposite = (part: Part): part is Composite => 'node' in part

export const isStretchy = (part: Part): boolean => !isComposite(part) && part.stretchy

export function mainSize(parts: readonly Part[]): number {
  const size = maxOf(parts.map((part) => (isStretchy(part) ? 0 : part.size)))
  return size > 0 ? size : (parts[0]?.size ?? 10)
}

/** The parts of main size with the most width decide, so that a relation outweighs a stray mark. */
export function mainBaseline(parts: readonly Part[]): number {
  const size = mainSize(parts)
  const base = parts.filter((part) => !isStretchy(part) && part.size >= size * MIN_BASE_RATIO)
  let best = parts[0]?.baseline ?? 0
  let widest = -1
  for (const { baseline } of base) {
    const width = base
      .filter((other) => Math.abs(other.baseline - baseline) < size * BASELINE_TOLERANCE_EM)
      .reduce((sum, { x0, x1 }) => sum + x1 - x0, 0)
    if (width <= widest + 0.01) continue
    widest = width
    best = baseline
  }
  return best
}
