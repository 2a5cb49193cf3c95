/** Searches lists that are sorted by position. */
/** More than this between two places is not looked at: bounds the work. */
const maxFound = 4_000

/** Those of a list, ascending by `measure`, that lie between two bounds. */
export function within<item>(
  sorted: readonly item[],
  { measure, from, to }: { measure: (one: item) => number; from: number; to: number },
): item[] {
  const found: item[] = []
  for (
    let at = firstFrom(sorted, measure, from);
    at < sorted.length && found.length < maxFound && measure(sorted[at] as item) <= to;
    at++
  )
    found.push(sorted[at] as item)
  return found
}

/** The nearest of ascending places; -Infinity or Infinity of none. */
export function nearest(ascending: readonly number[], value: number): number {
  const at = firstFrom(ascending, (one) => one, value)
  const [below, above] = [ascending[at - 1] ?? -Infinity, ascending[at] ?? Infinity]
  return value - below <= above - value ? below : above
}

/** Cuts what is sorted into runs whose values differ by at most `slack` from their first. */
export function runsOf<item>(sorted: readonly item[], measure: (one: item) => number, slack: number): item[][] {
  const runs: item[][] = []
  let start = -Infinity
  for (const one of sorted) {
    if (measure(one) - start > slack) {
      start = measure(one)
      runs.push([])
    }
    runs.at(-1)?.push(one)
  }
  return runs
}

function firstFrom<item>(sorted: readonly item[], measure: (one: item) => number, value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (measure(sorted[middle] as item) < value) low = middle + 1
    else high = middle
  }
  return low
}
