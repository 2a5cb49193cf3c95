/**
 * A grid read from aligned words → is it a table? Evidence is weighed: rulings, a caption, figures in columns, common
 * edges, filled cells. Lists, tables of contents and columns of running text are turned away first.
 */
import { type Box, centerX, centerY } from '../../../model/geometry.ts'
import type { Line, Ruling } from '../../state.ts'
import { isCaptioned } from '../captions.ts'
import { isNumeric, rowText } from '../cell-text.ts'
import type { CellSegment, StreamGrid } from '../types.ts'
import {
  hasBullets,
  isColumnList,
  isContents,
  isEquations,
  isForm,
  isHeadings,
  isHeadOverTitle,
  isLineNumbered,
  isList,
  isListing,
  isLongContents,
  isMonospaced,
  isSpread,
} from './non-table-patterns.ts'

interface Surroundings {
  readonly rulings: readonly Ruling[]
  readonly lines: readonly Line[]
  readonly size: number
  /** Drawn lines between its columns, or edges of a shaded one. */
  readonly columnLines?: number
  /** Tables that are known already: their captions are not this one's. */
  readonly found: readonly Box[]
}

/** Points of evidence that make a table. A ruled frame above and below plus common edges suffice, so do figures in three columns. */
export const MIN_SCORE = 3
/** Edges agree within this. Ems. */
const edgeEm = 0.5
/** Columns of so many pieces tell their edge without the first. */
const minBodyRows = 4
/** Pairs that make a table of two columns without any other sign, and the white between them. Rows; ems. */
const minPairs = 5
const minPairGapEm = 1.5
/** So many show their columns over any strip. Rows. */
const manyPairs = 15
/** Rows of two columns that bold heads show for a table, and how much of them is filled. */
const minHeadedRows = 4
const minFilled = 0.9
/** What an amount with a unit counts beside a plain figure. */
const quantityWeight = 0.6
/** Full rows of three columns that show a table without any other sign; ticks and labels of a chart make fewer. */
const minFullRows = 4
/** Words of a cell on average; newspaper columns, which are joined to rows by chance, hold more. */
const maxShortWords = 6

/** Lists, tables of contents, numbered equations and numbered lines have columns, too. */
export function isNonTable(grid: StreamGrid, captioned = false): boolean {
  if (grid.cols < 2 || grid.rows.length < 2) return true
  const columns = columnSlots(grid)
  return (
    hasBullets(columns) ||
    isList(columns) ||
    isContents(columns, captioned) ||
    isEquations(columns) ||
    isLineNumbered(columns)
  )
}

/** Contents and listings are so throughout: no part of them is a table either. */
export function isNonTableThroughout(grid: StreamGrid, lines: readonly Line[]): boolean {
  const columns = columnSlots(grid)
  return grid.cols > 1 && (isContents(columns) || isListing(columns, lines))
}

/** Sum of the evidence; `-Infinity` for what can't be a table. */
export function scoreGrid(grid: StreamGrid, { rulings, lines, size, columnLines = 0, found }: Surroundings): number {
  if (grid.cols < 2 || grid.rows.length < 2) return -Infinity
  const columns = columnSlots(grid)
  const ruled = countRules(grid, rulings)
  const captioned = isCaptioned(grid.box, lines, { size, tables: found })
  // A caption says as much as a third ruling: the items of a list are numbered, and so are the rows of some tables.
  if (
    (ruled + (captioned ? 1 : 0) < 3 && columnLines < 3 && isNonTable(grid, captioned)) ||
    isLongContents(columns) ||
    isForm(columns)
  )
    return -Infinity
  // Grounds of color frame listings, lists and the foot of a slide as well.
  const drawn = rulings.filter(({ shading }) => shading !== true)
  if (
    columnLines < 3 &&
    !captioned &&
    countRules(grid, drawn) < 3 &&
    (isListing(columns, lines) || isLineNumbered(columns) || hasBullets(columns) || isHeadings(columns))
  )
    return -Infinity
  if (!captioned && ruled < 2 && isHeadOverTitle(grid)) return -Infinity
  if (!captioned && countRules(grid, drawn) < 2 && isSpread(grid)) return -Infinity
  const headed = hasHeading(grid, size)
  if (ruled === 0 && columnLines === 0 && !captioned && !headed && isColumnList(columns, size)) return -Infinity
  const texts = columns.flat().map((segment) => rowText(segment.words))
  const meanWords = columns.flat().reduce((sum, segment) => sum + segment.words.length, 0) / Math.max(1, texts.length)
  const laterTexts = columns
    .slice(1)
    .flat()
    .map((segment) => rowText(segment.words))
  const figures =
    laterTexts.reduce((sum, text) => sum + (isNumeric(text) ? 1 : isQuantity(text) ? quantityWeight : 0), 0) /
    Math.max(1, laterTexts.length)
  const filled =
    grid.rows.reduce((sum, row) => sum + row.reduce((own, segment) => own + segment.colSpan, 0), 0) /
    (grid.rows.length * grid.cols)
  const aligned = alignmentOf(columns, size)
  // Between rulings, the lines of one cell are no rows; nor are they in a full grid of short cells, where lines stand between each other's.
  const isFull =
    grid.cols >= 3 && grid.rows.length >= minFullRows && filled >= 0.9 && aligned >= 0.9 && hasShortCells(grid)
  const multi =
    (ruled >= 3 && grid.rows.length > 3) || isFull
      ? grid.rows.filter((row) => row.length > 1).length / grid.rows.length
      : grid.textRows.filter((row) => row.segments.length > 1).length / grid.textRows.length
  let points = 0
  points += ruled >= 3 ? 2.5 : ruled === 2 ? 2 : ruled === 1 ? 0.75 : 0
  points += columnLines >= 3 ? 2.5 : columnLines > 0 ? 1.5 : 0
  points += captioned ? 1.5 : 0
  // Over two columns that nothing else tells, bold heads that no other row has say the most.
  points += headed ? (grid.cols === 2 && filled >= minFilled && grid.rows.length >= minHeadedRows ? 1 : 0.5) : 0
  points += ruled === 1 && isRuledBelowHead(grid, rulings) ? (grid.rows.length > 3 ? 0.75 : 0.5) : 0
  points -= ruled < 2 && figures < 0.3 && isMonospaced(columns, lines) ? 1.5 : 0
  points += grid.cols >= 3 && grid.rows.length >= 3 ? 0.75 : 0
  points += grid.rows.length >= 5 ? 0.5 : 0
  points += figures >= 0.6 ? 1.5 : figures >= 0.3 ? 0.75 : 0
  points += aligned >= 0.85 ? 1 : aligned < 0.6 ? -1 : 0
  // A slope, no step: one cell more or less decides nothing by itself.
  points += 0.5 * slope(filled, 0.6, 0.75) - slope(-filled, -0.5, -0.4)
  points -= multi < 0.5 ? 1 : 0
  // Two columns of which most rows fill one only: lines of a text with a few words beside it.
  points -= grid.cols === 2 && multi < 0.4 ? 1 : 0
  // Short pieces on common edges in nearly every row: words in columns, without any figure. Each piece beyond the first of its row and
  // of its column stands where it does by no chance.
  const crossings = (grid.rows.length - 1) * (grid.cols - 1)
  const isMarked = captioned || ruled >= 2
  points +=
    grid.cols >= 3 && (grid.rows.length >= minFullRows || isMarked) && aligned >= 0.9 && multi >= 0.8 && meanWords <= 4
      ? 0.75 * slope(crossings, 2, 6)
      : 0
  // Two columns of short labels and what belongs to them, a wide strip of white between: no text breaks so row after row.
  points +=
    grid.cols === 2 &&
    grid.rows.length >= minPairs &&
    aligned >= 0.9 &&
    multi >= 0.9 &&
    meanWords <= 4 &&
    isSetApart(grid, size)
      ? 0.5
      : 0
  // Long cells may be running text in columns, unless rulings or a caption say otherwise.
  points -= meanWords > 6 && figures < 0.3 ? (ruled >= 3 || columnLines >= 2 ? 0.5 : captioned ? 0.75 : 1.5) : 0
  points -= grid.rows.length < 3 ? 0.75 : 0
  return points
}

/** 0 up to `from`, 1 from `to` on, and straight between. */
function slope(value: number, from: number, to: number): number {
  return Math.max(0, Math.min(1, (value - from) / (to - from)))
}

/** “127 bar”, “−40 °C”, “$21m”: an amount with its unit is nearly as good as a figure. */
function isQuantity(text: string): boolean {
  return /^[<>≤≥±~≈+–−-]?\s?[$€£¥]?\d[\d.,]*\s?[^\s\d]{1,4}$/u.test(text)
}

/** Few words in a cell, all its lines together. */
function hasShortCells({ rows }: StreamGrid): boolean {
  const cells = rows.flat()
  return cells.reduce((sum, { words }) => sum + words.length, 0) <= cells.length * maxShortWords
}

/** The strip between the two columns is wide, or the rows are many. */
function isSetApart({ separators, rows }: StreamGrid, size: number): boolean {
  const [strip] = separators
  return rows.length >= manyPairs || (strip !== undefined && strip.x1 - strip.x0 >= minPairGapEm * size)
}

/** Segments of one column each, over the visual rows. */
function columnSlots(grid: StreamGrid): CellSegment[][] {
  const columns: CellSegment[][] = Array.from({ length: grid.cols }, () => [])
  for (const row of grid.textRows)
    for (const segment of row.segments) if (segment.colSpan === 1) (columns[segment.col] as CellSegment[]).push(segment)
  return columns
}

/** Headings stand over the middle of columns that have a common edge: with enough rows they need not share it. */
function alignmentOf(columns: readonly CellSegment[][], size: number): number {
  const body = columns.map((segments) => (segments.length >= minBodyRows ? segments.slice(1) : segments))
  return Math.max(alignment(columns, size), alignment(body, size))
}

/** Share of segments that stand on the commonest left, right or middle line of their column. */
function alignment(columns: readonly CellSegment[][], size: number): number {
  let good = 0
  let all = 0
  for (const segments of columns) {
    if (segments.length < 2) continue
    all += segments.length
    good += Math.max(
      ...[
        (segment: CellSegment) => segment.box.x0,
        (segment: CellSegment) => segment.box.x1,
        (segment: CellSegment) => centerX(segment.box),
      ].map((edge) => mostCommon(segments.map(edge), size * edgeEm)),
    )
  }
  return all === 0 ? 0 : good / all
}

/** Size of the largest set of values within `tolerance` of its least. */
function mostCommon(values: number[], tolerance: number): number {
  values.sort((a, b) => a - b)
  let best = 0
  let start = 0
  for (let end = 0; end < values.length; end++) {
    while ((values[end] as number) - (values[start] as number) > tolerance) start++
    best = Math.max(best, end - start + 1)
  }
  return best
}

/** Heights with rulings over most of the table's width. */
function countRules(grid: StreamGrid, rulings: readonly Ruling[]): number {
  const { box } = grid
  const heights = new Map<number, number>()
  for (const { position, from, to } of rulings) {
    const key = Math.round(position / 3)
    heights.set(key, (heights.get(key) ?? 0) + Math.max(0, Math.min(to, box.x1) - Math.max(from, box.x0)))
  }
  // A ruling far wider than the table belongs to the page, not to it.
  return [...heights.values()].filter((length) => length >= (box.x1 - box.x0) * 0.7).length
}

/** A drawn ruling stands right under the first row. */
export function isRuledBelowHead(grid: StreamGrid, rulings: readonly Ruling[]): boolean {
  const [first, second] = grid.rows
  if (first === undefined || second === undefined) return false
  const top = Math.max(...first.map((segment) => centerY(segment.box)))
  const bottom = Math.min(...second.map((segment) => centerY(segment.box)))
  return rulings.some(({ position, shading }) => shading !== true && position > top && position < bottom)
}

/** A first row all bold, on the edges or middles of its columns, and no other like it. */
function hasHeading(grid: StreamGrid, size: number): boolean {
  const isBold = (row: readonly CellSegment[]): boolean =>
    row.length > 1 && row.every((segment) => segment.words.every((word) => word.bold))
  const [first, ...rest] = grid.rows
  if (first === undefined || !isBold(first) || rest.some(isBold)) return false
  const body = rest.flat()
  const heads = first.filter((segment) => {
    const own = body.filter((other) => other.col === segment.col && other.colSpan === 1)
    const reach = size * edgeEm * 1.5
    return (
      own.length === 0 ||
      own.some(({ box }) => Math.abs(box.x0 - segment.box.x0) <= reach || Math.abs(box.x1 - segment.box.x1) <= reach) ||
      Math.abs(
        Math.min(...own.map(({ box }) => box.x0)) +
          Math.max(...own.map(({ box }) => box.x1)) -
          segment.box.x0 -
          segment.box.x1,
      ) <=
        reach * 4
    )
  })
  return heads.length >= first.length * 0.6
}
