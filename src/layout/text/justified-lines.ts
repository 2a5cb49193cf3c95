/** Joins the words of a justified line whose spaces are as wide as the gap between columns. */

import { unionOf } from '../../model/geometry.ts'
import { isHorizontal } from '../../model/raw-page.ts'
import type { Line } from '../state.ts'
import { compareLines } from './lines.ts'

/** Maximum width of a space and maximum difference of the spaces of a line, in em. */
const MAX_SPACE_EM = 2.5
const SPACE_TOLERANCE_EM = 0.06
const MIN_SPACES = 3
/** Maximum space after punctuation, relative to the other spaces; TeX stretches it more. */
const MAX_PUNCTUATION_RATIO = 3.2
const BASELINE_TOLERANCE_EM = 0.05
/** Maximum distance of the next line of the paragraph, and tolerance of its edges. */
const MAX_LEADING_EM = 1.8
const EDGE_TOLERANCE_EM = 0.3
/** Maximum indent of the first line of a paragraph, or of its others. */
const MAX_INDENT_EM = 5
/** Maximum lines that are compared above and below. */
const MAX_NEIGHBORS = 200

interface Run {
  /** Index of the first line. */
  readonly start: number
  readonly lines: readonly Line[]
  readonly joined: Line
}

/** Equal spaces up to both edges of a line above or below are no gaps between columns. */
export function joinJustifiedLines(lines: readonly Line[]): Line[] {
  const sorted = lines
    .filter(({ spans: [first] }) => first !== undefined && isHorizontal(first) && !first.font.mono)
    .sort(compareLines)
  const replaced = new Map<Line, Line | null>()
  const runs = [...runsOfEqualSpaces(sorted)]
  for (const [at, run] of runs.entries()) {
    const nearRuns = [...runs.slice(Math.max(0, at - MAX_NEIGHBORS), at), ...runs.slice(at + 1, at + MAX_NEIGHBORS)]
    if (!hasFullNeighbor(run, [...neighborsOf(run, sorted), ...nearRuns.map(({ joined }) => joined)])) continue
    for (const line of run.lines) replaced.set(line, null)
    replaced.set(run.lines[0]!, run.joined)
  }
  if (replaced.size === 0) return [...lines]
  return lines.flatMap((line) => {
    const joined = replaced.get(line)
    return joined === undefined ? [line] : joined === null ? [] : [joined]
  })
}

function* runsOfEqualSpaces(sorted: readonly Line[]): Generator<Run> {
  for (let start = 0; start < sorted.length; ) {
    let end = start + 1
    let spaces: Spaces | null = { plain: null, least: Infinity, most: 0 }
    for (; end < sorted.length; end++) {
      const left = sorted[end - 1]!
      const gap = gapBetween(left, sorted[end]!)
      spaces = gap === null ? null : withSpace(spaces, gap, left.text)
      if (spaces === null) break
    }
    const lines = sorted.slice(start, end)
    if (lines.length > MIN_SPACES && isText(lines)) yield { start, lines, joined: joinLines(lines) }
    start = end
  }
}

/** In em: the spaces between words, and the least and most after punctuation. */
interface Spaces {
  readonly plain: number | null
  readonly least: number
  readonly most: number
}

/** `null` unless the gap equals the others, or is wider after punctuation. */
function withSpace({ plain, least, most }: Spaces, gap: number, left: string): Spaces | null {
  const isPunctuation = /\p{P}$/u.test(left) && !left.endsWith('-')
  if (!isPunctuation && plain !== null && Math.abs(gap - plain) > SPACE_TOLERANCE_EM) return null
  const next = isPunctuation
    ? { plain, least: Math.min(least, gap), most: Math.max(most, gap) }
    : { plain: plain ?? gap, least, most }
  const isWider =
    next.plain === null ||
    (next.least > next.plain - SPACE_TOLERANCE_EM && next.most < next.plain * MAX_PUNCTUATION_RATIO)
  return isWider ? next : null
}

/** In em; `null` if the lines are not next to each other. */
function gapBetween(left: Line, right: Line): number | null {
  if (left.size !== right.size || Math.abs(left.baseline - right.baseline) > BASELINE_TOLERANCE_EM * left.size)
    return null
  const gap = (right.box.x0 - left.box.x1) / left.size
  return gap > 0 && gap <= MAX_SPACE_EM ? gap : null
}

/** Numbers of one width have equal gaps in table rows, too. */
function isText(run: readonly Line[]): boolean {
  return run.filter(({ text }) => /\p{L}{2}/u.test(text) && !/\p{N}/u.test(text)).length * 2 > run.length
}

function neighborsOf({ start, lines }: Run, sorted: readonly Line[]): Line[] {
  const end = start + lines.length
  return [...sorted.slice(Math.max(0, start - MAX_NEIGHBORS), start), ...sorted.slice(end, end + MAX_NEIGHBORS)]
}

function hasFullNeighbor({ joined: { box, baseline, size } }: Run, neighbors: readonly Line[]): boolean {
  return neighbors.some(
    (other) =>
      other.size === size &&
      Math.abs(other.baseline - baseline) <= MAX_LEADING_EM * size &&
      Math.abs(other.box.x0 - box.x0) <= MAX_INDENT_EM * size &&
      Math.abs(other.box.x1 - box.x1) <= EDGE_TOLERANCE_EM * size,
  )
}

function joinLines(run: readonly Line[]): Line {
  return {
    ...run[0]!,
    spans: run.flatMap(({ spans }) => spans),
    box: unionOf(run),
    text: run.map(({ text }) => text).join(' '),
  }
}
