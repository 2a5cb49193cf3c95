/** Properties of lines that decide whether they may be labels: rotation, length, position in a list. */
import type { Line } from '../state.ts'

/** Maximum lengths of names of bars and of labels at the sides, in characters. */
export const MAX_NAME_CHARS = 60
export const MAX_SIDE_CHARS = 30
/** Alignment tolerance of labels, in em. */
export const ALIGNMENT_EM = 0.35
/** Maximum line spacing of text, in em. */
export const MAX_LINE_SPACING_EM = 1.5
/** A list: minimum number of lines, minimum length of the longest one in characters, maximum line spacing in em. */
const MIN_ITEMS = 3
const MIN_ITEM_CHARS = 20
const MAX_ITEM_SPACING_EM = 2

export function isRotated(line: Line): boolean {
  const first = line.spans[0]
  return first !== undefined && (first.rotation === 90 || first.rotation === 270) && !first.vertical
}

/** Lines of lists: left-aligned unlike axis labels, and longer than ticks. */
export function findListLines(free: readonly Line[]): Set<Line> {
  const found = new Set<Line>()
  const sorted = free.filter((line) => !isRotated(line)).sort((a, b) => a.baseline - b.baseline)
  const seen = new Set<Line>()
  for (const first of sorted) {
    if (seen.has(first)) continue
    const run = [first]
    for (const line of sorted) {
      const last = run.at(-1) as Line
      const step = line.baseline - last.baseline
      if (
        step > 0.5 * line.size &&
        step <= MAX_ITEM_SPACING_EM * line.size &&
        Math.abs(line.box.x0 - last.box.x0) <= ALIGNMENT_EM * line.size
      )
        run.push(line)
    }
    for (const line of run) seen.add(line)
    if (run.length >= MIN_ITEMS && run.some((line) => line.text.length >= MIN_ITEM_CHARS))
      for (const line of run) found.add(line)
  }
  return found
}

export function isBetween(value: number, from: number, to: number): boolean {
  return value >= from && value <= to
}
