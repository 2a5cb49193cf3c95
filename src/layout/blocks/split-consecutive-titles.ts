/** Splits consecutive headings that were grouped as one, such as "2 Pumps" above "2.1 Wells", by their numbers. */
import { type Numbering, parseNumbering } from '../../model/numbering.ts'
import type { Group, Row, TextGroup } from '../state.ts'
import { makeGroup } from './paragraphs.ts'

/** Splits headings before rows whose number follows the previous one, or is its first subsection. */
export function splitConsecutiveTitles(groups: readonly Group[]): Group[] {
  return groups.flatMap((group): Group[] =>
    group.kind === 'text' && group.type === 'title' && group.rows.length > 1 ? split(group) : [group],
  )
}

function split(group: TextGroup): TextGroup[] {
  const parts: Row[][] = []
  let last: Numbering | null = null
  for (const row of group.rows) {
    const numbering = parseNumbering(row.text)
    const isNext = last !== null && numbering !== null && follows(numbering, last)
    if (parts.length === 0 || isNext) parts.push([row])
    else parts.at(-1)!.push(row)
    if (parts.length === 1 || isNext) last = numbering ?? last
  }
  if (parts.length === 1) return [group]
  return parts.map((rows, at) => ({
    ...group,
    ...makeGroup(rows, group.region),
    type: 'title',
    above: at === 0 ? group.above : 0,
    below: at === parts.length - 1 ? group.below : 0,
  }))
}

function follows({ kind, path }: Numbering, before: Numbering): boolean {
  if (kind !== before.kind) return false
  const last = path.length - 1
  const parent = path.slice(0, last).join('.')
  if (path.length === before.path.length + 1) return path[last] === 1 && parent === before.path.join('.')
  return (
    path.length === before.path.length &&
    parent === before.path.slice(0, last).join('.') &&
    path[last] === before.path[last]! + 1
  )
}
