/** Attaches captions to the nearest figure or table, but no sentence that mentions "Figure 3". */
import { type Box, gapX, gapY, overlapX } from '../../model/geometry.ts'
import { makeGroup } from '../blocks/paragraphs.ts'
import type { Group, ObjectGroup, PageGroups, TextGroup } from '../state.ts'
import { isBareLabel, labelKind, unnumberedLabelKind } from '../text/caption-labels.ts'
import { readMarker } from '../text/list-markers.ts'

const MAX_LABEL_GAP_EM = 0.7
const MAX_GAP_EM = 4
const MAX_ROWS = 12

export function attachCaptions(state: PageGroups): PageGroups {
  const groups = joinLabelsWithText(state.groups)
  return {
    ...state,
    groups: groups.map((group): Group => {
      if (group.kind !== 'text' || group.type !== 'text' || group.rows.length > MAX_ROWS) return group
      const explicitKind = captionKind(group)
      const kind = explicitKind ?? captionKind(group, unnumberedLabelKind)
      if (kind === null) return group
      const owner =
        nearestObject(groups, { kind, group }) ??
        nearestObject(groups, { kind: kind === 'figure' ? 'table' : 'figure', group })
      if (explicitKind === null && owner === null) return group
      const type = (owner?.kind ?? kind) === 'table' ? 'table_caption' : 'figure_caption'
      return owner === null ? { ...group, type } : { ...group, type, captionOf: owner }
    }),
  }
}

function joinLabelsWithText(groups: readonly Group[]): readonly Group[] {
  const joined: Group[] = []
  for (const group of groups) {
    const label = joined.at(-1)
    if (label?.kind === 'text' && group.kind === 'text' && continuesLabel(label, group)) {
      joined[joined.length - 1] = {
        ...makeGroup([...label.rows, ...group.rows], label.region),
        above: label.above,
        below: group.below,
      }
    } else joined.push(group)
  }
  return joined.length === groups.length ? groups : joined
}

function continuesLabel(label: TextGroup, group: TextGroup): boolean {
  if (
    label.type !== 'text' ||
    group.type !== 'text' ||
    label.region !== group.region ||
    captionKind(label) === null ||
    captionKind(group) !== null
  )
    return false
  if (label.rows.length + group.rows.length > MAX_ROWS || readMarker(group.text) !== null) return false
  return isBareLabel(label.text) && group.above < MAX_LABEL_GAP_EM * group.style.size
}

function captionKind({ text }: TextGroup, kindOf: typeof labelKind = labelKind): ReturnType<typeof labelKind> {
  return /^[\p{Lu}\p{Lo}]/u.test(text) ? kindOf(text) : null
}

function nearestObject(
  groups: readonly Group[],
  { kind, group }: { kind: ObjectGroup['kind']; group: TextGroup },
): ObjectGroup | null {
  let nearest: ObjectGroup | null = null
  let least = MAX_GAP_EM * group.style.size
  for (const other of groups) {
    if (other.kind === 'text' || other.kind !== kind) continue
    const distance = distanceBetween(group.box, other.box)
    if (distance < least) {
      least = distance
      nearest = other
    }
  }
  return nearest
}

function distanceBetween(caption: Box, other: Box): number {
  const dy = Math.max(0, gapY(caption, other))
  const dx = Math.max(0, gapX(caption, other))
  // Captions are rarely at the side.
  return overlapX(caption, other) > 0 ? dy : dx * 1.5 + dy
}
