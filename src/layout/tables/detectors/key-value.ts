/** Key-value lists: short labels, each with its text on a common tab stop. No ruling is needed. */

import { centerY } from '../../../model/geometry.ts'
import { rowText } from '../cell-text.ts'
import { isKeyValueList, type ListRow, maxLabelWords, piece, stopEm } from '../scoring/key-value-score.ts'
import { sizeOf, tableFromGrid } from '../stream/candidates.ts'
import { buildGrid } from '../stream/grid.ts'
import { splitByGutter } from '../stream/page-gutter.ts'
import { selectTableLines } from '../stream/side-by-side-lines.ts'
import { groupIntoRows } from '../text-rows.ts'
import type { Candidate, Segment, Separator, TableDetector, TablePage, TextRow } from '../types.ts'

/** Minimum number of pairs. */
const MIN_PAIRS = 3
/** Maximum gap between a label and its text, in em. */
const MAX_LABEL_GAP = 16
/** Maximum gap between rows, and maximum line spacing within a value, in em. */
const MAX_ROW_GAP = 2.2
const MAX_LEADING = 1.75
/** Maximum number of words of a title between two groups. */
const MAX_TITLE_WORDS = 4

interface KeyValueRegion {
  readonly rows: readonly TextRow[]
  /** Y positions between its rows. */
  readonly cuts: readonly number[]
  readonly strip: Separator
}

export const keyValue: TableDetector = {
  method: 'stream/key-value',
  detect(page) {
    const { lines, wordsOf } = page
    const free = page.streamLines()
    const gutter = page.gutter()
    const columns = gutter === null ? [free] : splitByGutter(free, gutter, lines).columns
    return columns
      .flatMap((column) => keyValueRegions(groupIntoRows(selectTableLines(column, lines).flatMap(wordsOf)), page))
      .map(readRegion)
  },
}

function readRegion({ rows, cuts, strip }: KeyValueRegion): Candidate {
  const grid = buildGrid(rows, sizeOf(rows), { rulings: [], separators: [strip], rowBorders: cuts })
  return { table: tableFromGrid({ ...grid, headerRows: 0 }) }
}

/** `rows`: the rows of text of one column of the page, from top to bottom. */
function keyValueRegions(rows: readonly TextRow[], page: TablePage): KeyValueRegion[] {
  const regions: KeyValueRegion[] = []
  for (let start = 0; start < rows.length; ) {
    const stop = stopOf(rows[start] as TextRow)
    const list = stop === null ? [] : listFrom(rows, start, stop)
    const isList =
      stop !== null &&
      list.filter(({ kind }) => kind === 'pair').length >= MIN_PAIRS &&
      isKeyValueList(list, stop, page)
    if (isList) regions.push(regionOf(list, stop))
    start += isList ? list.length : 1
  }
  return regions
}

/** X position of the second segment of a row, if the first can be a label. */
function stopOf({ segments, size }: TextRow): number | null {
  const [label, value] = segments
  if (label === undefined || value === undefined) return null
  return value.box.x0 - label.box.x1 > MAX_LABEL_GAP * size || label.words.length > maxLabelWords ? null : value.box.x0
}

/** Consecutive rows with the same tab stop. */
function listFrom(rows: readonly TextRow[], start: number, stop: number): ListRow[] {
  const first = rows[start] as TextRow
  const list: ListRow[] = []
  for (let at = start; at < rows.length; at++) {
    const whole = rows[at] as TextRow
    const row = splitAtStop(whole, stop)
    const above = list.at(-1)?.row
    if (above !== undefined && row.box.y0 - above.box.y1 > MAX_ROW_GAP * first.size) break
    const kind = kindOf(row, { stop, above, edge: first.box.x0 })
    if (kind === null) break
    list.push({ kind, row, isSpaceOnly: row !== whole })
  }
  // A list does not end with a title, or with a word that begins at the stop by chance.
  const last = list.findLastIndex(({ kind, isSpaceOnly }) => kind === 'pair' && !isSpaceOnly)
  const next = list.findIndex(({ kind, isSpaceOnly }, at) => at > last && (kind !== 'line' || isSpaceOnly))
  return next < 0 ? list : list.slice(0, next)
}

/** Splits a segment at the stop: the longest label may be only a space away from its text. */
function splitAtStop(row: TextRow, stop: number): TextRow {
  const segments = row.segments.flatMap(({ words, box }): Segment[] => {
    const at = words.findIndex(
      (word, index) => index > 0 && !word.glued && Math.abs(word.box.x0 - stop) <= stopEm * row.size,
    )
    return at < 0 ? [{ words, box }] : [piece(words.slice(0, at)), piece(words.slice(at))]
  })
  return segments.length === row.segments.length ? row : { ...row, segments }
}

function kindOf(
  row: TextRow,
  { stop, above, edge }: { stop: number; above: TextRow | undefined; edge: number },
): ListRow['kind'] | null {
  const reach = stopEm * row.size
  if (row.segments.some(({ box }) => Math.abs(box.x0 - stop) <= reach)) {
    const before = row.segments.filter(({ box }) => box.x0 < stop - reach)
    if (before.length === 0)
      return above !== undefined && centerY(row.box) - centerY(above.box) <= MAX_LEADING * row.size ? 'line' : null
    const [label] = before
    return before.length === 1 && label !== undefined && label.words.length <= maxLabelWords ? 'pair' : null
  }
  const [title] = row.segments
  const isTitle =
    row.segments.length === 1 &&
    title !== undefined &&
    title.words.length <= MAX_TITLE_WORDS &&
    !/[.,:;]$/.test(rowText(title.words))
  return isTitle && above !== undefined && Math.abs(row.box.x0 - edge) <= reach ? 'title' : null
}

function regionOf(list: readonly ListRow[], stop: number): KeyValueRegion {
  const right = Math.max(
    ...list.flatMap(({ kind, row }) => (kind === 'pair' ? [(row.segments[0] as Segment).box.x1] : [])),
  )
  const cuts = list.flatMap(({ kind, row }, at) =>
    at === 0 || kind === 'line' ? [] : [(centerY(list[at - 1]!.row.box) + centerY(row.box)) / 2],
  )
  return { rows: list.map(({ row }) => row), cuts, strip: { x0: right, x1: stop } }
}
