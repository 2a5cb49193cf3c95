/**
 * Splits a row at the top or bottom of the page into its segments, such as a page header and a page number.
 * `assemble` decides whether they are page furniture.
 */

import { toRow } from '../order/layout-items.ts'
import type { Group, PageGroups, TextGroup } from '../state.ts'
import { makeGroup } from './paragraphs.ts'

/** Height of the zones of page furniture, as a ratio of the page. */
const EDGE_ZONE = 0.1
/** The same for wide margins, where one segment must be a page number. */
const NUMBERED_ZONE = 0.15
/** Minimum gap between segments, in em. */
const APART_EM = 2.5

const pageNumber = /^[-–—]?\s*(?:\d{1,4}|[ivxl]{1,6})\s*[-–—]?$/

/** Splits groups of one row. */
export function splitEdgeRows(state: PageGroups): PageGroups {
  const { height } = state.raw
  const groups = state.groups.flatMap((group): Group[] => {
    if (group.kind !== 'text' || group.type !== 'text' || group.rows.length !== 1 || group.rows[0]!.lines.length < 2)
      return [group]
    const depth = Math.min(group.box.y1, height - group.box.y0) / height
    if (depth > NUMBERED_ZONE) return [group]
    const pieces = split(group)
    return depth <= EDGE_ZONE || pieces.some(({ text }) => pageNumber.test(text)) ? pieces : [group]
  })
  return groups.length === state.groups.length ? state : { ...state, groups }
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
