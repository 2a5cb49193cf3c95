import { isWhitespace } from '../../model/character-classes.ts'
import { width } from '../../model/geometry.ts'
import { isHorizontal, type Span } from '../../model/raw-page.ts'
import { isRtl } from './right-to-left-text.ts'

/** Minimum gap that splits a line. */
export const MIN_SPLIT_GAP_EM = 1

/** A span, or a part of one, without spaces at its ends. */
export interface SpanPart {
  readonly span: Span
  /** In content order; parts of one span share the integer part. */
  readonly order: number
  readonly spaceBefore: boolean
  readonly spaceAfter: boolean
}

export function wholeSpan(span: Span): SpanPart {
  return { span, order: 0, spaceBefore: false, spaceAfter: false }
}

/** X of the left edge of a UTF-16 unit, interpolated if unknown. */
export function edgeAt(span: Span, index: number): number {
  const { edges, unitExtents, box, text } = span
  if (edges !== undefined) return edges[index] ?? box.x1
  if (unitExtents !== undefined) return unitExtents[2 * index] ?? box.x0
  if (text.length === 0) return box.x0
  const step = width(box) / text.length
  return isLeftwards(span) ? box.x1 - step * (index + 1) : box.x0 + step * index
}

export function splitSpan(span: Span, order: number): SpanPart[] {
  const { text } = span
  const parts: SpanPart[] = []
  const isSplittable = isHorizontal(span) && (span.mirrored === true ? span.edges !== undefined : !isRtl(text))
  let start = 0
  for (let index = 0; isSplittable && index < text.length; index++) {
    if (!isWhitespace(text.charCodeAt(index))) continue
    const from = index
    while (index + 1 < text.length && isWhitespace(text.charCodeAt(index + 1))) index++
    const end = index + 1
    if (from === 0 || end === text.length) continue
    if (edgeAt(span, end) - edgeAt(span, from) <= MIN_SPLIT_GAP_EM * span.size) continue
    parts.push(trimmed(span, { start, end: from, order: order + start / (text.length + 1) }))
    start = end
  }
  parts.push(trimmed(span, { start, end: text.length, order: order + start / (text.length + 1) }))
  return parts
}

function trimmed(span: Span, part: { start: number; end: number; order: number }): SpanPart {
  const whole = span.text.slice(part.start, part.end)
  const leadingSpaces = whole.length - whole.trimStart().length
  const start = part.start + leadingSpaces
  const end = part.start + whole.trimEnd().length
  const spaceBefore = leadingSpaces > 0 || part.start > 0
  const spaceAfter = end < part.end || part.end < span.text.length
  if (start === 0 && end === span.text.length) return { ...wholeSpan(span), order: part.order }
  return { span: subspan(span, start, end), order: part.order, spaceBefore, spaceAfter }
}

/** `start` and `end` are UTF-16 units. */
export function subspan(span: Span, start: number, end: number): Span {
  if (start === 0 && end === span.text.length) return span
  const { edges, unitExtents, ...rest } = span
  return {
    ...rest,
    text: span.text.slice(start, end),
    box: partialBox(span, start, end),
    ...(edges !== undefined && { edges: edges.slice(start, end + 1) }),
    ...(unitExtents !== undefined && { unitExtents: unitExtents.slice(2 * start, 2 * end) }),
  }
}

/** Right-to-left text is in logical order, so its edges decrease. */
function partialBox(span: Span, start: number, end: number): Span['box'] {
  if (!isHorizontal(span)) return span.box
  if (span.unitExtents !== undefined) {
    const extents = span.unitExtents.subarray(2 * start, 2 * end)
    return { ...span.box, x0: extents.reduce((a, b) => Math.min(a, b)), x1: extents.reduce((a, b) => Math.max(a, b)) }
  }
  if (span.edges === undefined && isLeftwards(span)) {
    const x0 = end >= span.text.length ? span.box.x0 : edgeAt(span, end - 1)
    return {
      ...span.box,
      x0: Math.min(x0, span.box.x1),
      x1: start === 0 ? span.box.x1 : Math.max(x0, edgeAt(span, start - 1)),
    }
  }
  return { ...span.box, x0: edgeAt(span, start), x1: Math.max(edgeAt(span, start), edgeAt(span, end)) }
}

function isLeftwards({ text, mirrored }: Span): boolean {
  return isRtl(text) !== (mirrored === true)
}
