/** Names that look like titles and head nothing: authors, addresses and dates below the main title, signatures below the text → text again. */
import { width } from '../../model/geometry.ts'
import type { Group, TextGroup } from '../state.ts'
import { type Body, isParagraph } from '../text/body-style.ts'
import { isNumbered } from '../text/section-numbers.ts'

/** One of a byline's names may stand above the abstract. */
const HEADS = 2

/**
 * Under a main title stand authors, their addresses, a date: large, but heading nothing. They follow the title without
 * body text between, are smaller, and none of them is followed by a paragraph; the last of them looks like the others.
 */
export function demoteByline(groups: readonly Group[], body: Body): Group[] {
  const result: Group[] = []
  let lead: TextGroup | null = null
  let byline = new Set<string>()
  let afterText = false
  const heads = headLooks(groups, body)
  groups.forEach((group, index) => {
    if (group.kind !== 'text' || group.type === 'code' || (group.type !== 'title' && isParagraph(group, body))) {
      afterText ||= group.kind === 'text'
      lead = null
      byline = new Set()
    } else if (group.type === 'title') {
      const key = lookOf(group)
      const after = groups[index + 1]
      const headsNothing =
        after === undefined ||
        // Where text went before, two titles on end are a heading and its first sub-heading.
        (after.kind === 'text' &&
          after.type !== 'code' &&
          !isParagraph(after, body) &&
          after.items === undefined &&
          !(afterText && after.type === 'title'))
      if (
        lead !== null &&
        group.region === lead.region &&
        group.style.size * 1.1 < lead.style.size &&
        // Names are not set in heavy capitals; what an announcement is about is.
        !(group.style.bold && group.style.caps && !body.bold) &&
        !isNumbered(group.text) &&
        !heads.has(key) &&
        (headsNothing || byline.has(key))
      ) {
        byline.add(key)
        const { level: _, ...rest } = group
        result.push({ ...rest, type: 'text' })
        return
      }
      if (group.style.size >= body.size * 1.35) lead = group
    }
    result.push(group)
  })
  return result
}

/** Looks in which several titles of the page head text or code, above what may be a list of authors and below: no byline's. */
function headLooks(groups: readonly Group[], body: Body): Set<string> {
  const counts = new Map<string, number>()
  groups.forEach((group, at) => {
    const after = groups[at + 1]
    if (group.kind !== 'text' || group.type !== 'title' || after?.kind !== 'text') return
    if (after.type === 'code' || after.items !== undefined || (after.type !== 'title' && isParagraph(after, body)))
      counts.set(lookOf(group), (counts.get(lookOf(group)) ?? 0) + 1)
  })
  return new Set([...counts].flatMap(([look, count]) => (count >= HEADS ? [look] : [])))
}

function lookOf({ style: { size, font } }: TextGroup): string {
  return `${size}|${font}`
}

/** A signature is no larger than the text by this. */
const NOT_LARGER = 1.1
/** It is set as one of its lines: with hardly any white below, in em. */
const TIGHT_EM = 0.6
/** Its lines are shorter than the text's by this, and so many at most. */
const SHORT_RATIO = 0.6
const SIGNATURE_LINES = 6
/** Notes below it are smaller than the text by this. */
const SMALL = 0.93

/** Bold names, firms, "Contact:" after the page's last paragraph, with the short lines of offices and addresses right below and nothing else. */
export function demoteSignature(groups: readonly Group[], body: Body): Group[] {
  const paragraphs = groups.filter((group) => group.kind === 'text' && isParagraph(group, body))
  const column = Math.max(0, ...paragraphs.map(({ box }) => width(box)))
  const last = groups.findLastIndex(
    (group) => group.kind !== 'text' || group.items !== undefined || isText(group, { body, column }),
  )
  const lines = groups
    .slice(last + 1)
    .reduce(
      (sum, group) => sum + (group.kind === 'text' && group.style.size >= body.size * SMALL ? group.rows.length : 0),
      0,
    )
  if (last < 0 || column === 0 || lines > SIGNATURE_LINES) return [...groups]
  return groups.map((group, at) => {
    const below = groups[at + 1]
    if (
      at <= last ||
      group.kind !== 'text' ||
      group.type !== 'title' ||
      group.tagged === 'title' ||
      isNumbered(group.text) ||
      /[?？]$/.test(group.text)
    )
      return group
    if (
      group.style.size > body.size * NOT_LARGER ||
      below?.kind !== 'text' ||
      below.type === 'title' ||
      below.style.size < body.size * SMALL ||
      group.below > TIGHT_EM * group.style.size
    )
      return group
    const { level: _, ...rest } = group
    return { ...rest, type: 'text', plain: true }
  })
}

/** Paragraphs, and lines as long as theirs; notes in small type are none. */
function isText(group: TextGroup, { body, column }: { readonly body: Body; readonly column: number }): boolean {
  if (group.style.size < body.size * SMALL) return false
  return isParagraph(group, body) || group.rows.some(({ box }) => width(box) >= column * SHORT_RATIO)
}
