/** Scores a grid: refuses non-tables, then adds up points. */

import { clamp, meanOf, sumOf } from '../../../model/statistics.ts'
import { isDrawn } from '../../rulings.ts'
import type { Ruling } from '../../state.ts'
import { isCaptioned } from '../captions.ts'
import { isNumericCell } from '../cell-text.ts'
import type { CellSegment, StreamGrid, TablePage } from '../types.ts'
import { alignmentOf, allEdges, columnSegments, fullRulings, hasBoldHeader } from './grid-facts.ts'
import { isCode, isContents, isForm, isList } from './non-table-patterns.ts'

/** Minimum score, reached by two full rulings and common edges, or numbers in three columns. */
export const MIN_SCORE = 3
/** Minimum rows of short cells without rulings; ticks and labels of a chart form fewer. */
const MIN_SHORT_ROWS = 4

export interface ScoreContext {
  readonly rulings: readonly Ruling[]
  readonly size: number
  readonly page: Pick<TablePage, 'lines'>
}

interface GridFacts {
  readonly columns: readonly CellSegment[][]
  readonly rulings: number
  readonly isCaptioned: boolean
  readonly hasBoldHeader: boolean
}

/** `refusal`: the kind of non-table. */
type GridScore = { readonly points: number; readonly refusal?: undefined } | { readonly refusal: string }

export function scoreGrid(grid: StreamGrid, context: ScoreContext): GridScore {
  if (grid.cols < 2 || grid.rows.length < 2) return { refusal: 'a single row or column' }
  const { rulings, size, page } = context
  const columns = columnSegments(grid)
  const facts: GridFacts = {
    columns,
    rulings: fullRulings(grid.box, rulings).length,
    isCaptioned: isCaptioned(grid.box, page.lines, size),
    hasBoldHeader: hasBoldHeader(grid),
  }
  // A caption counts as a ruling, because table rows may be numbered like a list.
  const ruled = facts.rulings + (facts.isCaptioned ? 1 : 0)
  if (ruled < 3 && isList(columns)) return { refusal: 'a list' }
  if (ruled < 3 && isContents(columns, facts.isCaptioned)) return { refusal: 'a table of contents' }
  if (isForm(columns)) return { refusal: 'a form' }
  // Code has backgrounds, too.
  const drawn = rulings.filter(isDrawn).length
  if (drawn < 3 && !facts.isCaptioned && isCode(columns, page.lines)) return { refusal: 'code' }
  return { points: sumOf(Object.values(tablePoints(grid, facts, size))) }
}

function tablePoints(grid: StreamGrid, facts: GridFacts, size: number): Record<string, number> {
  const { columns, rulings, isCaptioned: captioned, hasBoldHeader: isHeaderBold } = facts
  const { cols, textRows } = grid
  const rows = grid.rows.length
  const meanWords = meanOf(columns.flat().map(({ words }) => words.length))
  const numeric = meanOf(
    columns
      .slice(1)
      .flat()
      .map((segment) => Number(isNumericCell(segment))),
  )
  const filled = grid.rows.flat().reduce((sum, { colSpan }) => sum + colSpan, 0) / (rows * cols)
  const aligned = alignmentOf(columns, size, allEdges)
  // Between rulings, lines of one cell are not rows.
  const multi =
    rulings >= 3 && rows > 3
      ? grid.rows.filter((row) => row.length > 1).length / rows
      : textRows.filter(({ segments }) => segments.length > 1).length / textRows.length
  const areShortColumns = cols >= 3 && (rows >= MIN_SHORT_ROWS || captioned || rulings >= 2) && multi >= 0.8
  const isAlignedShort = aligned >= 0.9 && meanWords <= 4
  const longCells = rulings >= 3 ? -0.5 : captioned ? -0.75 : -1.5
  return {
    rulings: rulings >= 3 ? 2.5 : rulings === 2 ? 2 : rulings === 1 ? 0.75 : 0,
    caption: captioned ? 1.5 : 0,
    boldHeader: isHeaderBold ? (cols === 2 && rows >= MIN_SHORT_ROWS ? 1 : 0.5) : 0,
    threeColumns: cols >= 3 && rows >= 3 ? 0.75 : 0,
    fiveRows: rows >= 5 ? 0.5 : 0,
    numbers: numeric >= 0.6 ? 1.5 : numeric >= 0.3 ? 0.75 : 0,
    alignment: aligned >= 0.85 ? 1 : aligned < 0.6 ? -1 : 0,
    filled: 0.5 * slope(filled, 0.6, 0.75) - slope(-filled, -0.5, -0.4),
    singleSegments: multi < 0.5 ? -1 : 0,
    // Prose with a few words next to it.
    sparsePairs: cols === 2 && multi < 0.4 ? -1 : 0,
    // Segments aligned in two directions are rarely chance.
    shortColumns: areShortColumns && isAlignedShort ? 0.75 * slope((rows - 1) * (cols - 1), 2, 6) : 0,
    // Long cells may be prose in columns.
    longCells: meanWords > 6 && numeric < 0.3 ? longCells : 0,
    twoRows: rows < 3 ? -0.75 : 0,
  }
}

/** Linear between `from` (0) and `to` (1), so that a single cell changes the score little. */
function slope(value: number, from: number, to: number): number {
  return clamp((value - from) / (to - from), 0, 1)
}
