import type { Ruling } from '../state.ts'
import type { Bar } from './types.ts'

/** Maximum comparisons of bars with rulings. */
const MAX_COMPARISONS = 10_000_000
/** Minimum number of vertical rulings that a ruling of a grid meets. */
const MIN_GRID_RULINGS = 3
/** Maximum gap where rulings meet, in points. */
const GRID_TOLERANCE = 2

/** A horizontal ruling of a grid is not a fraction bar. */
export function outsideGrids(bars: readonly Bar[], rulings: readonly Ruling[]): readonly Bar[] {
  const verticals = rulings.filter(({ horizontal }) => !horizontal)
  if (verticals.length < MIN_GRID_RULINGS || bars.length * verticals.length > MAX_COMPARISONS) return bars
  return bars.filter((bar) => {
    const touching = verticals.filter(
      ({ position, from, to }) =>
        position > bar.x0 - GRID_TOLERANCE &&
        position < bar.x1 + GRID_TOLERANCE &&
        bar.y > from - GRID_TOLERANCE &&
        bar.y < to + GRID_TOLERANCE,
    )
    return touching.length < MIN_GRID_RULINGS
  })
}
