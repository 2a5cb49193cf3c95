/** Moves the footnotes of a column after the text that continues in the next columns. */
import { maxOf } from '../../model/statistics.ts'
import type { Group, PageGroups, TextGroup } from '../state.ts'

/** Maximum size difference to the continuation in the next column, in points. */
const SIZE_TOLERANCE = 0.3
/** Maximum height of the continuation above the first note. */
const MAX_RISE_EM = 1
/** Maximum footnotes of a page. */
const MAX_NOTES = 200

export function moveFootnotes(state: PageGroups): PageGroups {
  const { groups } = state
  if (groups.filter(isNote).length > MAX_NOTES) return state
  const interrupting = groups.flatMap((group, at) =>
    isNote(group) && groups.some((other, later) => later > at && !isNote(other) && isInNextColumn(other, group))
      ? [{ note: group, at }]
      : [],
  )
  if (interrupting.length === 0) return state
  const moved = groups.map((group, at) =>
    interrupting.some(({ note, at: own }) => own === at || (own < at && continues(group, note))),
  )
  const bottom = maxOf(interrupting.map(({ note }) => note.box.y1))
  const end = groups.findLastIndex(({ box }, at) => !moved[at] && box.y0 < bottom) + 1
  const from = groups.keys().toArray()
  const order = [
    ...from.filter((at) => at < end && !moved[at]),
    ...from.filter((at) => moved[at]),
    ...from.filter((at) => at >= end && !moved[at]),
  ]
  return {
    ...state,
    groups: order.map((at): Group => {
      const group = groups[at]!
      return group.kind === 'text' && moved[at] ? { ...group, type: 'footnote' } : group
    }),
  }
}

function isNote(group: Group): group is TextGroup {
  return group.kind === 'text' && group.type === 'footnote'
}

function isInNextColumn({ box }: Group, note: Group): boolean {
  return box.y0 < note.box.y0 && box.x0 >= note.box.x1
}

function continues(group: Group, note: TextGroup): boolean {
  return (
    group.kind === 'text' &&
    group.type === 'text' &&
    group.box.x0 >= note.box.x1 &&
    group.box.y0 > note.box.y0 - MAX_RISE_EM * note.style.size &&
    group.box.y0 < note.box.y1 &&
    Math.abs(group.style.size - note.style.size) <= SIZE_TOLERANCE
  )
}
