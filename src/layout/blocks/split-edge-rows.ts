/** Splits a row at the page edge into parts, such as a page header and a page number. */

import { groupAdjacent } from '../../model/group-adjacent.ts'
import { isPageNumber } from '../../model/page-numbers.ts'
import { toRow } from '../order/layout-items.ts'
import type { Group, PageGroups, TextGroup } from '../state.ts'
import { makeGroup } from './paragraphs.ts'

/** Relative to the page height. */
const EDGE_ZONE = 0.1
/** Zones for wide margins, where one part must be a page number. */
const NUMBERED_ZONE = 0.15
/** Maximum rows between such a row and the page edge. */
const MAX_OUTER_ROWS = 1
const MIN_GAP_EM = 2.5
/** "6.7.3" belongs to the name of its section. */
const sectionNumber = /^\d{1,2}(?:\.\d{1,2})+\.?$/

export function splitEdgeRows(state: PageGroups): PageGroups {
  const { height } = state.raw
  const groups = state.groups.flatMap((group): Group[] => {
    if (group.kind !== 'text' || group.type !== 'text' || group.rows.length !== 1 || group.rows[0]!.lines.length < 2)
      return [group]
    const depth = Math.min(group.box.y1, height - group.box.y0) / height
    if (depth > NUMBERED_ZONE) return [group]
    const segments = splitAtGaps(group)
    const isNumbered =
      segments.some(({ text }) => isPageNumber(text)) && countRowsOutside(group, state) <= MAX_OUTER_ROWS
    return depth <= EDGE_ZONE || isNumbered ? segments : [group]
  })
  return groups.length === state.groups.length ? state : { ...state, groups }
}

/** Entries of a table of contents also end in numbers. */
function countRowsOutside({ box }: TextGroup, { groups, raw }: PageGroups): number {
  const isTop = box.y1 < raw.height / 2
  return groups.reduce((count, other) => {
    const isOutside = isTop ? other.box.y1 <= box.y0 : other.box.y0 >= box.y1
    return other.kind === 'text' && isOutside ? count + other.rows.length : count
  }, 0)
}

function splitAtGaps(group: TextGroup): TextGroup[] {
  const row = group.rows[0]!
  const segments = groupAdjacent(
    row.lines,
    ({ box }, last, { length }) =>
      box.x0 - last.box.x1 <= MIN_GAP_EM * row.size || (length === 1 && sectionNumber.test(last.text)),
  )
  if (segments.length === 1) return [group]
  return segments.map((lines) => ({
    ...group,
    ...makeGroup([toRow(lines)], group.region),
    above: group.above,
    below: group.below,
  }))
}
