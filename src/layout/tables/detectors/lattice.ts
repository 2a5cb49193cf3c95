/** Ruled tables: crossing rulings that form a grid. Refuses frames, charts, diagrams and code boxes. */

import { area, type Box, centerY, containsBox, coverage, grow, height, overlapArea } from '../../../model/geometry.ts'
import { isBarChart } from '../../figures/classify-drawing.ts'
import { isDrawn } from '../../rulings.ts'
import { withHeaderAbove } from '../lattice/add-header-above.ts'
import { readLattice } from '../lattice/cells.ts'
import { buildLattice, connectRulings, type Lattice } from '../lattice/intersections.ts'
import { groupIntoRows } from '../text-rows.ts'
import type { Candidate, TableDetector, TablePage, TextRow, Word } from '../types.ts'

/** Minimum fraction of a line inside the lattice. */
const MIN_INSIDE_RATIO = 0.5
/** Maximum horizontal rulings of a table that is open at the sides. */
const MAX_OPEN_RULINGS = 3
/** Minimum fraction of rows that continue next to a partial lattice. */
const MIN_CONTINUED_RATIO = 0.6
const ROW_TOLERANCE_EM = 0.3
/** Minimum part of a lattice in a drawing that it belongs to, and maximum area relative to the drawing. */
const MIN_INSIDE_DRAWING = 0.95
const MAX_DRAWING_RATIO = 0.5
/** Minimum curves around it, and their minimum fraction of the paths there. */
const MIN_CURVES = 6
const MIN_CURVE_RATIO = 0.1

export const lattice: TableDetector = {
  method: 'lattice',
  *detect(page) {
    for (const group of connectRulings(page.rulings())) {
      const found = buildLattice(group, page.size)
      if (found !== null) yield readCandidate(found, page)
    }
  },
}

function readCandidate(found: Lattice, page: TablePage): Candidate {
  const { box, rulings } = found
  const reach = grow(box, 1)
  const inside = page.lines.flatMap((line, index) =>
    !page.isClaimed(index) && coverage(line.box, reach) >= MIN_INSIDE_RATIO ? [index] : [],
  )
  const refusal = refusalOf(found, inside, page)
  if (refusal !== null) return { table: null, box, refusal }
  const table = readLattice(found, inside.flatMap(page.wordsOf), page.size)
  // Stream detectors find columns of a box or between horizontal rulings better.
  if (found.xs.length === 2 && table?.cols !== 1 && rulings.every(isDrawn))
    return { table: null, box, refusal: 'no ruled columns' }
  if (table === null) return { table, box, refusal: 'empty or single cells' }
  return { table: withHeaderAbove(table, page), rulings }
}

function refusalOf(found: Lattice, inside: readonly number[], page: TablePage): string | null {
  const { box } = found
  if (inside.length < 2) return 'no text'
  if (isCodeBox(found, inside, page)) return 'code'
  const words = inside.flatMap(page.wordsOf)
  if (isBarChart(box, words, page.filledRects)) return 'chart'
  if (page.drawings.some((drawing) => isPartOfDrawing(box, drawing, page))) return 'part of a drawing'
  if (isPartOfTable(found, words, page)) return 'part of a larger table'
  return null
}

/** Lines that connect the shapes of a diagram. */
function isPartOfDrawing(box: Box, drawing: Box, { pathsIn }: TablePage): boolean {
  if (coverage(box, drawing) < MIN_INSIDE_DRAWING || area(box) > MAX_DRAWING_RATIO * area(drawing)) return false
  const around = pathsIn(drawing).filter((path) => !containsBox(box, path.box))
  const curves = around.filter(({ rectangle }) => !rectangle).length
  return curves >= Math.max(MIN_CURVES, MIN_CURVE_RATIO * around.length)
}

/** Whether monospaced lines are on a shaded background. See test/layout/tables/detectors/key-value.test.ts. */
function isCodeBox({ xs, rulings }: Lattice, inside: readonly number[], { lines }: TablePage): boolean {
  if (xs.length > 2 || rulings.some(isDrawn)) return false
  return inside.every((index) => lines[index]?.spans.every(({ font }) => font.mono) === true)
}

/** Only some columns or rows are ruled: most rows continue next to the lattice, or more rows follow. */
function isPartOfTable({ box, rulings }: Lattice, words: readonly Word[], page: TablePage): boolean {
  const drawn = rulings.filter(isDrawn)
  // Vertical rulings leave the outer columns open, but enough horizontal ones complete the grid.
  if (
    drawn.some(({ horizontal }) => !horizontal) &&
    drawn.filter(({ horizontal }) => horizontal).length > MAX_OPEN_RULINGS
  )
    return false
  const rows = groupIntoRows(words)
  if (drawn.every(({ horizontal }) => horizontal) && continuesBelow(box, rows, page)) return true
  if (rows.length < 2) return false
  const { lines, prose, size } = page
  const reach = { ...box, x0: box.x0 - 6 * size, x1: box.x1 + 6 * size }
  const adjacent = lines.filter(
    (line, index) => !prose.has(index) && overlapArea(line.box, reach) > 0 && overlapArea(line.box, box) === 0,
  )
  const continued = rows.filter((row) => adjacent.some((line) => isSameRow(line.box, row.box, size)))
  return continued.length >= rows.length * MIN_CONTINUED_RATIO
}

/** Only the first rows are shaded: a row of several lines follows. */
function continuesBelow(box: Box, rows: readonly TextRow[], { lines, size }: TablePage): boolean {
  const rowHeight = height(box) / Math.max(1, rows.length)
  const next = lines.filter(
    (line) =>
      line.box.x0 >= box.x0 - size &&
      line.box.x1 <= box.x1 + size &&
      centerY(line.box) > box.y1 &&
      line.box.y0 < box.y1 + Math.min(rowHeight, size * 1.5),
  )
  return next.some((line) => next.some((other) => other.box.x0 > line.box.x1 && isSameRow(other.box, line.box, size)))
}

function isSameRow(a: Box, b: Box, size: number): boolean {
  return Math.abs(centerY(a) - centerY(b)) < size * ROW_TOLERANCE_EM
}
