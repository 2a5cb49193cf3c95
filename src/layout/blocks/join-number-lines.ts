import { centerX } from '../../model/geometry.ts'
import type { Group, PageGroups, TextGroup } from '../state.ts'
import { type BodyStyle, bodyStyleOf } from '../text/body-style.ts'
import { makeGroup, withWhitespace } from './paragraphs.ts'

/** "2.1", "A.2.1."; numbers of one part may be page numbers or labels. */
const nestedNumber = /^(?:\d{1,2}|[A-Z])(?:\.\d{1,2}){1,4}\.?$/
/** A word of its own line above the number: "CHAPTER" | "NINE". */
const chapterWord = /^(?:chapter|part|appendix|kapitel|chapitre|capítulo|capitolo|hoofdstuk|глава|rozdział|kapitola)$/iu
const chapterNumber = /^(?:\d{1,3}|\p{L}{1,12})$/u
const MAX_STEP_EM = 2
const ALIGNMENT_EM = 0.5
/** A large number may be outside the text. */
const LARGE_ALIGNMENT_EM = 1.2
/** Minimum size of the number of a chapter relative to the text. */
const MIN_LARGE_RATIO = 1.5
/** Minimum size relative to the text of a title that is not bold. */
const MIN_SIZE_RATIO = 1.1
const MAX_TITLE_ROWS = 3

export function joinNumberLines(state: PageGroups): PageGroups {
  const isAny = (group: Group): boolean => group.kind === 'text' && (isNumber(group) || isLoneNumber(group))
  if (!state.groups.some(isAny)) return state
  const body = bodyStyleOf(state)
  const groups: Group[] = []
  for (const group of state.groups) {
    const number = groups.at(-1)
    if (number?.kind === 'text' && mayBeNumber(number, body) && isTitleBelow(group, number, body))
      groups[groups.length - 1] = makeGroup([...number.rows, ...group.rows], group.region)
    else groups.push(group)
  }
  return groups.length === state.groups.length ? state : { ...state, groups: withWhitespace(groups) }
}

function mayBeNumber(group: TextGroup, body: BodyStyle): boolean {
  return isNumber(group) || (isLoneNumber(group) && group.style.size >= MIN_LARGE_RATIO * body.size)
}

function isNumber(group: TextGroup): boolean {
  return isOneRow(group) && (nestedNumber.test(group.text) || chapterWord.test(group.text))
}

/** The number of a chapter if it is large. */
function isLoneNumber(group: TextGroup): boolean {
  return isOneRow(group) && /^\d{1,2}$/.test(group.text)
}

function isOneRow({ type, rows }: TextGroup): boolean {
  return type === 'text' && rows.length === 1
}

function isTitleBelow(group: Group, number: TextGroup, body: BodyStyle): group is TextGroup {
  if (group.kind !== 'text' || group.type !== 'text') return false
  const { rows, style, text } = group
  const [last, first] = [number.rows[0]!, rows[0]!]
  const em = Math.max(last.size, first.size)
  const step = first.baseline - last.baseline
  return (
    rows.length <= MAX_TITLE_ROWS &&
    (chapterWord.test(number.text) ? chapterNumber : /^["“«(¿¡]?\p{L}/u).test(text) &&
    ((style.bold && !body.bold) || style.size >= MIN_SIZE_RATIO * body.size) &&
    (!isLoneNumber(number) || style.size >= MIN_LARGE_RATIO * body.size) &&
    step > 0 &&
    step <= MAX_STEP_EM * em &&
    [first.box.x0 - last.box.x0, centerX(first.box) - centerX(last.box), first.box.x1 - last.box.x1].some(
      (shift) => Math.abs(shift) <= (isLoneNumber(number) ? LARGE_ALIGNMENT_EM : ALIGNMENT_EM) * em,
    )
  )
}
