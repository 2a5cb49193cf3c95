/** Flattens the structure tree of one page into items. */
import type { TagElement, TagGrid } from '../../model/tags.ts'
import { inferredName, inlineRoles, isText, withoutNonStruct } from './nonstruct.ts'

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

const MAX_LEVEL = 6
const groupingRoles = new Set(['P', 'LBody', 'Div', 'Part', 'Sect'])

export function markedContentIn(element: TagElement): number[] {
  return element.children.flatMap((kid) =>
    typeof kid === 'number' ? [kid] : kid.role === 'Artifact' ? [] : markedContentIn(kid),
  )
}

export function readItems(root: TagElement): TaggedItem[] {
  const reader = new Reader()
  reader.flow(withoutNonStruct(root), { section: 0, kind: 'text', element: root.id })
  return reader.finish()
}

interface FlowContext {
  /** Each enclosing section can have a generic heading. */
  readonly section: number
  readonly kind: 'text' | 'code'
  readonly element: number
  readonly inferred?: true
}

class Reader {
  readonly #items: TaggedItem[] = []
  #marks: number[] = []
  /** Context of the first of `#marks`. */
  #context: FlowContext = { section: 0, kind: 'text', element: 0 }
  /** Items inside the current paragraph. */
  #after: TaggedItem[] = []

  finish(): TaggedItem[] {
    this.#endText()
    return this.#items
  }

  /** The element may be a paragraph or a whole chapter. */
  flow(element: TagElement, context: FlowContext): void {
    for (const kid of withLists(element)) {
      if (typeof kid === 'number') {
        if (this.#marks.length === 0) this.#context = context
        this.#marks.push(kid)
      } else this.#visit(kid, element, context)
    }
  }

  #visit(element: TagElement, parent: TagElement, context: FlowContext): void {
    const { role } = element
    if (role === 'Artifact') return
    if (/^(?:Title|H[1-9]?)$/.test(role) || isStyledTitle(element)) this.#title(element, context)
    else if (role === 'L') this.#list(element, context)
    else if (role === 'TOC' || role === 'TOCI') this.#contents(element)
    else if (role === 'Table') this.#table(element, context)
    else if (role === 'Figure') this.#figure(element, parent)
    else if (role === 'Note' || role === 'FENote') this.#note(element)
    else if (role === 'Caption') this.#caption(element, null)
    else if (role === 'Code' && !isText(parent)) this.#block(element, { ...context, kind: 'code' })
    else if (inlineRoles.has(role) && (isText(parent) || inlineRoles.has(parent.role))) this.flow(element, context)
    else
      this.#block(
        element,
        role === 'Sect' || role === 'Art' || role === 'Part' ? { ...context, section: context.section + 1 } : context,
      )
  }

  #block(element: TagElement, context: FlowContext): void {
    this.#endText()
    const { section, kind } = context
    this.flow(element, {
      section,
      kind,
      element: element.id,
      ...(element.name === inferredName && { inferred: true }),
    })
    this.#endText()
  }

  #endText(): void {
    const marks = this.#marks
    const { kind, element, inferred } = this.#context
    if (marks.length > 0)
      this.#items.push(
        kind === 'code' ? { kind, marks } : { kind, marks, element, ...(inferred === true && { inferred }) },
      )
    this.#items.push(...this.#after)
    this.#marks = []
    this.#after = []
  }

  #title(element: TagElement, { section }: FlowContext): void {
    this.#endText()
    const digit = /^H(\d)$/.exec(element.role)?.[1]
    // A generic H is the heading of its section.
    const level = digit !== undefined ? Number(digit) : element.role === 'H' ? Math.max(1, section) : 1
    const inside = new Reader()
    inside.flow(element, { section, kind: 'text', element: element.id })
    const found = inside.finish()
    // Impress tags old slide titles as a list.
    const isOwn = ({ kind }: TaggedItem): boolean => kind === 'text' || kind === 'list'
    const marks = found.flatMap((item) =>
      item.kind === 'text' ? item.marks : item.kind === 'list' ? item.entries.flatMap((entry) => entry.marks) : [],
    )
    if (marks.length > 0) this.#items.push({ kind: 'title', marks, level: Math.min(MAX_LEVEL, level) })
    this.#items.push(...found.filter((item) => !isOwn(item)))
  }

  #note(element: TagElement): void {
    const marks = markedContentIn(element)
    if (marks.length > 0) this.#after.push({ kind: 'note', marks })
    if (this.#marks.length === 0) this.#endText()
  }

  #caption(element: TagElement, of: TagElement | null): void {
    this.#endText()
    const marks = markedContentIn(element)
    if (marks.length > 0) this.#items.push({ kind: 'caption', marks, of })
  }

  #figure(element: TagElement, parent: TagElement): void {
    const captions = element.children.filter((kid) => typeof kid !== 'number' && kid.role === 'Caption')
    const inner = element.children.find((kid) => typeof kid !== 'number' && kid.role === 'Figure')
    if (typeof inner === 'object' && element.children.length === captions.length + 1) {
      // Web pages nest an image and its caption in a figure.
      this.#figure({ ...inner, children: [...inner.children, ...captions] }, parent)
      return
    }
    const marks = element.children.flatMap((kid) =>
      typeof kid === 'number' ? [kid] : kid.role === 'Caption' ? [] : markedContentIn(kid),
    )
    // Images in a line follow the paragraph.
    if (isText(parent) && this.#marks.length > 0) this.#after.push({ kind: 'figure', element, marks })
    else {
      this.#endText()
      this.#items.push({ kind: 'figure', element, marks })
    }
    for (const caption of captions) if (typeof caption !== 'number') this.#caption(caption, element)
  }

  #contents(element: TagElement): void {
    this.#endText()
    const entries: number[][] = []
    const visit = (parent: TagElement): void => {
      const own: number[] = []
      for (const kid of parent.children) {
        if (typeof kid === 'number') own.push(kid)
        else if (kid.role === 'TOC' || kid.role === 'TOCI' || kid.role === 'L' || kid.role === 'LI') {
          if (own.length > 0) entries.push(own.splice(0))
          visit(kid)
        } else if (parent.role === 'TOC') entries.push(markedContentIn(kid))
        else own.push(...markedContentIn(kid))
      }
      if (own.length > 0) entries.push(own)
    }
    visit(element)
    const filled = entries.filter((marks) => marks.length > 0)
    const last = this.#items.at(-1)
    if (filled.length === 0) return
    if (last?.kind === 'contents')
      this.#items[this.#items.length - 1] = { kind: 'contents', entries: [...last.entries, ...filled] }
    else this.#items.push({ kind: 'contents', entries: filled })
  }

  #table(element: TagElement, context: FlowContext): void {
    this.#endText()
    for (const kid of element.children)
      if (typeof kid !== 'number' && kid.role === 'Caption') this.#caption(kid, element)
    const { grid } = element
    const cells = new Map<number, readonly number[]>()
    if (grid !== undefined) gatherCells(element, new Set(grid.cells.map(({ id }) => id)), cells)
    if (grid === undefined || isFrame(grid, cells))
      this.#block(
        {
          ...element,
          role: 'Div',
          children: element.children.filter((kid) => typeof kid === 'number' || kid.role !== 'Caption'),
        },
        context,
      )
    else this.#items.push({ kind: 'table', element, grid, cells })
  }

  #list(element: TagElement, context: FlowContext): void {
    this.#endText()
    let entries: TaggedEntry[] = []
    let after: TaggedItem[] = []
    const flush = (): void => {
      if (entries.length > 0) this.#items.push({ kind: 'list', entries })
      this.#items.push(...after)
      entries = []
      after = []
    }
    const visitList = (list: TagElement, level: number): void => {
      for (const kid of list.children) {
        if (typeof kid === 'number') entries.push({ level, label: [], marks: [kid] })
        else if (kid.role === 'L') visitList(kid, level + 1)
        else if (kid.role === 'LI') visitItem(kid, level)
        else if (kid.role === 'Caption') {
          const marks = markedContentIn(kid)
          if (marks.length > 0) after.push({ kind: 'text', marks, element: kid.id })
        } else visitItem({ ...kid, children: [kid] }, level)
      }
    }
    const visitItem = (item: TagElement, level: number): void => {
      const label: number[] = []
      const marks: number[] = []
      const nested: TagElement[] = []
      const others: TaggedItem[] = []
      const gather = (parent: TagElement): void => {
        for (const kid of parent.children) {
          if (typeof kid === 'number') marks.push(kid)
          else if (kid.role === 'L') nested.push(kid)
          else if (kid.role === 'Lbl' && marks.length === 0) label.push(...markedContentIn(kid))
          else if (inlineRoles.has(kid.role) || groupingRoles.has(kid.role)) gather(kid)
          else {
            const inside = new Reader()
            inside.#visit(kid, parent, context)
            others.push(...inside.finish())
          }
        }
      }
      gather(item)
      const title = others.find((other) => other.kind === 'title')
      if (title !== undefined) {
        // Numbered headings are tagged as a list.
        flush()
        for (const other of others)
          this.#items.push(other === title ? { ...title, marks: [...label, ...marks, ...title.marks] } : other)
      } else {
        if (label.length > 0 || marks.length > 0) entries.push({ level, label, marks })
        after.push(...others)
      }
      for (const list of nested) visitList(list, level + 1)
    }
    visitList(element, 0)
    flush()
  }
}

/** Impress omits the list element. */
function withLists({ children }: TagElement): readonly (TagElement | number)[] {
  if (!children.some((kid) => typeof kid !== 'number' && kid.role === 'LI')) return children
  const grouped: (TagElement | number)[] = []
  for (const kid of children) {
    const last = grouped.at(-1)
    if (typeof kid === 'number' || kid.role !== 'LI') grouped.push(kid)
    else if (typeof last === 'object' && last.role === 'L' && last.name === inferredName)
      grouped[grouped.length - 1] = { ...last, children: [...last.children, kid] }
    else grouped.push({ id: kid.id, role: 'L', name: inferredName, children: [kid] })
  }
  return grouped
}

/** Writer has no role for the document title, but keeps the paragraph style. */
function isStyledTitle({ role, name }: TagElement): boolean {
  return role === 'P' && name === 'Title'
}

function isFrame({ rows, cols }: TagGrid, cells: ReadonlyMap<number, readonly number[]>): boolean {
  return rows * cols < 2 || (rows === 1 && [...cells.values()].filter((marks) => marks.length > 0).length <= 1)
}

function gatherCells(element: TagElement, ids: ReadonlySet<number>, cells: Map<number, readonly number[]>): void {
  for (const kid of element.children) {
    if (typeof kid === 'number') continue
    if (ids.has(kid.id)) cells.set(kid.id, markedContentIn(kid))
    else if (kid.role !== 'Caption') gatherCells(kid, ids, cells)
  }
}
