import { type Box, height, overlapY, unionOf } from '../../model/geometry.ts'
import { joinBrokenLines } from '../../model/join-text.ts'
import { minOf } from '../../model/statistics.ts'
import { equationGroups } from '../formulas/equation-groups.ts'
import { boxOfRows } from '../order/layout-items.ts'
import type { FlowItem, Group, PageFlow, PageGroups, Row, TextGroup } from '../state.ts'
import { mostFrequentSize, styleOfLines, styleOfRow } from '../text/text-style.ts'
import { type Column, measureColumn } from './column-measures.ts'
import { breaksBetween } from './paragraph-breaks.ts'

/** Minimum fraction of a line's height next to an image. */
const MIN_NEXT_TO_RATIO = 0.5
/** Maximum images; more are icons. */
const MAX_IMAGES = 20
/** Minimum width of a justified line relative to the column, and tolerance of its right edge in em. */
const MIN_JUSTIFIED_RATIO = 0.6
const EDGE_TOLERANCE_EM = 0.05

export function groupRows(state: PageFlow): PageGroups {
  const groups: Group[] = []
  let pending: Row[] = []
  let region = -1
  const bodySize = mostFrequentSize(
    state.flow.flatMap((item) => (item.kind === 'row' ? [item.row] : [])),
    10,
  )
  const objects = [...state.figures, ...state.tables].map(({ box }) => box)
  const flush = (): void => {
    if (pending.length > 0)
      groups.push(...paragraphsOf(pending, region, { frame: state.regions[region]!, bodySize, objects }))
    pending = []
  }
  for (const item of state.flow) {
    const equation = item.kind === 'row' ? item.row.lines.some(({ formula }) => formula !== undefined) : false
    if (item.region !== region || item.kind !== 'row' || equation) flush()
    region = item.region
    if (item.kind === 'row' && equation) groups.push(...equationGroups(item.row, (row) => makeGroup([row], region)))
    else if (item.kind === 'row') pending.push(item.row)
    else groups.push({ kind: item.kind, index: item.index, region, box: boxOf(state, item) })
  }
  flush()
  return { ...state, groups: withWhitespace(groups) }
}

function boxOf(state: PageFlow, item: Exclude<FlowItem, { kind: 'row' }>): Box {
  return (item.kind === 'table' ? state.tables[item.index] : state.figures[item.index])!.box
}

/** `withWhitespace` sets `above` and `below`; `insertTagged` sets the region of tagged groups. */
export function makeGroup(rows: readonly Row[], region = 0): TextGroup {
  return {
    kind: 'text',
    type: 'text',
    rows,
    region,
    box: boxOfRows(rows),
    style: styleOfLines(rows.flatMap(({ lines }) => lines)),
    text: joinBrokenLines(rows),
    above: 0,
    below: 0,
  }
}

/** Gaps to the neighbors in the region, in points. */
export function withWhitespace(groups: readonly Group[]): Group[] {
  return groups.map((group, index) => {
    if (group.kind !== 'text') return group
    const before = groups[index - 1]
    const after = groups[index + 1]
    const first = group.rows[0]!
    const last = group.rows.at(-1)!
    const above = before !== undefined && before.region === group.region ? first.box.y0 - inkBottom(before) : Infinity
    const below = after !== undefined && after.region === group.region ? inkTop(after) - last.box.y1 : Infinity
    return { ...group, above, below }
  })
}

function inkBottom(group: Group): number {
  return group.kind === 'text' ? group.rows.at(-1)!.box.y1 : group.box.y1
}

function inkTop(group: Group): number {
  return group.kind === 'text' ? group.rows[0]!.box.y0 : group.box.y0
}

export function splitParagraphs(rows: readonly Row[]): (readonly Row[])[] {
  const frame = unionOf(rows)
  return paragraphsOf(rows, 0, { frame, bodySize: rows[0]!.size, objects: [] }).map((group) => group.rows)
}

interface RegionContext {
  readonly frame: Box
  readonly bodySize: number
  readonly objects: readonly Box[]
}

function paragraphsOf(rows: readonly Row[], region: number, { frame, bodySize, objects }: RegionContext): TextGroup[] {
  const column = measureColumn(rows, frame)
  const inFrame = objects
    .filter(({ x0, y0, y1 }) => x0 > frame.x0 && x0 < frame.x1 && y0 < frame.y1 && y1 > frame.y0)
    .slice(0, MAX_IMAGES)
  const rightOf = (row: Row, index: number): number => {
    const { box } = row
    if (isJustified(row, [rows[index - 1], rows[index + 1]], column)) return box.x1
    const adjacent = inFrame.filter(
      (object) => object.x0 >= box.x1 && overlapY(object, box) > MIN_NEXT_TO_RATIO * height(box),
    )
    return Math.min(column.right, minOf(adjacent.map(({ x0 }) => x0)))
  }
  const groups: TextGroup[] = []
  let current: Row[] = []
  rows.forEach((row, index) => {
    const last = current.at(-1)
    if (
      last !== undefined &&
      breaksBetween(last, row, {
        bodySize,
        column,
        right: rightOf(last, index - 1),
        first: current[0]!,
        count: current.length,
        next: rows[index + 1],
        objects: inFrame,
      })
    ) {
      groups.push(makeGroup(current, region))
      current = []
    }
    current.push(row)
  })
  if (current.length > 0) groups.push(makeGroup(current, region))
  return groups
}

/** Whether a long line ends exactly below or above another; the column can be wider, with a line of code in it. */
function isJustified(row: Row, neighbors: readonly (Row | undefined)[], { left, right }: Column): boolean {
  return (
    row.box.x1 - left >= MIN_JUSTIFIED_RATIO * (right - left) &&
    !styleOfRow(row).mono &&
    neighbors.some(
      (other) => other !== undefined && Math.abs(other.box.x1 - row.box.x1) <= EDGE_TOLERANCE_EM * row.size,
    )
  )
}
