/**
 * Finds the structure of records in adjacent columns: the columns that they begin in, the leading within cells,
 * vertically centered cells, and a header above. Uses positions only.
 */
import { type Box, centerY } from '../../../model/geometry.ts'
import { startsCaption } from '../captions.ts'
import { boxOf } from '../text-rows.ts'
import type { Segment, Separator, TextRow } from '../types.ts'
import { columnRows, columnSpan, findSeparators } from './columns.ts'

/** Maximum distance between baselines of one cell, in em. A wider gap always separates. */
export const maxLeadingEm = 1.75
/** Minimum gap between two segments of a row, in em. */
const cellGapEm = 0.75
/** Minimum distance of lines below each other, in em: closer lines are next to each other. */
const besideEm = 0.8
/** Maximum distance between the middles of cells of a record, in em. */
const middleEm = 0.35
/** Maximum gap between a header and its columns, and between lines of the header, between boxes in em. */
const maxHeadGapEm = 2.2
const maxHeadLeadEm = 1.2
/** Maximum number of lines of a header, and of words in one of its segments. */
const maxHeadRows = 4
const maxHeadWords = 6
/** Minimum part of the columns with a header. */
const headedRatio = 0.5

/** Maximum gap between lines of one cell, between boxes in em. Levels of a header are further apart. */
const sameCellEm = 0.5

export function isMulti(row: TextRow): boolean {
  return row.segments.some(
    (segment, index) =>
      index > 0 && segment.box.x0 - (row.segments[index - 1] as Segment).box.x1 > cellGapEm * row.size,
  )
}

/** Whether two rows are so close that their segments are next to each other, not below each other. */
export function isBeside(above: TextRow, row: TextRow): boolean {
  return centerY(row.box) - centerY(above.box) <= besideEm * row.size
}

/**
 * The columns that rows begin in: those of the first row, or of the first lines that are next to each other; `null`
 * when only one column continues.
 */
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

/** Extents of the columns from left to right: the union of segments above each other. */
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

/**
 * The leading within cells: a low quantile of the distances of lines below each other, because gaps between records
 * are wider.
 */
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

/** Whether cells of several columns are vertically centered, with any number of lines. */
export function isCentered(band: readonly TextRow[]): boolean {
  const columns = columnBoxes(band)
  const middles = columns.map((box) => centerY(box))
  return columns.length > 1 && Math.max(...middles) - Math.min(...middles) <= middleEm * (band[0] as TextRow).size
}

/**
 * The header of a table: rows directly above its columns, from top to bottom. Each segment is over one column, or
 * over several that have headers in the rows below it. Most columns must have a header.
 */
export function headAbove(above: readonly TextRow[], rows: readonly TextRow[]): readonly TextRow[] {
  const strips = findSeparators(columnRows(rows), (rows[0] as TextRow).size)
  const pieces = (row: TextRow) =>
    row.segments.map((segment) => ({ ...columnSpan(segment, strips), words: segment.words.length }))
  const head: TextRow[] = []
  for (let at = above.length - 1; at >= 0 && head.length < maxHeadRows; at--) {
    const row = above[at] as TextRow
    const below = head[0] ?? (rows[0] as TextRow)
    // The lines of a header are closer to each other than to the columns.
    if (below.box.y0 - row.box.y1 > (head.length === 0 ? maxHeadGapEm : maxHeadLeadEm) * row.size) break
    if (
      startsCaption(row) ||
      pieces(row).some(
        ({ first, last, words }) => words > maxHeadWords || (first < last && (first === 0 || head.length === 0)),
      )
    ) {
      // The last line of that text is directly below it.
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

/** Whether one segment is over the middle of all columns but the first. */
function isOverAll(head: readonly TextRow[], rows: readonly TextRow[], strips: readonly Separator[]): boolean {
  const [row] = head
  if (head.length !== 1 || row === undefined || row.segments.length !== 1 || strips.length < 2) return false
  return Math.abs(row.box.x0 + row.box.x1 - (strips[0] as Separator).x1 - boxOf(rows).x1) <= 2 * row.size
}

/** Y positions between the levels of a header, and between it and its columns: closely set lines are one level. */
export function headCuts(head: readonly TextRow[], first: TextRow): number[] {
  return head.flatMap((row, at) => {
    const below = head[at + 1] ?? first
    return at + 1 === head.length || below.box.y0 - row.box.y1 > sameCellEm * row.size
      ? [(row.box.y1 + below.box.y0) / 2]
      : []
  })
}
