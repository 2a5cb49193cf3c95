/** Finds tables between horizontal rulings of one width (booktabs style). */

import { type Box, centerY, overlapArea } from '../../../model/geometry.ts'
import { groupAdjacent } from '../../../model/group-adjacent.ts'
import { maxOf, median, minOf } from '../../../model/statistics.ts'
import { isDrawn } from '../../rulings.ts'
import { isCaptioned, startsCaption } from '../captions.ts'
import { isNumericCell } from '../cell-text.ts'
import { readRun } from '../stream/candidates.ts'
import { headerAbove, isAligned, rowsAbove } from '../stream/header-above.ts'
import { haveSameExtent, joinRulings, type RulingLevel } from '../stream/ruling-levels.ts'
import { rowsWithin } from '../text-rows.ts'
import type { TableDetector, TablePage, TextRow, WordsIn } from '../types.ts'

const MIN_PROSE_WORDS = 7
const MIN_PROSE_RATIO = 0.75
/** Minimum rulings: two without a caption may belong to a page header and footer. */
const MIN_RULINGS = 3
const MIN_CAPTIONED_RULINGS = 2

/** Maximum distance of rows outside the outermost rulings; below the last, also relative to the padding of the rows. */
const MAX_OUTER_ROW_EM = 4
const MAX_EXTRA_PADDING_EM = 0.8

/** Limits of rows of numbers with labels left of the rulings. */
const MIN_LABELED_ROWS = 3
const MIN_LABELED_RATIO = 0.6
const LABEL_TOLERANCE_EM = 0.4

interface HorizontalRuleRegion {
  readonly box: Box
  readonly positions: readonly number[]
}

function horizontalRuleRegions({ lines, wordsIn, size, ...page }: TablePage): HorizontalRuleRegion[] {
  const rulings = page.rulings()
  // Shading ends with its rows, often without the header.
  const levels = joinRulings(rulings.filter(isDrawn), size)
  const shaded = joinRulings(
    rulings.filter((ruling) => !isDrawn(ruling)),
    size,
  )
  const used = new Set<RulingLevel>()
  const regions: HorizontalRuleRegion[] = []
  for (const level of levels) {
    if (used.has(level)) continue
    const drawn = levels.filter((other) => !used.has(other) && haveSameExtent(other, level, size))
    for (const member of drawn) used.add(member)
    const group = [
      ...shadedHeaderEdges(
        shaded.filter((other) => haveSameExtent(other, level, size)),
        { drawn, size },
      ),
      ...drawn,
    ]
    const runs = groupAdjacent(group, (member, above) => !areSeparate(above, member, { wordsIn, size }))
    for (const run of runs) {
      const box = { x0: run[0].from, y0: run[0].position, x1: run[0].to, y1: run.at(-1)!.position }
      if (run.length >= MIN_RULINGS || (run.length >= MIN_CAPTIONED_RULINGS && isCaptioned(box, lines, size)))
        regions.push({ box, positions: run.map(({ position }) => position) })
    }
  }
  return regions
}

function shadedHeaderEdges(
  shaded: readonly RulingLevel[],
  { drawn, size }: { drawn: readonly RulingLevel[]; size: number },
): RulingLevel[] {
  const [first] = drawn
  if (first === undefined || drawn.length < 2) return []
  const edges = shaded.filter(
    ({ position }) => position < first.position - 1.5 && position > first.position - 2 * MAX_OUTER_ROW_EM * size,
  )
  const candidates = [...edges.slice(-2), first]
  const lastGap = candidates.findLastIndex(
    (edge, index) =>
      index > 0 && edge.position - (candidates[index - 1] as RulingLevel).position > MAX_OUTER_ROW_EM * size,
  )
  return candidates.slice(Math.max(lastGap, 0), -1)
}

export const horizontalRules: TableDetector = {
  method: 'stream/horizontal-rules',
  *detect(page) {
    const regions = horizontalRuleRegions(page)
    for (const region of regions)
      if (!page.tables.some((table) => overlapArea(table, region.box) > 0))
        yield* readRun(rowsOfRegion({ ...region, box: withLabels(region.box, page) }, page), page, { splits: 0 })
  },
}

/** Extends rulings over numbers to labels left of them. */
function withLabels(box: Box, { wordsIn, size, gutters }: TablePage): Box {
  const reach = { ...box, x0: gutters().findLast(({ x }) => x < box.x0)?.x ?? 0 }
  const all = rowsWithin(box, wordsIn).filter(({ segments }) => segments.length > 1)
  const rows = all.slice(Math.max(0, all.findIndex(startsWithNumber)))
  if (rows.length < MIN_LABELED_ROWS || rows.filter(startsWithNumber).length < rows.length * MIN_LABELED_RATIO)
    return box
  const outside = wordsIn(reach).filter((word) => word.box.x1 <= box.x0 + size)
  const sorted = outside.map((word) => ({ x: word.box.x0, y: centerY(word.box) })).sort((one, other) => one.y - other.y)
  const tolerance = LABEL_TOLERANCE_EM * size
  let from = 0
  const labels = rows.flatMap((row) => {
    const y = centerY(row.box)
    while (from < sorted.length && sorted[from]!.y <= y - tolerance) from++
    let left = Infinity
    for (let at = from; at < sorted.length && sorted[at]!.y < y + tolerance; at++) left = Math.min(left, sorted[at]!.x)
    return left < Infinity ? [left] : []
  })
  return labels.length < rows.length * MIN_LABELED_RATIO ? box : { ...box, x0: minOf(labels) - 1 }
}

function startsWithNumber({ segments: [first] }: TextRow): boolean {
  return first !== undefined && isNumericCell(first)
}

function areSeparate(
  above: RulingLevel,
  below: RulingLevel,
  { wordsIn, size }: { wordsIn: WordsIn; size: number },
): boolean {
  const rows = rowsWithin({ x0: above.from, y0: above.position, x1: above.to, y1: below.position }, wordsIn)
  if (rows.length === 0) return below.position - above.position > 6 * size
  const isProse = (row: TextRow): boolean =>
    row.words.length >= MIN_PROSE_WORDS &&
    row.box.x0 - above.from < 3 * size &&
    (row.segments[0]?.box.x1 ?? 0) - row.box.x0 > (above.to - above.from) * MIN_PROSE_RATIO
  return rows.some((row) => isProse(row) || startsCaption(row))
}

/** Distance of a ruling from the text below it. */
function paddingBelow(position: number, rows: readonly TextRow[]): number {
  const first = rows.find(({ box }) => centerY(box) > position)
  return first === undefined ? 0 : first.box.y0 - position
}

function rowsOfRegion({ box, positions }: HorizontalRuleRegion, page: TablePage): TextRow[] {
  const { wordsIn, size } = page
  const rows = rowsWithin(box, wordsIn)
  const steps = positions.slice(1).map((position, index) => position - (positions[index] as number))
  const step = Math.max(median(steps) ?? 0, 1.6 * size)
  const maxDistance = Math.min(step * 1.1, MAX_OUTER_ROW_EM * size)
  const inner = rows.flatMap((row) => row.segments)
  const isTableRow = (row: TextRow): boolean => isAligned(row, inner, size)
  const above = rowsWithin({ ...box, y0: box.y0 - maxDistance, y1: box.y0 }, wordsIn)
  const maxPadding = maxOf(positions.slice(0, -1).map((position) => paddingBelow(position, rows)))
  const below = rowsWithin({ ...box, y0: box.y1, y1: box.y1 + maxDistance }, wordsIn)
  const isNear = paddingBelow(box.y1, below) <= maxPadding + MAX_EXTRA_PADDING_EM * size
  // A nearby caption or prose shows that a ruling closes the table.
  const header = headerAbove(rowsAbove(box, page), rows, size)
  const outer = above.every(isTableRow) ? above : []
  return [
    ...(header.length > outer.length ? header : outer),
    ...rows,
    ...(isNear && below.every(isTableRow) ? below : []),
  ]
}
