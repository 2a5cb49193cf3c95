/**
 * Merges spans into lines: text on one baseline, with a space at each visible gap. Wide gaps, as between columns and
 * cells, split lines.
 */
import { type Box, height, overlapY, unionAll } from '../../model/geometry.ts'
import type { RawPage, Span } from '../../model/raw-page.ts'
import type { Line } from '../state.ts'
import { SCRIPT_SIZE } from './raised-text.ts'
import { addWeight, heaviest, roundSize } from './text-style.ts'
import { isRtl, joinSpans, type SpanPart, splitSpan } from './word-spacing.ts'

/** Minimum gap that splits a line, in em. Justified spaces are rarely wider, gutters rarely narrower. */
const SPLIT_EM = 1
/** The same between spans that are apart in content order. */
const NARROW_SPLIT_EM = 0.5
/** Minimum number of spans between two spans that are apart in content order. Corrections need fewer. */
const MIN_SPANS_BETWEEN = 6
/** Overlap that shows a different layer instead of kerning, in em. */
const OVERLAP_EM = 0.5
/** Maximum difference between baselines of one line, in em. */
const BASELINE_EM = 0.2
/** Maximum gap between a script and its base, in em. */
const SCRIPT_GAP_EM = 0.35
/** Maximum shift of a lowered letter within a word ("TeX") or a raised underscore, and its maximum gap, in em. */
const SHIFTED_EM = 0.35
const WORD_GAP_EM = 0.1
/** Height of the buckets in the search for text drawn twice, in points. */
const BAND = 24
/** Minimum size of a drop cap, in line heights. */
const DROP_CAP_SIZE = 1.8

/** Merges the page's spans into lines, in content order. */
export function mergeLines(raw: RawPage): Line[] {
  const pieces = visibleSpans(raw).flatMap((span, order) => splitSpan(span, order, SPLIT_EM))
  const leftwards = isRtl(pieces.map(({ span }) => span.text).join(' '))
  const upright = pieces.filter(({ span }) => span.rotation === 0 && !span.vertical)
  const turned = pieces.filter(({ span }) => span.rotation !== 0 || span.vertical)
  const lines = [...mergeUpright(upright, leftwards), ...mergeRotated(turned, leftwards)]
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
    const reach = size / 3
    const isShadow = (twins: readonly Span[] = []): boolean => {
      for (let at = firstFrom(twins, box.x0 - reach); at < twins.length; at++) {
        const twin = twins[at]!
        if (twin.box.x0 - box.x0 >= reach) return false
        if (
          Math.abs(twin.box.x0 - box.x0) < reach &&
          Math.abs(twin.baseline - span.baseline) < reach &&
          Math.abs(twin.size - size) < size / 10
        )
          return true
      }
      return false
    }
    // Searches only its own and the next bucket, from its position on, so that pages of equal numbers stay linear.
    const lowest = Math.floor((span.baseline - reach) / BAND)
    const highest = Math.floor((span.baseline + reach) / BAND)
    if (isShadow(seen.get(lowest)?.get(text)) || (highest > lowest && isShadow(seen.get(highest)?.get(text))))
      return false
    const band = Math.floor(span.baseline / BAND)
    let shelf = seen.get(band)
    if (shelf === undefined) {
      shelf = new Map()
      seen.set(band, shelf)
    }
    const twins = shelf.get(text)
    if (twins === undefined) shelf.set(text, [span])
    else twins.splice(firstFrom(twins, box.x0), 0, span)
    return true
  })
}

/** Index of the first span at or right of `x`; spans are sorted. */
function firstFrom(spans: readonly Span[], x: number): number {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (spans[middle]!.box.x0 < x) low = middle + 1
    else high = middle
  }
  return low
}

interface Placed {
  readonly piece: SpanPart
  /** The baseline of the line; a script has that of its base. */
  baseline: number
}

function mergeUpright(pieces: readonly SpanPart[], leftwards: boolean): OrderedLine[] {
  const placed = alignScripts(pieces)
  alignDropCaps(placed)
  placed.sort(
    (a, b) => a.baseline - b.baseline || a.piece.span.box.x0 - b.piece.span.box.x0 || a.piece.order - b.piece.order,
  )
  const lines: OrderedLine[] = []
  let row: Placed[] = []
  let reference = 0
  for (const next of placed) {
    if (row.length > 0 && next.baseline - reference > BASELINE_EM * next.piece.span.size) {
      lines.push(...splitRow(row, leftwards))
      row = []
    }
    if (row.length === 0) reference = next.baseline
    row.push(next)
  }
  lines.push(...splitRow(row, leftwards))
  return lines
}

/** Gives scripts the baseline of their base, the neighbor in content order. */
function alignScripts(pieces: readonly SpanPart[]): Placed[] {
  const placed = pieces.map((piece) => ({ piece, baseline: piece.span.baseline }))
  const hang = (script: Placed, base: Placed | undefined, side: 'left' | 'right'): boolean => {
    if (base === undefined) return false
    const small = script.piece.span
    const big = base.piece.span
    if (small.size > big.size * SCRIPT_SIZE) return false
    const gap = side === 'left' ? small.box.x0 - big.box.x1 : big.box.x0 - small.box.x1
    if (gap > SCRIPT_GAP_EM * big.size || gap < -OVERLAP_EM * big.size) return false
    const middle = small.baseline - small.size * 0.35
    if (middle < base.baseline - big.size || middle > base.baseline + big.size * 0.35) return false
    script.baseline = base.baseline
    return true
  }
  placed.forEach((script, index) => {
    const before = placed[index - 1]
    // A script after a script, such as an index and a power, has the same base.
    if (
      before !== undefined &&
      before.baseline !== before.piece.span.baseline &&
      Math.abs(before.piece.span.size - script.piece.span.size) < 0.5
    ) {
      const base = placed
        .slice(Math.max(0, index - 4), index)
        .findLast((other) => other.baseline === other.piece.span.baseline)
      if (
        base !== undefined &&
        script.piece.span.box.x0 - before.piece.span.box.x1 < SCRIPT_GAP_EM * base.piece.span.size &&
        hang(script, base, 'left')
      )
        return
    }
    if (
      !hang(script, before, 'left') &&
      !hang(script, placed[index + 1], 'right') &&
      isShifted(script, before, placed[index + 1])
    )
      script.baseline = before!.baseline
  })
  return placed
}

/** A letter slightly below the baseline between two letters of a word, or an underscore. */
function isShifted({ piece: { span } }: Placed, before: Placed | undefined, after: Placed | undefined): boolean {
  if (before === undefined || after === undefined || span.text.length > 1) return false
  const { size, box, baseline } = span
  const isNear = (gap: number): boolean => gap < WORD_GAP_EM * size && gap > -OVERLAP_EM * size
  const isUnderscore = span.text === '_'
  const sunk = isUnderscore ? Math.abs(baseline - before.baseline) : baseline - before.baseline
  const [left, right] = [isNear(box.x0 - before.piece.span.box.x1), isNear(after.piece.span.box.x0 - box.x1)]
  return (
    before.baseline === after.baseline &&
    sunk > BASELINE_EM * size &&
    sunk < SHIFTED_EM * size &&
    (isUnderscore ? left || right : left && right)
  )
}

function usualSize(placed: readonly Placed[]): number {
  const sizes = new Map<number, number>()
  for (const { piece } of placed) addWeight(sizes, roundSize(piece.span.size), piece.span.text.length)
  return heaviest(sizes, 0)
}

/** A drop cap belongs to the first of the lines next to it. */
function alignDropCaps(placed: readonly Placed[]): void {
  const usual = usualSize(placed)
  for (const cap of placed) {
    const { span } = cap.piece
    if (span.size < usual * DROP_CAP_SIZE || span.text.length > 2 || !/^\p{Lu}/u.test(span.text)) continue
    const first = placed
      .filter(({ piece }) => {
        const other = piece.span
        const gap = other.box.x0 - span.box.x1
        return (
          other.size * DROP_CAP_SIZE <= span.size &&
          gap > -OVERLAP_EM * other.size &&
          gap < other.size &&
          other.baseline <= span.baseline + 1 &&
          overlapY(other.box, span.box) > 0
        )
      })
      .reduce<Placed | undefined>(
        (top, other) => (top === undefined || other.baseline < top.baseline ? other : top),
        undefined,
      )
    // Needs a second line next to it; otherwise it is a large initial.
    if (first !== undefined && span.baseline - first.baseline > first.piece.span.size * 0.5)
      cap.baseline = first.baseline
  }
}

/** Splits the spans of one baseline at wide gaps. */
function splitRow(row: Placed[], leftwards: boolean): OrderedLine[] {
  row.sort((a, b) => a.piece.span.box.x0 - b.piece.span.box.x0 || a.piece.order - b.piece.order)
  const lines: OrderedLine[] = []
  let current: SpanPart[] = []
  let right = 0
  let size = 0
  for (const { piece } of row) {
    const { box } = piece.span
    const gap = box.x0 - right
    const em = Math.max(size, piece.span.size)
    const last = current.at(-1)
    if (
      last !== undefined &&
      (gap > (isApartInStream(last, piece) ? NARROW_SPLIT_EM : SPLIT_EM) * em || gap < -OVERLAP_EM * em)
    ) {
      lines.push(makeLine(current, leftwards))
      current = []
    }
    right = current.length === 0 ? box.x1 : Math.max(right, box.x1)
    size = piece.span.size
    current.push(piece)
  }
  if (current.length > 0) lines.push(makeLine(current, leftwards))
  return lines
}

/** Whether many spans come between the two in content order. */
function isApartInStream(a: SpanPart, b: SpanPart): boolean {
  return a.span.engineBlock !== b.span.engineBlock && Math.abs(a.order - b.order) > MIN_SPANS_BETWEEN
}

/** Rotated and vertical text keeps the engine's lines, in content order. */
function mergeRotated(pieces: readonly SpanPart[], leftwards: boolean): OrderedLine[] {
  const lines: OrderedLine[] = []
  let current: SpanPart[] = []
  for (const piece of pieces) {
    const last = current.at(-1)
    if (
      last !== undefined &&
      (last.span.engineLine !== piece.span.engineLine || last.span.rotation !== piece.span.rotation)
    ) {
      lines.push(makeLine(current, leftwards))
      current = []
    }
    current.push(piece)
  }
  if (current.length > 0) lines.push(makeLine(current, leftwards))
  return lines
}

/** `leftwards`: the page is right-to-left, so a line with few of its letters is too. */
function makeLine(pieces: readonly SpanPart[], leftwards: boolean): OrderedLine {
  const [first] = pieces
  if (first !== undefined && pieces.length === 1) {
    const { span, order } = first
    const { box, baseline } = span
    return {
      line: {
        spans: [span],
        box: unionAll([box]),
        baseline,
        size: roundSize(span.size),
        text: joinSpans(pieces, leftwards),
      },
      order,
    }
  }
  const sizes = new Map<number, number>()
  for (const { span } of pieces) addWeight(sizes, roundSize(span.size), span.text.length)
  const size = heaviest(sizes, pieces[0]?.span.size ?? 0)
  const main = pieces.find(({ span }) => roundSize(span.size) === size) ?? pieces[0]
  const line: Line = {
    spans: pieces.map(({ span }) => span),
    box: unionAll(pieces.map(({ span }) => span.box)),
    baseline: main?.span.baseline ?? 0,
    size,
    text: joinSpans(pieces, leftwards),
  }
  return { line, order: pieces.reduce((least, { order }) => Math.min(least, order), Infinity) }
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
