import { centerY } from '../../model/geometry.ts'
import { isPageNumber, printedNumber } from '../../model/page-numbers.ts'
import { addWeight, maxOf, mostFrequent } from '../../model/statistics.ts'
import type { Group, PageGroups, TextGroup } from '../state.ts'
import { roundSize } from '../text/text-style.ts'

/** Maximum relative size of a footnote: in general, with a raised marker, and also within a sentence. */
const MAX_SIZE_RATIO = 0.93
const MAX_RAISED_SIZE_RATIO = 1.02
const MAX_INTERRUPTING_RATIO = 1.15
/** Top of the zone of footnotes, relative to the page height. */
const NOTE_ZONE = 0.5
/** Relative to the page height. */
const EDGE_ZONE = 0.9
const MIN_GAP_EM = 1.2
/** Maximum size difference to the rest of a sentence, in points. */
const SIZE_TOLERANCE = 0.3
/** Maximum size of a raised marker relative to its note. */
const MAX_MARKER_RATIO = 0.85

const numbered = new RegExp(String.raw`^${printedNumber}\s|\s${printedNumber}$`, 'i')
/** Minimum length of a note; numbered page footers are shorter. */
const MIN_NOTE_CHARS = 40

const footnoteMarker = /^(?:\d{1,3}|[*†‡§¶#]{1,3}|\(\d{1,3}\)|\[\d{1,3}\]|[a-z](?=\s))[.)]?\s*\S/u

export function labelFootnotes(state: PageGroups): PageGroups {
  const bodySize = bodySizeOf(state.groups)
  const notes = new Set<number>()
  const regions = Map.groupBy(state.groups.keys(), (index) => state.groups[index]!.region)
  for (const indices of regions.values()) {
    // Possible continuations of a note further up.
    let pending: number[] = []
    let outside = 0
    for (const index of indices.reverse()) {
      const group = state.groups[index]!
      const isRaised = group.kind === 'text' && beginsWithRaisedMarker(group)
      const isAtBottom = isPlainText(group) && centerY(group.box) >= state.raw.height * NOTE_ZONE
      // A note of one line must be above a page footer, or it would be the footer.
      const isOutside =
        isAtBottom &&
        (isPageNumber(group.text) ||
          (!isRaised &&
            !(outside > 0 && isMarkedNote(group.text)) &&
            isPageFooter(group, state.groups[index - 1], state.raw.height)))
      if (isOutside) {
        outside++
        continue
      }
      const maxSize = bodySize * (isRaised ? MAX_INTERRUPTING_RATIO : MAX_SIZE_RATIO)
      if (!isAtBottom || group.style.size > maxSize || group.style.bold) {
        const [last] = pending
        if (last !== undefined && isInterrupted(group, state.groups.slice(last, last + 2)))
          for (const note of pending) notes.add(note)
        break
      }
      pending.push(index)
      const hasMarker = isRaised
        ? group.style.size <= bodySize * MAX_RAISED_SIZE_RATIO
        : footnoteMarker.test(group.text)
      if (!hasMarker) continue
      for (const note of pending) notes.add(note)
      pending = []
    }
  }
  if (notes.size === 0) return state
  return {
    ...state,
    groups: state.groups.map(
      (group, index): Group => (notes.has(index) && group.kind === 'text' ? { ...group, type: 'footnote' } : group),
    ),
  }
}

function isPlainText(group: Group): group is TextGroup {
  return group.kind === 'text' && (group.type === 'text' || group.type === 'footnote')
}

function isInterrupted(before: Group, [note, next]: readonly Group[]): boolean {
  return (
    before.kind === 'text' &&
    next?.kind === 'text' &&
    next.box.y0 < note!.box.y0 &&
    Math.abs(next.style.size - before.style.size) <= SIZE_TOLERANCE &&
    /[\p{L},-]$/u.test(before.text) &&
    /^\p{Ll}/u.test(next.text)
  )
}

function isMarkedNote(text: string): boolean {
  return footnoteMarker.test(text) && text.length >= MIN_NOTE_CHARS
}

function isPageFooter(
  { rows, box, above, style, text }: TextGroup,
  before: Group | undefined,
  pageHeight: number,
): boolean {
  if (rows.length !== 1 || box.y0 <= pageHeight * EDGE_ZONE) return false
  return (
    above > MIN_GAP_EM * style.size ||
    (numbered.test(text) && before?.kind === 'text' && before.style.font !== style.font)
  )
}

function beginsWithRaisedMarker({ rows, style, text }: TextGroup): boolean {
  const first = rows[0]?.lines[0]?.spans[0]
  return (
    first !== undefined &&
    first.size < style.size * MAX_MARKER_RATIO &&
    /^[\d*†‡§¶a-z]{1,3}$/.test(first.text) &&
    text.length > first.text.length + 2
  )
}

function bodySizeOf(groups: readonly Group[]): number {
  const sizes = new Map<number, number>()
  let total = 0
  for (const group of groups) {
    if (group.kind !== 'text') continue
    addWeight(sizes, roundSize(group.style.size), group.text.length)
    total += group.text.length
  }
  const common = mostFrequent(sizes, 10)
  // Notes can outweigh the text, so the largest frequent size counts.
  return Math.max(common, maxOf([...sizes].filter(([, weight]) => weight > total * 0.2).map(([size]) => size)))
}
