/** Separates tables side by side, whose rows are aligned by chance. */
import { type Box, centerX, gapY, unionAll, unionOf, width } from '../../../model/geometry.ts'
import type { Ruling } from '../../state.ts'
import { startsCaption } from '../captions.ts'
import { groupIntoRows } from '../text-rows.ts'
import type { TablePage, TextRow, Word } from '../types.ts'

const MIN_GAP_EM = 1.5
const MIN_RULED_RATIO = 0.95
const MAX_CAPTION_GAP_EM = 4
const MIN_ROWS = 3

/** From left to right. Separate tables have several columns each, and own rulings or captions. */
export function separateTables(run: readonly TextRow[], page: TablePage): (readonly TextRow[])[] {
  if (run.length < MIN_ROWS) return [run]
  for (const x of gapCenters(run, page.size)) {
    const left = rowsBetween(run, -Infinity, x)
    const right = rowsBetween(run, x, Infinity)
    if (![left, right].every(hasColumns)) continue
    const boxes = [left, right].map((rows) => unionOf(rows.filter(hasCells)))
    if (haveOwnRulings(boxes, x, page.rulings()) || haveOwnCaptions(boxes, x, page))
      return [left, ...separateTables(right, page)]
  }
  return [run]
}

function gapCenters(run: readonly TextRow[], size: number): number[] {
  const boxes = run.flatMap(({ segments }) => segments.map(({ box }) => box)).sort((a, b) => a.x0 - b.x0)
  const gaps: number[] = []
  let reach = Infinity
  for (const { x0, x1 } of boxes) {
    if (x0 - reach >= MIN_GAP_EM * size) gaps.push((x0 + reach) / 2)
    reach = reach === Infinity ? x1 : Math.max(reach, x1)
  }
  return gaps
}

function rowsBetween(run: readonly TextRow[], from: number, to: number): TextRow[] {
  const isInside = ({ box }: Word): boolean => centerX(box) > from && centerX(box) < to
  const rows = groupIntoRows(run.flatMap(({ words }) => words.filter(isInside)))
  // The caption below the shorter table is between the rows of the other one.
  const last = rows.findLastIndex(hasCells)
  const caption = rows.findIndex((row, at) => at > last && startsCaption(row))
  return caption < 0 ? rows : rows.slice(0, caption)
}

function hasColumns(rows: readonly TextRow[]): boolean {
  return rows.length >= MIN_ROWS && rows.filter(hasCells).length * 2 > rows.length
}

/** Captions and titles have one segment. */
function hasCells({ segments }: TextRow): boolean {
  return segments.length > 1
}

function haveOwnRulings(boxes: readonly Box[], x: number, rulings: readonly Ruling[]): boolean {
  const { y0, y1 } = unionAll(boxes)
  const near = rulings.filter(({ horizontal, position }) => horizontal && position > y0 && position < y1)
  return (
    !near.some(({ from, to }) => from < x && to > x) &&
    boxes.every((box) =>
      near.some(({ from, to }) => Math.min(to, box.x1) - Math.max(from, box.x0) >= MIN_RULED_RATIO * width(box)),
    )
  )
}

function haveOwnCaptions(boxes: readonly Box[], x: number, { lines, size, wordsOf }: TablePage): boolean {
  return boxes.every((box) =>
    lines.some(({ box: own }, index) => {
      const isOnSameSide = own.x0 < x === box.x0 < x && own.x1 < x === box.x1 < x
      return (
        gapY(box, own) < MAX_CAPTION_GAP_EM * size && isOnSameSide && groupIntoRows(wordsOf(index)).some(startsCaption)
      )
    }),
  )
}
