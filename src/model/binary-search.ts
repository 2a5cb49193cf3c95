/** Index of the first of the sorted `values` for which `isReached` is true; their number if there is none. */
export function lowerBound<value>(values: ArrayLike<value>, isReached: (value: value) => boolean): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (isReached(values[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}
