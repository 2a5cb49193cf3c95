/**
 * Merges spans into lines: text on one baseline, with a space at each visible gap. Wide gaps, as between columns and
 * cells, split lines.
 */
import { type Box, height, overlapY, unionAll } from '../../model/geometry.ts'
import type { RawPage, Span } from '../../model/raw-page.ts'
import type { Line } from '../state.ts'
import { MAX_SCRIPT_RATIO } from './raised-text.ts'
import { addWeight, mostFrequent, roundSize } from './text-style.ts'
import { isRtl, joinSpans, type SpanPart, splitSpan } from './word-spacing.ts'

/** Minimum gap that splits a line, in em. Justified spaces are rarely wider, gutters rarely narrower. */
const MIN_SPLIT_GAP_EM = 1
/** The same between spans that are distant in content order. */
const MIN_NARROW_SPLIT_GAP_EM = 0.5
/** Minimum number of spans between two spans that are distant in content order. Corrections need fewer. */
const MIN_SPANS_BETWEEN = 6
/** Overlap that shows a different layer instead of kerning, in em. */
const MAX_OVERLAP_EM = 0.5
/** Maximum difference between baselines of one line, in em. */
const BASELINE_TOLERANCE_EM = 0.2
/** Maximum gap between a script and its base, in em. */
const MAX_SCRIPT_GAP_EM = 0.35
/** Maximum shift of a lowered letter within a word ("TeX") or a raised underscore, and its maximum gap, in em. */
const MAX_SHIFT_EM = 0.35
const MAX_LETTER_GAP_EM = 0.1
/** Height of the buckets in the search for text drawn twice, in points. */
const BUCKET_HEIGHT = 24
/** Minimum size of a drop cap, in line heights. */
const MIN_DROP_CAP_LINES = 1.8

/** Merges the page's spans into lines, in content order. */
export function mergeLines(raw: RawPage): Line[] {
  const parts = visibleSpans(raw).flatMap((span, order) => splitSpan(span, order, MIN_SPLIT_GAP_EM))
  const isRtlPage = isRtl(parts.map(({ span }) => span.text).join(' '))
  const horizontal = parts.filter(({ span }) => span.rotation === 0 && !span.vertical)
  const rotated = parts.filter(({ span }) => span.rotation !== 0 || span.vertical)
  const lines = [...mergeHorizontal(horizontal, isRtlPage), ...mergeRotated(rotated, isRtlPage)]
  lines.sort((a, b) => a.order - b.order)
  return lines.map(({ line }) => line)
}

interface OrderedLine {
  readonly line: Line
  readonly order: number
}

/** Visible spans. Text drawn twice for a shadow or fake bold counts once. */
function visibleSpans(raw: RawPage): Span[] {
  const seen = new Map<number, Map<string, Span[]>>()
  return raw.spans.filter((span) => {
    const { box, size } = span
    // A trailing space has no ink.
    const text = span.text.trimEnd()
    if (text === '') return false
    if (box.x1 <= 0 || box.y1 <= 0 || box.x0 >= raw.width || box.y0 >= raw.height) return false
    // A shadow is within a third of an em of the text; a repeated word is farther away.
    const maxOffset = size / 3
    const isShadow = (duplicates: readonly Span[] = []): boolean => {
      for (let at = lowerBound(duplicates, box.x0 - maxOffset); at < duplicates.length; at++) {
        const duplicate = duplicates[at]!
        if (duplicate.box.x0 - box.x0 >= maxOffset) return false
        if (
          Math.abs(duplicate.box.x0 - box.x0) < maxOffset &&
          Math.abs(duplicate.baseline - span.baseline) < maxOffset &&
          Math.abs(duplicate.size - size) < size / 10
        )
          return true
      }
      return false
    }
    // Searches only its own and the next bucket, from its position on, so that pages of equal numbers stay linear.
    const firstBucket = Math.floor((span.baseline - maxOffset) / BUCKET_HEIGHT)
    const lastBucket = Math.floor((span.baseline + maxOffset) / BUCKET_HEIGHT)
    if (
      isShadow(seen.get(firstBucket)?.get(text)) ||
      (lastBucket > firstBucket && isShadow(seen.get(lastBucket)?.get(text)))
    )
      return false
    const bucket = Math.floor(span.baseline / BUCKET_HEIGHT)
    let spansByText = seen.get(bucket)
    if (spansByText === undefined) {
      spansByText = new Map()
      seen.set(bucket, spansByText)
    }
    const duplicates = spansByText.get(text)
    if (duplicates === undefined) spansByText.set(text, [span])
    else duplicates.splice(lowerBound(duplicates, box.x0), 0, span)
    return true
  })
}

/** Index of the first span at or right of `x`; spans are sorted. */
function lowerBound(spans: readonly Span[], x: number): number {
  let low = 0
  let high = spans.length
  while (low < high) {
    const half = (low + high) >> 1
    if (spans[half]!.box.x0 < x) low = half + 1
    else high = half
  }
  return low
}

interface PositionedPart {
  readonly part: SpanPart
  /** The baseline of the line; a script has that of its base. */
  baseline: number
}

function mergeHorizontal(parts: readonly SpanPart[], isRtlPage: boolean): OrderedLine[] {
  const positioned = alignScripts(parts)
  alignDropCaps(positioned)
  positioned.sort(
    (a, b) => a.baseline - b.baseline || a.part.span.box.x0 - b.part.span.box.x0 || a.part.order - b.part.order,
  )
  const lines: OrderedLine[] = []
  let row: PositionedPart[] = []
  let reference = 0
  for (const next of positioned) {
    if (row.length > 0 && next.baseline - reference > BASELINE_TOLERANCE_EM * next.part.span.size) {
      lines.push(...splitRow(row, isRtlPage))
      row = []
    }
    if (row.length === 0) reference = next.baseline
    row.push(next)
  }
  lines.push(...splitRow(row, isRtlPage))
  return lines
}

/** Gives scripts the baseline of their base, the neighbor in content order. */
function alignScripts(parts: readonly SpanPart[]): PositionedPart[] {
  const positioned = parts.map((part) => ({ part, baseline: part.span.baseline }))
  const attachScript = (script: PositionedPart, base: PositionedPart | undefined, side: 'left' | 'right'): boolean => {
    if (base === undefined) return false
    const scriptSpan = script.part.span
    const baseSpan = base.part.span
    if (scriptSpan.size > baseSpan.size * MAX_SCRIPT_RATIO) return false
    const gap = side === 'left' ? scriptSpan.box.x0 - baseSpan.box.x1 : baseSpan.box.x0 - scriptSpan.box.x1
    if (gap > MAX_SCRIPT_GAP_EM * baseSpan.size || gap < -MAX_OVERLAP_EM * baseSpan.size) return false
    const centerY = scriptSpan.baseline - scriptSpan.size * 0.35
    if (centerY < base.baseline - baseSpan.size || centerY > base.baseline + baseSpan.size * 0.35) return false
    script.baseline = base.baseline
    return true
  }
  positioned.forEach((script, index) => {
    const before = positioned[index - 1]
    // A script after a script, such as an index and a power, has the same base.
    if (
      before !== undefined &&
      before.baseline !== before.part.span.baseline &&
      Math.abs(before.part.span.size - script.part.span.size) < 0.5
    ) {
      const base = positioned
        .slice(Math.max(0, index - 4), index)
        .findLast((other) => other.baseline === other.part.span.baseline)
      if (
        base !== undefined &&
        script.part.span.box.x0 - before.part.span.box.x1 < MAX_SCRIPT_GAP_EM * base.part.span.size &&
        attachScript(script, base, 'left')
      )
        return
    }
    if (
      !attachScript(script, before, 'left') &&
      !attachScript(script, positioned[index + 1], 'right') &&
      isShifted(script, before, positioned[index + 1])
    )
      script.baseline = before!.baseline
  })
  return positioned
}

/** A letter slightly below the baseline between two letters of a word, or an underscore. */
function isShifted(
  { part: { span } }: PositionedPart,
  before: PositionedPart | undefined,
  after: PositionedPart | undefined,
): boolean {
  if (before === undefined || after === undefined || span.text.length > 1) return false
  const { size, box, baseline } = span
  const isNear = (gap: number): boolean => gap < MAX_LETTER_GAP_EM * size && gap > -MAX_OVERLAP_EM * size
  const isUnderscore = span.text === '_'
  const shift = isUnderscore ? Math.abs(baseline - before.baseline) : baseline - before.baseline
  const [left, right] = [isNear(box.x0 - before.part.span.box.x1), isNear(after.part.span.box.x0 - box.x1)]
  return (
    before.baseline === after.baseline &&
    shift > BASELINE_TOLERANCE_EM * size &&
    shift < MAX_SHIFT_EM * size &&
    (isUnderscore ? left || right : left && right)
  )
}

function usualSize(positioned: readonly PositionedPart[]): number {
  const sizes = new Map<number, number>()
  for (const { part } of positioned) addWeight(sizes, roundSize(part.span.size), part.span.text.length)
  return mostFrequent(sizes, 0)
}

/** A drop cap belongs to the first of the lines next to it. */
function alignDropCaps(positioned: readonly PositionedPart[]): void {
  const usual = usualSize(positioned)
  for (const cap of positioned) {
    const { span } = cap.part
    if (span.size < usual * MIN_DROP_CAP_LINES || span.text.length > 2 || !/^\p{Lu}/u.test(span.text)) continue
    const first = positioned
      .filter(({ part }) => {
        const other = part.span
        const gap = other.box.x0 - span.box.x1
        return (
          other.size * MIN_DROP_CAP_LINES <= span.size &&
          gap > -MAX_OVERLAP_EM * other.size &&
          gap < other.size &&
          other.baseline <= span.baseline + 1 &&
          overlapY(other.box, span.box) > 0
        )
      })
      .reduce<PositionedPart | undefined>(
        (top, other) => (top === undefined || other.baseline < top.baseline ? other : top),
        undefined,
      )
    // Needs a second line next to it; otherwise it is a large initial.
    if (first !== undefined && span.baseline - first.baseline > first.part.span.size * 0.5)
      cap.baseline = first.baseline
  }
}

/** Splits the spans of one baseline at wide gaps. */
function splitRow(row: PositionedPart[], isRtlPage: boolean): OrderedLine[] {
  row.sort((a, b) => a.part.span.box.x0 - b.part.span.box.x0 || a.part.order - b.part.order)
  const lines: OrderedLine[] = []
  let current: SpanPart[] = []
  let right = 0
  let size = 0
  for (const { part } of row) {
    const { box } = part.span
    const gap = box.x0 - right
    const em = Math.max(size, part.span.size)
    const last = current.at(-1)
    if (
      last !== undefined &&
      (gap > (isDistantInStream(last, part) ? MIN_NARROW_SPLIT_GAP_EM : MIN_SPLIT_GAP_EM) * em ||
        gap < -MAX_OVERLAP_EM * em)
    ) {
      lines.push(makeLine(current, isRtlPage))
      current = []
    }
    right = current.length === 0 ? box.x1 : Math.max(right, box.x1)
    size = part.span.size
    current.push(part)
  }
  if (current.length > 0) lines.push(makeLine(current, isRtlPage))
  return lines
}

/** Whether many spans come between the two in content order. */
function isDistantInStream(a: SpanPart, b: SpanPart): boolean {
  return a.span.engineBlock !== b.span.engineBlock && Math.abs(a.order - b.order) > MIN_SPANS_BETWEEN
}

/** Rotated and vertical text keeps the engine's lines, in content order. */
function mergeRotated(parts: readonly SpanPart[], isRtlPage: boolean): OrderedLine[] {
  const lines: OrderedLine[] = []
  let current: SpanPart[] = []
  for (const part of parts) {
    const last = current.at(-1)
    if (
      last !== undefined &&
      (last.span.engineLine !== part.span.engineLine || last.span.rotation !== part.span.rotation)
    ) {
      lines.push(makeLine(current, isRtlPage))
      current = []
    }
    current.push(part)
  }
  if (current.length > 0) lines.push(makeLine(current, isRtlPage))
  return lines
}

/** `isRtlPage`: the page is right-to-left, so a line with few of its letters is too. */
function makeLine(parts: readonly SpanPart[], isRtlPage: boolean): OrderedLine {
  const [first] = parts
  if (first !== undefined && parts.length === 1) {
    const { span, order } = first
    const { box, baseline } = span
    return {
      line: {
        spans: [span],
        box: unionAll([box]),
        baseline,
        size: roundSize(span.size),
        text: joinSpans(parts, isRtlPage),
      },
      order,
    }
  }
  const sizes = new Map<number, number>()
  for (const { span } of parts) addWeight(sizes, roundSize(span.size), span.text.length)
  const size = mostFrequent(sizes, parts[0]?.span.size ?? 0)
  const main = parts.find(({ span }) => roundSize(span.size) === size) ?? parts[0]
  const line: Line = {
    spans: parts.map(({ span }) => span),
    box: unionAll(parts.map(({ span }) => span.box)),
    baseline: main?.span.baseline ?? 0,
    size,
    text: joinSpans(parts, isRtlPage),
  }
  return { line, order: parts.reduce((least, { order }) => Math.min(least, order), Infinity) }
}

/** The vertical extent of the ink. Engines report the font box, which overlaps neighboring lines. */
export function inkBox(line: Line): Box {
  const rotated = line.spans[0]?.rotation !== 0 || line.spans[0]?.vertical
  if (rotated || line.formula !== undefined || height(line.box) < line.size * 0.5) return line.box
  return {
    x0: line.box.x0,
    y0: line.baseline - line.size * 0.75,
    x1: line.box.x1,
    y1: line.baseline + line.size * 0.22,
  }
}
