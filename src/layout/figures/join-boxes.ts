import { type Box, union } from '../../model/geometry.ts'

/** Maximum passes; a grid needs several. */
const MAX_PASSES = 8

export function joinBoxes(boxes: readonly Box[], belongTogether: (a: Box, b: Box) => boolean): Box[] {
  let current = [...boxes]
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const next: Box[] = []
    for (const box of current) {
      const at = next.findIndex((other) => belongTogether(other, box))
      if (at < 0) next.push(box)
      else next[at] = union(next[at] as Box, box)
    }
    if (next.length === current.length) return next
    current = next
  }
  return current
}
