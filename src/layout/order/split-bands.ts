/** Splits bands into columns at gutters where the text is read column-wise. */
import type { Box } from '../../model/geometry.ts'
import { maxOf, minOf } from '../../model/statistics.ts'
import { isSingleRow } from './bands.ts'
import { createGutterSearch, Extent, freeIntervals, intersect, MIN_GUTTER_EM } from './gutters.ts'
import { usualSize } from './layout-items.ts'
import { isReadRowWise } from './reading-direction.ts'
import { type Band, type Interval, type LayoutItem, TOUCH_TOLERANCE } from './types.ts'

interface ColumnGroup {
  readonly bands: readonly Band[]
  readonly columns: readonly (readonly LayoutItem[])[]
}

type ColumnOf = (item: LayoutItem) => number

const MIN_SEPARATION_EM = 1.4
/** Minimum gap between rows of cards. */
const MIN_BREAK_EM = 0.7
/** Maximum gutters of a page that is read by columns; a grid has more. */
const MAX_GUTTERS = 64

/** `frame` is the whole region. */
export function splitColumns(bands: readonly Band[], frame: Box): ColumnGroup[] {
  const guttersIn = createGutterSearch(bands)
  const groups: ColumnGroup[] = []
  let current: Band[] = []
  let extent = new Extent([])
  let open: readonly Interval[] = []
  let gutters: readonly Interval[] = []
  /** The gutters before the last band: it may have split them at the words of a justified line. */
  let confirmed: readonly Interval[] = []
  const close = (): void => {
    if (current.length > 0) groups.push(...toGroups(current, gutters, { top: bands[0]!, bottom: bands.at(-1)! }))
  }
  for (const band of bands) {
    const free = freeIntervals(band.items, frame)
    const own = guttersIn(free, new Extent([band]))
    if (current.length > 0) {
      const shared = intersect(open, free)
      extent.add(band)
      const all = guttersIn(shared, extent)
      const remaining = overlapping(confirmed, all)
      // Gaps between the words of a single first row may look like gutters.
      const isSame =
        remaining.length === confirmed.length ||
        (remaining.length > 0 && current.length === 1 && isSingleRow(current[0]!))
      if (isSame && (gutters.length > 0 || own.length === 0)) {
        current.push(band)
        open = shared
        confirmed = overlapping(gutters, all)
        gutters = gutters.length > 0 ? all : []
        continue
      }
    }
    const movedDown = gutters.length === 0 ? bandsOfColumnsBelow(current, own, frame) : []
    current = current.slice(0, current.length - movedDown.length)
    close()
    current = [...movedDown, band]
    extent = new Extent(current)
    open = movedDown.reduce((shared, other) => intersect(shared, freeIntervals(other.items, frame)), free)
    gutters = own
    confirmed = own
  }
  close()
  return groups
}

function overlapping(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  let at = 0
  return a.filter(({ from, to }) => {
    while (at < b.length && b[at]!.to <= from) at++
    return at < b.length && b[at]!.from < to
  })
}

/** Bands above a right column, such as a figure, belong to the columns below. */
function bandsOfColumnsBelow(bands: readonly Band[], gutters: readonly Interval[], frame: Box): Band[] {
  if (gutters.length === 0) return []
  const spansGutter = ({ items }: Band): boolean => {
    const minWidth = MIN_GUTTER_EM * usualSize(items)
    const free = intersect(gutters, freeIntervals(items, frame)).filter(({ from, to }) => to - from >= minWidth)
    return free.length < gutters.length
  }
  const tail = bands.slice(bands.findLastIndex(spansGutter) + 1)
  const from = tail.findIndex((band) => !isSingleRow(band) && band.items.every(({ box }) => box.x0 > gutters[0]!.from))
  return from < 0 ? [] : tail.slice(from)
}

/** Outermost bands: only these can be a page header or footer. */
interface Ends {
  readonly top: Band
  readonly bottom: Band
}

function toGroups(bands: readonly Band[], gutters: readonly Interval[], ends: Ends): ColumnGroup[] {
  const items = bands.flatMap((band) => band.items)
  const splits = gutters.length > MAX_GUTTERS ? [] : gutters.filter((gutter) => !isReadRowWise(items, gutter))
  const columnOf: ColumnOf = ({ box }) => splits.filter(({ to }) => box.x0 >= to - TOUCH_TOLERANCE).length
  const hasColumns = (band: Band): boolean => new Set(band.items.map(columnOf)).size > 1
  const first = bands.findIndex(hasColumns)
  const last = bands.findLastIndex(hasColumns)
  if (first < 0) return [singleColumn(bands)]
  // A date or page number on the right is read before the columns.
  const isRightRow = (band: Band): boolean =>
    isSingleRow(band) && band.items.every((item) => item.kind === 'line' && columnOf(item) > 0)
  const from = Math.min(
    first,
    bands.findIndex((band) => !isRightRow(band)),
  )
  const size = usualSize(items)
  const isSeparate = (upper: number): boolean =>
    bands[upper + 1]!.box.y0 - bands[upper]!.box.y1 > MIN_SEPARATION_EM * size
  // A page header in two parts may fit the gutter, but is contiguous in the content stream.
  if (first === 0 && bands[0] === ends.top && bands.length > 1 && isSeparate(0) && isContiguous(bands[0]!, items))
    return [singleColumn(bands.slice(0, 1)), ...toGroups(bands.slice(1), gutters, ends)]
  if (
    last > from &&
    last === bands.length - 1 &&
    bands[last] === ends.bottom &&
    isSeparate(last - 1) &&
    isContiguous(bands[last]!, items)
  )
    return [...toGroups(bands.slice(0, last), gutters, ends), singleColumn(bands.slice(last))]
  // OCR engines read a column of text and tables to its end, and authors place tables side by side.
  const endsInTables = bands[last]!.items.every(({ kind }) => kind === 'table')
  let latest = -Infinity
  const to = bands.findIndex((band, index) => {
    const isBelow =
      index > last &&
      isSeparate(index - 1) &&
      band.items.every((item) => columnOf(item) === 0) &&
      (endsInTables || latest < firstOrder(band))
    if (index >= from) for (const { order } of band.items) latest = Math.max(latest, order)
    return isBelow
  })
  return [
    singleColumn(bands.slice(0, from)),
    ...splitAtStreamBreaks(bands.slice(from, to < 0 ? bands.length : to), columnOf),
    ...(to < 0 ? [] : toGroups(bands.slice(to), gutters, ends)),
  ].filter((group) => group.bands.length > 0)
}

function singleColumn(bands: readonly Band[]): ColumnGroup {
  return { bands, columns: [bands.flatMap(({ items }) => items)] }
}

/** Rows of cards, such as authors with their addresses, are read row by row if the content stream is. */
function splitAtStreamBreaks(bands: readonly Band[], columnOf: ColumnOf): ColumnGroup[] {
  const items = bands.flatMap((band) => band.items)
  // Tables and figures have no order.
  if (items.some(({ order }) => order < 0)) return [toColumns(bands, columnOf)]
  const minGap = MIN_BREAK_EM * usualSize(items)
  const breaks = streamBreaks(bands)
  const parts: Band[][] = []
  let current: Band[] = []
  let rows = new RowCounts()
  for (const [index, band] of bands.entries()) {
    const before = bands[index - 1]
    const isGap = before !== undefined && band.box.y0 - before.box.y1 > minGap
    if (isGap && breaks[index] && rows.areSeveral) {
      parts.push(current)
      current = []
      rows = new RowCounts()
    }
    current.push(band)
    for (const item of band.items) rows.add(columnOf(item))
  }
  // Single rows at the end belong to the cards above.
  if (parts.length > 0 && !rows.areSeveral) current = [...parts.pop()!, ...current]
  return [...parts, current].map((part) => toColumns(part, columnOf))
}

class RowCounts {
  readonly #columns = new Set<number>()
  readonly #columnsOfRows = new Set<number>()

  add(column: number): void {
    if (this.#columns.has(column)) this.#columnsOfRows.add(column)
    this.#columns.add(column)
  }

  get areSeveral(): boolean {
    return this.#columnsOfRows.size > 1
  }
}

/** Whether all text above each band comes before all text from it on in the content stream. */
function streamBreaks(bands: readonly Band[]): boolean[] {
  const following: number[] = []
  let first = Infinity
  for (const { items } of bands.toReversed()) {
    for (const { order } of items) first = Math.min(first, order)
    following.push(first)
  }
  following.reverse()
  let last = -Infinity
  return bands.map(({ items }, index) => {
    const isBreak = last < following[index]!
    for (const { order } of items) last = Math.max(last, order)
    return isBreak
  })
}

function toColumns(bands: readonly Band[], columnOf: ColumnOf): ColumnGroup {
  const columns = Map.groupBy(
    bands.flatMap(({ items }) => items),
    columnOf,
  )
  return { bands, columns: [...columns].sort(([a], [b]) => a - b).map(([, column]) => column) }
}

/** Position of its first line in the content stream, or −∞ without lines. */
function firstOrder({ items }: Band): number {
  const first = minOf(items.map(({ order }) => (order < 0 ? Infinity : order)))
  return first < Infinity ? first : -Infinity
}

function isContiguous(band: Band, items: readonly LayoutItem[]): boolean {
  const orders = band.items.map(({ order }) => order)
  const [first, last] = [minOf(orders), maxOf(orders)]
  if (first < 0 || !isSingleRow(band)) return false
  return items.filter(({ order }) => order >= first && order <= last).length === orders.length
}
