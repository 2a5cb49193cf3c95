/**
 * Strips of a region → columns, where a gutter runs through them; otherwise the strips stay one below the other.
 * Decides between reading down (columns) and reading across (labels and values, numbered items).
 */
import { type Box, unionAll } from '../model/geometry.ts'
import type { Atom } from './atoms.ts'

/** Atoms that overlap vertically, with white space above and below. */
export interface Strip {
  readonly box: Box
  readonly atoms: readonly Atom[]
}

/** Strips that share their columns; one column when no gutter runs through them. */
export interface ColumnGroup {
  readonly strips: readonly Strip[]
  readonly columns: readonly (readonly Atom[])[]
}

interface Interval {
  readonly from: number
  readonly to: number
}

/** Gutters of newspapers are about an em; anything narrower is a gap between words. */
const GUTTER_EM = 0.8
/** Ink that touches by less than this (in points) does not join two strips: boxes are estimates. */
const TOUCH = 0.5
/** A side narrower than this holds labels, bullets or numbers, which are read with what stands beside them. */
const LABEL_EM = 4
/** Shorter pieces than this, on average, are entries rather than running text. */
const TEXT_CHARS = 14
/** From this many rows of short pieces on, reading down makes no sense. */
const TABLE_ROWS = 4
/** White space above a piece that stands alone below the columns: more than between two lines. */
const APART_EM = 1.4
/** Ink of one row is about one em tall. */
const SINGLE_ROW_EM = 1.6
/** White space above a heading: more than the lead between two lines. */
const HEADING_GAP_EM = 0.7

export function stripsOf(atoms: readonly Atom[]): Strip[] {
  const sorted = [...atoms].sort((a, b) => a.box.y0 - b.box.y0 || a.box.x0 - b.box.x0 || a.order - b.order)
  const strips: Strip[] = []
  let current: Atom[] = []
  let bottom = -Infinity
  for (const atom of sorted) {
    if (current.length > 0 && atom.box.y0 >= bottom - TOUCH) {
      strips.push({ atoms: current, box: unionAll(current.map(({ box }) => box)) })
      current = []
      bottom = -Infinity
    }
    current.push(atom)
    bottom = Math.max(bottom, atom.box.y1)
  }
  if (current.length > 0) strips.push({ atoms: current, box: unionAll(current.map(({ box }) => box)) })
  return strips
}

/** Groups consecutive strips that share their gutters. `frame` is the whole region. */
export function cutColumns(strips: readonly Strip[], frame: Box): ColumnGroup[] {
  const groups: ColumnGroup[] = []
  let current: Strip[] = []
  let open: Interval[] = []
  let gutters: Interval[] = []
  const close = (): void => {
    if (current.length > 0) groups.push(...settle(current, gutters, { top: strips[0]!, bottom: strips.at(-1)! }))
    current = []
  }
  for (const strip of strips) {
    const free = uncovered(strip.atoms, frame)
    const own = interior(free, [strip])
    if (current.length > 0) {
      const shared = intersect(open, free)
      const all = interior(shared, [...current, strip])
      const alive = gutters.filter((gutter) => all.some((other) => other.from < gutter.to && other.to > gutter.from))
      // What a single row seemed to have for gutters may have been its words.
      const kept = alive.length === gutters.length || (alive.length > 0 && current.length === 1 && isSingleRow(current[0]!))
      // Columns go on while their gutters do; plain strips go on until columns begin.
      if (kept && (gutters.length > 0 || own.length === 0)) {
        current.push(strip)
        open = shared
        gutters = gutters.length > 0 ? all : []
        continue
      }
    }
    const pulled = gutters.length === 0 ? pullBelow(current, own, frame) : []
    current = current.slice(0, current.length - pulled.length)
    close()
    current = [...pulled, strip]
    open = pulled.reduce((shared, other) => intersect(shared, uncovered(other.atoms, frame)), free)
    gutters = own
  }
  close()
  return groups
}

/**
 * The last of the plain strips that belong to the columns which begin below them: a picture or paragraphs on top of a
 * right column stand alone there. What stands at the left is read first either way.
 */
function pullBelow(plainStrips: readonly Strip[], gutters: readonly Interval[], frame: Box): Strip[] {
  if (gutters.length === 0) return []
  const crosses = (strip: Strip): boolean =>
    intersect(gutters, uncovered(strip.atoms, frame)).filter(({ from, to }) => to - from >= GUTTER_EM * usualSize(strip.atoms)).length < gutters.length
  const last = plainStrips.findLastIndex(crosses)
  const tail = plainStrips.slice(last + 1)
  const from = tail.findIndex((strip) => !isSingleRow(strip) && strip.atoms.every(({ box }) => box.x0 > gutters[0]!.from))
  return from < 0 ? [] : tail.slice(from)
}

function isSingleRow(strip: Strip): boolean {
  return strip.box.y1 - strip.box.y0 < SINGLE_ROW_EM * usualSize(strip.atoms)
}

/** The x-intervals of the frame that no atom covers. */
function uncovered(atoms: readonly Atom[], frame: Box): Interval[] {
  const sorted = [...atoms].sort((a, b) => a.box.x0 - b.box.x0)
  const free: Interval[] = []
  let right = frame.x0 - 1
  for (const { box } of sorted) {
    if (box.x0 > right) free.push({ from: right, to: box.x0 })
    right = Math.max(right, box.x1)
  }
  free.push({ from: right, to: Math.max(right, frame.x1 + 1) })
  return free
}

function intersect(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  const both: Interval[] = []
  for (const one of a) {
    for (const other of b) {
      const from = Math.max(one.from, other.from)
      const to = Math.min(one.to, other.to)
      if (to > from) both.push({ from, to })
    }
  }
  return both
}

/** The intervals wide enough for a gutter that have text on both sides. */
function interior(intervals: readonly Interval[], strips: readonly Strip[]): Interval[] {
  const box = unionAll(strips.map((strip) => strip.box))
  const size = usualSize(strips.flatMap(({ atoms }) => atoms))
  return intervals.filter(({ from, to }) => to - from >= GUTTER_EM * size && from > box.x0 && to < box.x1)
}

function usualSize(atoms: readonly Atom[]): number {
  const sizes: number[] = []
  for (const { size } of atoms) if (size > 0) sizes.push(size)
  if (sizes.length > 1) sizes.sort((a, b) => a - b)
  return sizes[Math.floor(sizes.length / 2)] ?? 10
}

/** First and last strip of the region: only these can be a running head or foot. */
interface Ends {
  readonly top: Strip
  readonly bottom: Strip
}

/** Columns of a run of strips: cuts at the gutters, unless the text reads across; pieces alone at the ends leave. */
function settle(strips: readonly Strip[], gutters: readonly Interval[], ends: Ends): ColumnGroup[] {
  const atoms = strips.flatMap((strip) => strip.atoms)
  if (gutters.length === 0) return [plain(strips)]
  const cuts = gutters.filter((gutter) => !readsAcross(atoms, gutter))
  if (cuts.length === 0) return [plain(strips)]
  const columnOf = (atom: Atom): number => cuts.filter(({ to }) => atom.box.x0 >= to - TOUCH).length
  const full = (strip: Strip): boolean => new Set(strip.atoms.map(columnOf)).size > 1
  const first = strips.findIndex(full)
  const last = strips.findLastIndex(full)
  if (first < 0) return [plain(strips)]
  let from = 0
  // Something alone at the right above the columns (a date, a page number) is read before them.
  while (from < first && isSingleRow(strips[from]!) && strips[from]!.atoms.every((atom) => atom.kind === 'line' && columnOf(atom) > 0)) from++
  let to = strips.length
  const size = usualSize(atoms)
  // A running head or foot in two parts happens to respect the gutter; the stream writes it in one go.
  const edge = (index: number, neighbour: number): boolean => {
    const [upper, lower] = index < neighbour ? [strips[index]!, strips[neighbour]!] : [strips[neighbour]!, strips[index]!]
    return lower.box.y0 - upper.box.y1 > APART_EM * size && isWrittenAcross(strips[index]!, atoms)
  }
  if (from === first && strips[from] === ends.top && strips.length > from + 1 && full(strips[from]!) && edge(from, from + 1)) {
    return [plain(strips.slice(0, from + 1)), ...settle(strips.slice(from + 1), gutters, ends)]
  }
  if (last === strips.length - 1 && strips[last] === ends.bottom && last > from && edge(last, last - 1)) {
    return [...settle(strips.slice(0, last), gutters, ends), plain(strips.slice(last))]
  }
  for (let index = last + 1; index < strips.length; index++) {
    const strip = strips[index]!
    const apart = strip.box.y0 - strips[index - 1]!.box.y1 > APART_EM * size
    if (apart && strip.atoms.every((atom) => columnOf(atom) === 0) && comesAfter(strip.atoms, strips.slice(from, index))) {
      to = index
      break
    }
  }
  const cut = between(strips.slice(from, to), columnOf)
  return [
    plain(strips.slice(0, from)),
    ...cut.flatMap((part) => columnsOf(part, columnOf)),
    ...(to < strips.length ? settle(strips.slice(to), gutters, ends) : []),
  ].filter((group) => group.strips.length > 0)
}

function plain(strips: readonly Strip[]): ColumnGroup {
  return { strips, columns: [strips.flatMap((strip) => strip.atoms)] }
}

function columnsOf(strips: readonly Strip[], columnOf: (atom: Atom) => number): ColumnGroup[] {
  const columns = new Map<number, Atom[]>()
  for (const atom of strips.flatMap((strip) => strip.atoms)) {
    const column = columnOf(atom)
    const list = columns.get(column)
    if (list === undefined) columns.set(column, [atom])
    else list.push(atom)
  }
  const sorted = [...columns].sort(([a], [b]) => a - b).map(([, list]) => list)
  return [{ strips, columns: sorted }]
}

/** Parts the strips where a lone heading at the left stands between two sets of columns, by the stream's word. */
function between(strips: readonly Strip[], columnOf: (atom: Atom) => number): Strip[][] {
  const parts: Strip[][] = []
  let current: Strip[] = []
  strips.forEach((strip, index) => {
    const alone = strip.atoms.every((atom) => columnOf(atom) === 0)
    const above = strips.slice(0, index)
    const below = strips.slice(index + 1)
    const right = (list: readonly Strip[]): Atom[] => list.flatMap(({ atoms }) => atoms.filter((atom) => columnOf(atom) > 0 && atom.order >= 0))
    if (
      alone &&
      index > 0 &&
      strip.box.y0 - strips[index - 1]!.box.y1 > HEADING_GAP_EM * usualSize(strip.atoms) &&
      current.length > 0 &&
      right(current).length > 0 &&
      right(below).length > 0 &&
      comesAfter(strip.atoms, above) &&
      comesBefore(strip.atoms, below)
    ) {
      parts.push(current)
      current = []
    }
    current.push(strip)
  })
  if (current.length > 0) parts.push(current)
  return parts
}

function comesAfter(atoms: readonly Atom[], strips: readonly Strip[]): boolean {
  const own = Math.min(...atoms.map(({ order }) => (order < 0 ? Infinity : order)))
  return own < Infinity && strips.every((strip) => strip.atoms.every(({ order }) => order < own))
}

function comesBefore(atoms: readonly Atom[], strips: readonly Strip[]): boolean {
  const own = Math.max(...atoms.map(({ order }) => order))
  return own >= 0 && strips.every((strip) => strip.atoms.every(({ order }) => order < 0 || order > own))
}

/** A single row whose pieces follow each other in the stream. */
function isWrittenAcross(strip: Strip, all: readonly Atom[]): boolean {
  const orders = strip.atoms.map(({ order }) => order).filter((order) => order >= 0)
  if (orders.length !== strip.atoms.length || !isSingleRow(strip)) return false
  const low = Math.min(...orders)
  const high = Math.max(...orders)
  return all.filter(({ order }) => order >= low && order <= high).length === orders.length
}

/** Whether text at the two sides of a gutter is read line by line across it. */
function readsAcross(atoms: readonly Atom[], gutter: Interval): boolean {
  const left = atoms.filter(({ box }) => box.x1 <= gutter.from + TOUCH)
  const right = atoms.filter(({ box }) => box.x0 >= gutter.to - TOUCH)
  const lines = (side: readonly Atom[]): Atom[] => side.filter(({ kind }) => kind === 'line')
  const leftLines = lines(left)
  const rightLines = lines(right)
  // A figure or table beside text is a column of its own.
  if (leftLines.length === 0 || rightLines.length === 0) return false
  if (left.length !== leftLines.length || right.length !== rightLines.length) return false
  const size = usualSize(atoms)
  const narrow = (side: readonly Atom[]): boolean => median(side.map(({ box }) => box.x1 - box.x0)) < LABEL_EM * size
  const fewer = Math.min(leftLines.length, rightLines.length)
  // Labels may be raised (marks of notes) or set in another size: standing beside is enough.
  if (narrow(leftLines) && besides(leftLines, rightLines) >= 0.7) return true
  if (narrow(rightLines) && besides(rightLines, leftLines) >= 0.7) return true
  const pairs = alignedPairs(leftLines, rightLines)
  if (pairs === 0 || areCards(leftLines, rightLines)) return false
  const aligned = pairs / fewer
  if (aligned < 0.5) return false
  // The stream: going down one side and then the other crosses the gutter once or twice, going across does so at each line.
  const stream = [...leftLines, ...rightLines].filter(({ order }) => order >= 0).sort((a, b) => a.order - b.order)
  let crossings = 0
  for (let index = 1; index < stream.length; index++)
    if (stream[index]!.box.x0 >= gutter.to - TOUCH !== stream[index - 1]!.box.x0 >= gutter.to - TOUCH) crossings++
  if (crossings > pairs || pairs < 2) return true
  const chars = (side: readonly Atom[]): number => side.reduce((sum, atom) => sum + atom.chars, 0) / side.length
  const short = chars(leftLines) < TEXT_CHARS || chars(rightLines) < TEXT_CHARS
  // Many short pieces in step are a table, however its producer wrote it; a few are cards side by side.
  if (short && fewer >= TABLE_ROWS && aligned >= 0.8) return true
  return crossings * 2 > pairs + 1 && (fewer < 3 || short)
}

/** Cards side by side: each row in one size across the gutter, the rows in different sizes (a head over its text). */
function areCards(left: readonly Atom[], right: readonly Atom[]): boolean {
  const sizes = new Set<number>()
  for (const { box, size } of left) {
    const mate = right.find((other) => Math.abs(other.box.y1 - box.y1) <= size * 0.3)
    if (mate === undefined) continue
    if (Math.abs(mate.size - size) > 0.3) return false
    sizes.add(Math.round(size))
  }
  return sizes.size > 1
}

/** Lines of the one side that have a line of the other on their baseline. */
function alignedPairs(left: readonly Atom[], right: readonly Atom[]): number {
  const ys = right.map(({ box }) => box.y1).sort((a, b) => a - b)
  let pairs = 0
  let at = 0
  for (const { box, size } of [...left].sort((a, b) => a.box.y1 - b.box.y1)) {
    const reach = size * 0.3
    while (at < ys.length && ys[at]! < box.y1 - reach) at++
    if (at < ys.length && ys[at]! <= box.y1 + reach) {
      pairs++
      at++
    }
  }
  return pairs
}

/** Share of the labels that have a line of the other side right beside them. */
function besides(labels: readonly Atom[], lines: readonly Atom[]): number {
  const sorted = [...lines].sort((a, b) => a.box.y0 - b.box.y0)
  let at = 0
  let found = 0
  for (const { box } of [...labels].sort((a, b) => a.box.y0 - b.box.y0)) {
    const middle = (box.y0 + box.y1) / 2
    while (at < sorted.length && sorted[at]!.box.y1 < middle) at++
    if (at < sorted.length && sorted[at]!.box.y0 <= middle) found++
  }
  return found / labels.length
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
