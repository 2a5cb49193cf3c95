/**
 * A row at the page's upper or lower edge that is set in pieces far apart (a running head and its page number) → one group a piece.
 * Whether they are furniture, only `assemble` can say.
 */

import { toRow } from '../order/layout-items.ts'
import type { Group, PageGroups, TextGroup } from '../state.ts'
import { makeGroup } from './paragraphs.ts'

/** Share of the page's height, from its edges, in which furniture stands. */
const EDGE_ZONE = 0.1
/** Wide margins put it further in: there a page number must be one of the pieces. */
const NUMBERED_ZONE = 0.15
/** Words are never this far apart, in em. */
const APART_EM = 2.5

const pageNumber = /^[-–—]?\s*(?:\d{1,4}|[ivxl]{1,6})\s*[-–—]?$/

/** Splits groups of one row. */
export function splitEdgeRows(draft: PageGroups): PageGroups {
  const { height } = draft.raw
  const groups = draft.groups.flatMap((group): Group[] => {
    if (group.kind !== 'text' || group.type !== 'text' || group.rows.length !== 1 || group.rows[0]!.lines.length < 2)
      return [group]
    const depth = Math.min(group.box.y1, height - group.box.y0) / height
    if (depth > NUMBERED_ZONE) return [group]
    const pieces = split(group)
    return depth <= EDGE_ZONE || pieces.some(({ text }) => pageNumber.test(text)) ? pieces : [group]
  })
  return groups.length === draft.groups.length ? draft : { ...draft, groups }
}

function split(group: TextGroup): TextGroup[] {
  const row = group.rows[0]!
  const pieces = [[row.lines[0]!]]
  for (const line of row.lines.slice(1)) {
    const piece = pieces.at(-1)!
    if (line.box.x0 - piece.at(-1)!.box.x1 > APART_EM * row.size) pieces.push([line])
    else piece.push(line)
  }
  if (pieces.length === 1) return [group]
  return pieces.map((lines) => ({
    ...group,
    ...makeGroup([toRow(lines)], group.region),
    above: group.above,
    below: group.below,
  }))
}
