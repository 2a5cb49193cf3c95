/** Searches lists that are sorted by position. */
/** Bounds the work: maximum number of items that a search returns. */
const MAX_FOUND = 4_000

/** The items between two bounds in a list that is sorted by `measure`. */
export function itemsBetween<Item>(
  sorted: readonly Item[],
  { measure, from, to }: { measure: (item: Item) => number; from: number; to: number },
): Item[] {
  const found: Item[] = []
  for (
    let at = lowerBound(sorted, measure, from);
    at < sorted.length && found.length < MAX_FOUND && measure(sorted[at] as Item) <= to;
    at++
  )
    found.push(sorted[at] as Item)
  return found
}

/** The nearest of ascending values; -Infinity or Infinity if there is none. */
export function nearestValue(ascending: readonly number[], value: number): number {
  const at = lowerBound(ascending, (item) => item, value)
  const [below, above] = [ascending[at - 1] ?? -Infinity, ascending[at] ?? Infinity]
  return value - below <= above - value ? below : above
}

/** Splits a sorted list into runs whose values differ by at most `tolerance` from their first. */
export function splitIntoRuns<Item>(
  sorted: readonly Item[],
  measure: (item: Item) => number,
  tolerance: number,
): Item[][] {
  const runs: Item[][] = []
  let start = -Infinity
  for (const item of sorted) {
    if (measure(item) - start > tolerance) {
      start = measure(item)
      runs.push([])
    }
    runs.at(-1)?.push(item)
  }
  return runs
}

function lowerBound<Item>(sorted: readonly Item[], measure: (item: Item) => number, value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (measure(sorted[middle] as Item) < value) low = middle + 1
    else high = middle
  }
  return low
}
