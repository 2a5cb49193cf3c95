import type { Ruling } from '../../state.ts'

const MIN_WIDTH_EM = 9
/** Maximum difference of the ends of rulings of one table. */
const END_TOLERANCE_EM = 1.2

export interface RulingLevel {
  readonly position: number
  readonly from: number
  readonly to: number
}

/** Joins rulings at one height, such as one under each column. */
export function joinRulings(rulings: readonly Ruling[], size: number): RulingLevel[] {
  const levels: { position: number; from: number; to: number }[] = []
  const drawn = rulings.filter((ruling) => ruling.horizontal).sort((a, b) => a.position - b.position || a.from - b.from)
  for (const { position, from, to } of drawn) {
    const isLong = to - from >= MIN_WIDTH_EM * size
    let last: (typeof levels)[number] | undefined
    for (let index = levels.length - 1; index >= 0; index--) {
      const level = levels[index] as (typeof levels)[number]
      if (position - level.position > 1.5) break
      const gap = Math.max(from - level.to, level.from - to)
      // Two long rulings at one height belong to adjacent tables.
      if (gap >= 3 * size || (isLong && level.to - level.from >= MIN_WIDTH_EM * size && gap > 0.5 * size)) continue
      last = level
      break
    }
    if (last === undefined) levels.push({ position, from, to })
    else {
      last.from = Math.min(last.from, from)
      last.to = Math.max(last.to, to)
    }
  }
  return levels.filter(({ from, to }) => to - from >= MIN_WIDTH_EM * size).sort((a, b) => a.position - b.position)
}

export function haveSameExtent(one: RulingLevel, other: RulingLevel, size: number): boolean {
  return (
    Math.abs(one.from - other.from) <= END_TOLERANCE_EM * size && Math.abs(one.to - other.to) <= END_TOLERANCE_EM * size
  )
}
