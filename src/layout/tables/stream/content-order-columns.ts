/** Finds the columns of rows in content order: the extents of cells above each other, with their header cells. */
import { type Box, overlapX, union } from '../../../model/geometry.ts'
import { boxOfCell, MIN_ROWS, type StreamRow } from '../scoring/content-order-score.ts'
import { MAX_COLUMNS } from '../settings.ts'

/** Maximum number of header rows, whose cells may span several columns. */
const MAX_HEADER_ROWS = 2

/** Extents of the columns: the union of cells above each other, without headings over several columns. */
export function columnsOf(rows: readonly StreamRow[]): Box[] {
  let best: Box[] = []
  for (let skipped = 0; skipped <= MAX_HEADER_ROWS && rows.length - skipped >= MIN_ROWS; skipped++) {
    const extents = mergeOverlapping(rows.slice(skipped).flatMap((row) => row.map(boxOfCell)))
    if (extents.length > MAX_COLUMNS) return []
    const columns = mergeHeaderColumns(extents, rows)
    if (columns.length > best.length) best = columns
  }
  return best
}

interface Column {
  readonly box: Box
  /** Whether the column has a cell, by row. */
  readonly filledRows: readonly boolean[]
}

/**
 * A heading at the left of its column and numbers at the right may not overlap. An extent that only the heading fills
 * therefore joins the nearest column without one.
 */
function mergeHeaderColumns(extents: readonly Box[], rows: readonly StreamRow[]): Box[] {
  const cells = rows.map((row) => row.map(boxOfCell))
  const columns = extents.map(
    (box): Column => ({ box, filledRows: cells.map((row) => row.some((cell) => overlapX(cell, box) > 0)) }),
  )
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index]!
    if (!isHeaderOnly(column)) continue
    const [target] = [index - 1, index + 1]
      .filter(
        (other) =>
          columns[other] !== undefined &&
          !isHeaderOnly(columns[other]) &&
          !columns[other].filledRows.some((filled, row) => filled && column.filledRows[row]),
      )
      .sort((a, b) => gapBetween(column.box, columns[a]!.box) - gapBetween(column.box, columns[b]!.box))
    if (target === undefined) continue
    const { box, filledRows } = columns[target]!
    columns.splice(Math.min(index, target), 2, {
      box: union(column.box, box),
      filledRows: filledRows.map((filled, row) => filled || column.filledRows[row]!),
    })
    // The merged column may be closer to a header before it.
    index = -1
  }
  return columns.map(({ box }) => box)
}

function isHeaderOnly({ filledRows }: Column): boolean {
  return filledRows.every((filled, row) => !filled || row < MAX_HEADER_ROWS)
}

const gapBetween = (a: Box, b: Box): number => Math.max(a.x0 - b.x1, b.x0 - a.x1)

function mergeOverlapping(boxes: readonly Box[]): Box[] {
  const columns: Box[] = []
  for (const box of [...boxes].sort((a, b) => a.x0 - b.x0)) {
    const last = columns.at(-1)
    if (last !== undefined && box.x0 < last.x1) columns[columns.length - 1] = union(last, box)
    else columns.push(box)
  }
  return columns
}
