/** Finds key-value lists: short labels, each with its value on a common tab stop. */

import { centerY } from '../../../model/geometry.ts'
import { maxOf } from '../../../model/statistics.ts'
import { rowText } from '../cell-text.ts'
import { isKeyValueList, type ListRow, MAX_LABEL_WORDS, TAB_STOP_TOLERANCE_EM } from '../scoring/key-value-score.ts'
import { sizeOf, tableFromGrid } from '../stream/candidates.ts'
import { buildGrid } from '../stream/grid.ts'
import { splitByGutters } from '../stream/page-gutter.ts'
import { hasSideBySideLines } from '../stream/side-by-side-lines.ts'
import { groupIntoRows } from '../text-rows.ts'
import type { Candidate, Segment, Separator, TableDetector, TablePage, TextRow } from '../types.ts'

const MIN_PAIRS = 3
const MAX_LABEL_GAP_EM = 16
const MAX_ROW_GAP_EM = 2.2
const MAX_LEADING_EM = 1.75
const MAX_TITLE_WORDS = 4
/** Maximum rows read in a column. Beyond it, rows of a refused list begin no other list. */
const MAX_ROWS_READ = 100_000

interface KeyValueRegion {
  readonly rows: readonly TextRow[]
  readonly rowBorders: readonly number[]
  readonly separator: Separator
}

export const keyValue: TableDetector = {
  method: 'stream/key-value',
  detect(page) {
    const { lines, wordsOf } = page
    const free = page.streamLines()
    return splitByGutters(free, page.gutters(), lines)
      .columns.filter((column) => hasSideBySideLines(column, lines))
      .flatMap((column) => keyValueRegions(groupIntoRows(column.flatMap(wordsOf)), page))
      .map(readRegion)
  },
}

function readRegion({ rows, rowBorders, separator }: KeyValueRegion): Candidate {
  const grid = buildGrid(rows, sizeOf(rows), { rulings: [], separators: [separator], rowBorders })
  return { table: tableFromGrid({ ...grid, headerRows: 0 }) }
}

/** `rows`: one column of the page. */
function keyValueRegions(rows: readonly TextRow[], page: TablePage): KeyValueRegion[] {
  const regions: KeyValueRegion[] = []
  let rowsRead = 0
  for (let start = 0; start < rows.length; ) {
    const tabStop = findTabStop(rows[start] as TextRow)
    const list = tabStop === null ? [] : readList(rows, start, tabStop)
    rowsRead += list.length
    const isList =
      tabStop !== null &&
      list.filter(({ kind }) => kind === 'pair').length >= MIN_PAIRS &&
      isKeyValueList(list, tabStop, page)
    if (isList) regions.push(toRegion(list, tabStop))
    start += isList || rowsRead > MAX_ROWS_READ ? Math.max(1, list.length) : 1
  }
  return regions
}

function findTabStop({ segments, size }: TextRow): number | null {
  const [label, value] = segments
  if (label === undefined || value === undefined) return null
  return value.box.x0 - label.box.x1 > MAX_LABEL_GAP_EM * size || label.words.length > MAX_LABEL_WORDS
    ? null
    : value.box.x0
}

function readList(rows: readonly TextRow[], start: number, tabStop: number): ListRow[] {
  const first = rows[start] as TextRow
  const list: ListRow[] = []
  for (let at = start; at < rows.length; at++) {
    const row = rows[at] as TextRow
    const above = list.at(-1)?.row
    if (above !== undefined && row.box.y0 - above.box.y1 > MAX_ROW_GAP_EM * first.size) break
    const kind = rowKind(row, { tabStop, above, edge: first.box.x0 })
    if (kind === null) break
    list.push({ kind, row })
  }
  const last = list.findLastIndex(({ kind }) => kind === 'pair')
  const next = list.findIndex(({ kind }, at) => at > last && kind !== 'line')
  return next < 0 ? list : list.slice(0, next)
}

function rowKind(
  row: TextRow,
  { tabStop, above, edge }: { tabStop: number; above: TextRow | undefined; edge: number },
): ListRow['kind'] | null {
  const tolerance = TAB_STOP_TOLERANCE_EM * row.size
  if (row.segments.some(({ box }) => Math.abs(box.x0 - tabStop) <= tolerance)) {
    const before = row.segments.filter(({ box }) => box.x0 < tabStop - tolerance)
    if (before.length === 0)
      return above !== undefined && centerY(row.box) - centerY(above.box) <= MAX_LEADING_EM * row.size ? 'line' : null
    const [label] = before
    return before.length === 1 && label !== undefined && label.words.length <= MAX_LABEL_WORDS ? 'pair' : null
  }
  const [title] = row.segments
  const isTitle =
    row.segments.length === 1 &&
    title !== undefined &&
    title.words.length <= MAX_TITLE_WORDS &&
    !/[.,:;]$/.test(rowText(title.words))
  return isTitle && above !== undefined && Math.abs(row.box.x0 - edge) <= tolerance ? 'title' : null
}

function toRegion(list: readonly ListRow[], tabStop: number): KeyValueRegion {
  const right = maxOf(list.flatMap(({ kind, row }) => (kind === 'pair' ? [(row.segments[0] as Segment).box.x1] : [])))
  const rowBorders = list.flatMap(({ kind, row }, at) =>
    at === 0 || kind === 'line' ? [] : [(centerY(list[at - 1]!.row.box) + centerY(row.box)) / 2],
  )
  return { rows: list.map(({ row }) => row), rowBorders, separator: { x0: right, x1: tabStop } }
}
