/** Moves the footnotes of a column after the text that continues in the next columns. */
import { maxOf } from '../../model/statistics.ts'
import type { Group, PageGroups } from '../state.ts'

/** Maximum footnotes of a page. */
const MAX_NOTES = 200

export function moveFootnotes(state: PageGroups): PageGroups {
  const { groups } = state
  if (groups.filter(isNote).length > MAX_NOTES) return state
  const moved = groups.filter(
    (group, at) =>
      isNote(group) && groups.some((other, later) => later > at && !isNote(other) && isInNextColumn(other, group)),
  )
  if (moved.length === 0) return state
  const rest = groups.filter((group) => !moved.includes(group))
  const bottom = maxOf(moved.map(({ box }) => box.y1))
  const end = rest.findLastIndex(({ box }) => box.y0 < bottom) + 1
  return { ...state, groups: rest.toSpliced(end, 0, ...moved) }
}

function isNote(group: Group): boolean {
  return group.kind === 'text' && group.type === 'footnote'
}

function isInNextColumn({ box }: Group, note: Group): boolean {
  return box.y0 < note.box.y0 && box.x0 >= note.box.x1
}
