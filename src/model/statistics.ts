/**
 * The least, the greatest and the middle one of any number of values. `Math.min(...values)` hands each over as an argument of its own,
 * and a call has room for some hundred thousand: a log file has more lines than that.
 */

/** Infinity for none, as of `Math.min()`. */
export function minOf(values: Iterable<number>): number {
  let found = Number.POSITIVE_INFINITY
  for (const value of values) if (value < found) found = value
  return found
}

/** −Infinity for none, as of `Math.max()`. */
export function maxOf(values: Iterable<number>): number {
  let found = Number.NEGATIVE_INFINITY
  for (const value of values) if (value > found) found = value
  return found
}

/** The middle value, of an even number the upper of the two; `null` for none. */
export function median(values: ArrayLike<number>): number | null {
  // Numbers alone are sorted without a call for each comparison.
  return new Float64Array(values).sort()[values.length >> 1] ?? null
}
