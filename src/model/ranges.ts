/** Both ends are included. */
export interface NumberRange {
  readonly first: number
  readonly last: number
}

/** Disjoint, in ascending order. */
export function mergeRanges(ranges: readonly NumberRange[]): NumberRange[] {
  const merged: NumberRange[] = []
  for (const range of ranges.toSorted((a, b) => a.first - b.first)) {
    const { first, last } = merged.at(-1) ?? range
    if (merged.length === 0 || range.first > last) merged.push(range)
    else merged[merged.length - 1] = { first, last: Math.max(last, range.last) }
  }
  return merged
}
