/**
 * Lines → which of them are running text: stacks of long lines under each other with common edges.
 * It marks lines only; what stands beside running text is left to others.
 */
import type { Line } from '../state.ts'

/** Running text has at least this many characters to a line; cells rarely have. Ems of width. */
const minWidthEm = 13
/** Lines of a paragraph are set at most this far apart. Ems. */
const maxLeadingEm = 2.1
/** Edges of a stack agree within this. Ems. */
const edgeEm = 0.6

/** Narrow columns of running text: at least this wide (ems), at least this many lines. */
const minNarrowEm = 6
const minStack = 5

/** Baselines nearer than this are one. Ems. */
const levelEm = 0.08
/** Lines under each other of which less than this share is level with short ones beside them run past these. */
const minBeside = 6
const levelRatio = 0.5

interface Prose {
  readonly all: Set<number>
  /** Running text that has short lines beside it, on other baselines: a table or a picture stands there. */
  readonly beside: Set<number>
}

const proseOf = new WeakMap<readonly Line[], Prose>()

/** Indices of lines that are running text. Rules that find nothing hand the same list on, so the answer is kept with it. */
export function findProse(lines: readonly Line[]): ReadonlySet<number> {
  return proseIn(lines).all
}

/** Those of them that run past short lines at any height: no cell of a table is so. */
export function findProseBeside(lines: readonly Line[]): ReadonlySet<number> {
  return proseIn(lines).beside
}

function proseIn(lines: readonly Line[]): Prose {
  const known = proseOf.get(lines)
  if (known !== undefined) return known
  const prose = lookForProse(lines)
  proseOf.set(lines, prose)
  return prose
}

function lookForProse(lines: readonly Line[]): Prose {
  const order = lines.map((_, index) => index).sort((a, b) => (lines[a] as Line).baseline - (lines[b] as Line).baseline)
  const below = new Map<number, number>()
  order.forEach((index, at) => {
    const next = lineBelow(lines, order, { index, at })
    if (next !== null) below.set(index, next)
  })
  const prose = new Set<number>()
  // Looked at from above and from below, and once more at the end.
  const long = lines.map(isLong)
  for (const [upper, lower] of below) {
    if (long[upper] && long[lower] && similarWidth(lines[upper] as Line, lines[lower] as Line)) {
      prose.add(upper)
      prose.add(lower)
    }
  }
  const stacks = stacksOf(order, below)
  for (const stack of stacks)
    if (isNarrowProse(stack.map((index) => lines[index] as Line))) for (const index of stack) prose.add(index)
  const beside = keepUnaccompanied(lines, prose, stacks)
  // The last line of a paragraph is short, the first may be indented: they belong to the stack they touch. What follows the last
  // line is a paragraph of its own, or the first column of a table.
  const full = new Set(prose)
  for (const index of order) {
    const next = below.get(index)
    if (next !== undefined && full.has(index) && isTight(lines[index] as Line, lines[next] as Line)) prose.add(next)
    if (next !== undefined && full.has(next) && long[index] && isTight(lines[index] as Line, lines[next] as Line))
      prose.add(index)
  }
  return { all: prose, beside }
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
    if (step > maxLeadingEm * line.size) return null
    if (step < 0.7 * line.size) continue
    const sharesX = Math.min(line.box.x1, other.box.x1) > Math.max(line.box.x0, other.box.x0)
    if (!sharesX) continue
    const edge = edgeEm * line.size
    const aligned = Math.abs(line.box.x0 - other.box.x0) <= edge || Math.abs(line.box.x1 - other.box.x1) <= edge
    return aligned && Math.abs(line.size - other.size) <= line.size * 0.12 ? (order[at] as number) : null
  }
  return null
}

/** Chains of lines under each other. */
function stacksOf(order: readonly number[], below: ReadonlyMap<number, number>): number[][] {
  const hasAbove = new Set(below.values())
  return order.flatMap((start) => {
    if (hasAbove.has(start) || !below.has(start)) return []
    // What lies below comes later in the order: no chain goes round.
    const stack = [start]
    for (let next = below.get(start); next !== undefined; next = below.get(next)) stack.push(next)
    return [stack]
  })
}

/** Newspaper columns are narrow: many lines of several words, set tight, most of them nearly as wide as the widest. */
function isNarrowProse(stack: readonly Line[]): boolean {
  if (stack.length < minStack) return false
  const widest = Math.max(...stack.map(({ box }) => box.x1 - box.x0))
  const size = (stack[0] as Line).size
  if (widest < minNarrowEm * size) return false
  const wide = stack.filter(({ box }) => box.x1 - box.x0 >= widest * 0.7).length
  if (wide < stack.length * 0.65) return false
  const tight = stack.filter((line, index) => index === 0 || isTight(stack[index - 1] as Line, line)).length
  if (tight < stack.length * 0.8) return false
  let words = 0
  let letters = 0
  let units = 0
  for (const { text } of stack) {
    words += blankCount(text) + 1
    letters += letterCount(text)
    units += text.length
  }
  return words / stack.length >= 3 && letters / units > 0.65
}

function blankCount(text: string): number {
  let count = 0
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) count++
  return count
}

function isLong(line: Line): boolean {
  if (line.box.x1 - line.box.x0 < minWidthEm * line.size) return false
  return letterCount(line.text) > line.text.length * 0.55
}

/** Letters, counted without a regular expression: this runs over every long line of every page. */
function letterCount(text: string): number {
  let count = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    // Latin letters, then every script above; general punctuation and symbols are left out.
    if (
      (code >= 0x41 && code <= 0x5a) ||
      (code >= 0x61 && code <= 0x7a) ||
      (code >= 0xc0 && (code < 0x2000 || code > 0x2bff))
    )
      count++
  }
  return count
}

function similarWidth(a: Line, b: Line): boolean {
  const wa = a.box.x1 - a.box.x0
  const wb = b.box.x1 - b.box.x0
  return Math.min(wa, wb) >= Math.max(wa, wb) * 0.75
}

function isTight(upper: Line, lower: Line): boolean {
  return lower.baseline - upper.baseline <= 1.6 * upper.size
}

/** Long lines whose neighbors on the same baseline are short are the wide column of a table. */
function keepUnaccompanied(
  lines: readonly Line[],
  prose: Set<number>,
  stacks: readonly (readonly number[])[],
): Set<number> {
  const short = lines
    .filter((line, index) => !prose.has(index) && line.spans[0]?.rotation === 0)
    .sort((a, b) => a.baseline - b.baseline)
  const beside = new Set<number>()
  if (short.length === 0) return beside
  const accompanied = new Set<number>()
  const level = new Set<number>()
  for (const index of prose) {
    const line = lines[index] as Line
    let low = 0
    let high = short.length
    const from = line.baseline - line.size * 0.25
    while (low < high) {
      const half = (low + high) >> 1
      if ((short[half] as Line).baseline < from) low = half + 1
      else high = half
    }
    for (let at = low; at < short.length && (short[at] as Line).baseline <= line.baseline + line.size * 0.25; at++) {
      // A marker before the line (bullet, number) does not make it a row.
      const other = short[at] as Line
      if (other.text.length <= 3 && other.box.x0 <= line.box.x1) continue
      accompanied.add(index)
      if (Math.abs(other.baseline - line.baseline) <= line.size * levelEm) level.add(index)
    }
  }
  // Text that runs beside a table meets its rows at any height; cells of one row share a baseline.
  for (const stack of stacks) {
    const met = stack.filter((index) => accompanied.has(index))
    if (
      met.length === 0 ||
      stack.length < minBeside ||
      met.filter((index) => level.has(index)).length >= met.length * levelRatio
    )
      continue
    for (const index of met) accompanied.delete(index)
    for (const index of stack) if (prose.has(index)) beside.add(index)
  }
  for (const index of accompanied) prose.delete(index)
  return beside
}
