/** Finds prose: consecutive long lines with common edges. */

import { lowerBound } from '../../model/binary-search.ts'
import { cached } from '../../model/cached.ts'
import { isProbablyLetter } from '../../model/character-classes.ts'
import { width } from '../../model/geometry.ts'
import { groupAdjacent } from '../../model/group-adjacent.ts'
import { maxOf } from '../../model/statistics.ts'
import type { Line } from '../state.ts'

/** Minimum width of a line of prose; cells are rarely as wide. */
const MIN_WIDTH_EM = 13
const MAX_LEADING_EM = 2.1
const EDGE_TOLERANCE_EM = 0.6

const MIN_NARROW_WIDTH_EM = 6
const MIN_NARROW_LINES = 5

const BASELINE_TOLERANCE_EM = 0.08
/** Minimum length of prose next to other text; maximum fraction of shared baselines. */
const MIN_ADJACENT_LINES = 6
const MAX_SHARED_BASELINE_RATIO = 0.5

/** Maximum consecutive rows of a label only. */
const MAX_LABEL_ROWS = 4

interface Prose {
  readonly all: Set<number>
  readonly adjacent: Set<number>
}

const proseByLines = new WeakMap<readonly Line[], Prose>()

/** Returns line indices, cached by array. */
export function findProse(lines: readonly Line[]): ReadonlySet<number> {
  return cached(proseByLines, lines, detectProse).all
}

export function findProseNextToTables(lines: readonly Line[]): ReadonlySet<number> {
  return cached(proseByLines, lines, detectProse).adjacent
}

function detectProse(lines: readonly Line[]): Prose {
  const order = lines.map((_, index) => index).sort((a, b) => (lines[a] as Line).baseline - (lines[b] as Line).baseline)
  const below = new Map<number, number>()
  order.forEach((index, at) => {
    const next = lineBelow(lines, order, { index, at })
    if (next !== null) below.set(index, next)
  })
  const prose = new Set<number>()
  const long = lines.map(isLong)
  for (const [upper, lower] of below) {
    if (long[upper] && long[lower] && haveSimilarWidths(lines[upper] as Line, lines[lower] as Line)) {
      prose.add(upper)
      prose.add(lower)
    }
  }
  const chains = chainLines(order, below)
  for (const chain of chains)
    if (isNarrowProse(chain.map((index) => lines[index] as Line))) for (const index of chain) prose.add(index)
  const adjacent = removeTableColumns(lines, prose, chains)
  for (const index of findLabelRows(lines, order, prose)) prose.delete(index)
  // The last line may be short, the first indented; after the last, a new paragraph or a table column begins.
  const full = new Set(prose)
  for (const index of order) {
    const next = below.get(index)
    if (next !== undefined && full.has(index) && areCloselySpaced(lines[index] as Line, lines[next] as Line))
      prose.add(next)
    if (
      next !== undefined &&
      full.has(next) &&
      long[index] &&
      areCloselySpaced(lines[index] as Line, lines[next] as Line)
    )
      prose.add(index)
  }
  return { all: prose, adjacent }
}

function lineBelow(
  lines: readonly Line[],
  order: readonly number[],
  from: { index: number; at: number },
): number | null {
  const line = lines[from.index] as Line
  for (let at = from.at + 1; at < order.length; at++) {
    const other = lines[order[at] as number] as Line
    const step = other.baseline - line.baseline
    if (step > MAX_LEADING_EM * line.size) return null
    if (step < 0.7 * line.size) continue
    const sharesX = Math.min(line.box.x1, other.box.x1) > Math.max(line.box.x0, other.box.x0)
    if (!sharesX) continue
    const edge = EDGE_TOLERANCE_EM * line.size
    const aligned = Math.abs(line.box.x0 - other.box.x0) <= edge || Math.abs(line.box.x1 - other.box.x1) <= edge
    return aligned && Math.abs(line.size - other.size) <= line.size * 0.12 ? (order[at] as number) : null
  }
  return null
}

function chainLines(order: readonly number[], below: ReadonlyMap<number, number>): number[][] {
  const hasAbove = new Set(below.values())
  return order.flatMap((start) => {
    if (hasAbove.has(start) || !below.has(start)) return []
    const chain = [start]
    for (let next = below.get(start); next !== undefined; next = below.get(next)) chain.push(next)
    return [chain]
  })
}

/** Newspaper columns have many closely spaced, nearly full lines of several words. */
function isNarrowProse(chain: readonly Line[]): boolean {
  if (chain.length < MIN_NARROW_LINES) return false
  const widest = maxOf(chain.map(({ box }) => width(box)))
  const size = (chain[0] as Line).size
  if (widest < MIN_NARROW_WIDTH_EM * size) return false
  const wide = chain.filter(({ box }) => width(box) >= widest * 0.7).length
  if (wide < chain.length * 0.65) return false
  const closelySpaced = chain.filter(
    (line, index) => index === 0 || areCloselySpaced(chain[index - 1] as Line, line),
  ).length
  if (closelySpaced < chain.length * 0.8) return false
  let words = 0
  let letters = 0
  let units = 0
  for (const { text } of chain) {
    words += countSpaces(text) + 1
    letters += estimateLetters(text)
    units += text.length
  }
  return words / chain.length >= 3 && letters / units > 0.65
}

function countSpaces(text: string): number {
  let count = 0
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) count++
  return count
}

function isLong(line: Line): boolean {
  if (width(line.box) < MIN_WIDTH_EM * line.size) return false
  return estimateLetters(line.text) > line.text.length * 0.55
}

/** A loop over UTF-16 units, for speed. */
function estimateLetters(text: string): number {
  let count = 0
  for (let index = 0; index < text.length; index++) if (isProbablyLetter(text.charCodeAt(index))) count++
  return count
}

function haveSimilarWidths(a: Line, b: Line): boolean {
  const wa = width(a.box)
  const wb = width(b.box)
  return Math.min(wa, wb) >= Math.max(wa, wb) * 0.75
}

function areCloselySpaced(upper: Line, lower: Line): boolean {
  return lower.baseline - upper.baseline <= 1.6 * upper.size
}

/** Long lines with short neighbors on the same baseline are a wide table column. */
function removeTableColumns(
  lines: readonly Line[],
  prose: Set<number>,
  chains: readonly (readonly number[])[],
): Set<number> {
  const short = lines
    .filter((line, index) => !prose.has(index) && line.spans[0]?.rotation === 0)
    .sort((a, b) => a.baseline - b.baseline)
  const adjacent = new Set<number>()
  if (short.length === 0) return adjacent
  const withNeighbor = new Set<number>()
  const onSameBaseline = new Set<number>()
  for (const index of prose) {
    const line = lines[index] as Line
    const from = line.baseline - line.size * 0.25
    const first = lowerBound(short, ({ baseline }) => baseline >= from)
    for (let at = first; at < short.length && (short[at] as Line).baseline <= line.baseline + line.size * 0.25; at++) {
      // A bullet or number before a line does not make it a table row.
      const other = short[at] as Line
      if (other.text.length <= 3 && other.box.x0 <= line.box.x1) continue
      withNeighbor.add(index)
      if (Math.abs(other.baseline - line.baseline) <= line.size * BASELINE_TOLERANCE_EM) onSameBaseline.add(index)
    }
  }
  for (const chain of chains) {
    const affected = chain.filter((index) => withNeighbor.has(index))
    if (
      affected.length === 0 ||
      chain.length < MIN_ADJACENT_LINES ||
      affected.filter((index) => onSameBaseline.has(index)).length >= affected.length * MAX_SHARED_BASELINE_RATIO
    )
      continue
    for (const index of affected) withNeighbor.delete(index)
    for (const index of chain) if (prose.has(index)) adjacent.add(index)
  }
  for (const index of withNeighbor) prose.delete(index)
  return adjacent
}

/** Lines between two table rows, as wide as the label column, such as the titles of row groups. */
function findLabelRows(lines: readonly Line[], order: readonly number[], prose: ReadonlySet<number>): number[] {
  const rows = groupByBaseline(order.map((index) => ({ index, line: lines[index] as Line })))
  /** Left edge of the values; `null` without values. */
  const valueEdges = rows.map((row) => {
    const values = row.toSorted((a, b) => a.line.box.x0 - b.line.box.x0).slice(1)
    return values.length === 0 || values.some(({ index }) => prose.has(index)) ? null : values[0]!.line.box.x0
  })
  const found: number[] = []
  for (let at = 1; at < rows.length; at++) {
    if (valueEdges[at - 1] === null) continue
    let end = at
    while (end < rows.length && end - at < MAX_LABEL_ROWS && rows[end]!.length === 1) end++
    if (end === at || end === rows.length || valueEdges[end] == null) continue
    const edge = Math.min(valueEdges[at - 1]!, valueEdges[end]!)
    const labels = rows.slice(at, end).flat()
    const block = rows.slice(at - 1, end + 1)
    const isClose = block.slice(1).every((row, above) => {
      const { line } = row[0]!
      return line.baseline - block[above]![0]!.line.baseline <= MAX_LEADING_EM * line.size
    })
    if (isClose && labels.every(({ line }) => line.box.x1 <= edge)) found.push(...labels.map(({ index }) => index))
  }
  return found
}

interface IndexedLine {
  readonly index: number
  readonly line: Line
}

/** `lines` from top to bottom. */
function groupByBaseline(lines: readonly IndexedLine[]): IndexedLine[][] {
  return groupAdjacent(
    lines,
    ({ line }, _, [first]) => line.baseline - first.line.baseline <= BASELINE_TOLERANCE_EM * 2 * line.size,
  )
}
