/** A bold or shaded row of short labels, below which lines begin at these labels and keep the gaps free. */
import { type Box, centerY, contains } from '../../../model/geometry.ts'
import { maxOf, minOf } from '../../../model/statistics.ts'
import type { Line } from '../../state.ts'
import { isNumericCell } from '../cell-text.ts'
import { readRun } from '../stream/candidates.ts'
import { rowsInColumns } from '../stream/rows-in-columns.ts'
import { groupIntoRows, hasCellGap, MAX_CENTER_OFFSET_EM, rowsWithin } from '../text-rows.ts'
import type { Separator, TableDetector, TablePage, TextRow } from '../types.ts'

const MAX_HEADER_WORDS = 5
const MAX_RECT_HEIGHT_EM = 3
const EDGE_TOLERANCE_EM = 0.6
/** Minimum fraction of the lines of a column that begin at its left edge. */
const MIN_ALIGNED_RATIO = 0.9
/** Minimum rows with text in the first and another column. */
const MIN_LABELED_ROWS = 2
/** Minimum fraction of the first column's lines with text in another; prose has gaps in both. */
const MIN_LABEL_RATIO = 0.8

export const markedHeader: TableDetector = {
  method: 'stream/marked-header',
  *detect(page) {
    const rows = groupIntoRows(linesNearHeaders(page).flatMap(page.wordsOf))
    for (const header of rows) {
      if (!isHeader(header, page)) continue
      const body = bodyOf(header, page)
      if (body !== null) yield* readRun([header, ...body], page, 0)
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
  return rect.y1 - rect.y0 <= MAX_RECT_HEIGHT_EM * size
}

function isHeader(row: TextRow, { filledRects, size, isClaimed }: TablePage): boolean {
  const { segments, words } = row
  if (!hasCellGap(row) || words.some(({ line }) => isClaimed(line))) return false
  if (segments.some((segment) => segment.words.length > MAX_HEADER_WORDS || isNumericCell(segment))) return false
  if (words.every(({ bold }) => bold)) return true
  return segments.every((segment) => filledRects.some((rect) => isLow(rect, size) && isWithinWidth(segment.box, rect)))
}

function isWithinWidth(box: Box, rect: Box): boolean {
  return contains(rect, { x: box.x0, y: centerY(box) }) && contains(rect, { x: box.x1, y: centerY(box) })
}

function bodyOf(header: TextRow, page: TablePage): TextRow[] | null {
  const { lines, wordsIn, size, prose } = page
  const lefts = header.segments.map(({ box }) => box.x0)
  const left = lefts[0]! - size
  const right = maxOf(lines.map(({ box }) => box.x1))
  const bottom = maxOf(lines.map(({ box }) => box.y1))
  const gaps: Separator[] = header.segments.slice(1).map(({ box }, at) => ({
    x0: header.segments[at]!.box.x1,
    x1: box.x0,
  }))
  const below = rowsWithin({ x0: left, x1: right, y0: header.box.y1, y1: bottom }, wordsIn)
  const body = rowsInColumns(below, { gaps, from: header.box.y1, size })
  const isAt = (x: number, edge: number): boolean => Math.abs(x - edge) <= EDGE_TOLERANCE_EM * size
  const segments = body.flatMap((row) => row.segments)
  const aligned = segments.filter(({ box }) => lefts.some((edge) => isAt(box.x0, edge)))
  if (aligned.length < segments.length * MIN_ALIGNED_RATIO) return null
  const labels = body.filter((row) => isAt(row.box.x0, lefts[0]!))
  const labeled = labels.filter((row) => row.segments.length > 1)
  if (labeled.length < Math.max(MIN_LABELED_ROWS, labels.length * MIN_LABEL_RATIO)) return null
  const proseLabels = labels.filter(({ words: [first] }) => prose.has(first!.line))
  return proseLabels.length * 2 > labels.length ? null : body
}
