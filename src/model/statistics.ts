/** `Math.min` without the limit of spread arguments (about a hundred thousand). */
export function minOf(values: Iterable<number>): number {
  let found = Number.POSITIVE_INFINITY
  for (const value of values) if (value < found) found = value
  return found
}

export function maxOf(values: Iterable<number>): number {
  let found = Number.NEGATIVE_INFINITY
  for (const value of values) if (value > found) found = value
  return found
}

/** The upper middle of an even number of values; `null` without values. */
export function median(values: ArrayLike<number>): number | null {
  return new Float64Array(values).sort()[values.length >> 1] ?? null
}

/** 0 without values. */
export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

export function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value))
}
