/**
 * Finds the regions that horizontal rulings of one width may frame as half-ruled tables, with text of any kind
 * inside. It proposes regions only; their content decides whether one is a table.
 */

import type { Box } from '../../../model/geometry.ts'
import { overlapArea } from '../../../model/geometry.ts'
import { median } from '../../../model/statistics.ts'
import type { Ruling } from '../../state.ts'
import { startsCaption } from '../captions.ts'
import { isNumeric, rowText } from '../cell-text.ts'
import { readRun } from '../stream/candidates.ts'
import { columnRows, columnSpan, findSeparators } from '../stream/columns.ts'
import { rowsWithin } from '../text-rows.ts'
import type { Segment, TableDetector, TextRow, WordsIn } from '../types.ts'

/** Minimum width of rulings that frame a table, in em. */
const minWidthEm = 9
/** Maximum distance between the ends of rulings of one table, in em. */
const endEm = 1.2
/** Minimum number of words, and part of the width, of a row without gaps that is running text. */
const plainWords = 7
const plainRatio = 0.75
/** Minimum number of rulings that need no further evidence; two may belong to a header and a footer. */
const minFrameRules = 3

/**
 * Lines to write on: maximum distance of the label below, minimum space below the label, both in em, and minimum part
 * of the bands with both.
 */
const hugEm = 0.5
const writingEm = 1.2
const blankRatio = 0.6

/** Maximum distance of a row outside the outermost rulings, in em. It is also limited by the distance between rows. */
const maxOpenEm = 4
/** Minimum gap between the segments of that row, in em. */
const openGapEm = 1
/** Maximum distance between the edges or middles of aligned segments, in em. */
const openEdgeEm = 0.35

/**
 * Maximum number of header rows above the first ruling and of words in one header cell, and minimum part of the
 * columns with a header.
 */
const maxHeadRows = 3
const maxHeadWords = 6
const headedRatio = 0.6

interface HorizontalRuleRegion {
  readonly box: Box
  readonly rules: readonly number[]
  /** The rulings are lines to write on: they frame nothing. */
  readonly isForm: boolean
}

/** Regions between rulings of one extent, split where running text is between two of them. */
function horizontalRuleRegions(rulings: readonly Ruling[], wordsIn: WordsIn, size: number): HorizontalRuleRegion[] {
  // Shading ends with its rows, often without the header.
  const levels = ruleLevels(
    rulings.filter((ruling) => ruling.shading !== true),
    size,
  )
  const shaded = ruleLevels(
    rulings.filter((ruling) => ruling.shading === true),
    size,
  )
  const isAlike = (a: Level, b: Level): boolean =>
    Math.abs(a.from - b.from) <= endEm * size && Math.abs(a.to - b.to) <= endEm * size
  const used = new Set<Level>()
  const regions: HorizontalRuleRegion[] = []
  // The widest first: rulings over some of the columns, next to a merged cell, frame no table within it.
  for (const level of [...levels].sort((a, b) => b.to - b.from - (a.to - a.from))) {
    if (used.has(level) || regions.some((region) => isInside(level, region.box, size))) continue
    const drawn = levels.filter((other) => !used.has(other) && isAlike(other, level))
    for (const member of drawn) used.add(member)
    const family = [
      ...headEdges(
        shaded.filter((other) => isAlike(other, level)),
        { drawn, size },
      ),
      ...drawn,
    ]
    let run: Level[] = []
    const close = (): void => {
      const [first, last] = [run[0], run.at(-1)]
      if (first !== undefined && last !== undefined && run.length >= minFrameRules) {
        const box = { x0: first.from, y0: first.position, x1: first.to, y1: last.position }
        regions.push({ box, rules: run.map(({ position }) => position), isForm: areBlanks(run, { wordsIn, size }) })
      }
      run = []
    }
    for (const member of family) {
      const above = run.at(-1)
      if (above !== undefined && isCut(above, member, { wordsIn, size })) close()
      run.push(member)
    }
    close()
  }
  return regions
}

/**
 * The upper and lower edges of a shaded header directly above the first ruling. They are two more rulings of the
 * table.
 */
function headEdges(shaded: readonly Level[], { drawn, size }: { drawn: readonly Level[]; size: number }): Level[] {
  const [first] = drawn
  if (first === undefined || drawn.length < 2) return []
  const edges = shaded.filter(
    ({ position }) => position < first.position - 1.5 && position > first.position - 2 * maxOpenEm * size,
  )
  const near = [...edges.slice(-2), first]
  // Only the upper edge where the first ruling is the lower one.
  const reach = near.findLastIndex(
    (edge, index) => index > 0 && edge.position - (near[index - 1] as Level).position > maxOpenEm * size,
  )
  return near.slice(Math.max(reach, 0), -1)
}

function isInside({ position, from, to }: Level, box: Box, size: number): boolean {
  return position > box.y0 && position < box.y1 && from >= box.x0 - endEm * size && to <= box.x1 + endEm * size
}

export const horizontalRules: TableDetector = {
  method: 'stream/horizontal-rules',
  *detect(page) {
    const regions = horizontalRuleRegions(page.rulings(), page.wordsIn, page.size)
    for (const { box, isForm } of regions)
      if (isForm) yield { table: null, box, refusal: 'fill-in lines', rulings: rulingsIn(box, page.rulings()) }
    // Rulings of one width frame a table with any content, even running text.
    for (const region of regions)
      if (!region.isForm && !page.tables.some((table) => overlapArea(table, region.box) > 0))
        yield* readRun(rowsOfRegion(region, page.wordsIn, page.size), page, 0)
  },
}

/** Horizontal rulings that overlap a region. */
function rulingsIn({ x0, x1, y0, y1 }: Box, rulings: readonly Ruling[]): Ruling[] {
  return rulings.filter(
    ({ horizontal, position, from, to }) =>
      horizontal && position >= y0 - 1 && position <= y1 + 1 && from < x1 && to > x0,
  )
}

interface Level {
  readonly position: number
  readonly from: number
  readonly to: number
}

/** Joins rulings at one height: a rule under each column counts as one rule. */
function ruleLevels(rulings: readonly Ruling[], size: number): Level[] {
  const levels: { position: number; from: number; to: number }[] = []
  const drawn = rulings.filter((ruling) => ruling.horizontal).sort((a, b) => a.position - b.position || a.from - b.from)
  for (const { position, from, to } of drawn) {
    const isLong = to - from >= minWidthEm * size
    let last: (typeof levels)[number] | undefined
    for (let index = levels.length - 1; index >= 0; index--) {
      const level = levels[index] as (typeof levels)[number]
      // Levels ascend: all earlier ones are further away.
      if (position - level.position > 1.5) break
      const apart = Math.max(from - level.to, level.from - to)
      // Two long rules at one height belong to two separate tables in one row.
      if (apart >= 3 * size || (isLong && level.to - level.from >= minWidthEm * size && apart > 0.5 * size)) continue
      last = level
      break
    }
    if (last === undefined) levels.push({ position, from, to })
    else {
      last.from = Math.min(last.from, from)
      last.to = Math.max(last.to, to)
    }
  }
  return levels.filter(({ from, to }) => to - from >= minWidthEm * size).sort((a, b) => a.position - b.position)
}

/** Whether running text, or only a caption, is between two rulings: they belong to different objects. */
function isCut(above: Level, below: Level, { wordsIn, size }: { wordsIn: WordsIn; size: number }): boolean {
  const rows = rowsWithin({ x0: above.from, y0: above.position, x1: above.to, y1: below.position }, wordsIn)
  if (rows.length === 0) return below.position - above.position > 6 * size
  const isPlain = (row: TextRow): boolean =>
    row.words.length >= plainWords &&
    row.box.x0 - above.from < 3 * size &&
    (row.segments[0]?.box.x1 ?? 0) - row.box.x0 > (above.to - above.from) * plainRatio
  return rows.some((row) => isPlain(row) || startsCaption(row))
}

/**
 * Whether rulings are lines to write on, as in forms: a label is directly below each, with space above the next. Rows
 * of tables are between their rulings.
 */
function areBlanks(run: readonly Level[], { wordsIn, size }: { wordsIn: WordsIn; size: number }): boolean {
  let bands = 0
  let blanks = 0
  for (let index = 1; index < run.length; index++) {
    const [above, below] = [run[index - 1] as Level, run[index] as Level]
    const [first, second] = rowsWithin(
      { x0: above.from, y0: above.position, x1: above.to, y1: below.position },
      wordsIn,
    )
    if (first === undefined) continue
    bands += 1
    const room = (second?.box.y0 ?? below.position) - first.box.y1
    if (first.box.y0 - above.position <= hugEm * size && room >= writingEm * size) blanks += 1
  }
  return blanks > 0 && blanks >= blankRatio * bands
}

/**
 * The rows of a region, with a header above its first ruling, and a last row below its last one where no ruling
 * closes the table.
 */
function rowsOfRegion({ box, rules }: HorizontalRuleRegion, wordsIn: WordsIn, size: number): TextRow[] {
  const rows = rowsWithin(box, wordsIn)
  const steps = rules.slice(1).map((rule, index) => rule - (rules[index] as number))
  const step = Math.max(median(steps) ?? 0, 1.6 * size)
  const reach = Math.min(step * 1.1, maxOpenEm * size)
  const inner = rows.flatMap((row) => row.segments)
  const isOpen = (row: TextRow): boolean => isOfColumns(row, inner, size)
  const above = rowsWithin({ ...box, y0: box.y0 - reach, y1: box.y0 }, wordsIn)
  const below = rowsWithin({ ...box, y0: box.y1, y1: box.y1 + reach }, wordsIn)
  // A nearby caption or running text shows that the ruling closes the table, unless a heading is between them.
  const nearest = [...above].reverse()
  const heads = Array.from({ length: Math.min(maxHeadRows, above.length) }, (_, at) => nearest.slice(0, at + 1))
  const head = above.every(isOpen) ? nearest : (heads.findLast((some) => headColumns(some, rows, size)) ?? [])
  return [...[...head].reverse(), ...rows, ...(below.every(isOpen) ? below : [])]
}

/**
 * Whether rows above the first ruling are headers of its columns with different edges. Each segment is over one
 * column that the row below fills, and most columns have one. It is on the column's edges, bold over text that is
 * not, or words over numbers. The last row of another table and widely spaced text fail this test.
 */
function headColumns(above: readonly TextRow[], rows: readonly TextRow[], size: number): boolean {
  const strips = findSeparators(columnRows(rows), size)
  const inner = rows.flatMap((row) => row.segments)
  const [first] = rows
  if (strips.length === 0 || first === undefined) return false
  const heads = above.flatMap((row) => row.segments.map((segment) => ({ ...columnSpan(segment, strips), segment })))
  if (heads.some((head) => head.first !== head.last || head.segment.words.length > maxHeadWords)) return false
  const headed = new Set(heads.map((head) => head.first))
  if (headed.size < Math.max(2, (strips.length + 1) * headedRatio)) return false
  const isBold = (row: TextRow): boolean => row.words.every((word) => word.bold)
  const isBoldOnly = above.every(isBold) && !rows.some(isBold)
  // Bold headers may be above a column whose first cell is empty.
  const below = new Set((isBoldOnly ? inner : first.segments).map((segment) => columnSpan(segment, strips).first))
  if (![...headed].every((col) => below.has(col))) return false
  if ((above.every(isBold) && !isBold(first)) || above.every((row) => isOfColumns(row, inner, size))) return true
  const isFigure = ({ words }: Segment): boolean => isNumeric(rowText(words))
  return first.segments.slice(1).some(isFigure) && !heads.some(({ segment }) => isFigure(segment))
}

/**
 * Whether a row has several segments, clearly separated, each on an edge or the middle of segments in the table.
 * Widely stretched running text has no such alignment.
 */
function isOfColumns(row: TextRow, inner: readonly Segment[], size: number): boolean {
  const apart = row.segments.some(
    (segment, index) => index > 0 && segment.box.x0 - (row.segments[index - 1]?.box.x1 ?? 0) > openGapEm * size,
  )
  const isOn = ({ box: own }: Segment): boolean =>
    inner.some(
      ({ box }) =>
        Math.abs(own.x0 - box.x0) <= openEdgeEm * size ||
        Math.abs(own.x1 - box.x1) <= openEdgeEm * size ||
        Math.abs(own.x0 + own.x1 - box.x0 - box.x1) <= openEdgeEm * size,
    )
  return apart && row.segments.every(isOn)
}
