/**
 * Strips of a region → columns, where a gutter runs through them; otherwise the strips stay one below the other.
 * Decides between reading down (columns) and reading across (labels and values, numbered items).
 */
import { type Box, unionAll } from '../../model/geometry.ts'
import {
  extentOf,
  GUTTER_EM,
  type Interval,
  interior,
  intersect,
  type Strip,
  streamOf,
  TOUCH,
  uncovered,
  usualSize,
  widen,
} from './gutters.ts'
import type { LayoutItem } from './layout-items.ts'
import { readsAcross } from './reading-direction.ts'

/** Strips that share their columns; one column when no gutter runs through them. */
export interface ColumnGroup {
  readonly strips: readonly Strip[]
  readonly columns: readonly (readonly LayoutItem[])[]
}

/** White space above a piece that stands alone below the columns: more than between two lines. */
const APART_EM = 1.4
/** Ink of one row is about one em tall. */
const SINGLE_ROW_EM = 1.6
/** White space above a heading: more than the lead between two lines. */
const HEADING_GAP_EM = 0.7

export function stripsOf(atoms: readonly LayoutItem[]): Strip[] {
  const sorted = [...atoms].sort((a, b) => a.box.y0 - b.box.y0 || a.box.x0 - b.box.x0 || a.order - b.order)
  const strips: Strip[] = []
  let current: LayoutItem[] = []
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
  const stream = streamOf(strips)
  let current: Strip[] = []
  let open: Interval[] = []
  let gutters: Interval[] = []
  let extent = extentOf([])
  const close = (): void => {
    if (current.length > 0) groups.push(...settle(current, gutters, { top: strips[0]!, bottom: strips.at(-1)! }))
    current = []
  }
  for (const strip of strips) {
    const free = uncovered(strip.atoms, frame)
    const own = interior(free, extentOf([strip]), stream)
    if (current.length > 0) {
      const shared = intersect(open, free)
      widen(extent, strip)
      const all = interior(shared, extent, stream)
      const alive = gutters.filter((gutter) => all.some((other) => other.from < gutter.to && other.to > gutter.from))
      // What a single row seemed to have for gutters may have been its words.
      const kept =
        alive.length === gutters.length || (alive.length > 0 && current.length === 1 && isSingleRow(current[0]!))
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
    extent = extentOf(current)
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
    intersect(gutters, uncovered(strip.atoms, frame)).filter(
      ({ from, to }) => to - from >= GUTTER_EM * usualSize(strip.atoms),
    ).length < gutters.length
  const last = plainStrips.findLastIndex(crosses)
  const tail = plainStrips.slice(last + 1)
  const from = tail.findIndex(
    (strip) => !isSingleRow(strip) && strip.atoms.every(({ box }) => box.x0 > gutters[0]!.from),
  )
  return from < 0 ? [] : tail.slice(from)
}

function isSingleRow(strip: Strip): boolean {
  return strip.box.y1 - strip.box.y0 < SINGLE_ROW_EM * usualSize(strip.atoms)
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
  const columnOf = (atom: LayoutItem): number => cuts.filter(({ to }) => atom.box.x0 >= to - TOUCH).length
  const full = (strip: Strip): boolean => new Set(strip.atoms.map(columnOf)).size > 1
  const first = strips.findIndex(full)
  const last = strips.findLastIndex(full)
  if (first < 0) return [plain(strips)]
  let from = 0
  // Something alone at the right above the columns (a date, a page number) is read before them.
  while (
    from < first &&
    isSingleRow(strips[from]!) &&
    strips[from]!.atoms.every((atom) => atom.kind === 'line' && columnOf(atom) > 0)
  )
    from++
  let to = strips.length
  const size = usualSize(atoms)
  // A running head or foot in two parts happens to respect the gutter; the stream writes it in one go.
  const edge = (index: number, neighbor: number): boolean => {
    const [upper, lower] = index < neighbor ? [strips[index]!, strips[neighbor]!] : [strips[neighbor]!, strips[index]!]
    return lower.box.y0 - upper.box.y1 > APART_EM * size && isWrittenAcross(strips[index]!, atoms)
  }
  if (
    from === first &&
    strips[from] === ends.top &&
    strips.length > from + 1 &&
    full(strips[from]!) &&
    edge(from, from + 1)
  ) {
    return [plain(strips.slice(0, from + 1)), ...settle(strips.slice(from + 1), gutters, ends)]
  }
  if (last === strips.length - 1 && strips[last] === ends.bottom && last > from && edge(last, last - 1)) {
    return [...settle(strips.slice(0, last), gutters, ends), plain(strips.slice(last))]
  }
  for (let index = last + 1; index < strips.length; index++) {
    const strip = strips[index]!
    const apart = strip.box.y0 - strips[index - 1]!.box.y1 > APART_EM * size
    if (
      apart &&
      strip.atoms.every((atom) => columnOf(atom) === 0) &&
      comesAfter(strip.atoms, strips.slice(from, index))
    ) {
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

function columnsOf(strips: readonly Strip[], columnOf: (atom: LayoutItem) => number): ColumnGroup[] {
  const columns = new Map<number, LayoutItem[]>()
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
function between(strips: readonly Strip[], columnOf: (atom: LayoutItem) => number): Strip[][] {
  const parts: Strip[][] = []
  let current: Strip[] = []
  strips.forEach((strip, index) => {
    const alone = strip.atoms.every((atom) => columnOf(atom) === 0)
    const above = strips.slice(0, index)
    const below = strips.slice(index + 1)
    const right = (list: readonly Strip[]): LayoutItem[] =>
      list.flatMap(({ atoms }) => atoms.filter((atom) => columnOf(atom) > 0 && atom.order >= 0))
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

function comesAfter(atoms: readonly LayoutItem[], strips: readonly Strip[]): boolean {
  const own = Math.min(...atoms.map(({ order }) => (order < 0 ? Infinity : order)))
  return own < Infinity && strips.every((strip) => strip.atoms.every(({ order }) => order < own))
}

function comesBefore(atoms: readonly LayoutItem[], strips: readonly Strip[]): boolean {
  const own = Math.max(...atoms.map(({ order }) => order))
  return own >= 0 && strips.every((strip) => strip.atoms.every(({ order }) => order < 0 || order > own))
}

/** A single row whose pieces follow each other in the stream. */
function isWrittenAcross(strip: Strip, all: readonly LayoutItem[]): boolean {
  const orders = strip.atoms.map(({ order }) => order).filter((order) => order >= 0)
  if (orders.length !== strip.atoms.length || !isSingleRow(strip)) return false
  const low = Math.min(...orders)
  const high = Math.max(...orders)
  return all.filter(({ order }) => order >= low && order <= high).length === orders.length
}
