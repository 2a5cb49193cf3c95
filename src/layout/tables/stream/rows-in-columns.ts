import { type Box, width } from '../../../model/geometry.ts'
import { startsCaption } from '../captions.ts'
import type { Separator, TextRow } from '../types.ts'

const MIN_GAP_EM = 0.3
const MAX_ROW_GAP_EM = 4
const MAX_GROUP_TITLE_WORDS = 8

interface RowsInColumns {
  readonly rows: readonly TextRow[]
  /** The parts of the gaps that all rows leave free. */
  readonly gaps: readonly Separator[]
}

/** Includes titles of groups. */
export function rowsInColumns(
  rows: readonly TextRow[],
  { gaps, from, size }: { gaps: readonly Separator[]; from: number; size: number },
): RowsInColumns {
  let free = gaps.map((gap) => [gap])
  let last = -1
  for (const [at, row] of rows.entries()) {
    const above = rows[at - 1]?.box.y1 ?? from
    if (row.box.y0 - above > MAX_ROW_GAP_EM * size || (row.segments.length === 1 && startsCaption(row))) break
    const left = freeParts(free, row, size)
    if (left !== null) {
      free = left
      last = at
    } else if (at - last > 1 || row.segments.length > 1 || row.words.length > MAX_GROUP_TITLE_WORDS) break
  }
  return { rows: rows.slice(0, last + 1), gaps: free.map(widest) }
}

/** Returns the free parts of each gap, or `null` if the row closes one. */
function freeParts(gaps: readonly (readonly Separator[])[], { segments }: TextRow, size: number): Separator[][] | null {
  const left = gaps.map((parts) =>
    segments
      .reduce<readonly Separator[]>((free, { box }) => free.flatMap((part) => without(part, box)), parts)
      .filter(({ x0, x1 }) => x1 - x0 >= MIN_GAP_EM * size),
  )
  return left.every((parts) => parts.length > 0) ? left : null
}

function without({ x0, x1 }: Separator, box: Box): Separator[] {
  if (box.x1 <= x0 || box.x0 >= x1) return [{ x0, x1 }]
  return [
    { x0, x1: box.x0 },
    { x0: box.x1, x1 },
  ]
}

function widest(parts: readonly Separator[]): Separator {
  return parts.reduce((best, part) => (width(part) > width(best) ? part : best))
}
