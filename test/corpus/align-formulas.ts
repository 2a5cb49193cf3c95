/**
 * Aligns the formulas of a document with those of its source, in order, so that the sum of their edit distances is
 * minimal.
 */

export interface FormulaPair {
  /** Formula of the source; absent if only the output has one. */
  readonly left?: string
  /** Formula of the output; absent if it was not found. */
  readonly right?: string
  readonly distance: number
}

/** Maximum difference of the positions of a pair: bounds the time for documents with many formulas. */
const MAX_SHIFT = 80

export function alignFormulas(left: readonly string[], right: readonly string[]): FormulaPair[] {
  const width = right.length + 1
  const cost = new Float64Array((left.length + 1) * width).fill(Infinity)
  const distances = new Map<number, number>()
  cost[0] = 0
  for (let i = 0; i <= left.length; i++) {
    for (let j = 0; j <= right.length; j++) {
      const at = i * width + j
      if (i > 0) cost[at] = Math.min(cost[at]!, cost[at - width]! + left[i - 1]!.length)
      if (j > 0) cost[at] = Math.min(cost[at]!, cost[at - 1]! + right[j - 1]!.length)
      if (i === 0 || j === 0 || Math.abs(i - (j * left.length) / Math.max(1, right.length)) > MAX_SHIFT) continue
      const distance = editDistance(left[i - 1]!, right[j - 1]!)
      distances.set(at, distance)
      cost[at] = Math.min(cost[at]!, cost[at - width - 1]! + distance)
    }
  }
  return trace(left, right, { cost, distances, width })
}

function trace(
  left: readonly string[],
  right: readonly string[],
  { cost, distances, width }: { cost: Float64Array; distances: ReadonlyMap<number, number>; width: number },
): FormulaPair[] {
  const pairs: FormulaPair[] = []
  for (let i = left.length, j = right.length; i > 0 || j > 0; ) {
    const at = i * width + j
    const distance = distances.get(at)
    if (distance !== undefined && cost[at] === cost[at - width - 1]! + distance)
      pairs.push({ left: left[--i]!, right: right[--j]!, distance })
    else if (i > 0 && cost[at] === cost[at - width]! + left[i - 1]!.length)
      pairs.push({ left: left[--i]!, distance: left[i]!.length })
    else pairs.push({ right: right[--j]!, distance: right[j]!.length })
  }
  return pairs.reverse()
}

/** Levenshtein distance of UTF-16 units. */
export function editDistance(a: string, b: string): number {
  if (a === b) return 0
  let row = Uint32Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = new Uint32Array(b.length + 1)
    next[0] = i
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(
        row[j]! + 1,
        next[j - 1]! + 1,
        row[j - 1]! + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1),
      )
    row = next
  }
  return row[b.length]!
}
