/** Splits a company name from its address: centered lines at the top. */
import { centerX, type Size, width } from '../../model/geometry.ts'
import type { Group, PageGroups, Row, TextGroup } from '../state.ts'
import { bodyStyleOf, isParagraph } from '../text/body-style.ts'
import { makeGroup, withWhitespace } from './paragraphs.ts'

/** Maximum lines; more are a poem. */
const MAX_ROWS = 4
/** Relative to the page height. */
const MAX_POSITION_RATIO = 0.25
/** Maximum offsets from the center of the first line, and of the page relative to its width. */
const MAX_OFFSET_EM = 0.6
const MAX_OFFSET_RATIO = 0.03
/** Wrapped lines are similar in length. */
const MIN_WIDTH_DIFFERENCE_EM = 1.5
const unfinishedLine = /[,;:&\-–—(]$|\s(?:of|for|and|the|to|in|on|de|der|die|und|et|la|le|du|des|y)$/iu

export function splitCenteredTitle(state: PageGroups): PageGroups {
  const at = state.groups.findIndex(({ kind }) => kind !== 'figure')
  const group = state.groups[at]
  if (state.raw.pageIndex !== 0 || group?.kind !== 'text' || !isCenteredTitle(group, state.raw)) return state
  // Larger text is the document title.
  if (
    state.groups.some((other) => other.kind === 'text' && other.type === 'title' && other.style.size > group.style.size)
  )
    return state
  const body = bodyStyleOf(state)
  const rest = state.groups.slice(at + 1)
  if (!rest.some((other) => other.kind === 'table' || (other.kind === 'text' && isParagraph(other, body)))) return state
  const parts = [group.rows.slice(0, 1), group.rows.slice(1)].map(
    (rows): Group => ({ ...group, ...makeGroup(rows, group.region) }),
  )
  return { ...state, groups: withWhitespace(state.groups.toSpliced(at, 1, ...parts)) }
}

function isCenteredTitle({ type, rows, items, plain, tagged, box }: TextGroup, page: Size): boolean {
  if (type !== 'text' || items !== undefined || plain === true || tagged !== undefined) return false
  if (rows.length < 2 || rows.length > MAX_ROWS || box.y1 > page.height * MAX_POSITION_RATIO) return false
  const [first, second] = rows as [Row, Row]
  if (unfinishedLine.test(first.text) || /^\p{Ll}/u.test(second.text)) return false
  const middle = centerX(first.box)
  if (Math.abs(middle - page.width / 2) > MAX_OFFSET_RATIO * page.width) return false
  if (rows.some((row) => Math.abs(centerX(row.box) - middle) > MAX_OFFSET_EM * first.size)) return false
  return rows.some((row) => Math.abs(width(row.box) - width(first.box)) > MIN_WIDTH_DIFFERENCE_EM * first.size)
}
