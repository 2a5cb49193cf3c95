/**
 * Lines and rulings → tables: ruled ones from lattices first, then those that only rows and gaps show.
 * Lines that a table takes leave the draft; nothing is lost or told twice.
 */

import type { Cell } from '../../model/document.ts'
import { type Box, center, contains, coverage, grow, overlapArea, type Point } from '../../model/geometry.ts'
import { hasBars } from '../figures/cluster-drawings.ts'
import { filledRects } from '../rulings.ts'
import type { DetectedTable, LayoutState, Line, Ruling } from '../state.ts'
import { findProse } from '../text/prose.ts'
import { cellText, isNumeric } from './cell-text.ts'
import { findHeaderCells } from './header-cells.ts'
import { readLattice } from './lattice/cells.ts'
import { diagramStrokes, isCaptionedDiagram, isDiagram } from './lattice/diagram-filter.ts'
import { buildLattice, connectRulings, type Lattice } from './lattice/intersections.ts'
import { commonSize, groupIntoRows } from './text-rows.ts'
import type { TableCell, TableGrid, Word, WordsOf } from './types.ts'
import { findBorderless } from './unruled.ts'
import { wordsByLine } from './words.ts'

/** A line belongs to a table when this much of it lies inside. */
const lineRatio = 0.5
/** Labels at an axis are this short and this near to it. */
const maxTickLength = 12
const tickReachEm = 2.5
/** A rule under the heading and one at the end still leave a table open at its sides. */
const maxOpenRules = 3

export function findTables(draft: LayoutState): LayoutState {
  const { lines, raw } = draft
  if (lines.length < 2) return draft
  const page: Reading = {
    lines,
    wordsOf: wordsByLine(lines),
    size: commonSize(lines),
    prose: findProse(lines),
    shades: filledRects(raw.paths, raw.width, raw.height),
    strokes: diagramStrokes(raw.paths),
    taken: new Set(),
  }
  const found: { grid: TableGrid; method: DetectedTable['method'] }[] = []
  const loose: Ruling[] = []
  const charts = draft.drawings.filter(({ kind }) => kind === 'chart')
  for (const group of connectRulings(
    draft.rulings.filter((ruling) => !charts.some(({ box }) => contains(box, middleOf(ruling)))),
  )) {
    const grid = readGroup(group, page)
    if (grid === null) loose.push(...group)
    else found.push({ grid: takeLines(grid, page), method: 'ruled' })
  }
  // Turned text on an upright page labels an axis or the margin: no row of a table. Columns made with blanks are a listing's.
  const free = lines.flatMap((line, index) =>
    page.taken.has(index) ||
    line.typed ||
    line.spans[0]?.rotation !== 0 ||
    draft.drawings.some(({ box }) => isLabel(line, box, page.size))
      ? []
      : [index],
  )
  for (const grid of findBorderless(free, { ...page, rulings: loose, found: found.map(({ grid }) => grid.box) })) {
    if (found.some((other) => coverage(grid.box, other.grid.box) > 0.3)) continue
    found.push({ grid: takeLines(grid, page), method: 'borderless' })
  }
  if (found.length === 0) return draft
  found.sort((a, b) => a.grid.box.y0 - b.grid.box.y0 || a.grid.box.x0 - b.grid.box.x0)
  const tables = found.map(({ grid, method }) => toDraft(grid, { method, lines, shades: page.shades }))
  return { ...draft, tables: [...draft.tables, ...tables], lines: lines.filter((_, index) => !page.taken.has(index)) }
}

function middleOf({ horizontal, position, from, to }: Ruling): Point {
  const along = (from + to) / 2
  return horizontal ? { x: along, y: position } : { x: position, y: along }
}

/** Within a drawing, or a short piece right beside it: ticks of an axis are no column. */
function isLabel(line: Line, drawing: Box, size: number): boolean {
  return (
    contains(drawing, center(line.box)) ||
    (line.text.length <= maxTickLength && contains(grow(drawing, size * tickReachEm), center(line.box)))
  )
}

interface Reading {
  readonly lines: readonly Line[]
  readonly wordsOf: WordsOf
  /** Font size of most of the page. */
  readonly size: number
  /** Indices of lines that are running text. */
  readonly prose: ReadonlySet<number>
  /** Filled, colored boxes. */
  readonly shades: readonly Box[]
  /** Curved and slanted strokes. */
  readonly strokes: readonly Box[]
  /** Indices of lines that a table holds already. */
  readonly taken: Set<number>
}

function readGroup(group: readonly Ruling[], page: Reading): TableGrid | null {
  const { lines, size, taken } = page
  const lattice = buildLattice(group, size)
  if (lattice === null || isFrame(lattice)) return null
  const reach = grow(lattice.box, 1)
  const inside = lines.flatMap((line, index) =>
    !taken.has(index) && contains(reach, center(line.box)) && coverage(line.box, reach) >= lineRatio ? [index] : [],
  )
  if (
    inside.length < 2 ||
    isListing(lattice, inside, lines) ||
    isChart(lattice.box, { page, inside }) ||
    isPartOfMore(lattice, { page, inside })
  )
    return null
  const words = inside.flatMap(page.wordsOf)
  const { strokes } = page
  const isDrawn =
    isDiagram(lattice.box, { strokes, words }) || isCaptionedDiagram(lattice.box, { strokes, lines, words })
  return isDrawn ? null : readLattice(lattice, words, size)
}

/** Nothing drawn between columns: a box, or rows between rulings, which aligned words part better than a lattice. */
function isFrame({ xs, rulings }: Lattice): boolean {
  return xs.length === 2 && rulings.every((ruling) => !ruling.shading)
}

/** Lines or shading of only some columns or rows: most of its rows go on beside it, or more rows follow. */
function isPartOfMore(
  { box, rulings }: Lattice,
  { page, inside }: { page: Reading; inside: readonly number[] },
): boolean {
  const drawn = rulings.filter((ruling) => !ruling.shading)
  // Lines between columns alone leave the outer columns open; with lines between rows they close a grid.
  if (drawn.some((ruling) => !ruling.horizontal) && drawn.filter((ruling) => ruling.horizontal).length > maxOpenRules)
    return false
  const { lines, prose, size } = page
  const rows = groupIntoRows(inside.flatMap(page.wordsOf))
  if (drawn.every((ruling) => ruling.horizontal) && goesOnBelow(box, { page, rows })) return true
  if (rows.length < 2) return false
  const reach = { ...box, x0: box.x0 - 6 * size, x1: box.x1 + 6 * size }
  const beside = lines.filter(
    (line, index) => !prose.has(index) && overlapArea(line.box, reach) > 0 && overlapArea(line.box, box) === 0,
  )
  const goingOn = rows.filter((row) =>
    beside.some((line) => Math.abs(center(line.box).y - center(row.box).y) < size * 0.3),
  ).length
  return goingOn >= rows.length * 0.6
}

/** Shading of the first rows only: rows of several pieces follow at once within its width. */
function goesOnBelow(box: Box, { page, rows }: { page: Reading; rows: readonly { readonly box: Box }[] }): boolean {
  const { lines, size } = page
  const pitch = (box.y1 - box.y0) / Math.max(1, rows.length)
  const next = lines.filter(
    (line) =>
      line.box.x0 >= box.x0 - size &&
      line.box.x1 <= box.x1 + size &&
      center(line.box).y > box.y1 &&
      line.box.y0 < box.y1 + Math.min(pitch, size * 1.5),
  )
  return (
    next.length >= 2 &&
    next.some((line) =>
      next.some(
        (other) => other.box.x0 > line.box.x1 && Math.abs(center(other.box).y - center(line.box).y) < size * 0.3,
      ),
    )
  )
}

/** Code on grounds of color, line by line: nothing is drawn, and all of one pitch. */
function isListing({ xs, rulings }: Lattice, inside: readonly number[], lines: readonly Line[]): boolean {
  if (xs.length > 2 || rulings.some((ruling) => !ruling.shading)) return false
  return inside.every((index) => lines[index]?.spans.every(({ font }) => font.mono) === true)
}

/** Bars between grid lines, each with its figure, look like cells. */
function isChart(box: Box, { page, inside }: { page: Reading; inside: readonly number[] }): boolean {
  const reach = grow(box, 2)
  const fills = page.shades.filter(
    (fill) => contains(reach, center(fill)) && fill.x1 - fill.x0 < (box.x1 - box.x0) * 0.9,
  )
  if (!hasBars(fills)) return false
  // Bars carry figures at most; shaded cells carry words.
  const words = inside.flatMap(page.wordsOf).filter((word) => !isNumeric(word.text))
  const worded = fills.filter((fill) => words.some((word) => contains(fill, center(word.box))))
  return worded.length < fills.length * 0.3
}

/** Takes the lines of a table off the page. Words of them that stand outside every cell go to the nearest, so that none is lost. */
function takeLines(grid: TableGrid, { taken, wordsOf }: Reading): TableGrid {
  const held = new Set<Word>()
  const own = new Set<number>()
  for (const cell of grid.cells)
    for (const word of cell.words) {
      held.add(word)
      own.add(word.line)
    }
  for (const index of own) taken.add(index)
  const strays = [...own].flatMap(wordsOf).filter((word) => !held.has(word))
  if (strays.length === 0) return grid
  const extra = new Map<TableCell, Word[]>()
  for (const word of strays) {
    const home = grid.cells.reduce((best, cell) =>
      distance(cell.box, word.box) < distance(best.box, word.box) ? cell : best,
    )
    extra.set(home, [...(extra.get(home) ?? []), word])
  }
  return {
    ...grid,
    cells: grid.cells.map((cell) =>
      extra.has(cell) ? { ...cell, words: [...cell.words, ...(extra.get(cell) ?? [])] } : cell,
    ),
  }
}

function distance(a: Box, b: Box): number {
  return Math.max(0, a.x0 - b.x1, b.x0 - a.x1) + Math.max(0, a.y0 - b.y1, b.y0 - a.y1)
}

function toDraft(
  grid: TableGrid,
  { method, lines, shades }: { method: DetectedTable['method']; lines: readonly Line[]; shades: readonly Box[] },
): DetectedTable {
  const headers = findHeaderCells(grid, shades)
  const cells: Cell[] = grid.cells.map((cell: TableCell) => ({
    row: cell.row,
    col: cell.col,
    rowSpan: cell.rowSpan,
    colSpan: cell.colSpan,
    header: headers.has(cell),
    box: cell.box,
    text: cellText(cell.words),
  }))
  const used = new Set(grid.cells.flatMap((cell) => cell.words.map((word) => word.line)))
  const spans = [...used].flatMap((index) => lines[index]?.spans ?? [])
  const length = spans.reduce((sum, span) => sum + span.text.length, 0)
  const confidence =
    length === 0 ? 1 : spans.reduce((sum, span) => sum + span.confidence * span.text.length, 0) / length
  return {
    box: grid.box,
    rows: grid.rows,
    cols: grid.cols,
    cells,
    confidence,
    source: spans[0]?.source ?? 'text_layer',
    method,
  }
}
