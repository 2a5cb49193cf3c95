/**
 * A paragraph beside a box, a picture or a note that goes on in wider lines below it → one paragraph. Reading order parts the page
 * at the foot of what stands beside; joins only what can't be two: an unfinished line above, small letters right below, in one type.
 */
import { overlapX, overlapY } from '../../model/geometry.ts'
import type { Group, PageGroups, TextGroup } from '../state.ts'
import { makeGroup, withWhitespace } from './paragraphs.ts'

/** What stands beside a paragraph is a few blocks. Bounds the work. */
const MOST_BESIDE = 12
/** From the last line beside to the first below it is as far as between any two, in sizes. */
const LEADING_EM = 1.6
/** White between a paragraph and a box beside it, its frame included. Ems. */
const GAP_EM = 1.5
/** Sizes of one paragraph agree but for rounding, in points. */
const SAME_SIZE = 0.5

/** Joins groups of different regions. */
export function joinWrapped(draft: PageGroups): PageGroups {
  const groups: Group[] = [...draft.groups]
  let joined = false
  for (let index = 0; index < groups.length; index++) {
    const head = groups[index]!
    if (head.kind !== 'text' || !isOpen(head) || groups[index + 1]?.region === head.region) continue
    const at = tailOf(head, groups, index)
    if (at === null) continue
    const tail = groups[at] as TextGroup
    groups[index] = makeGroup([...head.rows, ...tail.rows], head.region)
    groups.splice(at, 1)
    joined = true
  }
  return joined ? { ...draft, groups: withWhitespace(groups) } : draft
}

function isOpen({ type, text }: TextGroup): boolean {
  return type === 'text' && /[\p{L}\p{N},\u2010-]$/u.test(text)
}

/** Index of the group that takes the paragraph up again, past all that stands beside it. */
function tailOf(head: TextGroup, groups: readonly Group[], index: number): number | null {
  const end = Math.min(groups.length, index + 1 + MOST_BESIDE)
  for (let at = index + 1; at < end; at++) {
    const group = groups[at]!
    if (overlapX(group.box, head.box) <= 0) {
      // Text in the same type beside it is another column, not a box.
      if (isAlike(group, head)) return null
      continue
    }
    return group.kind === 'text' && goesOn(head, group) && isFull(head, group, groups.slice(index + 1, at)) ? at : null
  }
  return null
}

function isAlike(group: Group, { style }: TextGroup): boolean {
  return (
    group.kind === 'text' && group.style.font === style.font && Math.abs(group.style.size - style.size) <= SAME_SIZE
  )
}

/** The next word found no room in the last line beside: before what stands to its right, or up to where the lines below end. */
function isFull(head: TextGroup, tail: TextGroup, beside: readonly Group[]): boolean {
  const last = head.rows.at(-1)!
  const first = tail.rows[0]!
  const word = first.text.split(' ', 1)[0] ?? ''
  const width = (word.length * (first.box.x1 - first.box.x0)) / Math.max(1, first.text.length)
  const rights = beside
    .filter(({ box }) => box.x0 >= last.box.x1 && overlapY(box, last.box) > 0)
    .map(({ box }) => box.x0)
  return last.box.x1 + width + GAP_EM * last.size > Math.min(Math.max(head.box.x1, tail.box.x1), ...rights)
}

function goesOn(head: TextGroup, tail: TextGroup): boolean {
  if (tail.type !== 'text' || !/^\p{Ll}/u.test(tail.text)) return false
  const { size, bold, mono } = head.style
  if (Math.abs(size - tail.style.size) > SAME_SIZE || bold !== tail.style.bold || mono !== tail.style.mono) return false
  const step = tail.rows[0]!.baseline - head.rows.at(-1)!.baseline
  return step > 0 && step <= LEADING_EM * size
}
