/**
 * Turns paragraphs with markers into nested lists; indented paragraphs continue an item. A single numbered line stays.
 */

import type { ListItem } from '../../model/document.ts'
import { unionAll, unionOf } from '../../model/geometry.ts'
import { joinLines } from '../../model/join-text.ts'
import { isPageNumber } from '../../model/page-numbers.ts'
import type { Group, PageGroups, TextGroup } from '../state.ts'
import { listText, type Marker, readMarker } from '../text/list-markers.ts'
import { styleOfLines } from '../text/text-style.ts'

/** Maximum indent difference within a level. */
const LEVEL_TOLERANCE_EM = 0.8
const MAX_CONTINUATION_GAP_EM = 2.2
const MIN_HEADING_SPACE_EM = 0.8

/** Zones of page numbers, relative to the page height. */
const NUMBER_ZONE = 0.2

interface OpenListItem {
  readonly group: TextGroup
  readonly marker: Marker
  readonly more: TextGroup[]
}

export function labelLists(state: PageGroups): PageGroups {
  const groups: Group[] = []
  let run: OpenListItem[] = []
  const keep = (entries: readonly OpenListItem[]): void => {
    groups.push(...entries.flatMap((entry) => [entry.group, ...entry.more]))
  }
  const flush = (): void => {
    const list = run.slice(run.findIndex((entry, at) => !isInitial(entry, run.slice(at + 1))))
    keep(run.slice(0, run.length - list.length))
    run = []
    if (isList(list)) groups.push(toList(list))
    else keep(list)
  }
  for (const group of state.groups) {
    const marker =
      group.kind === 'text' && group.type === 'text' && group.items === undefined ? readMarker(group.text) : null
    const last = run.at(-1)
    if (group.kind === 'text' && marker !== null && mayBeItem(group, marker)) {
      if (last !== undefined && !continuesList(run, group, marker)) flush()
      run.push({ group, marker, more: [] })
    } else if (
      group.kind === 'text' &&
      last !== undefined &&
      !isPrintedPageNumber(group, state.raw.height) &&
      continuesItem(last, group)
    ) {
      last.more.push(group)
    } else {
      flush()
      groups.push(group)
    }
  }
  flush()
  return { ...state, groups }
}

function mayBeItem(group: TextGroup, marker: Marker): boolean {
  if (marker.kind === 'bullet') return true
  return !(group.style.bold && group.rows.length <= 2 && !/[.;]$/.test(group.text))
}

function continuesList(run: readonly OpenListItem[], group: TextGroup, marker: Marker): boolean {
  const last = run.at(-1)!
  const same = run.findLast((entry) => entry.marker.kind === marker.kind && entry.marker.shape === marker.shape)
  if (marker.kind === 'bullet') return true
  if (marker.ordinal === 1)
    return group.box.x0 > last.group.box.x0 + LEVEL_TOLERANCE_EM * group.style.size || last.marker.kind !== 'bullet'
  return same !== undefined && marker.ordinal > same.marker.ordinal
}

function isPrintedPageNumber({ rows, box, text }: TextGroup, pageHeight: number): boolean {
  return (
    rows.length === 1 &&
    isPageNumber(text) &&
    (box.y0 > (1 - NUMBER_ZONE) * pageHeight || box.y1 < NUMBER_ZONE * pageHeight)
  )
}

function continuesItem(last: OpenListItem, group: TextGroup): boolean {
  if (group.type !== 'text' || group.items !== undefined || group.region !== last.group.region || group.style.bold)
    return false
  if (Math.abs(group.style.size - last.group.style.size) > 0.6) return false
  if (group.above > MAX_CONTINUATION_GAP_EM * group.style.size) return false
  if (looksLikeHeading(last.group, group)) return false
  const textLeft = last.group.rows[1]?.box.x0 ?? last.group.box.x0 + group.style.size
  return group.box.x0 > last.group.box.x0 + 0.5 * group.style.size && group.box.x0 >= textLeft - 0.5 * group.style.size
}

/** A short line in another font with space above is a heading between two lists. Fixture: levels/html-act-marginal. */
function looksLikeHeading({ style }: TextGroup, { style: own, rows, text, above }: TextGroup): boolean {
  const differs = own.italic !== style.italic || own.caps !== style.caps || own.font !== style.font
  return (
    differs &&
    rows.length === 1 &&
    above > MIN_HEADING_SPACE_EM * own.size &&
    !/[.,;:!?。；：]$/.test(text) &&
    !/^\p{Ll}/u.test(text)
  )
}

/** "A. Author" above numbered addresses. */
function isInitial({ group, marker }: OpenListItem, following: readonly OpenListItem[]): boolean {
  const [next] = following
  if (marker.kind !== 'letter' || next === undefined) return false
  if (following.some((entry) => entry.marker.shape === marker.shape)) return false
  return next.group.box.x0 <= group.box.x0 + LEVEL_TOLERANCE_EM * group.style.size
}

/** Two numbers in sequence, or one bullet. */
function isList(run: readonly OpenListItem[]): boolean {
  if (run.length === 0) return false
  if (run.some(({ marker }) => marker.kind === 'bullet')) return true
  if (isSectionHeading(run[0]!)) return false
  for (let index = 1; index < run.length; index++) {
    const [before, entry] = [run[index - 1]!, run[index]!]
    if (entry.marker.shape === before.marker.shape && entry.marker.ordinal === before.marker.ordinal + 1) return true
  }
  return false
}

/** A numbered line before an empty line and an indented paragraph is a section heading in typescripts. */
function isSectionHeading({ group, more: [first] }: OpenListItem): boolean {
  if (first === undefined || group.rows.length > 1 || /[.,;:!?。；：]$/.test(group.text)) return false
  return first.rows.length > 1 && first.above > MIN_HEADING_SPACE_EM * group.style.size
}

function toList(run: readonly OpenListItem[]): TextGroup {
  const all = run.flatMap(({ group, more }) => [group, ...more])
  const first = all[0]!
  const rows = all.flatMap((group) => group.rows)
  const items = itemsOf(run)
  return {
    ...first,
    rows,
    box: unionOf(all),
    style: styleOfLines(rows.flatMap(({ lines }) => lines)),
    items,
    text: listText(items),
    below: all.at(-1)!.below,
  }
}

function itemsOf(run: readonly OpenListItem[]): ListItem[] {
  const stack: { left: number; shape: string; region: number }[] = []
  return run.map(({ group, marker, more }) => {
    const left = group.rows[0]!.box.x0
    const slack = LEVEL_TOLERANCE_EM * group.style.size
    // A list continues in the next column on its outermost level.
    if (stack.length > 0 && stack[0]!.region !== group.region) stack.length = 0
    while (stack.length > 0 && stack.at(-1)!.left > left + slack) stack.pop()
    const top = stack.at(-1)
    if (top === undefined || left > top.left + slack) stack.push({ left, shape: marker.shape, region: group.region })
    const body = joinLines([group.text.slice(marker.length), ...more.map(({ text }) => text)])
    const box = unionAll([group.box, ...more.map((paragraph) => paragraph.box)])
    return { level: stack.length - 1, marker: marker.kind === 'bullet' ? '- ' : marker.printed, text: body, box }
  })
}
