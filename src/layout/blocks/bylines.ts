import { addWeight } from '../../model/statistics.ts'
import type { Group, TextGroup } from '../state.ts'
import { type BodyStyle, isParagraph } from '../text/body-style.ts'
import { isNumbered } from '../text/section-numbers.ts'

/** Minimum titles above content in a style of headings; a single author may be right above the abstract. */
const MIN_HEADINGS = 2
const MIN_TITLE_RATIO = 1.35
const MIN_BYLINE_RATIO = 1.1

/** Demotes smaller headings directly after a main title, unless one is above a paragraph. */
export function demoteByline(groups: readonly Group[], body: BodyStyle): Group[] {
  let title: TextGroup | null = null
  let bylineStyles = new Set<string>()
  let afterText = false
  const headingStyles = findHeadingStyles(groups, body)
  return groups.map((group, index) => {
    if (group.kind !== 'text' || group.type === 'code' || (group.type !== 'title' && isParagraph(group, body))) {
      afterText ||= group.kind === 'text'
      title = null
      bylineStyles = new Set()
      return group
    }
    if (group.type !== 'title') return group
    const key = styleKey(group)
    const isBylineStyle = bylineStyles.has(key) || !isAboveContent(groups[index + 1], { body, afterText })
    if (title !== null && mayBeByline(group, title, body) && !headingStyles.has(key) && isBylineStyle) {
      bylineStyles.add(key)
      return toText(group)
    }
    if (group.style.size >= body.size * MIN_TITLE_RATIO) title = group
    return group
  })
}

function mayBeByline(group: TextGroup, title: TextGroup, body: BodyStyle): boolean {
  return (
    group.region === title.region &&
    group.style.size * MIN_BYLINE_RATIO < title.style.size &&
    !(group.style.bold && group.style.caps && !body.bold) &&
    !isNumbered(group.text)
  )
}

/** After text, two titles are a heading and its first subheading. */
function isAboveContent(
  next: Group | undefined,
  { body, afterText }: { readonly body: BodyStyle; readonly afterText: boolean },
): boolean {
  if (next === undefined) return false
  return (
    next.kind !== 'text' ||
    next.type === 'code' ||
    next.items !== undefined ||
    isParagraph(next, body) ||
    (afterText && next.type === 'title')
  )
}

function findHeadingStyles(groups: readonly Group[], body: BodyStyle): Set<string> {
  const counts = new Map<string, number>()
  groups.forEach((group, at) => {
    const next = groups[at + 1]
    if (group.kind !== 'text' || group.type !== 'title' || next?.kind !== 'text') return
    if (next.type === 'code' || next.items !== undefined || (next.type !== 'title' && isParagraph(next, body)))
      addWeight(counts, styleKey(group), 1)
  })
  return new Set([...counts].flatMap(([key, count]) => (count >= MIN_HEADINGS ? [key] : [])))
}

function styleKey({ style: { size, font } }: TextGroup): string {
  return `${size}|${font}`
}

function toText({ level: _, ...group }: TextGroup): TextGroup {
  return { ...group, type: 'text' }
}
