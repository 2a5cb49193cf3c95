/** Median of values that are added one by one, in logarithmic time, from two heaps. */
export class RunningMedian {
  /** The lower half, negated so that its greatest value is first. */
  readonly #lower: number[] = []
  readonly #upper: number[] = []

  add(value: number): void {
    push(this.#upper, value)
    push(this.#lower, -pop(this.#upper))
    if (this.#lower.length > this.#upper.length) push(this.#upper, -pop(this.#lower))
  }

  /** The upper middle of an even number of values; `undefined` without values. */
  get value(): number | undefined {
    return this.#upper[0]
  }
}

function push(heap: number[], value: number): void {
  let at = heap.length
  heap.push(value)
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (heap[parent]! <= value) break
    heap[at] = heap[parent]!
    at = parent
  }
  heap[at] = value
}

/** `heap` must not be empty. */
function pop(heap: number[]): number {
  const least = heap[0]!
  const value = heap.pop()!
  if (heap.length === 0) return least
  let at = 0
  for (let child = 1; child < heap.length; child = 2 * at + 1) {
    if (child + 1 < heap.length && heap[child + 1]! < heap[child]!) child++
    if (heap[child]! >= value) break
    heap[at] = heap[child]!
    at = child
  }
  heap[at] = value
  return least
}
