/** A page that has hardly more than one big line (a slide with its chart, a divider): nothing is there to compare the line with but the labels of the chart. */
import { center, contains } from '../../model/geometry.ts'
import type { Group, LayoutState, TextGroup } from '../state.ts'

/** Display type, as a share of the page's shorter side: 24 points on A4, 21 on a slide. No text is set so large. */
const DISPLAY = 0.04
/** Everything else is smaller by this. */
const LARGER = 1.15
const MAX_CHARS = 90
const MAX_ROWS = 2
/** So many labels show how large a drawing's words are; this share of them may be as large as its title. */
const MANY_LABELS = 5
const LARGE_LABELS = 0.2
/** A title stands over one drawing, or its panels; on pages strewn with them nothing is told: bounds the work. */
const MOST_DRAWINGS = 100
/** Titles do not stand at the foot. */
const UPPER_PART = 0.6

/** Makes a title of the largest line where a page has none. */
export function promoteSingleLine(draft: LayoutState): LayoutState {
  const texts = draft.groups.filter((group) => group.kind === 'text')
  if (texts.some(({ type }) => type === 'title')) return draft
  const largest = texts.reduce<TextGroup | null>(
    (best, next) => (best === null || next.style.size > best.style.size ? next : best),
    null,
  )
  const { width, height } = draft.raw
  if (largest === null || !mayBeTitle(largest) || largest.box.y1 > height * UPPER_PART) return draft
  if (largest.style.size < DISPLAY * Math.min(width, height) && !(texts.length === 1 && headsDrawing(largest, draft)))
    return draft
  if (texts.some((other) => other !== largest && other.style.size * LARGER > largest.style.size)) return draft
  return {
    ...draft,
    groups: draft.groups.map((group): Group => (group === largest ? { ...largest, type: 'title', level: 1 } : group)),
  }
}

/** Above all that is drawn, and larger than its labels. */
function headsDrawing({ box, style }: TextGroup, { raw, figures }: LayoutState): boolean {
  if (figures.length > MOST_DRAWINGS) return false
  const labels = raw.spans.filter(
    (span) => span.rotation === 0 && figures.some((figure) => contains(figure.box, center(span.box))),
  )
  const large = labels.filter(({ size }) => size * LARGER > style.size).length
  return (
    labels.length >= MANY_LABELS &&
    large <= LARGE_LABELS * labels.length &&
    figures.every((figure) => box.y1 <= figure.box.y0 + style.size)
  )
}

/** Recognized words are of every size. */
function mayBeTitle({ type, plain, items, rows, text }: TextGroup): boolean {
  if (type !== 'text' || plain === true || items !== undefined || rows.length > MAX_ROWS || text.length > MAX_CHARS)
    return false
  if (rows.some(({ lines }) => lines.some(({ spans }) => spans.some(({ source }) => source === 'ocr')))) return false
  return (
    (text.match(/\p{L}/gu)?.length ?? 0) * 2 > text.length && /\p{L}{2}/u.test(text) && !/[.,;:，。；：]$/.test(text)
  )
}
