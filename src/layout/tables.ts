/**
 * Lines and rulings → tables: ruled ones from lattices first, then those that only rows and gaps show.
 * Lines that a table takes leave the draft; nothing is lost or told twice.
 */

import type { Cell } from '../model/document.ts'
import { type Box, centre, contains, coverage, grow, unionAll } from '../model/geometry.ts'
import { findArt, hasBars } from './art.ts'
import { findBorderless } from './borderless.ts'
import { connectRulings, type Lattice, latticeOf } from './cells.ts'
import type { Draft, Line, Ruling, TableDraft } from './draft.ts'
import { findProse } from './prose.ts'
import { shadedBoxes } from './rulings.ts'
import { markHeaders } from './table-headers.ts'
import { readLattice, type TableCell, type TableGrid } from './table-lattice.ts'
import { cellText, commonSize, isNumeric, visualRows, type Word, wordsOfLines } from './table-words.ts'

/** A line belongs to a table when this much of it lies inside. */
const lineShare = 0.5

export function findTables(draft: Draft): Draft {
  if (draft.lines.length < 2) return draft
  const words = wordsOfLines(draft.lines)
  const size = commonSize(words)
  const grids: { grid: TableGrid; method: TableDraft['method'] }[] = []
  const taken = new Set<number>()
  const prose = findProse(draft.lines)
  const loose: Ruling[] = []
  for (const group of connectRulings(draft.rulings)) {
    const grid = readGroup(group, { draft, words, size, taken, prose })
    if (grid === null) loose.push(...group)
    else {
      grids.push({ grid, method: 'ruled' })
      takeLines(grid, words, taken)
    }
  }
  const drawings = findArt(draft.raw, draft.lines)
  const free = words.filter((word) => !taken.has(word.line) && !drawings.some((drawing) => contains(drawing, centre(word.box))))
  for (const grid of findBorderless(free, { lines: draft.lines, prose, rulings: loose })) {
    if (grids.some((other) => coverage(grid.box, other.grid.box) > 0.3)) continue
    grids.push({ grid, method: 'borderless' })
    takeLines(grid, words, taken)
  }
  if (grids.length === 0) return draft
  grids.sort((a, b) => a.grid.box.y0 - b.grid.box.y0 || a.grid.box.x0 - b.grid.box.x0)
  const tables = grids.map(({ grid, method }) => toDraft(grid, { method, draft }))
  return { ...draft, tables: [...draft.tables, ...tables], lines: draft.lines.filter((_, index) => !taken.has(index)) }
}

interface Reading {
  readonly draft: Draft
  readonly words: readonly Word[]
  readonly size: number
  readonly taken: ReadonlySet<number>
  readonly prose: ReadonlySet<number>
}

function readGroup(group: readonly Ruling[], { draft, words, size, taken, prose }: Reading): TableGrid | null {
  const lattice = latticeOf(group, size)
  if (lattice === null || isChart(lattice.box, { draft, words })) return null
  const inside = linesWithin(grow(lattice.box, 1), draft.lines, taken)
  const held = words.filter((word) => inside.has(word.line))
  return isPartOfMore(lattice, { held, others: words.filter((word) => !prose.has(word.line)), size }) ? null : readLattice(lattice, held, size)
}

/** Shading that covers only some columns: most of its rows go on beside it. */
function isPartOfMore({ box, rulings }: Lattice, { held, others, size }: { held: readonly Word[]; others: readonly Word[]; size: number }): boolean {
  if (rulings.some((ruling) => !ruling.horizontal && !ruling.shading)) return false
  const rows = visualRows(held)
  if (rows.length < 2) return false
  const reach = 6 * size
  const beside = others.filter(
    ({ box: own }) => own.y1 > box.y0 && own.y0 < box.y1 && (own.x1 <= box.x0 + 1 ? own.x1 > box.x0 - reach : own.x0 >= box.x1 - 1 && own.x0 < box.x1 + reach),
  )
  const goingOn = rows.filter((row) => beside.some(({ box: own }) => Math.abs((own.y0 + own.y1) / 2 - (row.box.y0 + row.box.y1) / 2) < size * 0.3)).length
  return goingOn >= rows.length * 0.6
}

/** Bars between grid lines, each with its figure, look like cells. */
function isChart(box: Box, { draft: { raw }, words }: { draft: Draft; words: readonly Word[] }): boolean {
  const reach = grow(box, 2)
  const fills = shadedBoxes(raw.paths, raw.width, raw.height).filter((fill) => contains(reach, centre(fill)) && fill.x1 - fill.x0 < (box.x1 - box.x0) * 0.9)
  if (!hasBars(fills)) return false
  // Bars carry figures at most; shaded cells carry words.
  const worded = fills.filter((fill) => words.some((word) => contains(fill, centre(word.box)) && !isNumeric(word.text)))
  return worded.length < fills.length * 0.3
}

function linesWithin(box: Box, lines: readonly Line[], taken: ReadonlySet<number>): Set<number> {
  const inside = new Set<number>()
  lines.forEach((line, index) => {
    if (!taken.has(index) && contains(box, centre(line.box)) && coverage(line.box, box) >= lineShare) inside.add(index)
  })
  return inside
}

function takeLines(grid: TableGrid, words: readonly Word[], taken: Set<number>): void {
  const held = new Set(grid.cells.flatMap((cell) => cell.words))
  for (const word of words) if (held.has(word)) taken.add(word.line)
}

function toDraft(grid: TableGrid, { method, draft }: { method: TableDraft['method']; draft: Draft }): TableDraft {
  const headers = markHeaders(grid, draft)
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
  const spans = [...used].flatMap((index) => draft.lines[index]?.spans ?? [])
  const length = spans.reduce((sum, span) => sum + span.text.length, 0)
  const confidence = length === 0 ? 1 : spans.reduce((sum, span) => sum + span.confidence * span.text.length, 0) / length
  const box = method === 'ruled' ? grid.box : unionAll([grid.box])
  return { box, rows: grid.rows, cols: grid.cols, cells, confidence, source: spans[0]?.source ?? 'text_layer', method }
}
