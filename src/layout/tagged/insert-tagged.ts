import { type Box, centerY, overlapX } from '../../model/geometry.ts'
import type { TagElement } from '../../model/tags.ts'
import { withWhitespace } from '../blocks/paragraphs.ts'
import type { Group, ObjectGroup, PageGroups, TaggedPart } from '../state.ts'

/** Maximum untagged groups whose position is searched; others come last. */
const MAX_INSERTED = 2000

/** Runs after paragraphs, before labels. */
export function insertTagged(state: PageGroups): PageGroups {
  const { tagged } = state
  if (tagged === undefined) return state
  const region = state.regions.length
  const ordered: { group: Group; part: TaggedPart | null }[] = tagged.parts.map((part) => {
    if (part.kind === 'text') return { group: { ...part.group, region }, part }
    const index = part.kind === 'table' ? state.tables.indexOf(part.table) : state.figures.indexOf(part.figure)
    const { box } = part.kind === 'table' ? part.table : part.figure
    return { group: { kind: part.kind, index, region, box }, part }
  })
  const taggedIndices = new Set(
    ordered.map(({ group }) => (group.kind === 'text' ? '' : `${group.kind} ${group.index}`)),
  )
  const others = state.groups.filter(
    (group) => group.kind === 'text' || !taggedIndices.has(`${group.kind} ${group.index}`),
  )
  for (const [count, group] of others.entries()) {
    const at = count < MAX_INSERTED ? insertionIndex(group.box, ordered) : ordered.length
    ordered.splice(at, 0, { group, part: null })
  }
  const owners = new Map<TagElement | null, ObjectGroup>()
  for (const { part, group } of ordered)
    if (part !== null && part.kind !== 'text' && group.kind !== 'text' && !owners.has(part.element))
      owners.set(part.element, group)
  const groups = ordered.map(({ group, part }, at): Group => {
    if (part?.kind !== 'text' || !part.isCaption || group.kind !== 'text') return group
    const captionOf = owners.get(part.captionOf) ?? nearestOwner(ordered, at)
    const type = captionOf?.kind === 'table' ? 'table_caption' : 'figure_caption'
    return { ...group, type, tagged: type, ...(captionOf === undefined ? {} : { captionOf }) }
  })
  return {
    ...state,
    groups: withWhitespace(groups),
    regions: [...state.regions, { x0: 0, y0: 0, x1: state.raw.width, y1: state.raw.height }],
  }
}

/** Index after the nearest group above in the column, else before the nearest below. */
function insertionIndex(box: Box, ordered: readonly { group: Group }[]): number {
  let above = -1
  let lowest = -Infinity
  let below = -1
  let highest = Infinity
  ordered.forEach(({ group }, index) => {
    if (overlapX(group.box, box) <= 0) return
    const y = centerY(group.box)
    if (y <= centerY(box) && group.box.y1 >= lowest) {
      lowest = group.box.y1
      above = index
    }
    if (y > centerY(box) && group.box.y0 < highest) {
      highest = group.box.y0
      below = index
    }
  })
  if (above >= 0) return above + 1
  return below >= 0 ? below : ordered.length
}

/** A caption outside of its figure or table is right before or after it. */
function nearestOwner(ordered: readonly { group: Group }[], at: number): ObjectGroup | undefined {
  return [ordered[at - 1]?.group, ordered[at + 1]?.group].find((group) => group !== undefined && group.kind !== 'text')
}
