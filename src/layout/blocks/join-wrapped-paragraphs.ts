/** Reading order separates a paragraph next to a box or image from its continuation below. */
import { overlapX, overlapY, width } from '../../model/geometry.ts'
import { minOf } from '../../model/statistics.ts'
import type { Group, PageGroups, TextGroup } from '../state.ts'
import { makeGroup, withWhitespace } from './paragraphs.ts'

/** Maximum groups that are examined after a paragraph. */
const MAX_NEIGHBORS = 12
const MAX_LEADING_EM = 1.6
const MAX_GAP_EM = 1.5
/** Maximum difference in points. */
const SIZE_TOLERANCE = 0.5

export function joinWrapped(state: PageGroups): PageGroups {
  const groups: Group[] = [...state.groups]
  let joined = false
  for (let index = 0; index < groups.length; index++) {
    const head = groups[index]!
    if (head.kind !== 'text' || !isUnfinished(head) || groups[index + 1]?.region === head.region) continue
    const at = tailOf(head, groups, index)
    if (at === null) continue
    const tail = groups[at] as TextGroup
    groups[index] = makeGroup([...head.rows, ...tail.rows], head.region)
    groups.splice(at, 1)
    joined = true
  }
  return joined ? { ...state, groups: withWhitespace(groups) } : state
}

function isUnfinished({ type, text }: TextGroup): boolean {
  return type === 'text' && /[\p{L}\p{N},\u2010-]$/u.test(text)
}

function tailOf(head: TextGroup, groups: readonly Group[], index: number): number | null {
  const end = Math.min(groups.length, index + 1 + MAX_NEIGHBORS)
  for (let at = index + 1; at < end; at++) {
    const group = groups[at]!
    if (overlapX(group.box, head.box) <= 0) {
      // Text of the same style is another column, not a box.
      if (hasSameStyle(group, head)) return null
      continue
    }
    return group.kind === 'text' && continuesInTail(head, group) && isFull(head, group, groups.slice(index + 1, at))
      ? at
      : null
  }
  return null
}

function hasSameStyle(group: Group, { style }: TextGroup): boolean {
  return (
    group.kind === 'text' &&
    group.style.font === style.font &&
    Math.abs(group.style.size - style.size) <= SIZE_TOLERANCE
  )
}

/** The next word did not fit before the box on the right or the right edge. */
function isFull(head: TextGroup, tail: TextGroup, neighbors: readonly Group[]): boolean {
  const last = head.rows.at(-1)!
  const first = tail.rows[0]!
  const word = first.text.split(' ', 1)[0] ?? ''
  const wordWidth = (word.length * width(first.box)) / Math.max(1, first.text.length)
  const rights = neighbors
    .filter(({ box }) => box.x0 >= last.box.x1 && overlapY(box, last.box) > 0)
    .map(({ box }) => box.x0)
  return last.box.x1 + wordWidth + MAX_GAP_EM * last.size > Math.min(Math.max(head.box.x1, tail.box.x1), minOf(rights))
}

function continuesInTail(head: TextGroup, tail: TextGroup): boolean {
  if (tail.type !== 'text' || !/^\p{Ll}/u.test(tail.text)) return false
  const { size, bold, mono } = head.style
  if (Math.abs(size - tail.style.size) > SIZE_TOLERANCE || bold !== tail.style.bold || mono !== tail.style.mono)
    return false
  const step = tail.rows[0]!.baseline - head.rows.at(-1)!.baseline
  return step > 0 && step <= MAX_LEADING_EM * size
}
