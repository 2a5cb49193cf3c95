/**
 * What a document begins with, line below line in the middle of the page in one type: its name over a place, a firm over its address → the
 * first line a group of its own. Whether it is the title, only `assemble` can say.
 */
import { centerX, width } from '../../model/geometry.ts'
import type { Group, PageGroups, Row, TextGroup } from '../state.ts'
import { bodyOf, isParagraph } from '../text/body-style.ts'
import { makeGroup, withWhitespace } from './paragraphs.ts'

/** More lines are a poem. */
const MAX_ROWS = 4
/** A letterhead's share of the page's height. */
const UPPER_PART = 0.25
/** The middles of its lines lie as near to each other, in em, and to the page's, as a share of its width. */
const OFF_EM = 0.6
const OFF_RATIO = 0.03
/** Lines of a wrapped text are of about one length; these differ by this, in em. */
const DIFFER_EM = 1.5
/** The line goes on in the next. */
const open = /[,;:&\-–—(]$|\s(?:of|for|and|the|to|in|on|de|der|die|und|et|la|le|du|des|y)$/iu

/** Splits the first text of the first page. */
export function splitCenteredTitle(draft: PageGroups): PageGroups {
  const at = draft.groups.findIndex(({ kind }) => kind !== 'figure')
  const group = draft.groups[at]
  if (draft.raw.pageIndex !== 0 || group?.kind !== 'text' || !isStack(group, draft.raw)) return draft
  // Larger titles are the document's own.
  if (
    draft.groups.some((other) => other.kind === 'text' && other.type === 'title' && other.style.size > group.style.size)
  )
    return draft
  // A cover has nothing that the stack could be told from.
  const body = bodyOf(draft)
  const rest = draft.groups.slice(at + 1)
  if (!rest.some((other) => other.kind === 'table' || (other.kind === 'text' && isParagraph(other, body)))) return draft
  const parts = [group.rows.slice(0, 1), group.rows.slice(1)].map(
    (rows): Group => ({ ...group, ...makeGroup(rows, group.region) }),
  )
  return { ...draft, groups: withWhitespace(draft.groups.toSpliced(at, 1, ...parts)) }
}

function isStack(
  { type, rows, items, plain, tagged, box }: TextGroup,
  page: { readonly width: number; readonly height: number },
): boolean {
  if (type !== 'text' || items !== undefined || plain === true || tagged !== undefined) return false
  if (rows.length < 2 || rows.length > MAX_ROWS || box.y1 > page.height * UPPER_PART) return false
  const [first, second] = rows as [Row, Row]
  if (open.test(first.text) || /^\p{Ll}/u.test(second.text)) return false
  const middle = centerX(first.box)
  if (Math.abs(middle - page.width / 2) > OFF_RATIO * page.width) return false
  if (rows.some((row) => Math.abs(centerX(row.box) - middle) > OFF_EM * first.size)) return false
  return rows.some((row) => Math.abs(width(row.box) - width(first.box)) > DIFFER_EM * first.size)
}
