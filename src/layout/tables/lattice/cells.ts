/**
 * A drawn lattice and the words within it → a table: words to cells, rows that no ruling parts, empty strips dropped.
 * It refuses frames around text, drawings with empty meshes and lattices of a single column.
 */
import { center, unionAll } from '../../../model/geometry.ts'
import type { CellSegment, TableCell, TableGrid, Word } from '../types.ts'
import type { Lattice } from './intersections.ts'
import { cutRows, splitColumns } from './split-merged-cells.ts'
import { splitMultiLineRow } from './split-rows.ts'

/** Share of cells that hold text below which a lattice is a drawing, a diary or a form to fill in. */
const minFilledRatio = 0.2
/** Share of the filled cells that have a filled neighbor. */
const minTouching = 0.5
/** An empty column narrower than this is a spacer; an empty row lower than this, too. Ems. */
const minEmptyColumnEm = 2.5
const minEmptyRowEm = 0.9
/** A cell with more words than this is running text in a frame. */
const maxFrameWords = 60

export function readLattice(lattice: Lattice, words: readonly Word[], size: number): TableGrid | null {
  const { xs, ys, box } = lattice
  const cols = xs.length - 1
  const at = new Map<number, number>()
  lattice.cells.forEach((cell, index) => {
    for (let row = cell.row; row < cell.row + cell.rowSpan; row++)
      for (let col = cell.col; col < cell.col + cell.colSpan; col++) at.set(row * cols + col, index)
  })
  const held: Word[][] = lattice.cells.map(() => [])
  for (const word of words) {
    const { x, y } = center(word.box)
    const index = at.get(interval(ys, y) * cols + interval(xs, x))
    if (index !== undefined) (held[index] as Word[]).push(word)
  }
  const cells: TableCell[] = lattice.cells.map((cell, index) => ({
    ...cell,
    words: held[index] as Word[],
    box: {
      x0: xs[cell.col] as number,
      y0: ys[cell.row] as number,
      x1: xs[cell.col + cell.colSpan] as number,
      y1: ys[cell.row + cell.rowSpan] as number,
    },
  }))
  const drawn = dropEmptyStrips({ box, rows: ys.length - 1, cols, cells, headerRows: 0 }, size)
  const parted = dropEmptyStrips(partRows(cutRows(splitColumns(drawn, size)), size), size)
  return isTable(parted) ? parted : null
}

/** Index of the interval between grid lines that holds a position; positions outside fall into the outermost. */
function interval(lines: readonly number[], position: number): number {
  let low = 0
  let high = lines.length - 2
  while (low < high) {
    const half = (low + high + 1) >> 1
    if ((lines[half] as number) <= position) low = half
    else high = half - 1
  }
  return low
}

function isTable(grid: TableGrid): boolean {
  if (grid.rows < 2 || grid.cols < 2) return false
  const filled = grid.cells.filter((cell) => cell.words.length > 0)
  if (filled.length < 3 || filled.length < grid.cells.length * minFilledRatio || standApart(filled)) return false
  // One cell with nearly all the text: a frame around text with a strip beside it.
  const total = filled.reduce((sum, cell) => sum + cell.words.length, 0)
  const most = Math.max(...filled.map((cell) => cell.words.length))
  return !(most > maxFrameWords && most > total * 0.9 && filled.length < 5)
}

/** Boxes of a diagram, with white between them in both directions: cells of a table touch each other. */
function standApart(filled: readonly TableCell[]): boolean {
  const touches = (a: TableCell, b: TableCell): boolean =>
    (a.col + a.colSpan === b.col && a.row < b.row + b.rowSpan && b.row < a.row + a.rowSpan) ||
    (a.row + a.rowSpan === b.row && a.col < b.col + b.colSpan && b.col < a.col + a.colSpan)
  const meet = (a: TableCell, b: TableCell | undefined): boolean => b !== undefined && (touches(a, b) || touches(b, a))
  // Neighbors stand near each other in the list, too.
  const hasNeighbor = (cell: TableCell, at: number): boolean => {
    for (let step = 1; step < filled.length; step++)
      if (meet(cell, filled[at + step]) || meet(cell, filled[at - step])) return true
    return false
  }
  return filled.filter(hasNeighbor).length < filled.length * minTouching
}

/** Parts every band of the lattice that holds several records under each other: columns are ruled, rows are not. */
function partRows(grid: TableGrid, size: number): TableGrid {
  const cells: TableCell[] = []
  let extra = 0
  for (let row = 0; row < grid.rows; ) {
    const end = bandEnd(grid, row)
    const inBand = grid.cells.filter((cell) => cell.row >= row && cell.row < end)
    const records = splitMultiLineRow(inBand, { size, drawnRows: grid.rows, bandRows: end - row })
    if (records === null) for (const cell of inBand) cells.push({ ...cell, row: cell.row + extra })
    else {
      cells.push(...recordCells(inBand, records, row + extra))
      extra += records.length - (end - row)
    }
    row = end
  }
  return extra === 0 && cells.length === grid.cells.length
    ? grid
    : { ...grid, rows: grid.rows + extra, cells: cells.sort((a, b) => a.row - b.row || a.col - b.col) }
}

/** The first row after `row` that no cell begun above reaches into. */
function bandEnd(grid: TableGrid, row: number): number {
  let end = row + 1
  for (const cell of grid.cells) if (cell.row >= row && cell.row < end) end = Math.max(end, cell.row + cell.rowSpan)
  return end
}

function recordCells(
  band: readonly TableCell[],
  records: readonly (readonly CellSegment[])[],
  firstRow: number,
): TableCell[] {
  const tops = records.map((segments) => Math.min(...segments.map((segment) => segment.box.y0)))
  // One column may hold several drawn cells in the band: the first stands for all.
  const columns = new Map<number, TableCell>()
  for (const cell of band) {
    const known = columns.get(cell.col)
    if (known === undefined) columns.set(cell.col, cell)
    else
      columns.set(cell.col, {
        ...known,
        colSpan: Math.max(known.colSpan, cell.colSpan),
        box: unionAll([known.box, cell.box]),
      })
  }
  return records.flatMap((segments, index) =>
    [...columns.values()].map((cell): TableCell => {
      const y0 = index === 0 ? cell.box.y0 : (tops[index] as number)
      const y1 = tops[index + 1] ?? cell.box.y1
      const words = segments.find((segment) => segment.col === cell.col)?.words ?? []
      return {
        row: firstRow + index,
        col: cell.col,
        rowSpan: 1,
        colSpan: cell.colSpan,
        box: { ...cell.box, y0, y1 },
        words,
      }
    }),
  )
}

/** Takes out rows and columns without any text that arise from double lines, shadows and spacers. */
function dropEmptyStrips(grid: TableGrid, size: number): TableGrid {
  const usedRows = new Set<number>()
  const usedCols = new Set<number>()
  const heights = new Map<number, number>()
  const widths = new Map<number, number>()
  for (const { row, col, rowSpan, colSpan, box, words } of grid.cells) {
    if (rowSpan === 1) {
      heights.set(row, box.y1 - box.y0)
      if (words.length > 0) usedRows.add(row)
    }
    if (colSpan === 1) {
      widths.set(col, box.x1 - box.x0)
      if (words.length > 0) usedCols.add(col)
    }
  }
  // A wide or high empty strip was meant to be filled in; a thin one is a spacer.
  for (const [row, high] of heights) if (high >= size * minEmptyRowEm) usedRows.add(row)
  for (const [col, wide] of widths) if (wide >= size * minEmptyColumnEm) usedCols.add(col)
  // A merged cell with text needs one row and one column to stand in.
  for (const { row, col, rowSpan, colSpan, words } of grid.cells) {
    if (words.length === 0) continue
    if (!anyWithin(usedRows, row, rowSpan)) usedRows.add(row)
    if (!anyWithin(usedCols, col, colSpan)) usedCols.add(col)
  }
  if (usedRows.size === grid.rows && usedCols.size === grid.cols) return grid
  const rowAt = renumber(usedRows, grid.rows)
  const colAt = renumber(usedCols, grid.cols)
  const cells = grid.cells.flatMap((cell): TableCell[] => {
    const row = rowAt[cell.row] as number
    const col = colAt[cell.col] as number
    const rowSpan = (rowAt[cell.row + cell.rowSpan] as number) - row
    const colSpan = (colAt[cell.col + cell.colSpan] as number) - col
    return rowSpan === 0 || colSpan === 0 ? [] : [{ ...cell, row, col, rowSpan, colSpan }]
  })
  return { ...grid, rows: usedRows.size, cols: usedCols.size, cells }
}

function anyWithin(used: ReadonlySet<number>, from: number, count: number): boolean {
  for (let index = from; index < from + count; index++) if (used.has(index)) return true
  return false
}

function renumber(used: ReadonlySet<number>, count: number): number[] {
  const at = [0]
  for (let index = 0; index < count; index++) at.push((at[index] as number) + (used.has(index) ? 1 : 0))
  return at
}
