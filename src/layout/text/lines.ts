/** Merges spans on one baseline into lines, split at wide gaps such as between columns and cells. */

import { type Box, height, unionAll } from '../../model/geometry.ts'
import { groupAdjacent } from '../../model/group-adjacent.ts'
import { isHorizontal, type RawPage } from '../../model/raw-page.ts'
import { addWeight, mostFrequent } from '../../model/statistics.ts'
import type { Line } from '../state.ts'
import {
  alignDropCaps,
  alignScripts,
  BASELINE_TOLERANCE_EM,
  MAX_OVERLAP_EM,
  type PositionedPart,
} from './align-scripts.ts'
import { isRtl } from './right-to-left-text.ts'
import { MIN_SPLIT_GAP_EM, type SpanPart, splitSpan } from './split-spans.ts'
import { roundSize, smallCapsSize } from './text-style.ts'
import { visibleSpans } from './visible-spans.ts'
import { joinSpans } from './word-spacing.ts'

/** Minimum gap between spans distant in the content stream that splits a line. */
const MIN_NARROW_SPLIT_GAP_EM = 0.5
/** Distance of a superscript and a subscript, relative to their size. */
const STACK_SHIFT_EM = { min: 0.5, max: 0.97 }
/** Minimum spans between distant spans; corrections have fewer. */
const MIN_SPANS_BETWEEN = 6

/** In content order. */
export function mergeLines(raw: RawPage): Line[] {
  const parts = visibleSpans(raw).flatMap((span, order) => splitSpan(span, order))
  const isRtlPage = isRtl(parts.map(({ span }) => span.text).join(' '))
  const horizontal = parts.filter(({ span }) => isHorizontal(span))
  const rotated = parts.filter(({ span }) => !isHorizontal(span))
  const lines = [...mergeHorizontal(horizontal, isRtlPage), ...mergeRotated(rotated, isRtlPage)]
  lines.sort((a, b) => a.order - b.order)
  return lines.map(({ line }) => line)
}

interface OrderedLine {
  readonly line: Line
  readonly order: number
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
        (gap < -MAX_OVERLAP_EM * em && !areStackedScripts(last, part)))
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

function areStackedScripts({ span: a }: SpanPart, { span: b }: SpanPart): boolean {
  const size = Math.max(a.size, b.size)
  const shift = Math.abs(a.baseline - b.baseline) / size
  return Math.min(a.size, b.size) > 0.8 * size && shift > STACK_SHIFT_EM.min && shift < STACK_SHIFT_EM.max
}

function isDistantInStream(a: SpanPart, b: SpanPart): boolean {
  return a.span.engineBlock !== b.span.engineBlock && Math.abs(a.order - b.order) > MIN_SPANS_BETWEEN
}

/** Rotated and vertical text keeps the engine's lines. */
function mergeRotated(parts: readonly SpanPart[], isRtlPage: boolean): OrderedLine[] {
  const lines = groupAdjacent(
    parts,
    ({ span }, { span: last }) => span.engineLine === last.engineLine && span.rotation === last.rotation,
  )
  return lines.map((line) => makeLine(line, isRtlPage))
}

/** `isRtlPage`: a few right-to-left letters decide. */
function makeLine(parts: readonly SpanPart[], isRtlPage: boolean): OrderedLine {
  const sizes = new Map<number, number>()
  for (const { span } of parts) addWeight(sizes, roundSize(span.size), span.text.length)
  const uppercaseSize = sizes.size === 2 ? smallCapsSize(parts.map(({ span }) => span)) : null
  const size = uppercaseSize ?? mostFrequent(sizes, parts[0]?.span.size ?? 0)
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

/** Orders lines from top to bottom, then from left to right. */
export function compareLines(a: Line, b: Line): number {
  return a.baseline - b.baseline || a.box.x0 - b.box.x0
}

/** The font box overlaps neighboring lines. */
export function inkBox(line: Line): Box {
  const [first] = line.spans
  if (first === undefined || !isHorizontal(first) || line.formula !== undefined || height(line.box) < line.size * 0.5)
    return line.box
  return {
    x0: line.box.x0,
    y0: line.baseline - line.size * 0.75,
    x1: line.box.x1,
    y1: line.baseline + line.size * 0.22,
  }
}
