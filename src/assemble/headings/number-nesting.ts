/**
 * Nests headings by number: "A." that restarts after every "II." is inside it. A continued sequence closes those above
 * it.
 */
import type { Numbering } from '../../model/numbering.ts'

interface Nesting {
  /** Indices of headings. */
  readonly outer: number
  readonly inner: number
}

interface OpenNumber {
  readonly numbering: Numbering
  /** Indices of headings. */
  readonly sequence: readonly number[]
}

/** Maximum step of a sequence, since detection may miss a heading or two. */
const MAX_STEP = 3

/** A sequence that never continues yields no relation. */
export function nestNumbers(numberings: readonly (Numbering | null)[]): Nesting[] {
  const found: Nesting[] = []
  let open: OpenNumber[] = []
  const close = (from: number, outer: readonly number[]): void => {
    let parent = outer
    for (const { sequence } of open.slice(from)) {
      for (const inner of sequence) found.push({ outer: parent.at(-1)!, inner })
      parent = sequence
    }
    open = open.slice(0, from)
  }
  numberings.forEach((numbering, at) => {
    if (numbering === null || numbering.depth > 1) return
    const start: OpenNumber = { numbering, sequence: [at] }
    const same = open.findLastIndex((other) => other.numbering.kind === numbering.kind)
    const previous = open[same]
    if (previous === undefined) {
      open.push(start)
      return
    }
    const step = ordinal(numbering) - ordinal(previous.numbering)
    if (step > 0 && step <= MAX_STEP) {
      close(same + 1, previous.sequence)
      open[same] = { ...start, sequence: [...previous.sequence, at] }
    } else open = [...open.slice(0, same), start]
  })
  return found
}

function ordinal({ path }: Numbering): number {
  return path.at(-1) ?? 0
}
