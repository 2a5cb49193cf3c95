/** Corrects widths of invisible OCR words, which would look like gutters. */
import type { Box } from '../../model/geometry.ts'
import type { Span } from '../../model/raw-page.ts'
import { median } from '../../model/statistics.ts'

const MIN_GAPS = 30
/** Maximum gaps that are compared, because the work is quadratic. */
const MAX_GAPS = 300
const MAX_GAP_EM = 3
/** Minimum difference of two widths whose gaps are compared. */
const MIN_STEP_EM = 1
/** Minimum visible correction; above the maximum, the layer is arbitrary. */
const MIN_RATIO = 0.04
const MAX_RATIO = 0.8
const MIN_GAP_EM = 0.3
const BASELINE_TOLERANCE_EM = 0.2

interface Word {
  readonly from: number
  readonly to: number
  readonly x0: number
  readonly x1: number
}

/** In em: a word, and the gap after it. */
interface Gap {
  readonly width: number
  readonly gap: number
}

/** Median slope of gap against width (Theil, 1950; Sen, 1968), robust against columns and justified lines. */
export function correctWordWidths(spans: readonly Span[]): readonly Span[] {
  const missingRatio = measureMissingRatio(spans)
  if (Math.abs(missingRatio) < MIN_RATIO || Math.abs(missingRatio) > MAX_RATIO) return spans
  return spans.map((span, index) =>
    isUpright(span) ? stretch(span, missingRatio, nextEdge(span, spans[index + 1])) : span,
  )
}

/** Missing ratio of a word's width; negative if words are too wide, 0 if unknown. */
function measureMissingRatio(spans: readonly Span[]): number {
  const gaps: Gap[] = []
  spans.forEach((span, index) => {
    if (!isUpright(span)) return
    const words = wordsOf(span)
    words.forEach(({ x0, x1 }, at) => {
      const next = words[at + 1]?.x0 ?? nextEdge(span, spans[index + 1])
      if (next !== null && next - x1 < MAX_GAP_EM * span.size)
        gaps.push({ width: (x1 - x0) / span.size, gap: (next - x1) / span.size })
    })
  })
  if (gaps.length < MIN_GAPS) return 0
  const step = Math.ceil(gaps.length / MAX_GAPS)
  const sample = gaps.filter((_, index) => index % step === 0)
  return median(slopesOf(sample)) ?? 0
}

function slopesOf(gaps: readonly Gap[]): Float64Array {
  const slopes = new Float64Array((gaps.length * (gaps.length - 1)) / 2)
  let count = 0
  gaps.forEach((a, index) => {
    for (let other = index + 1; other < gaps.length; other++) {
      const b = gaps[other]!
      const step = a.width - b.width
      if (Math.abs(step) >= MIN_STEP_EM) slopes[count++] = (a.gap - b.gap) / step
    }
  })
  return slopes.subarray(0, count)
}

function isUpright(span: Span): boolean {
  return span.invisible === true && span.size > 0 && span.rotation === 0 && !span.vertical && span.edges !== undefined
}

function nextEdge(span: Span, next: Span | undefined): number | null {
  if (next === undefined || Math.abs(next.baseline - span.baseline) > BASELINE_TOLERANCE_EM * span.size) return null
  return next.box.x0 > span.box.x0 ? next.box.x0 : null
}

function wordsOf({ text, edges }: Span): Word[] {
  if (edges === undefined) return []
  return [...text.matchAll(/\S+/gu)].map(({ index, 0: word }) => {
    const to = index + word.length
    return { from: index, to, x0: edges[index] as number, x1: edges[to] as number }
  })
}

function stretch(span: Span, missingRatio: number, next: number | null): Span {
  const edges = Float32Array.from(span.edges ?? [])
  const originalEdge = (unit: number): number => span.edges?.[unit] ?? span.box.x1
  const words = wordsOf(span)
  let right = span.box.x0
  words.forEach(({ from, to, x0, x1 }, at) => {
    const limit = (words[at + 1]?.x0 ?? next ?? Infinity) - MIN_GAP_EM * span.size
    const wanted = x0 + (x1 - x0) * (1 + missingRatio)
    const end = missingRatio > 0 ? Math.max(x1, Math.min(wanted, limit)) : wanted
    const factor = x1 > x0 ? (end - x0) / (x1 - x0) : 1
    for (let unit = from + 1; unit <= to; unit++) edges[unit] = x0 + (originalEdge(unit) - x0) * factor
    for (let unit = to + 1; unit < (words[at + 1]?.from ?? edges.length); unit++)
      edges[unit] = Math.max(end, originalEdge(unit))
    right = Math.max(right, end)
  })
  const box: Box = { ...span.box, x1: words.length === 0 ? span.box.x1 : right }
  return { ...span, box, edges }
}
