/**
 * Small type at the foot of a column that begins with a note's mark → `footnote`, with the lines that continue it.
 * Only at the foot: small type elsewhere is a caption, a table's note or fine print.
 */
import { center } from '../../model/geometry.ts'
import type { Group, PageGroups, TextGroup } from '../state.ts'
import { addWeight, heaviest, roundSize } from '../text/text-style.ts'

/** Notes are set at most this large against the body … */
const SMALL_RATIO = 0.93
/** … or as large, when a raised mark begins them. */
const RAISED_RATIO = 1.02
/** Nothing above the middle of the page is at its foot. */
const FOOT_ZONE = 0.5
/** Running feet stand below this and this far from the text. */
const EDGE_ZONE = 0.9
const APART_EM = 1.2
/** A raised mark is set smaller than the note. */
const MARK_RATIO = 0.85

/** Begins or ends with a page number, arabic or roman. */
const numbered = /^(?:\d{1,4}|[IVXL]{1,6}|[ivxl]{1,6})\s|\s(?:\d{1,4}|[IVXL]{1,6}|[ivxl]{1,6})$/
/** A note is a sentence; a running foot with a number in front is shorter. */
const NOTE_CHARS = 40

const mark = /^(?:\d{1,3}|[*†‡§¶#]{1,3}|\(\d{1,3}\)|\[\d{1,3}\]|[a-z](?=\s))[.)]?\s*\S/u

/** Labels the notes of each column, from the bottom up. */
export function labelFootnotes(draft: PageGroups): PageGroups {
  const bodySize = bodySizeOf(draft.groups)
  const notes = new Set<number>()
  const regions = new Map<number, number[]>()
  draft.groups.forEach(({ region }, index) => {
    const list = regions.get(region)
    if (list === undefined) regions.set(region, [index])
    else list.push(index)
  })
  for (const indices of regions.values()) {
    // From the foot up: candidates may continue a note whose mark stands above them.
    let open: number[] = []
    let outside = 0
    for (const index of [...indices].reverse()) {
      const group = draft.groups[index]!
      if (
        group.kind !== 'text' ||
        (group.type !== 'text' && group.type !== 'footnote') ||
        center(group.box).y < draft.raw.height * FOOT_ZONE
      )
        break
      const raised = beginsRaised(group)
      // A note of one line that stands apart: below it there is still the running foot, or it would be taken for one.
      const isNote = raised || (outside > 0 && mark.test(group.text) && group.text.length >= NOTE_CHARS)
      if (isPageNumber(group) || (!isNote && isRunningFoot(group, draft.groups[index - 1], draft.raw.height))) {
        outside++
        continue
      }
      if (group.style.size > bodySize * (raised ? RAISED_RATIO : SMALL_RATIO) || group.style.bold) break
      open.push(index)
      if (raised || mark.test(group.text)) {
        for (const note of open) notes.add(note)
        open = []
      }
    }
  }
  if (notes.size === 0) return draft
  return {
    ...draft,
    groups: draft.groups.map(
      (group, index): Group => (notes.has(index) && group.kind === 'text' ? { ...group, type: 'footnote' } : group),
    ),
  }
}

function isPageNumber(group: TextGroup): boolean {
  return /^[\s\-–—|]*\d{1,4}[\s\-–—|]*$/.test(group.text)
}

/** A single line at the very edge, apart from everything or in another face and with a number: furniture, which only `assemble` can be sure of. */
function isRunningFoot(
  { rows, box, above, style, text }: TextGroup,
  before: Group | undefined,
  pageHeight: number,
): boolean {
  if (rows.length !== 1 || box.y0 <= pageHeight * EDGE_ZONE) return false
  return (
    above > APART_EM * style.size ||
    (numbered.test(text) && before?.kind === 'text' && before.style.font !== style.font)
  )
}

function beginsRaised({ rows, style, text }: TextGroup): boolean {
  const first = rows[0]?.lines[0]?.spans[0]
  return (
    first !== undefined &&
    first.size < style.size * MARK_RATIO &&
    /^[\d*†‡§¶a-z]{1,3}$/.test(first.text) &&
    text.length > first.text.length + 2
  )
}

/** The size of most characters in paragraphs; notes can outweigh a short body, but not in number of sizes above them. */
function bodySizeOf(groups: readonly Group[]): number {
  const sizes = new Map<number, number>()
  let total = 0
  for (const group of groups) {
    if (group.kind !== 'text') continue
    addWeight(sizes, roundSize(group.style.size), group.text.length)
    total += group.text.length
  }
  const common = heaviest(sizes, 10)
  // The largest size that a good part of the page is set in: notes may be longer than the text above them.
  return Math.max(common, ...[...sizes].filter(([, weight]) => weight > total * 0.2).map(([size]) => size))
}
