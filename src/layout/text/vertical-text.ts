/**
 * Chinese and Japanese text in columns, read downwards and from the right → the same text in lines, so that the rules know one
 * direction only: turned by a quarter, a column is a line. It takes pages that are written so as a whole, not a few names in a table.
 */
import { type Box, centerX, centerY } from '../../model/geometry.ts'
import { isCjk } from '../../model/join-text.ts'
import type { Span } from '../../model/raw-page.ts'

/** Share of the page's characters that must stand in columns. */
const verticalRatio = 0.8
/** Signs of one column share their middle, and follow each other at most so far apart. Ems. */
const middleEm = 0.3
const stepEm = [0.5, 2] as const
/** A column of fewer signs may be a column of a table. */
const minColumn = 4
/** Half of an ideograph's height lies this far above the baseline that Latin text of its size would have. */
const middleAboveBaseline = 0.38

/** Whether the page's text runs down: engines give such a column as one vertical span, or as one span for each sign. */
export function isVertical(spans: readonly Span[]): boolean {
  let total = 0
  let inColumns = 0
  // Latin words within a column stand on their side.
  let onSide = 0
  let column = 0
  let last: Span | null = null
  for (const span of spans) {
    const count = span.text.trim().length
    if (count === 0) continue
    total += count
    if (span.vertical) inColumns += count
    else if (last !== null && isBelow(span, last)) {
      column++
      inColumns += column === minColumn ? minColumn : column > minColumn ? count : 0
    } else column = isSign(span) ? 1 : 0
    if (!span.vertical && span.rotation === 90) onSide += count
    last = span
  }
  return inColumns > total / 2 && inColumns + onSide >= verticalRatio * total
}

function isSign({ text, rotation, vertical }: Span): boolean {
  if (rotation !== 0 || vertical) return false
  const sign = text.trim()
  // Two units are one astral sign.
  return sign.length <= 2 && [...sign].length === 1 && isCjk(sign)
}

/** The next sign of the same column. */
function isBelow(span: Span, above: Span): boolean {
  if (!isSign(span) || !isSign(above)) return false
  const size = Math.max(span.size, above.size)
  const [least, most] = stepEm
  const step = span.box.y0 - above.box.y0
  return Math.abs(centerX(span.box) - centerX(above.box)) < middleEm * size && step > least * size && step < most * size
}

/** A span of a vertical page as a part of a level line; `there` turns boxes. Words written across the page stay turned against it. */
export function level(span: Span, there: (box: Box) => Box): Span {
  const { edges: _, ...rest } = span
  const box = there(span.box)
  const goesDown = span.vertical || span.rotation === 90 || isSign(span) || [...span.text.trim()].length === 1
  if (!goesDown) return { ...rest, box, rotation: span.rotation === 0 ? 270 : 180, vertical: false }
  const middle = centerY(box)
  return {
    ...rest,
    text: levelForms(span.text),
    box,
    baseline: middle + middleAboveBaseline * span.size,
    rotation: 0,
    vertical: false,
  }
}

/** Brackets and marks have forms of their own for columns, which no reader of text expects. */
function levelForms(text: string): string {
  return text.replace(/[\ufe10-\ufe19\ufe30-\ufe44\ufe47\ufe48]/gu, (form) => form.normalize('NFKC'))
}
