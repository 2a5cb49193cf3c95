/** Flattens the structure tree of one page into items. */
import { isHeadingRole, type TagElement, type TagGrid } from '../../model/tags.ts'
import { inferredName, inlineRoles, isTextElement, withoutNonStruct } from './nonstruct.ts'
import { readList, withLists } from './read-list.ts'
import { cellMarks, contentsEntries, markedContentIn, type TaggedItem } from './tagged-items.ts'

const MAX_LEVEL = 6

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
    if (isHeadingRole(role) || isStyledTitle(element)) this.#title(element, context)
    else if (role === 'L') this.#list(element, context)
    else if (role === 'TOC' || role === 'TOCI') this.#contents(element)
    else if (role === 'Table') this.#table(element, context)
    else if (role === 'Figure') this.#figure(element, parent)
    else if (role === 'Note' || role === 'FENote') this.#note(element)
    else if (role === 'Caption') this.#caption(element, null)
    else if (role === 'Code' && !isTextElement(parent)) this.#block(element, { ...context, kind: 'code' })
    else if (inlineRoles.has(role) && (isTextElement(parent) || inlineRoles.has(parent.role)))
      this.flow(element, context)
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
    const captions = element.children.filter(isCaption)
    const inner = element.children.find((kid) => typeof kid !== 'number' && kid.role === 'Figure')
    if (typeof inner === 'object' && element.children.length === captions.length + 1) {
      // Web pages nest an image and its caption in a figure.
      this.#figure({ ...inner, children: [...inner.children, ...captions] }, parent)
      return
    }
    const marks = element.children.flatMap((kid) =>
      typeof kid === 'number' ? [kid] : isCaption(kid) ? [] : markedContentIn(kid),
    )
    // Images in a line follow the paragraph.
    if (isTextElement(parent) && this.#marks.length > 0) this.#after.push({ kind: 'figure', element, marks })
    else {
      this.#endText()
      this.#items.push({ kind: 'figure', element, marks })
    }
    for (const caption of captions) this.#caption(caption, element)
  }

  #contents(element: TagElement): void {
    this.#endText()
    const entries = contentsEntries(element)
    const last = this.#items.at(-1)
    if (entries.length === 0) return
    if (last?.kind === 'contents')
      this.#items[this.#items.length - 1] = { kind: 'contents', entries: [...last.entries, ...entries] }
    else this.#items.push({ kind: 'contents', entries })
  }

  #table(element: TagElement, context: FlowContext): void {
    this.#endText()
    for (const caption of element.children.filter(isCaption)) this.#caption(caption, element)
    const { grid } = element
    const cells = grid === undefined ? null : cellMarks(element, grid)
    if (grid === undefined || cells === null || isFrame(grid, cells))
      this.#block({ ...element, role: 'Div', children: element.children.filter((kid) => !isCaption(kid)) }, context)
    else this.#items.push({ kind: 'table', element, grid, cells })
  }

  #list(element: TagElement, context: FlowContext): void {
    this.#endText()
    const list = readList(element, (kid, parent) => {
      const inside = new Reader()
      inside.#visit(kid, parent, context)
      return inside.finish()
    })
    this.#items.push(...list)
  }
}

function isCaption(kid: TagElement | number): kid is TagElement {
  return typeof kid !== 'number' && kid.role === 'Caption'
}

/** Writer has no role for the document title, but keeps the paragraph style. */
function isStyledTitle({ role, name }: TagElement): boolean {
  return role === 'P' && name === 'Title'
}

function isFrame({ rows, cols }: TagGrid, cells: ReadonlyMap<number, readonly number[]>): boolean {
  return rows * cols < 2 || (rows === 1 && [...cells.values()].filter((marks) => marks.length > 0).length <= 1)
}
