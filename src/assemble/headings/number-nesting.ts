/**
 * Nesting of headings by their numbers: "A." that restarts after every "II." is inside it, whatever the styles. Open
 * numbers form a stack: a number that continues closes those above it. Decimals state their own depth.
 */
import type { Numbering } from '../../model/numbering.ts'

interface Nesting {
  /** Indices of the containing and the contained heading. */
  readonly outer: number
  readonly inner: number
}

interface OpenNumber {
  readonly at: number
  readonly numbering: Numbering
  /** Indices of the headings of this sequence. */
  readonly sequence: readonly number[]
}

/** Maximum step between neighbors of a sequence: a heading or two may be missed. */
const MAX_STEP = 3

/** Only certain relations: sequences that never continue yield none. */
export function nestNumbers(numberings: readonly (Numbering | null)[]): Nesting[] {
  const found: Nesting[] = []
  let open: OpenNumber[] = []
  const close = (from: number, outer: readonly number[]): void => {
    let parent = outer
    // Sequences that close together are inside one another, in stack order.
    for (const { sequence } of open.slice(from)) {
      for (const inner of sequence) found.push({ outer: parent.at(-1)!, inner })
      parent = sequence
    }
    open = open.slice(0, from)
  }
  numberings.forEach((numbering, at) => {
    if (numbering === null || numbering.depth > 1 || ordinal(numbering) === 0) return
    const start: OpenNumber = { at, numbering, sequence: [at] }
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
