/** Removes text that is drawn twice for a shadow or fake bold. */
import { lowerBound } from '../../model/binary-search.ts'
import { isHorizontal, type RawPage, type Span } from '../../model/raw-page.ts'

/** In points. */
const BUCKET_HEIGHT = 24
/** Maximum offset of a shadow, in points. */
const MAX_OFFSET = 24

export function visibleSpans(raw: RawPage): Span[] {
  const seen = new Map<number, Map<string, Span[]>>()
  return raw.spans.filter((span) => {
    const { box, size } = span
    // A trailing space has no ink.
    const text = span.text.trimEnd()
    if (text === '') return false
    if (box.x1 <= 0 || box.y1 <= 0 || box.x0 >= raw.width || box.y0 >= raw.height) return false
    // A repeated word is farther away than a shadow.
    const maxOffset = Math.min(size / 3, MAX_OFFSET)
    const isShadow = (duplicates: readonly Span[] = []): boolean => {
      for (let at = firstFrom(duplicates, box.x0 - maxOffset); at < duplicates.length; at++) {
        const duplicate = duplicates[at]!
        if (duplicate.box.x0 - box.x0 >= maxOffset) return false
        if (Math.abs(duplicate.baseline - span.baseline) < maxOffset && Math.abs(duplicate.size - size) < size / 10)
          return true
      }
      return false
    }
    // Few buckets, from the span's position on, keep pages of equal numbers linear.
    const lastBucket = Math.floor((span.baseline + maxOffset) / BUCKET_HEIGHT)
    for (let bucket = Math.floor((span.baseline - maxOffset) / BUCKET_HEIGHT); bucket <= lastBucket; bucket++)
      if (isShadow(seen.get(bucket)?.get(text))) return false
    const bucket = Math.floor(span.baseline / BUCKET_HEIGHT)
    let spansByText = seen.get(bucket)
    if (spansByText === undefined) {
      spansByText = new Map()
      seen.set(bucket, spansByText)
    }
    const duplicates = spansByText.get(text)
    if (duplicates === undefined) spansByText.set(text, [span])
    else duplicates.splice(firstFrom(duplicates, box.x0), 0, span)
    return true
  })
}

function firstFrom(spans: readonly Span[], x: number): number {
  return lowerBound(spans, ({ box }) => box.x0 >= x)
}

export function horizontalSpansAt(y: number, spans: readonly Span[]): Span[] {
  return spans.filter((span) => isHorizontal(span) && span.box.y0 < y && span.box.y1 > y && span.text.trim() !== '')
}
