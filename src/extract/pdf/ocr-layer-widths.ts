/**
 * The invisible text under a scan → its words as wide as their print. OCR programs that set words in a plain font
 * without fitting their widths put each word's left edge right and its right edge wrong by a share of its width;
 * blanks then look as wide as gutters, or words overlap.
 */
import type { Box } from '../../model/geometry.ts'
import type { Span } from '../../model/raw-page.ts'
import { median } from '../../model/statistics.ts'

/** Fewer gaps say little. */
const minGaps = 30
/** More say nothing new; bounds the work, which grows with their square. */
const maxGaps = 300
/** Wider gaps lie between columns. Ems. */
const maxGapEm = 3
/** Words must differ by this much in width for their gaps to be compared. Ems. */
const minStepEm = 1
/** Below this share nothing is seen of it; beyond the other the layer is set at will. */
const leastRatio = 0.04
const mostRatio = 0.8
/** What is left between two words at least. Ems. */
const leastGapEm = 0.3
/** Baselines of one line. Ems. */
const baselineEm = 0.2

/** A word of a span: units `from` to `to` of its text, left and right edge. */
interface Word {
  readonly from: number
  readonly to: number
  readonly x0: number
  readonly x1: number
}

/** What lies between a word and the next, and how wide the word is. Ems. */
interface Gap {
  readonly width: number
  readonly gap: number
}

/**
 * The spans with their right edges moved by the share of its width that a word of this page lacks (or has too much).
 * The share is the median slope of gap against width over pairs of gaps (Theil, 1950; Sen, 1968), which columns and
 * justified lines do not disturb. Spans stay as they are where it is about zero, as in layers that fit.
 */
export function fitWidths(spans: readonly Span[]): readonly Span[] {
  const share = lackingRatio(spans)
  if (Math.abs(share) < leastRatio || Math.abs(share) > mostRatio) return spans
  return spans.map((span, index) => (isUpright(span) ? stretch(span, share, nextEdge(span, spans[index + 1])) : span))
}

/** Of its own width, what a word is too narrow by; negative when too wide; 0 when it can't be told. */
function lackingRatio(spans: readonly Span[]): number {
  const gaps: Gap[] = []
  spans.forEach((span, index) => {
    if (!isUpright(span)) return
    const words = wordsOf(span)
    words.forEach(({ x0, x1 }, at) => {
      const next = words[at + 1]?.x0 ?? nextEdge(span, spans[index + 1])
      if (next !== null && next - x1 < maxGapEm * span.size)
        gaps.push({ width: (x1 - x0) / span.size, gap: (next - x1) / span.size })
    })
  })
  if (gaps.length < minGaps) return 0
  const step = Math.ceil(gaps.length / maxGaps)
  const some = gaps.filter((_, index) => index % step === 0)
  return median(slopesOf(some)) ?? 0
}

/** Of all pairs that can be compared: tens of thousands, so they are kept as numbers alone. */
function slopesOf(gaps: readonly Gap[]): Float64Array {
  const slopes = new Float64Array((gaps.length * (gaps.length - 1)) / 2)
  let count = 0
  gaps.forEach((a, index) => {
    for (let other = index + 1; other < gaps.length; other++) {
      const b = gaps[other]!
      const step = a.width - b.width
      if (Math.abs(step) >= minStepEm) slopes[count++] = (a.gap - b.gap) / step
    }
  })
  return slopes.subarray(0, count)
}

/** Type of no size has no gaps in em. */
function isUpright(span: Span): boolean {
  return span.invisible === true && span.size > 0 && span.rotation === 0 && !span.vertical && span.edges !== undefined
}

/** Left edge of what follows on the same line. */
function nextEdge(span: Span, next: Span | undefined): number | null {
  if (next === undefined || Math.abs(next.baseline - span.baseline) > baselineEm * span.size) return null
  return next.box.x0 > span.box.x0 ? next.box.x0 : null
}

function wordsOf({ text, edges }: Span): Word[] {
  if (edges === undefined) return []
  return [...text.matchAll(/\S+/gu)].map(({ index, 0: word }) => {
    const to = index + word.length
    return { from: index, to, x0: edges[index] as number, x1: edges[to] as number }
  })
}

function stretch(span: Span, share: number, next: number | null): Span {
  const edges = Float32Array.from(span.edges ?? [])
  const given = (unit: number): number => span.edges?.[unit] ?? span.box.x1
  const words = wordsOf(span)
  let right = span.box.x0
  words.forEach(({ from, to, x0, x1 }, at) => {
    const limit = (words[at + 1]?.x0 ?? next ?? Infinity) - leastGapEm * span.size
    const wanted = x0 + (x1 - x0) * (1 + share)
    // What stands between may be less than the share says; a word is never cut for it.
    const end = share > 0 ? Math.max(x1, Math.min(wanted, limit)) : wanted
    const factor = x1 > x0 ? (end - x0) / (x1 - x0) : 1
    for (let unit = from + 1; unit <= to; unit++) edges[unit] = x0 + (given(unit) - x0) * factor
    // Blanks reach from word to word.
    for (let unit = to + 1; unit < (words[at + 1]?.from ?? edges.length); unit++)
      edges[unit] = Math.max(end, given(unit))
    right = Math.max(right, end)
  })
  const box: Box = { ...span.box, x1: words.length === 0 ? span.box.x1 : right }
  return { ...span, box, edges }
}
