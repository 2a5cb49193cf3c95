/** Measures of a column of text that decide where its paragraphs end. */
import { cached } from '../../model/cached.ts'
import { type Box, width } from '../../model/geometry.ts'
import { addWeight, maxOf, minOf } from '../../model/statistics.ts'
import type { Row } from '../state.ts'
import { roundSize, styleOfRow } from '../text/text-style.ts'
import { hangingIndent } from './glossary-entries.ts'

/** Minimum frequency of the line spacing relative to that of the most frequent step. */
const MIN_STEP_RATIO = 0.3
/** Minimum lines within sentences that set the line spacing of their left edge. */
const MIN_EDGE_STEPS = 2
/** Weight of a step below a line that ends early, which may be a paragraph. */
const SHORT_LINE_WEIGHT = 0.3

/** Maximum line spacing in a paragraph where none is usual. */
export const MAX_LEADING_EM = 1.75

/** Measures of a column, in points. */
export interface Column {
  readonly left: number
  readonly right: number
  /** Usual line spacing by `leadingKey`. */
  readonly leading: ReadonlyMap<number, number>
  /** Line spacing within the sentences at one left edge, by `edgeKey`; lists can have a larger one. */
  readonly edgeLeading: ReadonlyMap<string, number>
  readonly hanging: number | null
}

/** Font size, negative for monospaced rows: program text has its own line spacing. */
export function leadingKey(row: Row): number {
  const size = roundSize(row.size)
  return styleOfRow(row).mono ? -size : size
}

export function edgeKey(row: Row): string {
  return `${leadingKey(row)} ${Math.round(row.box.x0 / 2)}`
}

/** The smallest frequent step, because single-line paragraphs are not lines of one paragraph. */
function lineStep(counts: ReadonlyMap<number, number>): number {
  const least = MIN_STEP_RATIO * maxOf(counts.values())
  return minOf([...counts].flatMap(([step, count]) => (count >= least ? [step] : [])))
}

/** Number of steps between baselines, in points; lines of one paragraph are full. */
interface StepCounts {
  readonly all: Map<number, number>
  /** Within words and between the words of a sentence. */
  readonly continued: Map<number, number>
  readonly weighted: Map<number, number>
}

/** Lowercase entries in columns have gaps or different left edges. */
function isContinued(above: Row, row: Row): boolean {
  if (Math.abs(above.box.x0 - row.box.x0) > row.size || above.lines.length + row.lines.length > 2) return false
  return /[\p{Ll},\-‐\u00ad]$/u.test(above.text) && /^\p{Ll}/u.test(row.text)
}

export function measureColumn(rows: readonly Row[], frame: Box): Column {
  const steps = new Map<number, StepCounts>()
  const continuedByEdge = new Map<string, Map<number, number>>()
  for (let index = 1; index < rows.length; index++) {
    const above = rows[index - 1]!
    const row = rows[index]!
    const key = leadingKey(row)
    if (leadingKey(above) !== key) continue
    const step = Math.round((row.baseline - above.baseline) * 2) / 2
    if (step <= row.size * 0.5 || step > row.size * 2.5) continue
    const counts = cached(steps, key, () => ({ all: new Map(), continued: new Map(), weighted: new Map() }))
    addWeight(counts.all, step, 1)
    const isAboveFull = isFull(above, row, frame.x1)
    addWeight(counts.weighted, step, isAboveFull ? 1 : SHORT_LINE_WEIGHT)
    if (!isAboveFull || !isContinued(above, row)) continue
    addWeight(counts.continued, step, 1)
    addWeight(
      cached(continuedByEdge, edgeKey(row), () => new Map()),
      step,
      1,
    )
  }
  const leading = new Map<number, number>()
  for (const [size, { all, continued, weighted }] of steps)
    leading.set(size, Math.min(...[all, continued, weighted].map(lineStep)))
  const edgeLeading = new Map<string, number>()
  for (const [key, counts] of continuedByEdge) {
    const [step, count] = [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))
    if (count >= MIN_EDGE_STEPS) edgeLeading.set(key, step)
  }
  return { left: frame.x0, right: frame.x1, leading, edgeLeading, hanging: hangingIndent(rows) }
}

/** Whether a space and the first word of the next row do not fit. */
export function isFull(above: Row, row: Row, right: number): boolean {
  const word = row.text.split(' ', 1)[0] ?? ''
  return above.box.x1 + ((word.length + 1) * width(row.box)) / Math.max(1, row.text.length) > right
}
