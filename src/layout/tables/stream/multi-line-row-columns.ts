/**
 * Visual rows of records side by side → what holds them together: the columns they begin in, the leading within cells, cells on one
 * middle, a heading above them. It sees places only.
 */
import { type Box, centerY } from '../../../model/geometry.ts'
import { startsCaption } from '../captions.ts'
import { boxOf } from '../text-rows.ts'
import type { Segment, Separator, TextRow } from '../types.ts'
import { columnRows, columnSpan, findSeparators } from './columns.ts'

/** Lines of one cell are set at most this far apart; above it even a first gap parts. Baselines, ems. */
export const maxLeadingEm = 1.75
/** Two pieces of a row stand at least this far apart. Ems. */
const cellGapEm = 0.75
/** Lines nearer than this stand beside each other, not under. Ems. */
const besideEm = 0.8
/** Middles of the cells of a record agree within this. Ems. */
const middleEm = 0.35
/** A heading stands at most this far above its columns, its lines this far above each other. Ems between boxes. */
const maxHeadGapEm = 2.2
const maxHeadLeadEm = 1.2
/** Lines of a heading, and words of one of its pieces. */
const maxHeadRows = 4
const maxHeadWords = 6
/** Share of the columns that a heading names. */
const headedRatio = 0.5

/** Boxes of lines of one cell are at most this far apart, those of two levels of a heading further. Ems. */
const sameCellEm = 0.5

export function isMulti(row: TextRow): boolean {
  return row.segments.some(
    (segment, index) =>
      index > 0 && segment.box.x0 - (row.segments[index - 1] as Segment).box.x1 > cellGapEm * row.size,
  )
}

/** Two rows so near that their pieces stand beside each other, not under. */
export function isBeside(above: TextRow, row: TextRow): boolean {
  return centerY(row.box) - centerY(above.box) <= besideEm * row.size
}

/** The columns that rows begin in: those of the first row, or of the first lines that stand beside each other; `null` when one column goes on alone. */
export function columnsAtHead(rows: readonly TextRow[]): Box[] | null {
  for (const [at, row] of rows.entries()) {
    const above = rows[at - 1]
    if (above !== undefined && centerY(row.box) - centerY(above.box) > maxLeadingEm * row.size) return null
    if (!isMulti(row) && (above === undefined || !isBeside(above, row))) continue
    const columns = columnBoxes(rows.slice(0, at + 1))
    return columns.length > 1 ? columns : null
  }
  return null
}

/** Pieces over each other taken together: the extents of columns, from left to right. */
function columnBoxes(rows: readonly TextRow[]): Box[] {
  const columns: Box[] = []
  const pieces = rows
    .flatMap((row) => row.segments.map(({ box }) => ({ box, reach: cellGapEm * row.size })))
    .sort((a, b) => a.box.x0 - b.box.x0)
  for (const { box, reach } of pieces) {
    const last = columns.at(-1)
    if (last !== undefined && box.x0 - last.x1 <= reach) columns[columns.length - 1] = boxOf([{ box: last }, { box }])
    else columns.push(box)
  }
  return columns
}

/** The distance of lines within cells: what the tighter part of the lines under each other agrees on. */
export function commonLeading(run: readonly TextRow[]): number | null {
  const pitches = run.flatMap((row, at) => row.segments.flatMap((segment) => pitchBelow(segment, run, at) ?? []))
  if (pitches.length < 2) return null
  return pitches.sort((a, b) => a - b)[Math.floor(pitches.length * 0.2)] ?? null
}

function pitchBelow({ box }: Segment, run: readonly TextRow[], at: number): number | null {
  const row = run[at] as TextRow
  for (let below = at + 1; below < run.length; below++) {
    const other = run[below] as TextRow
    const pitch = centerY(other.box) - centerY(row.box)
    if (pitch > maxLeadingEm * row.size) return null
    if (pitch > besideEm * row.size && other.segments.some((piece) => piece.box.x0 < box.x1 && piece.box.x1 > box.x0))
      return pitch
  }
  return null
}

/** Cells of several columns that stand on one middle, whatever the numbers of their lines. */
export function isCentered(band: readonly TextRow[]): boolean {
  const columns = columnBoxes(band)
  const middles = columns.map((box) => centerY(box))
  return columns.length > 1 && Math.max(...middles) - Math.min(...middles) <= middleEm * (band[0] as TextRow).size
}

/**
 * Rows right above the columns of a table, each piece over one of them, or over several of those that the rows below it name: the
 * heading, when it names most of the columns. From top to bottom.
 */
export function headAbove(above: readonly TextRow[], rows: readonly TextRow[]): readonly TextRow[] {
  const strips = findSeparators(columnRows(rows), (rows[0] as TextRow).size)
  const pieces = (row: TextRow) =>
    row.segments.map((segment) => ({ ...columnSpan(segment, strips), words: segment.words.length }))
  const head: TextRow[] = []
  for (let at = above.length - 1; at >= 0 && head.length < maxHeadRows; at--) {
    const row = above[at] as TextRow
    const below = head[0] ?? (rows[0] as TextRow)
    // The lines of a heading are set closer than it stands to the columns.
    if (below.box.y0 - row.box.y1 > (head.length === 0 ? maxHeadGapEm : maxHeadLeadEm) * row.size) break
    if (
      startsCaption(row) ||
      pieces(row).some(
        ({ first, last, words }) => words > maxHeadWords || (first < last && (first === 0 || head.length === 0)),
      )
    ) {
      // The last line of that text stands right under it.
      if (below.box.y0 - row.box.y1 <= sameCellEm * row.size && below.segments.length === 1) head.shift()
      break
    }
    head.unshift(row)
  }
  const named = new Set(
    head.flatMap((row) =>
      pieces(row).flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at)),
    ),
  )
  if (strips.length === 0 || ![...named].some((col) => col > 0)) return []
  return named.size >= (strips.length + 1) * headedRatio || isOverAll(head, rows, strips) ? head : []
}

/** One piece over the middle of all columns but the first. */
function isOverAll(head: readonly TextRow[], rows: readonly TextRow[], strips: readonly Separator[]): boolean {
  const [row] = head
  if (head.length !== 1 || row === undefined || row.segments.length !== 1 || strips.length < 2) return false
  return Math.abs(row.box.x0 + row.box.x1 - (strips[0] as Separator).x1 - boxOf(rows).x1) <= 2 * row.size
}

/** Heights between the levels of a heading, and between it and what it heads: lines set tight are one level. */
export function headCuts(head: readonly TextRow[], first: TextRow): number[] {
  return head.flatMap((row, at) => {
    const below = head[at + 1] ?? first
    return at + 1 === head.length || below.box.y0 - row.box.y1 > sameCellEm * row.size
      ? [(row.box.y1 + below.box.y0) / 2]
      : []
  })
}
