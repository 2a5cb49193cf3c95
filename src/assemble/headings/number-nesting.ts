/**
 * Numbers of headings, in order → which heading each stands in. "A." that begins anew after every "II." is inside it, however both look;
 * a stack of open numbers is kept, and what a number closes when it goes on was inside the one before it.
 */
import type { Numbering } from '../../model/numbering.ts'

export interface Nesting {
  /** Index of the heading that holds, index of the one that is held. */
  readonly outer: number
  readonly inner: number
}

interface Open {
  readonly at: number
  readonly numbering: Numbering
  /** All of this run, at this level: each goes the way of the last. */
  readonly run: number[]
}

/** A heading or two may have been missed. */
const MAX_STEP = 3

/** What is certain only: of numbers that never go on nothing is said. */
export function nestNumbers(numberings: readonly (Numbering | null)[]): Nesting[] {
  const found: Nesting[] = []
  let open: Open[] = []
  const close = (from: number, outer: readonly number[]): void => {
    let holder = outer
    // What is closed at once stood one inside the other, as it was opened.
    for (const { run } of open.slice(from)) {
      for (const inner of run) found.push({ outer: holder.at(-1)!, inner })
      holder = run
    }
    open = open.slice(0, from)
  }
  numberings.forEach((numbering, at) => {
    if (numbering === null || last(numbering) === 0) return
    if (numbering.depth > 1) {
      const parent = open.findLastIndex((other) => isPathOf(other.numbering, numbering))
      const sibling = open.findLastIndex((other) => isSibling(other.numbering, numbering))
      if (parent >= 0) found.push({ outer: open[parent]!.at, inner: at })
      if (sibling > parent) close(sibling + 1, open[sibling]!.run)
      else if (parent >= 0) open = open.slice(0, parent + 1)
      const own = open[sibling]
      if (sibling > parent && own !== undefined) open[sibling] = { at, numbering, run: [...own.run, at] }
      else open.push({ at, numbering, run: [at] })
      return
    }
    const same = open.findLastIndex((other) => other.numbering.depth === 1 && other.numbering.kind === numbering.kind)
    const before = open[same]
    if (before === undefined) {
      open.push({ at, numbering, run: [at] })
      return
    }
    const step = last(numbering) - last(before.numbering)
    if (step > 0 && step <= MAX_STEP) {
      close(same + 1, before.run)
      open[same] = { at, numbering, run: [...before.run, at] }
    } else {
      // Begins anew, or is another count: nothing was closed by it.
      open = open.slice(0, same)
      open.push({ at, numbering, run: [at] })
    }
  })
  return found
}

function last({ path }: Numbering): number {
  return path.at(-1) ?? 0
}

/** "2.1" stands below "2", "Chapter 2" and "Part II"; "2.1.3" below "2.1", or below "2" where there is no such. */
function isPathOf(outer: Numbering, { path }: Numbering): boolean {
  return outer.path.length < path.length && outer.path.every((value, at) => value === path[at])
}

function isSibling(one: Numbering, other: Numbering): boolean {
  return (
    one.kind === other.kind &&
    one.depth === other.depth &&
    one.path.slice(0, -1).every((value, at) => value === other.path[at])
  )
}
