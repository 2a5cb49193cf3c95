/** What stands below a main title in large type and heads nothing: authors, addresses, dates → text again. */
import { type Body, isParagraph } from './body-type.ts'
import type { Group, TextGroup } from './draft.ts'
import { isNumbered } from './section-numbers.ts'

/**
 * Under a main title stand authors, their addresses, a date: large, but heading nothing. They follow the title without
 * body text between, are smaller, and none of them is followed by a paragraph; the last of them looks like the others.
 */
export function demoteByline(groups: readonly Group[], body: Body): Group[] {
  const result: Group[] = []
  let lead: TextGroup | null = null
  let byline = new Set<string>()
  let afterText = false
  groups.forEach((group, index) => {
    if (group.kind !== 'text' || (group.type !== 'title' && isParagraph(group, body))) {
      afterText ||= group.kind === 'text'
      lead = null
      byline = new Set()
    } else if (group.type === 'title') {
      const key = `${group.style.size}|${group.style.font}`
      const after = groups[index + 1]
      const headsNothing =
        after === undefined ||
        // Where text went before, two titles on end are a heading and its first sub-heading.
        (after.kind === 'text' && !isParagraph(after, body) && after.items === undefined && !(afterText && after.type === 'title'))
      if (
        lead !== null &&
        group.region === lead.region &&
        group.style.size * 1.1 < lead.style.size &&
        // Names are not set in heavy capitals; what an announcement is about is.
        !(group.style.bold && group.style.caps && !body.bold) &&
        !isNumbered(group.text) &&
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
