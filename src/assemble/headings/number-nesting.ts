/**
 * Nesting of headings by their numbers. "A." that restarts after every "II." is inside it, whatever the styles. Keeps a stack of open numbers:
 * a number that continues closes the numbers above it on the stack, which were inside its predecessor.
 */
import type { Numbering } from '../../model/numbering.ts'

export interface Nesting {
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
    if (numbering === null || ordinal(numbering) === 0) return
    const start: OpenNumber = { at, numbering, sequence: [at] }
    if (numbering.depth > 1) {
      const parent = open.findLastIndex((other) => isAncestor(other.numbering, numbering))
      const sibling = open.findLastIndex((other) => isSibling(other.numbering, numbering))
      if (parent >= 0) found.push({ outer: open[parent]!.at, inner: at })
      const previous = sibling > parent ? open[sibling] : undefined
      if (previous !== undefined) {
        close(sibling + 1, previous.sequence)
        open[sibling] = { ...start, sequence: [...previous.sequence, at] }
      } else {
        if (parent >= 0) open = open.slice(0, parent + 1)
        open.push(start)
      }
      return
    }
    const same = open.findLastIndex((other) => other.numbering.depth === 1 && other.numbering.kind === numbering.kind)
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

/** "2.1" is below "2", "Chapter 2" and "Part II"; "2.1.3" is below "2.1", or below "2" where "2.1" is missing. */
function isAncestor(outer: Numbering, { path }: Numbering): boolean {
  return outer.path.length < path.length && outer.path.every((value, at) => value === path[at])
}

function isSibling(one: Numbering, other: Numbering): boolean {
  return (
    one.kind === other.kind &&
    one.depth === other.depth &&
    one.path.slice(0, -1).every((value, at) => value === other.path[at])
  )
}
