/** Reads a tagged list, and infers lists whose element is missing. */
import type { TagElement } from '../../model/tags.ts'
import { inferredName, inlineRoles } from './nonstruct.ts'
import { markedContentIn, type TaggedEntry, type TaggedItem } from './tagged-items.ts'

const groupingRoles = new Set(['P', 'LBody', 'Div', 'Part', 'Sect'])

/** `readOther` reads an element that is neither text nor a list. */
export function readList(
  element: TagElement,
  readOther: (element: TagElement, parent: TagElement) => readonly TaggedItem[],
): TaggedItem[] {
  const items: TaggedItem[] = []
  let entries: TaggedEntry[] = []
  let after: TaggedItem[] = []
  const flush = (): void => {
    if (entries.length > 0) items.push({ kind: 'list', entries })
    items.push(...after)
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
        else others.push(...readOther(kid, parent))
      }
    }
    gather(item)
    const title = others.find((other) => other.kind === 'title')
    if (title !== undefined) {
      // Numbered headings are tagged as a list.
      flush()
      for (const other of others)
        items.push(other === title ? { ...title, marks: [...label, ...marks, ...title.marks] } : other)
    } else {
      if (label.length > 0 || marks.length > 0) entries.push({ level, label, marks })
      after.push(...others)
    }
    for (const list of nested) visitList(list, level + 1)
  }
  visitList(element, 0)
  flush()
  return items
}

/** Impress omits the list element. */
export function withLists({ children }: TagElement): readonly (TagElement | number)[] {
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
