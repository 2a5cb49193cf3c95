/** Labels captions and attaches them to the nearest figure or table. A sentence that mentions "Figure 3" stays text. */
import { type Box, overlapX } from '../../model/geometry.ts'
import { makeGroup } from '../blocks/paragraphs.ts'
import type { Group, PageGroups, TextGroup } from '../state.ts'
import { isBareLabel, labelKind, unnumberedLabelKind } from '../text/caption-labels.ts'
import { readMarker } from '../text/list-markers.ts'

/** A label and its text: hardly any white between them, and nearly one size. */
const JOIN_EM = 0.7
const JOIN_SIZE = 1.1
/** Maximum gap between a caption and its figure. Ems of the caption's own size. */
const REACH_EM = 4
/** Maximum gap between a caption and the figure right before or after it, which may have deep margins. Ems. */
const MARGIN_EM = 9
/** A caption longer than this is a paragraph that happens to begin so. */
const MAX_ROWS = 12

/** Labels captions, separates the lines that continue a caption after its label, and sets `captionOf`. */
export function attachCaptions(draft: PageGroups): PageGroups {
  const groups = joinParts(draft.groups)
  return {
    ...draft,
    groups: groups.map((group, index): Group => {
      if (group.kind !== 'text' || group.type !== 'text' || group.rows.length > MAX_ROWS) return group
      const told = captionKind(group)
      const kind = told ?? captionKind(group, hasLabelApart(group) ? bareKind : unnumberedKind)
      if (kind === null) return group
      const owner =
        nearest(groups, { index, kind, group }) ??
        nearest(groups, { index, kind: kind === 'figure' ? 'table' : 'figure', group }) ??
        (told === 'figure' ? besideMargin(groups, { index, group }) : null)
      if (told === null && owner === null) return group
      const owned = owner === null ? kind : groups[owner]!.kind
      const type = owned === 'table' ? 'table_caption' : 'figure_caption'
      return owner === null ? { ...group, type } : { ...group, type, captionOf: owner }
    }),
  }
}

/** A label in bold or small capitals on a line of its own, and the caption's text below it, are one caption. */
function joinParts(groups: readonly Group[]): readonly Group[] {
  const joined: Group[] = []
  for (const group of groups) {
    const label = joined.at(-1)
    if (label?.kind === 'text' && group.kind === 'text' && goesOn(label, group)) {
      joined[joined.length - 1] = {
        ...makeGroup([...label.rows, ...group.rows], label.region),
        above: label.above,
        below: group.below,
      }
    } else joined.push(group)
  }
  return joined.length === groups.length ? groups : joined
}

function goesOn(label: TextGroup, group: TextGroup): boolean {
  if (
    label.type !== 'text' ||
    group.type !== 'text' ||
    label.region !== group.region ||
    captionKind(label) === null ||
    captionKind(group) !== null
  )
    return false
  if (label.rows.length + group.rows.length > MAX_ROWS || readMarker(group.text) !== null) return false
  const sizeStep = Math.abs(label.style.size - group.style.size)
  return isBareLabel(label.text) && group.above < JOIN_EM * group.style.size && sizeStep <= JOIN_SIZE
}

type Kind = ReturnType<typeof labelKind>

function captionKind(group: TextGroup, kindOf: (group: TextGroup) => Kind = labelledKind): Kind {
  return /^[\p{Lu}\p{Lo}]/u.test(group.text) ? kindOf(group) : null
}

function labelledKind({ text }: TextGroup): Kind {
  return labelKind(text)
}

function unnumberedKind({ text }: TextGroup): Kind {
  return unnumberedLabelKind(text)
}

/** By the first run of one face alone. */
function bareKind({ rows }: TextGroup): Kind {
  const label = rows[0]?.lines[0]?.spans[0]?.text.trim() ?? ''
  return labelKind(label)
}

/** Whether the label is bold and the text after it is not. A sentence does not change its weight after such a label. */
function hasLabelApart({ rows }: TextGroup): boolean {
  const [label, next] = rows[0]?.lines[0]?.spans ?? []
  return (
    label !== undefined && next !== undefined && label.font.bold && !next.font.bold && isBareLabel(label.text.trim())
  )
}

/** Finds the nearest group of the kind, above, below or at the side. */
function nearest(
  groups: readonly Group[],
  wanted: { index: number; kind: 'figure' | 'table'; group: TextGroup },
): number | null {
  let best: number | null = null
  let least = REACH_EM * wanted.group.style.size
  groups.forEach((group, index) => {
    if (group.kind !== wanted.kind) return
    const distance = distanceBetween(wanted.group.box, group.box)
    if (distance < least) {
      least = distance
      best = index
    }
  })
  return best
}

/** The figure right before the caption, or right behind it, in its column: plots come with the margins of their own page. */
function besideMargin(groups: readonly Group[], { index, group }: { index: number; group: TextGroup }): number | null {
  const isOwn = (other: Group | undefined): boolean =>
    other?.kind === 'figure' &&
    other.region === group.region &&
    distanceBetween(group.box, other.box) < MARGIN_EM * group.style.size
  return [index - 1, index + 1].find((at) => isOwn(groups[at])) ?? null
}

function distanceBetween(caption: Box, other: Box): number {
  const dy = Math.max(0, other.y0 - caption.y1, caption.y0 - other.y1)
  const dx = Math.max(0, other.x0 - caption.x1, caption.x0 - other.x1)
  // A distance to the side counts more than one above or below, because captions are rarely at the side.
  return overlapX(caption, other) > 0 ? dy : dx * 1.5 + dy
}
