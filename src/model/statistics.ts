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

export function sumOf(values: Iterable<number>): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}

/** The upper middle of an even number of values; `null` without values. */
export function median(values: ArrayLike<number>): number | null {
  return new Float64Array(values).sort()[values.length >> 1] ?? null
}

/** The first key wins a tie, so the result is deterministic. */
export function mostFrequent<key, none>(weights: ReadonlyMap<key, number>, fallback: none): key | none {
  let best: key | none = fallback
  let maxWeight = 0
  for (const [key, weight] of weights) {
    if (weight > maxWeight) {
      maxWeight = weight
      best = key
    }
  }
  return best
}

export function addWeight<key>(weights: Map<key, number>, key: key, weight: number): void {
  weights.set(key, (weights.get(key) ?? 0) + weight)
}

/** 0 without values. */
export function meanOf(values: readonly number[]): number {
  return sumOf(values) / Math.max(1, values.length)
}

export function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value))
}

/** First of the ascending values that, with those before it, has the fraction `ratio` of the total weight. */
export function weightedQuantile<value>(
  sorted: readonly value[],
  weightOf: (value: value) => number,
  ratio: number,
): value | undefined {
  const limit = sumOf(sorted.map(weightOf)) * ratio
  let seen = 0
  return sorted.find((value) => {
    seen += weightOf(value)
    return seen >= limit
  })
}
