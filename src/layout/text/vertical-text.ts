/** Detects vertical Chinese or Japanese text, and rotates its spans. */
import { type Box, centerX, centerY, union } from '../../model/geometry.ts'
import { startsWithCjk } from '../../model/join-text.ts'
import { isHorizontal, type RawPage, type Span } from '../../model/raw-page.ts'

const MIN_VERTICAL_RATIO = 0.8
const MAX_OFFSET_EM = 0.3
const STEP_EM = [0.5, 2] as const
/** Shorter columns may be table columns. */
const MIN_COLUMN_CHARS = 4
/** Height of an ideograph's center above the baseline of Latin text. */
const CENTER_HEIGHT_EM = 0.38

/** Columns are one vertical span, or one span per character. */
export function isVertical(spans: readonly Span[]): boolean {
  let total = 0
  let inColumns = 0
  let rotatedCount = 0
  let column = 0
  let last: Span | null = null
  for (const span of spans) {
    const count = span.text.trim().length
    total += count
    if (span.vertical) inColumns += count
    else if (last !== null && isBelow(span, last)) {
      column++
      inColumns += column === MIN_COLUMN_CHARS ? MIN_COLUMN_CHARS : column > MIN_COLUMN_CHARS ? count : 0
    } else column = isSingleCharacter(span) ? 1 : 0
    if (!span.vertical && span.rotation === 90) rotatedCount += count
    last = span
  }
  return inColumns > total / 2 && inColumns + rotatedCount >= MIN_VERTICAL_RATIO * total
}

/** Joins the characters of a vertical column on other pages. Tags refer to the spans as they are. */
export function joinVerticalColumns(page: RawPage): RawPage {
  const { spans, tags } = page
  if (tags !== undefined || !spans.some(({ vertical }) => vertical) || isVertical(spans)) return page
  const joined: Span[] = []
  for (const span of spans) {
    const above = joined.at(-1)
    if (above !== undefined && continuesColumn(span, above)) joined[joined.length - 1] = appendBelow(above, span)
    else joined.push(span)
  }
  return { ...page, spans: joined }
}

function continuesColumn(span: Span, above: Span): boolean {
  const gap = span.box.y0 - above.box.y1
  return (
    span.vertical &&
    above.vertical &&
    Math.abs(centerX(span.box) - centerX(above.box)) < MAX_OFFSET_EM * span.size &&
    Math.abs(gap) < MAX_OFFSET_EM * span.size
  )
}

function appendBelow(above: Span, span: Span): Span {
  const { edges: _, ...rest } = above
  return { ...rest, text: above.text + span.text, box: union(above.box, span.box) }
}

function isSingleCharacter(span: Span): boolean {
  const char = span.text.trim()
  return isHorizontal(span) && [...char].length === 1 && startsWithCjk(char)
}

function isBelow(span: Span, above: Span): boolean {
  if (!isSingleCharacter(span) || !isSingleCharacter(above)) return false
  const size = Math.max(span.size, above.size)
  const [least, most] = STEP_EM
  const step = span.box.y0 - above.box.y0
  return (
    Math.abs(centerX(span.box) - centerX(above.box)) < MAX_OFFSET_EM * size && step > least * size && step < most * size
  )
}

/** Horizontal words of a vertical page stay rotated. */
export function toHorizontal(span: Span, toRotated: (box: Box) => Box): Span {
  const { edges: _, ...rest } = span
  const box = toRotated(span.box)
  const isVerticalText = span.vertical || span.rotation === 90 || [...span.text.trim()].length === 1
  if (!isVerticalText) return { ...rest, box, rotation: span.rotation === 0 ? 270 : 180, vertical: false }
  const centerLine = centerY(box)
  return {
    ...rest,
    text: horizontalForms(span.text),
    box,
    baseline: centerLine + CENTER_HEIGHT_EM * span.size,
    rotation: 0,
    vertical: false,
  }
}

function horizontalForms(text: string): string {
  return text.replace(/[\ufe10-\ufe19\ufe30-\ufe44\ufe47\ufe48]/gu, (form) => form.normalize('NFKC'))
}
