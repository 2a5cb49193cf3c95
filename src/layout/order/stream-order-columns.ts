/**
 * Finds columns by jumps of the content stream from the bottom of one to the top of the next. Fixture:
 * levels/html-newsletter.
 */

import { unionAll } from '../../model/geometry.ts'
import { groupAdjacent } from '../../model/group-adjacent.ts'
import { isHorizontal } from '../../model/raw-page.ts'
import type { Line, PageObjects, Ruling } from '../state.ts'
import { inkBox } from '../text/lines.ts'
import { findProse } from '../text/prose.ts'
import type { StreamOrderColumn } from './types.ts'

/** Minimum jump relative to the page height; cells are lower. */
const MIN_JUMP_RATIO = 0.2
/** Minimum lines of a column; tables written column by column may have fewer. */
const MIN_LINES = 8
const MAX_COLUMNS = 8
const MIN_GUTTER_EM = 0.5
const BASELINE_TOLERANCE_EM = 0.15
/** Minimum fraction of rows without text in other columns. */
const MIN_ALONE_RATIO = 0.25
/** Minimum fraction of prose lines. */
const MIN_PROSE_RATIO = 0.5
/** Maximum rulings across a gutter: one above and one below the columns. */
const MAX_CROSSING_RULINGS = 1
/** Maximum distance beyond the edge of a column, in points. */
const EDGE_TOLERANCE = 1

type Page = Pick<PageObjects, 'lines' | 'rulings' | 'raw'>

/** From left to right; `null` if all may be columns of a table. */
export function streamOrderColumns(page: Page): StreamOrderColumn[] | null {
  const columns = streamColumns(page)
  if (columns === null) return null
  const prose = findProse(page.lines)
  const proseLines = new Set(page.lines.filter((_, index) => prose.has(index)))
  const isProse = ({ lines }: StreamOrderColumn): boolean =>
    lines.filter((line) => proseLines.has(line)).length >= MIN_PROSE_RATIO * lines.length
  return columns.some((column) => isProse(column) || isUnaligned(column, columns)) ? columns : null
}

function streamColumns({ lines, rulings, raw }: Page): StreamOrderColumn[] | null {
  const upright = lines.filter(isUpright)
  if (upright.length < 2 * MIN_LINES) return null
  const runs = splitAtJumps(upright, MIN_JUMP_RATIO * raw.height)
  if (runs.length < 2 || runs.length > MAX_COLUMNS) return null
  const columns = withoutHeaders(runs)
  const isSeparate = columns.every((right, index) => {
    const left = columns[index - 1]
    return left === undefined || areSeparate(left, right, rulings)
  })
  return isSeparate && columns.every(({ lines: own }) => own.length >= MIN_LINES) ? columns : null
}

export function isUpright({ spans: [first] }: Line): boolean {
  return first === undefined || isHorizontal(first)
}

function splitAtJumps(lines: readonly Line[], minJump: number): Line[][] {
  return groupAdjacent(
    lines,
    (line, before) => before.baseline - line.baseline <= minJump || line.box.x0 <= before.box.x0,
  )
}

/** Keeps lines at the common height; a header is in the first run, a footer in the last one. */
function withoutHeaders(runs: readonly (readonly Line[])[]): StreamOrderColumn[] {
  const boxes = runs.map((run) => run.map(inkBox))
  const top = unionAll(boxes.slice(1).flat()).y0
  const bottom = unionAll(boxes.slice(0, -1).flat()).y1
  return runs.map((run, index): StreamOrderColumn => {
    const own = boxes[index]!
    const isShared = own.map(({ y0, y1 }) => (index > 0 || y1 > top) && (index < runs.length - 1 || y0 < bottom))
    const { x0, x1 } = unionAll(own.filter((_, at) => isShared[at]))
    // A column may begin higher or end lower inside its edges.
    let from = isShared.indexOf(true)
    while (from > 0 && own[from - 1]!.x1 <= x1 + EDGE_TOLERANCE) from -= 1
    let to = isShared.lastIndexOf(true) + 1
    while (to < run.length && own[to]!.x0 >= x0 - EDGE_TOLERANCE) to += 1
    const lines = from < 0 ? [] : run.slice(from, to)
    return { lines, box: unionAll(lines.map(inkBox)) }
  })
}

function areSeparate(left: StreamOrderColumn, right: StreamOrderColumn, rulings: readonly Ruling[]): boolean {
  return (
    right.box.x0 - left.box.x1 >= MIN_GUTTER_EM * sizeOf(left) &&
    crossingRulings(left, right, rulings) <= MAX_CROSSING_RULINGS
  )
}

function crossingRulings(left: StreamOrderColumn, right: StreamOrderColumn, rulings: readonly Ruling[]): number {
  const size = sizeOf(left)
  const { y0, y1 } = unionAll([left.box, right.box])
  return rulings.filter(
    ({ horizontal, position, from, to }) =>
      horizontal && position > y0 && position < y1 && from < left.box.x1 - size && to > right.box.x0 + size,
  ).length
}

function sizeOf({ lines }: StreamOrderColumn): number {
  return lines[lines.length >> 1]?.size ?? 10
}

/** Cells share baselines; columns of text do so only by chance. */
function isUnaligned({ lines }: StreamOrderColumn, columns: readonly StreamOrderColumn[]): boolean {
  const rows = baselinesOf(lines)
  const others = columns
    .flatMap((column) => (column.lines === lines ? [] : column.lines.map(({ baseline }) => baseline)))
    .sort((a, b) => a - b)
  const tolerance = BASELINE_TOLERANCE_EM * lines[0]!.size
  let at = 0
  const alone = rows.filter((baseline) => {
    while (at < others.length && others[at]! < baseline - tolerance) at += 1
    return at === others.length || others[at]! > baseline + tolerance
  })
  return alone.length >= MIN_ALONE_RATIO * rows.length
}

function baselinesOf(lines: readonly Line[]): number[] {
  const tolerance = BASELINE_TOLERANCE_EM * lines[0]!.size
  const rows: number[] = []
  for (const baseline of lines.map((line) => line.baseline).sort((a, b) => a - b))
    if (rows.length === 0 || baseline - rows.at(-1)! > tolerance) rows.push(baseline)
  return rows
}
