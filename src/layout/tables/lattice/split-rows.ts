/**
 * A band of a drawn lattice → the records that it holds under each other, where columns are ruled and rows are not: told by figures, by white, by
 * lines that end early or stand level. Lines of one record stay together.
 */
import { centerY, unionAll } from '../../../model/geometry.ts'
import { isNumeric, rowText } from '../cell-text.ts'
import { mergeSegments } from '../stream/header-rows.ts'
import { createFitTest } from '../stream/line-wrap.ts'
import { joinRows } from '../stream/merge-rows.ts'
import { findRowStarts } from '../stream/row-gaps.ts'
import { groupIntoRows } from '../text-rows.ts'
import type { CellSegment, GridRow, TableCell, TextRow } from '../types.ts'

/** Lines of one cell are never set so far apart. Baselines, ems. */
const looseEm = 1.6
/** Two columns with so many figures under each other are columns of records. */
const minFigures = 3
/** A lattice of no more rows than a heading and what is below it; lines there that may be rows, and the share of them that end early. */
const maxOpenRows = 3
const minOpenLines = 4
const earlyRatio = 0.6
/** Words of a line that may be a cell by itself. */
const maxListedWords = 4

/** The records in one row of cells, or `null` when its lines are lines of one record. */
export function splitMultiLineRow(
  band: readonly TableCell[],
  { size, drawnRows, bandRows }: { size: number; drawnRows: number; bandRows: number },
): CellSegment[][] | null {
  const cells = columnsOf(band)
  if (cells === null) return null
  const filled = cells.filter((cell) => cell.words.length > 0)
  if (filled.length < 2) return null
  const perCell = filled.map((cell) => ({ cell, lines: groupIntoRows(cell.words) }))
  const counts = perCell.map(({ lines }) => lines.length)
  const most = Math.max(...counts)
  if (most < 2) return null
  const visual = groupIntoRows(filled.flatMap((cell) => cell.words))
  const rows = visual.map((row) => slotRowIn(row, cells))
  // Rows that are drawn within the band need no other sign.
  const apart = bandRows > 1 ? null : recordsApart(rows, { cells: filled.length, counts })
  if (apart !== null) return apart
  const box = unionAll(rows.map((row) => row.box))
  const join = (): CellSegment[][] | null => {
    const { joined } = joinRows(rows, { cols: cells.length, separators: [], rulings: [], box, size })
    return joined.length > 1 ? joined : null
  }
  if (
    bandRows === 1 &&
    perCell.filter(
      ({ lines }) =>
        lines.length >= Math.max(minFigures, visual.length * 0.4) &&
        lines.every((line) => isNumeric(rowText(line.words))),
    ).length > 1
  )
    return join()
  // Where rows are ruled, two or three lines in a cell are lines of its text.
  if (visual.length < (drawnRows > 3 || bandRows > 1 ? Math.max(4, bandRows * 2) : 2)) return null
  // Records fill most cells line by line, on common baselines.
  const full = counts.filter((count) => count >= visual.length * 0.7).length
  if (full < 2 || visual.length > most * 1.3) return null
  const figures = perCell.filter(
    ({ lines }) =>
      lines.length >= Math.max(2, visual.length * 0.6) &&
      lines.filter((line) => isNumeric(rowText(line.words))).length >= lines.length * 0.8,
  )
  const looksListed =
    visual.length >= 4 &&
    full >= Math.max(2, filled.length * 0.75) &&
    perCell.every(({ lines }) => lines.every((line) => line.words.length <= maxListedWords))
  const isOpen =
    bandRows === 1 &&
    drawnRows <= maxOpenRows &&
    visual.length >= minOpenLines &&
    (standLevel(perCell, visual.length) || endEarly(rows, cells.length, size))
  if (figures.length === 0 && !looksListed && !isOpen) return null
  return join()
}

/** Short lines in the first column, and one on the baseline of each in every other: paragraphs side by side have other numbers of lines. */
function standLevel(perCell: readonly { readonly lines: readonly TextRow[] }[], count: number): boolean {
  return (
    perCell.every(({ lines }) => lines.length === count) &&
    perCell[0]!.lines.every(({ words }) => words.length <= maxListedWords)
  )
}

/** Lines of one word, or that had room for the next one, in two columns at least: each is a cell, and none is the line of a paragraph. */
function endEarly(rows: readonly GridRow[], cols: number, size: number): boolean {
  const hadRoom = createFitTest(rows, { cols, size })
  const early = Array.from({ length: cols }, (_, col) => {
    const own = rows.flatMap(({ segments }) => segments.find((segment) => segment.col === col) ?? [])
    if (own.length <= minOpenLines / 2) return false
    if (own.every(({ words }) => words.filter(({ glued }) => !glued).length === 1)) return true
    return own.filter((segment, at) => at > 0 && hadRoom(own[at - 1]!, segment)).length >= (own.length - 1) * earlyRatio
  })
  return early.filter(Boolean).length >= 2
}

/** Records that white tells apart: lines of cells set tighter than the records, or single lines further apart than the lines of one cell. */
function recordsApart(
  rows: readonly GridRow[],
  { cells, counts }: { cells: number; counts: readonly number[] },
): CellSegment[][] | null {
  const starts = findRowStarts(rows, { cols: cells, clash: () => false })
  if (starts !== null) {
    const records: GridRow[][] = []
    rows.forEach((row, index) => {
      if (starts.has(index)) records.push([row])
      else records.at(-1)?.push(row)
    })
    return records.map(mergeSegments)
  }
  if (rows.length < 2 || counts.some((count) => count !== rows.length)) return null
  const isLoose = rows.every(
    (row, index) => index === 0 || centerY(row.box) - centerY((rows[index - 1] as GridRow).box) >= looseEm * row.size,
  )
  return isLoose ? rows.map((row) => mergeSegments([row])) : null
}

/** One cell for each column of the band; `null` when its columns are not the same from top to bottom. */
function columnsOf(band: readonly TableCell[]): TableCell[] | null {
  const columns = new Map<number, TableCell>()
  for (const cell of band) {
    const known = columns.get(cell.col)
    if (known !== undefined && known.colSpan !== cell.colSpan) return null
    columns.set(
      cell.col,
      known === undefined
        ? cell
        : { ...known, words: [...known.words, ...cell.words], box: unionAll([known.box, cell.box]) },
    )
  }
  const sorted = [...columns.values()].sort((a, b) => a.col - b.col)
  return sorted.some(
    (cell, index) =>
      index > 0 && cell.col < (sorted[index - 1] as TableCell).col + (sorted[index - 1] as TableCell).colSpan,
  )
    ? null
    : sorted
}

function slotRowIn(row: TextRow, cells: readonly TableCell[]): GridRow {
  const segments = cells.flatMap((cell): CellSegment[] => {
    const words = row.words.filter((word) => cell.words.includes(word))
    return words.length === 0
      ? []
      : [{ col: cell.col, colSpan: 1, words, box: unionAll(words.map((word) => word.box)) }]
  })
  return { segments, box: row.box, size: row.size }
}
