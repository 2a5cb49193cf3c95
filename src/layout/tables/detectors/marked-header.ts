/** A bold or shaded row of short labels, below which aligned lines keep gaps between these labels free. */
import { type Box, centerX, centerY, contains, height, overlapX, unionOf } from '../../../model/geometry.ts'
import { maxOf, minOf } from '../../../model/statistics.ts'
import type { Line } from '../../state.ts'
import { endsInColon, isNumericCell, rowText } from '../cell-text.ts'
import { readRun } from '../stream/candidates.ts'
import { rowsInColumns } from '../stream/rows-in-columns.ts'
import { groupIntoRows, hasCellGap, MAX_CENTER_OFFSET_EM, rowsWithin } from '../text-rows.ts'
import type { Segment, Separator, TableDetector, TablePage, TextRow } from '../types.ts'

const MAX_HEADER_WORDS = 5
const MAX_RECT_HEIGHT_EM = 3
/** Maximum distance of the first value from its label. */
const MAX_VALUE_GAP_EM = 3
/** Maximum rows read below the headers of a page; each reads the rest of the page. */
const MAX_ROWS_READ = 20_000
const EDGE_TOLERANCE_EM = 0.6
/** Minimum fraction of lines at the left edge of their column or centered below its label. */
const MIN_ALIGNED_RATIO = 0.9
/** Minimum rows with text in the first and another column. */
const MIN_LABELED_ROWS = 2
/** Minimum fraction of the first column's lines with text in another; prose has gaps in both. */
const MIN_LABEL_RATIO = 0.8

export const markedHeader: TableDetector = {
  method: 'stream/marked-header',
  *detect(page) {
    const rows = groupIntoRows(linesNearHeaders(page).flatMap(page.wordsOf))
    let rowsRead = 0
    for (const header of rows) {
      if (rowsRead > MAX_ROWS_READ) return
      if (!isHeader(header, page)) continue
      const below = rowsBelow(header, page)
      rowsRead += below.length
      const body = bodyOf(header, below, page)
      if (body !== null) yield* readRun([header, ...body], page, { splits: 0, hasKnownColumns: true })
    }
  },
}

/** Other lines need not be cut into words. */
function linesNearHeaders({ lines, filledRects, size, streamLines }: TablePage): readonly number[] {
  const free = streamLines()
  if (filledRects.some((rect) => isLow(rect, size))) return free
  const bands = free.map((index) => bandOf(index, lines[index] as Line)).sort((a, b) => a.from - b.from)
  const tallest = maxOf(bands.map((band) => band.size))
  const near = new Set<number>()
  let group: Band[] = []
  let end = -Infinity
  const endGroup = (): void => {
    if (group.some(({ isBold }) => isBold)) for (const { index } of group) near.add(index)
    group = []
  }
  for (const band of bands) {
    if (band.from - end > MAX_CENTER_OFFSET_EM * tallest) endGroup()
    group.push(band)
    end = Math.max(end, band.to)
  }
  endGroup()
  return free.filter((index) => near.has(index))
}

interface Band {
  readonly index: number
  readonly from: number
  readonly to: number
  readonly size: number
  readonly isBold: boolean
}

function bandOf(index: number, { spans }: Line): Band {
  const centers = spans.map(({ box }) => centerY(box))
  return {
    index,
    from: minOf(centers),
    to: maxOf(centers),
    size: maxOf(spans.map(({ size }) => size)),
    isBold: spans.some(({ font }) => font.bold),
  }
}

function isLow(rect: Box, size: number): boolean {
  return height(rect) <= MAX_RECT_HEIGHT_EM * size
}

function isHeader(row: TextRow, { filledRects, size, isClaimed }: TablePage): boolean {
  const { segments, words } = row
  if (!hasCellGap(row) || words.some(({ line }) => isClaimed(line))) return false
  if (segments.some((segment) => !isLabel(segment))) return false
  if (words.every(({ bold }) => bold)) return true
  return segments.every((segment) => filledRects.some((rect) => isLow(rect, size) && isWithinWidth(segment.box, rect)))
}

/** A colon belongs to the label of a value next to it. */
function isLabel(segment: Segment): boolean {
  const { words } = segment
  return words.length <= MAX_HEADER_WORDS && !isNumericCell(segment) && !endsInColon(rowText(words))
}

function isWithinWidth(box: Box, rect: Box): boolean {
  return contains(rect, { x: box.x0, y: centerY(box) }) && contains(rect, { x: box.x1, y: centerY(box) })
}

function rowsBelow(header: TextRow, page: TablePage): TextRow[] {
  const { lines, wordsIn, size } = page
  const { x1, y1 } = unionOf(lines)
  return rowsWithin({ x0: firstColumnEdge(header, page) - size, x1, y0: header.box.y1, y1 }, wordsIn)
}

function bodyOf(header: TextRow, below: readonly TextRow[], { size, prose }: TablePage): readonly TextRow[] | null {
  const labelGaps: Separator[] = header.segments.slice(1).map(({ box }, at) => ({
    x0: header.segments[at]!.box.x1,
    x1: box.x0,
  }))
  const { rows: body, gaps } = rowsInColumns(below, { gaps: labelGaps, from: header.box.y1, size })
  const segments = body.flatMap((row) => row.segments)
  const columnOf = ({ box }: Segment): number => gaps.filter((gap) => gap.x1 <= box.x0 + 1).length
  const columns = Map.groupBy(segments, columnOf)
  const tolerance = EDGE_TOLERANCE_EM * size
  const aligned = header.segments.flatMap((label, col) => {
    const own = columns.get(col) ?? []
    const edge = commonEdge(own, tolerance)
    const isAt = (x: number, other: number): boolean => Math.abs(x - other) <= tolerance
    return own.filter(({ box }) => isAt(box.x0, edge) || isAt(centerX(box), centerX(label.box)))
  })
  if (aligned.length < segments.length * MIN_ALIGNED_RATIO) return null
  const labels = body.filter((row) => columnOf(row.segments[0]!) === 0)
  const labeled = labels.filter((row) => row.segments.length > 1)
  if (labeled.length < Math.max(MIN_LABELED_ROWS, labels.length * MIN_LABEL_RATIO)) return null
  const proseLabels = labels.filter(({ words: [first] }) => prose.has(first!.line))
  return proseLabels.length * 2 > labels.length ? null : body
}

/** Returns the left edge of the value below the first label, which may be centered above it. */
function firstColumnEdge({ box, segments, size }: TextRow, { lines, wordsIn }: TablePage): number {
  const label = segments[0]!.box
  const below = {
    x0: minOf(lines.map((line) => line.box.x0)),
    x1: label.x1,
    y0: box.y1,
    y1: box.y1 + MAX_VALUE_GAP_EM * size,
  }
  const values = rowsWithin(below, wordsIn).flatMap((row) => row.segments)
  const value = values.find((segment) => overlapX(segment.box, label) > 0)
  return Math.min(label.x0, value?.box.x0 ?? label.x0)
}

/** Returns the left edge that most segments share within the tolerance. */
function commonEdge(segments: readonly Segment[], tolerance: number): number {
  const lefts = segments.map(({ box }) => box.x0).sort((a, b) => a - b)
  let [first, most, best] = [0, 0, 0]
  for (const [at, left] of lefts.entries()) {
    while (left - lefts[first]! > tolerance) first++
    if (at - first < most) continue
    most = at - first + 1
    best = lefts[first + (most >> 1)]!
  }
  return best
}
