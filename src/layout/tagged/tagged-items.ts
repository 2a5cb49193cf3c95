/** Items of the structure tree of one page, and the marked content in its elements. */
import type { TagElement, TagGrid } from '../../model/tags.ts'

/** Without `label`, the label is at the start of `marks`. */
export interface TaggedEntry {
  readonly level: number
  readonly label: readonly number[]
  readonly marks: readonly number[]
}

export type TaggedItem =
  /** `element`: the paragraph, which can continue on other pages. */
  | { readonly kind: 'text'; readonly marks: readonly number[]; readonly element: number; readonly inferred?: true }
  | { readonly kind: 'note'; readonly marks: readonly number[] }
  | { readonly kind: 'code'; readonly marks: readonly number[] }
  | { readonly kind: 'title'; readonly marks: readonly number[]; readonly level: number }
  | { readonly kind: 'list'; readonly entries: readonly TaggedEntry[] }
  | { readonly kind: 'contents'; readonly entries: readonly (readonly number[])[] }
  /** `of`: the element of the caption, if known. */
  | { readonly kind: 'caption'; readonly marks: readonly number[]; readonly of: TagElement | null }
  | {
      readonly kind: 'table'
      readonly element: TagElement
      readonly grid: TagGrid
      readonly cells: ReadonlyMap<number, readonly number[]>
    }
  | { readonly kind: 'figure'; readonly element: TagElement; readonly marks: readonly number[] }

export function markedContentIn(element: TagElement): number[] {
  return element.children.flatMap((kid) =>
    typeof kid === 'number' ? [kid] : kid.role === 'Artifact' ? [] : markedContentIn(kid),
  )
}

/** The marked content of each entry of a table of contents. */
export function contentsEntries(contents: TagElement): number[][] {
  const entries: number[][] = []
  const visit = (parent: TagElement): void => {
    const own: number[] = []
    for (const kid of parent.children) {
      if (typeof kid === 'number') own.push(kid)
      else if (kid.role === 'TOC' || kid.role === 'TOCI' || kid.role === 'L' || kid.role === 'LI') {
        entries.push(own.splice(0))
        visit(kid)
      } else if (parent.role === 'TOC') entries.push(markedContentIn(kid))
      else own.push(...markedContentIn(kid))
    }
    entries.push(own)
  }
  visit(contents)
  return entries.filter((marks) => marks.length > 0)
}

/** The marked content of the cells of a table, by their element. */
export function cellMarks(table: TagElement, { cells }: TagGrid): ReadonlyMap<number, readonly number[]> {
  const ids = new Set(cells.map(({ id }) => id))
  const marks = new Map<number, readonly number[]>()
  const visit = ({ children }: TagElement): void => {
    for (const kid of children) {
      if (typeof kid === 'number') continue
      if (ids.has(kid.id)) marks.set(kid.id, markedContentIn(kid))
      else if (kid.role !== 'Caption') visit(kid)
    }
  }
  visit(table)
  return marks
}
