/** Promotes the only large line of a page without headings, such as a slide with a chart. */

import { countLetters } from '../../model/character-classes.ts'
import { isFromImage } from '../../model/text-source.ts'
import type { Group, PageGroups, TextGroup } from '../state.ts'

/** Minimum size relative to the shorter side of the page: 24 points on A4. */
const MIN_SIZE_RATIO = 0.04
const MIN_LARGER_RATIO = 1.15
const MAX_CHARS = 90
const MAX_ROWS = 2
/** Lowest position relative to the page height. */
const MAX_POSITION = 0.6

export function promoteSingleLine(state: PageGroups): PageGroups {
  const texts = state.groups.filter((group) => group.kind === 'text')
  if (texts.some(({ type }) => type === 'title')) return state
  const largest = texts.reduce<TextGroup | null>(
    (best, text) => (best === null || text.style.size > best.style.size ? text : best),
    null,
  )
  const { width, height } = state.raw
  if (largest === null || !mayBeTitle(largest) || largest.box.y1 > height * MAX_POSITION) return state
  if (largest.style.size < MIN_SIZE_RATIO * Math.min(width, height)) return state
  if (texts.some((other) => other !== largest && other.style.size * MIN_LARGER_RATIO > largest.style.size)) return state
  const promote = (group: Group): Group => (group === largest ? { ...largest, type: 'title', level: 1 } : group)
  return { ...state, groups: state.groups.map(promote) }
}

function mayBeTitle({ type, plain, items, rows, text }: TextGroup): boolean {
  if (type !== 'text' || plain === true || items !== undefined || rows.length > MAX_ROWS || text.length > MAX_CHARS)
    return false
  if (rows.some(({ lines }) => lines.some(({ spans }) => spans.some(isFromImage)))) return false
  return countLetters(text) * 2 > text.length && /\p{L}{2}/u.test(text) && !/[.,;:，。；：]$/.test(text)
}
