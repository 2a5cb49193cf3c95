/**
 * Words outside ruled tables → tables without (enough) vertical rulings: runs of rows with gaps at common places.
 * It refuses running text, lists, tables of contents and whatever is too ragged, too empty or too small to be sure of.
 */

import { type Box, overlapArea, unionAll } from '../../model/geometry.ts'
import { median } from '../../model/statistics.ts'
import type { Line, Ruling } from '../state.ts'
import { findProseBeside } from '../text/prose.ts'
import { isMulti, runsOf } from './detectors/aligned-rows.ts'
import { type StreamOrderRegion, streamOrderRegions } from './detectors/content-order.ts'
import { type HorizontalRuleRegion, horizontalRuleRegions, rowsOfRegion } from './detectors/horizontal-rules.ts'
import { type KeyValueRegion, keyValueRegions } from './detectors/key-value.ts'
import { type MultiLineRegion, multiLineRegions } from './detectors/multi-line-rows.ts'
import { type VerticalRuleRegion, verticalRuleRegions } from './detectors/vertical-rules.ts'
import { type ZebraRegion, zebraRegions } from './detectors/zebra.ts'
import { isNonTable, isNonTableThroughout, isRuledBelowHead, scoreTable } from './scoring/table-score.ts'
import { splitDenseNumericColumns } from './stream/dense-numeric-columns.ts'
import { buildGrid } from './stream/grid.ts'
import { type PageGutter, pageGutter, readsAcross, sidesOf } from './stream/page-gutter.ts'
import { hasSideBySideLines, selectTableCandidates } from './stream/side-by-side-lines.ts'
import { trimNotes, trimToRulings } from './stream/trim-region.ts'
import { groupIntoRows } from './text-rows.ts'
import type { StreamGrid, TableCell, TableGrid, TextRow, Word, WordsOf } from './types.ts'

/** How often a refused run is cut in two and tried again. */
const maxDepth = 4
/** Lines between columns of fewer rows may be the sides of boxes. */
const minColumnRows = 3

export interface PageText {
  readonly lines: readonly Line[]
  readonly wordsOf: WordsOf
  readonly size: number
  /** Indices of lines that are running text. */
  readonly prose: ReadonlySet<number>
  readonly rulings: readonly Ruling[]
  /** Filled, colored boxes. */
  readonly shades: readonly Box[]
  /** Tables that are known already. */
  readonly found?: readonly Box[]
}

/** `free`: indices of the lines that may be used. */
export function findBorderless(free: readonly number[], source: PageText): TableGrid[] {
  const found: Box[] = [...(source.found ?? [])]
  const wordsIn = wordsByPlace(free, source)
  const frames = horizontalRuleRegions(source.rulings, wordsIn, source.size)
  const page = { ...source, rulings: withoutBlanks(source.rulings, frames), found }
  const { lines, prose } = page
  const framed = zebraRegions(page.shades, wordsIn, page).flatMap((region) => readStriped(region, page))
  const taken = new Set<number>()
  const take = (grids: readonly TableGrid[]): void => {
    for (const grid of grids) {
      found.push(grid.box)
      for (const cell of grid.cells) for (const word of cell.words) taken.add(word.line)
    }
  }
  take(framed)
  // Rulings of one width frame a table whatever its cells hold; elsewhere running text is no table.
  for (const region of frames) {
    if (region.isForm || framed.some((grid) => overlapArea(grid.box, region.box) > 0)) continue
    const grids = tryRun(rowsOfRegion(region, wordsIn, page.size), { page, depth: maxDepth })
    take(grids)
    framed.push(...grids)
  }
  for (const region of verticalRuleRegions(wordsIn, page)) {
    if (framed.some((grid) => overlapArea(grid.box, region.box) > 0)) continue
    const grids = readColumns(region, page)
    take(grids)
    framed.push(...grids)
  }
  const gutter = pageGutter(free, page)
  const written = streamOrderRegions(
    free.filter((index) => !taken.has(index)),
    page,
  ).flatMap((region) => readWritten(region, { page, framed }))
  take(written)
  framed.push(...written)
  const beside = findProseBeside(lines)
  const left = free.filter((index) => !taken.has(index) && !beside.has(index))
  const banded = multiLineRegions(left, page).flatMap(readBanded)
  take(banded)
  framed.push(...banded)
  const open = left.filter((index) => !prose.has(index) && !taken.has(index))
  if (hasSideBySideLines(open, lines)) {
    const blocks = [...prose].map((index) => (lines[index] as Line).box)
    const grids = readRuns(open, { page, blocks, gutter })
    take(grids)
    framed.push(...grids)
  }
  const rest = free.filter((index) => !taken.has(index))
  return [...framed, ...readPairs(rest, { page, gutter, tables: framed })]
}

/** Lines to write on part no rows. */
function withoutBlanks(rulings: readonly Ruling[], frames: readonly HorizontalRuleRegion[]): readonly Ruling[] {
  const forms = frames.filter(({ isForm }) => isForm)
  if (forms.length === 0) return rulings
  return rulings.filter(
    ({ horizontal, position, from, to }) =>
      !(
        horizontal &&
        forms.some(({ box }) => position >= box.y0 - 1 && position <= box.y1 + 1 && from < box.x1 && to > box.x0)
      ),
  )
}

/** Labels and what belongs to them, on a page of two columns in each by itself. */
function readPairs(
  rest: readonly number[],
  { page, gutter, tables }: { page: PageText; gutter: PageGutter | null; tables: readonly TableGrid[] },
): TableGrid[] {
  const sides = gutter === null ? [rest] : sidesOf(rest, gutter, page.lines).sides
  const found = sides.flatMap((side) =>
    keyValueRegions(groupIntoRows(selectTableCandidates(side, page.lines).flatMap(page.wordsOf)), page).map(toPairs),
  )
  return found.filter(({ box }) => !tables.some((table) => overlapArea(box, table.box) > 0))
}

function toPairs({ rows, cuts, strip }: KeyValueRegion): TableGrid {
  const size = median(rows.map((row) => row.size)) ?? 10
  const grid = buildGrid(rows, size, { rulings: [], drawn: [strip], cuts }) as StreamGrid
  return toTable({ ...grid, headerRows: 0 })
}

/** What only rows and gaps show; on a page of two columns each column is read by itself. */
function readRuns(
  open: readonly number[],
  { page, blocks, gutter }: { page: PageText; blocks: readonly Box[]; gutter: PageGutter | null },
): TableGrid[] {
  const read = (run: readonly TextRow[]): TableGrid[] => tryRun(run, { page, depth: 0 })
  const whole = runsOf(groupIntoRows(open.flatMap(page.wordsOf)), { ...page, blocks })
  if (gutter === null) return whole.flatMap(read)
  const across = whole.filter((run) => readsAcross(run, gutter)).flatMap(read)
  const taken = new Set(across.flatMap((grid) => grid.cells.flatMap((cell) => cell.words.map((word) => word.line))))
  const left = open.filter((index) => !taken.has(index))
  const { sides, crossing } = sidesOf(left, gutter, page.lines)
  const parting = [...blocks, ...crossing.map((index) => (page.lines[index] as Line).box)]
  return [
    ...across,
    ...sides.flatMap((side) =>
      runsOf(groupIntoRows(side.flatMap(page.wordsOf)), { ...page, blocks: parting }).flatMap(read),
    ),
  ]
}

function readStriped({ rows, rulings }: ZebraRegion, page: PageText): TableGrid[] {
  const size = median(rows.map((row) => row.size)) ?? 10
  const grid = spreadTitle(buildGrid(rows, size, { rulings }), rulings)
  return grid !== null && scoreTable(grid, { rulings, lines: page.lines, size, found: page.found })
    ? [toTable(grid)]
    : []
}

/** Columns that lines or shading show: they are evidence themselves. */
function readColumns({ rows, drawn, cuts, lines: columnLines }: VerticalRuleRegion, page: PageText): TableGrid[] {
  const size = median(rows.map((row) => row.size)) ?? 10
  const rulings = rulingsAcross(unionAll(rows.map((row) => row.box)), page.rulings, size)
  const grid = trimNotes(buildGrid(rows, size, { rulings, drawn, ...(cuts === undefined ? {} : { cuts }) }))
  // Two cards side by side have edges and lines of words in common, too.
  return grid !== null &&
    grid.rows.length >= minColumnRows &&
    scoreTable(grid, { rulings, lines: page.lines, size, columnLines, found: page.found })
    ? [toTable(grid)]
    : []
}

/** Horizontal rulings that touch a region. */
function rulingsAcross(box: Box, rulings: readonly Ruling[], size: number): Ruling[] {
  return rulings.filter(
    (ruling) =>
      ruling.horizontal &&
      ruling.position > box.y0 - 1.5 * size &&
      ruling.position < box.y1 + 1.5 * size &&
      Math.min(ruling.to, box.x1) - Math.max(ruling.from, box.x0) > size,
  )
}

/** A first stripe with one piece at its left is a title over all columns. */
function spreadTitle(grid: StreamGrid | null, rulings: readonly Ruling[]): StreamGrid | null {
  const [title, heads] = grid?.rows ?? []
  const segment = title?.[0]
  if (
    grid === null ||
    title?.length !== 1 ||
    segment === undefined ||
    segment.col > 0 ||
    heads === undefined ||
    heads.length < 2
  )
    return trimNotes(grid)
  const first = Math.min(...rulings.map(({ position }) => position))
  if (
    segment.box.y1 < first ||
    rulings.every(({ position }) => position < segment.box.y1 - 2 || position > (heads[0]?.box.y1 ?? 0))
  )
    return trimNotes(grid)
  return { ...grid, rows: [[{ ...segment, colSpan: grid.cols }], ...grid.rows.slice(1)] }
}

/** Words of the lines that a box touches; lines lie sorted from top to bottom, as pages of many rulings ask for many boxes. */
function wordsByPlace(free: readonly number[], { lines, wordsOf }: PageText): (box: Box) => Word[] {
  const sorted = free.map((index) => ({ index, box: (lines[index] as Line).box })).sort((a, b) => a.box.y0 - b.box.y0)
  const tallest = sorted.reduce((most, { box }) => Math.max(most, box.y1 - box.y0), 0)
  return (box) => {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const half = (low + high) >> 1
      if ((sorted[half] as { box: Box }).box.y0 < box.y0 - tallest) low = half + 1
      else high = half
    }
    const words: Word[] = []
    for (let at = low; at < sorted.length; at++) {
      const line = sorted[at] as { index: number; box: Box }
      if (line.box.y0 >= box.y1) break
      if (overlapArea(line.box, box) > 0) words.push(...wordsOf(line.index))
    }
    return words
  }
}

/** Rows told apart by the order in which their cells were written: their evidence is weighed already. */
function readWritten(
  { rows, cuts, strips }: StreamOrderRegion,
  { page, framed }: { page: PageText; framed: readonly TableGrid[] },
): TableGrid[] {
  const size = median(rows.map((row) => row.size)) ?? 10
  const grid = trimNotes(buildGrid(rows, size, { rulings: [], drawn: strips, cuts }))
  if (grid === null || isNonTable(grid) || framed.some((other) => overlapArea(grid.box, other.box) > 0)) return []
  const isHeaded = isRuledBelowHead(grid, rulingsAcross(grid.box, page.rulings, size))
  return [toTable({ ...grid, headerRows: isHeaded ? 1 : 0 })]
}

/** Records told apart by the white between them: their evidence is weighed already. */
function readBanded({ rows, cuts }: MultiLineRegion): TableGrid[] {
  const size = median(rows.map((row) => row.size)) ?? 10
  const grid = trimNotes(buildGrid(rows, size, { rulings: [], cuts }))
  return grid === null || isNonTable(grid) ? [] : [toTable(grid)]
}

function tryRun(rows: readonly TextRow[], state: { page: PageText; depth: number }): TableGrid[] {
  if (rows.length < 2) return []
  const run = trimToRulings(rows, state.page.rulings)
  if (run.length < 2) return []
  const box = unionAll(run.map((row) => row.box))
  const size = median(run.map((row) => row.size)) ?? 10
  const rulings = rulingsAcross(box, state.page.rulings, size)
  const tight = splitDenseNumericColumns(run, size)
  for (const shown of tight === null ? [run] : [tight, run]) {
    const grid = trimNotes(buildGrid(shown, size, { rulings }))
    if (grid !== null && scoreTable(grid, { rulings, lines: state.page.lines, size, found: state.page.found }))
      return [toTable(grid)]
    if (grid !== null && isNonTableThroughout(grid, state.page.lines)) return []
  }
  if (state.depth >= maxDepth || run.length < 4) return []
  const cut = widestGap(run)
  const next = { page: state.page, depth: state.depth + 1 }
  return [...tryRun(trim(run.slice(0, cut)), next), ...tryRun(trim(run.slice(cut)), next)]
}

function trim(run: readonly TextRow[]): TextRow[] {
  const multi = run.map(isMulti)
  const first = multi.indexOf(true)
  return first < 0 ? [] : run.slice(first, multi.lastIndexOf(true) + 1)
}

function widestGap(run: readonly TextRow[]): number {
  let best = 1
  let widest = -Infinity
  for (let index = 1; index < run.length; index++) {
    const gap = (run[index] as TextRow).box.y0 - (run[index - 1] as TextRow).box.y1
    if (gap > widest + 0.01) {
      widest = gap
      best = index
    }
  }
  return best
}

function toTable(grid: StreamGrid): TableGrid {
  const left = (col: number): number =>
    col === 0 ? grid.box.x0 : ((grid.separators[col - 1]?.x0 ?? 0) + (grid.separators[col - 1]?.x1 ?? 0)) / 2
  const right = (col: number): number => (col >= grid.cols - 1 ? grid.box.x1 : left(col + 1))
  const tops = grid.rows.map((segments) => Math.min(...segments.map((segment) => segment.box.y0)))
  const bottoms = grid.rows.map((segments) => Math.max(...segments.map((segment) => segment.box.y1)))
  const edges = [grid.box.y0, ...tops.slice(1).map((top, index) => (top + (bottoms[index] as number)) / 2), grid.box.y1]
  const cells: TableCell[] = []
  grid.rows.forEach((segments, row) => {
    const y0 = edges[row] as number
    const y1 = edges[row + 1] as number
    for (let col = 0; col < grid.cols; ) {
      const segment = segments.find((candidate) => candidate.col === col)
      const colSpan = segment?.colSpan ?? 1
      cells.push({
        row,
        col,
        rowSpan: 1,
        colSpan,
        words: segment?.words ?? [],
        box: { x0: left(col), y0, x1: right(col + colSpan - 1), y1 },
      })
      col += colSpan
    }
  })
  return { box: grid.box, rows: grid.rows.length, cols: grid.cols, cells, headerRows: grid.headerRows }
}
