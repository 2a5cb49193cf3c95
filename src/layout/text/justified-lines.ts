/** Joins the words of a justified line whose spaces are as wide as the gap between columns. */
import { unionAll } from '../../model/geometry.ts'
import type { Line } from '../state.ts'

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
  readonly lines: readonly Line[]
  readonly x0: number
  readonly x1: number
}

/** Equal spaces up to both edges of a line above or below are no gaps between columns. */
export function joinJustifiedLines(lines: readonly Line[]): Line[] {
  const sorted = lines
    .filter(({ spans: [first] }) => first?.rotation === 0 && !first.vertical && !first.font.mono)
    .sort((a, b) => a.baseline - b.baseline || a.box.x0 - b.box.x0)
  const joined = new Map<Line, Line | null>()
  const runs = [...runsOfEqualSpaces(sorted)]
  for (const [start, run] of runs) {
    const neighbors = {
      start,
      others: runs.filter(([other]) => other !== start).map(([, { lines }]) => joinLines(lines)),
    }
    if (!hasFullNeighbor(run, sorted, neighbors)) continue
    const [first, ...others] = run.lines
    joined.set(first!, joinLines(run.lines))
    for (const line of others) joined.set(line, null)
  }
  if (joined.size === 0) return [...lines]
  return lines.flatMap((line) => {
    const replaced = joined.get(line)
    return replaced === undefined ? [line] : replaced === null ? [] : [replaced]
  })
}

/** With the index of their first line. */
function* runsOfEqualSpaces(sorted: readonly Line[]): Generator<readonly [number, Run]> {
  for (let start = 0; start < sorted.length; ) {
    let end = start + 1
    const spaces: Spaces = { plain: null, punctuation: [] }
    for (; end < sorted.length; end++) {
      const left = sorted[end - 1]!
      const gap = gapBetween(left, sorted[end]!)
      if (gap === null || !isNextSpace(spaces, gap, left.text)) break
    }
    const run = sorted.slice(start, end)
    if (run.length > MIN_SPACES && isText(run))
      yield [start, { lines: run, x0: run[0]!.box.x0, x1: run.at(-1)!.box.x1 }]
    start = end
  }
}

/** In em. */
interface Spaces {
  plain: number | null
  readonly punctuation: number[]
}

/** Adds the gap if it equals the others, or is wider after punctuation. */
function isNextSpace(spaces: Spaces, gap: number, left: string): boolean {
  const isPunctuation = /\p{P}$/u.test(left) && !left.endsWith('-')
  const plain = spaces.plain ?? (isPunctuation ? null : gap)
  const isWider = (wide: number): boolean =>
    plain === null || (wide > plain - SPACE_TOLERANCE_EM && wide < plain * MAX_PUNCTUATION_RATIO)
  if (isPunctuation) spaces.punctuation.push(gap)
  else if (Math.abs(gap - plain!) > SPACE_TOLERANCE_EM) return false
  if (!spaces.punctuation.every(isWider)) return false
  spaces.plain = plain
  return true
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

interface Neighbors {
  /** Index of the run's first line. */
  readonly start: number
  /** The other runs as one line each. */
  readonly others: readonly Line[]
}

function hasFullNeighbor({ lines, x0, x1 }: Run, sorted: readonly Line[], { start, others }: Neighbors): boolean {
  const { baseline, size } = lines[0]!
  const isNeighbor = ({ box, size: otherSize }: Line): boolean =>
    otherSize === size &&
    Math.abs(box.x0 - x0) <= MAX_INDENT_EM * size &&
    Math.abs(box.x1 - x1) <= EDGE_TOLERANCE_EM * size
  const isNear = (line: Line): boolean => Math.abs(line.baseline - baseline) <= MAX_LEADING_EM * size
  const above = sorted.slice(Math.max(0, start - MAX_NEIGHBORS), start)
  const below = sorted.slice(start + lines.length, start + lines.length + MAX_NEIGHBORS)
  return [...above, ...below, ...others].some((line) => isNear(line) && isNeighbor(line))
}

function joinLines(run: readonly Line[]): Line {
  return {
    ...run[0]!,
    spans: run.flatMap(({ spans }) => spans),
    box: unionAll(run.map(({ box }) => box)),
    text: run.map(({ text }) => text).join(' '),
  }
}
