/**
 * Spans → lines: what is read together on one baseline, with blanks where a gap is visible.
 * Splits at wide gaps (columns and table cells stay apart), never looks at more than one baseline at a time.
 */
import { type Box, height, overlapY, unionAll } from '../../model/geometry.ts'
import type { RawPage, Span } from '../../model/raw-page.ts'
import type { Line } from '../state.ts'
import { SCRIPT_SIZE } from './raised-text.ts'
import { addWeight, heaviest, roundSize } from './text-style.ts'
import { isRtl, joinSpans, type Piece, splitSpan } from './word-spacing.ts'

/** A gap wider than this ends a line: justified text rarely stretches a blank beyond one em, gutters rarely are narrower. */
const SPLIT_EM = 1
/** The same between pieces that were written apart: two blanks. */
const NARROW_SPLIT_EM = 0.5
/** Pieces between two that a correction or a mark set later does not need. */
const APART_PIECES = 6
/** Text drawn back over its neighbor by more than this is another layer, not kerning. */
const OVERLAP_EM = 0.5
/** Baselines nearer than this are one: fonts of one line differ by rounding, never by a quarter em. */
const BASELINE_EM = 0.2
/** A script stands right beside its base. */
const SCRIPT_GAP_EM = 0.35
/** A letter set lower within its word, as in the names of typesetting programs, or an underscore set higher, is off by less than this and stands this close to its neighbors. */
const SHIFTED_EM = 0.35
const WORD_GAP_EM = 0.1
/** Height in points of the bands in which text drawn twice is looked for; any height serves. */
const BAND = 24
/** A drop cap is at least two lines tall. */
const DROP_CAP_SIZE = 1.8

/** Merges the page's spans into lines, in content order. */
export function mergeLines(raw: RawPage): Line[] {
  const pieces = visibleSpans(raw).flatMap((span, order) => splitSpan(span, order, SPLIT_EM))
  const leftwards = isRtl(pieces.map(({ span }) => span.text).join(' '))
  const upright = pieces.filter(({ span }) => span.rotation === 0 && !span.vertical)
  const turned = pieces.filter(({ span }) => span.rotation !== 0 || span.vertical)
  const lines = [...mergeUpright(upright, leftwards), ...mergeTurned(turned, leftwards)]
  lines.sort((a, b) => a.order - b.order)
  return lines.map(({ line }) => line)
}

interface OrderedLine {
  readonly line: Line
  readonly order: number
}

/** Spans with ink on the page; text drawn twice for a shadow or fake bold counts once. */
function visibleSpans(raw: RawPage): Span[] {
  const seen = new Map<number, Map<string, Span[]>>()
  return raw.spans.filter((span) => {
    const { box, size } = span
    // A blank at the end leaves no ink.
    const text = span.text.trimEnd()
    if (text === '') return false
    if (box.x1 <= 0 || box.y1 <= 0 || box.x0 >= raw.width || box.y0 >= raw.height) return false
    // A shadow lies within a third of an em of the text; a repeated word is at least a word further on.
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
    // Looked for in its own band of the page and the one next to it, from its own place on: a page of equal numbers stays linear.
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

/** Index of the first span that begins at `x` or right of it; they are sorted so. */
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
  readonly piece: Piece
  /** The baseline it is read on: a script's is its base's. */
  baseline: number
}

function mergeUpright(pieces: readonly Piece[], leftwards: boolean): OrderedLine[] {
  const placed = settleScripts(pieces)
  settleDropCaps(placed)
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

/** Gives sub- and superscripts the baseline of the text they hang on: their neighbor in content order. */
function settleScripts(pieces: readonly Piece[]): Placed[] {
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
    // A script after a script (x with index and power) hangs on the same base.
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

/** A letter of the same type between two of one word, a little below their baseline; or an underscore, above it too, which may begin a word. */
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

/** A drop cap is read on the first of the lines that it stands beside. */
function settleDropCaps(placed: readonly Placed[]): void {
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
    // At least one more line beside it, else it is merely a large initial on the same baseline.
    if (first !== undefined && span.baseline - first.baseline > first.piece.span.size * 0.5)
      cap.baseline = first.baseline
  }
}

/** Cuts one baseline's pieces at wide gaps. */
function splitRow(row: Placed[], leftwards: boolean): OrderedLine[] {
  row.sort((a, b) => a.piece.span.box.x0 - b.piece.span.box.x0 || a.piece.order - b.piece.order)
  const lines: OrderedLine[] = []
  let current: Piece[] = []
  let right = 0
  let size = 0
  for (const { piece } of row) {
    const { box } = piece.span
    const gap = box.x0 - right
    const em = Math.max(size, piece.span.size)
    const last = current.at(-1)
    if (
      last !== undefined &&
      (gap > (isWrittenApart(last, piece) ? NARROW_SPLIT_EM : SPLIT_EM) * em || gap < -OVERLAP_EM * em)
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

/** Whether much was written between the two: nobody writes the words of one line so. */
function isWrittenApart(a: Piece, b: Piece): boolean {
  return a.span.engineBlock !== b.span.engineBlock && Math.abs(a.order - b.order) > APART_PIECES
}

/** Rotated and vertical text: the engine's own lines, in content order. */
function mergeTurned(pieces: readonly Piece[], leftwards: boolean): OrderedLine[] {
  const lines: OrderedLine[] = []
  let current: Piece[] = []
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

/** `leftwards`: the page is written so; a line of few own words then is too. */
function makeLine(pieces: readonly Piece[], leftwards: boolean): OrderedLine {
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

/** The band that a line's ink fills: engines report the font's whole box, which overlaps the neighboring lines. */
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
