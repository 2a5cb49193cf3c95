/** Turns headings that are names into text: authors, addresses and dates below the main title, signatures below the text. */
import { width } from '../../model/geometry.ts'
import type { Group, TextGroup } from '../state.ts'
import { type BodyStyle, isParagraph } from '../text/body-style.ts'
import { isNumbered } from '../text/section-numbers.ts'

/** Minimum number of headings above text that prove a heading style; one author may be right above the abstract. */
const MIN_HEADINGS = 2
/** Minimum size of a main title relative to the body, and to its byline. */
const MIN_TITLE_RATIO = 1.35
const MIN_BYLINE_RATIO = 1.1
/** Maximum size of a signature relative to the body, minimum size of its lines (notes are smaller), and maximum gap below, in em. */
const MAX_SIGNATURE_RATIO = 1.1
const MIN_TEXT_RATIO = 0.93
const MAX_SIGNATURE_GAP_EM = 0.6
const MAX_SIGNATURE_LINES = 6
/** Maximum width of a signature's line relative to the text. */
const MAX_LINE_RATIO = 0.6

/** Demotes smaller headings that follow a main title without text between, none of them above a paragraph. */
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

/** Bold uppercase letters are excluded, because announcements set their subject in this style. */
function mayBeByline(group: TextGroup, title: TextGroup, body: BodyStyle): boolean {
  return (
    group.region === title.region &&
    group.style.size * MIN_BYLINE_RATIO < title.style.size &&
    !(group.style.bold && group.style.caps && !body.bold) &&
    !isNumbered(group.text)
  )
}

/** Whether the block below is content of a heading. After text, two consecutive titles are a heading and its first subheading. */
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

/** Styles of several headings that are right above text or code. */
function findHeadingStyles(groups: readonly Group[], body: BodyStyle): Set<string> {
  const counts = new Map<string, number>()
  groups.forEach((group, at) => {
    const next = groups[at + 1]
    if (group.kind !== 'text' || group.type !== 'title' || next?.kind !== 'text') return
    if (next.type === 'code' || next.items !== undefined || (next.type !== 'title' && isParagraph(next, body)))
      counts.set(styleKey(group), (counts.get(styleKey(group)) ?? 0) + 1)
  })
  return new Set([...counts].flatMap(([key, count]) => (count >= MIN_HEADINGS ? [key] : [])))
}

function styleKey({ style: { size, font } }: TextGroup): string {
  return `${size}|${font}`
}

function toText({ level: _, ...group }: TextGroup): TextGroup {
  return { ...group, type: 'text' }
}

/** Demotes headings after the last paragraph, right above short lines of an address and nothing else: bold names, firms, "Contact:". */
export function demoteSignature(groups: readonly Group[], body: BodyStyle): Group[] {
  const paragraphs = groups.filter((group) => group.kind === 'text' && isParagraph(group, body))
  const columnWidth = Math.max(0, ...paragraphs.map(({ box }) => width(box)))
  const last = groups.findLastIndex(
    (group) => group.kind !== 'text' || group.items !== undefined || isText(group, { body, columnWidth }),
  )
  const lines = groups
    .slice(last + 1)
    .reduce(
      (sum, group) =>
        sum + (group.kind === 'text' && group.style.size >= body.size * MIN_TEXT_RATIO ? group.rows.length : 0),
      0,
    )
  if (last < 0 || columnWidth === 0 || lines > MAX_SIGNATURE_LINES) return [...groups]
  return groups.map((group, at) =>
    at > last && isSignature(group, groups[at + 1], body) ? { ...toText(group), plain: true } : group,
  )
}

function isSignature(group: Group, next: Group | undefined, body: BodyStyle): group is TextGroup {
  return (
    group.kind === 'text' &&
    group.type === 'title' &&
    group.tagged !== 'title' &&
    !isNumbered(group.text) &&
    !/[?？]$/.test(group.text) &&
    group.style.size <= body.size * MAX_SIGNATURE_RATIO &&
    group.below <= MAX_SIGNATURE_GAP_EM * group.style.size &&
    next?.kind === 'text' &&
    next.type !== 'title' &&
    next.style.size >= body.size * MIN_TEXT_RATIO
  )
}

/** Paragraphs, and lines of nearly their width; notes in small type are excluded. */
function isText(
  group: TextGroup,
  { body, columnWidth }: { readonly body: BodyStyle; readonly columnWidth: number },
): boolean {
  if (group.style.size < body.size * MIN_TEXT_RATIO) return false
  return isParagraph(group, body) || group.rows.some(({ box }) => width(box) >= columnWidth * MAX_LINE_RATIO)
}
